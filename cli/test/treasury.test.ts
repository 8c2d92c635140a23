// `corridor treasury`, next to a running sandbox.
import { expect, test } from 'vitest'
import { expectRefused, runningSandbox } from './support/sandbox.ts'

const { corridor } = runningSandbox()

const topUp = ['--from', 'treasury', '--to', 'rail:sandbox', '--currency', 'COP']
const why = ['--reason', 'Payouts of Monday']

test('a movement is proposed, approved, sent and settled, and the balances show it', async () => {
  const proposed = await corridor(
    'treasury',
    'propose',
    ...topUp,
    '--amount',
    '5000000.00',
    '--value-date',
    '2027-01-31',
    ...why,
  )
  expect(proposed).toMatchObject({ status: 0, stderr: '' })
  const [id = ''] = /mv_\w+/.exec(proposed.stdout) ?? []
  expect(proposed.stdout).toBe(`Propose a movement: done. ${id} is PROPOSED.\n`)
  expect((await corridor('treasury', 'list')).stdout).toMatch(
    new RegExp(
      `${id} +PROPOSED +treasury +rail:sandbox +5000000.00 COP +2027-01-31 .*Payouts of Monday`,
    ),
  )
  expectRefused(
    await corridor('treasury', 'settle', id, ...why),
    `${id} is PROPOSED: it allows approve, cancel`,
  )
  for (const [act, status] of [
    ['approve', 'APPROVED'],
    ['send', 'SENT'],
    ['settle', 'SETTLED'],
  ] as const)
    expect((await corridor('treasury', act, id, ...why)).stdout).toMatch(
      `: done. ${id} is ${status}.\n`,
    )
  expect((await corridor('treasury', 'balances')).stdout).toMatch(/rail:sandbox +COP +5000000\.00 /)
  expect((await corridor('treasury', 'list')).stdout).toBe('No treasury movement is open.\n')
})

test('mistakes are refused with what is known', async () => {
  const propose = (...args: string[]) => corridor('treasury', 'propose', ...args, ...why)
  const amount = ['--amount', '1.00']
  const currency = ['--currency', 'COP']
  expectRefused(
    await propose('--from', 'rail:sandbx', '--to', 'treasury', ...currency, ...amount),
    /--from rail:sandbx is not an account of the desk. Known: rail:sandbox, /,
  )
  expectRefused(
    await propose('--from', 'treasury', '--to', 'treasury', ...currency, ...amount),
    '--from and --to name the same account',
  )
  expectRefused(
    await propose('--from', 'treasury', '--to', 'rail:sandbox', '--currency', 'XXX', ...amount),
    'XXX is not a currency of Corridor',
  )
  for (const bad of ['0', '1.001'])
    expectRefused(
      await propose(...topUp, `--amount=${bad}`),
      `${bad} is not a positive amount of COP`,
    )
  for (const bad of ['-1', 'ten'])
    expectRefused(
      await propose(...topUp, `--amount=${bad}`),
      '--amount must be a decimal string such as "1000.00"',
    )
  expectRefused(
    await propose(...topUp, ...amount, '--value-date', '2027-02-31'),
    '2027-02-31 is not a date',
  )
  expectRefused(await corridor('treasury', 'approve', 'mv_1', ...why), 'there is no movement mv_1')
})
