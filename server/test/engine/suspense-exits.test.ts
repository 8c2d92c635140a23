// A deposit in suspense leaves it once: to an order, as the desk's own money, or written off.
import { afterEach, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { publicId, type Uuid } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { RailEntry } from '../../src/outside/rails/port.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, openDesk, ratesArrive } from '../support/desk.ts'
import { reportEntries } from '../support/rails.ts'
import { ledgerBalance } from '../support/orders.ts'

type Movement = { id: string; status: string }
const desk = await forFile(openDesk())
const { corridor } = desk
const cleo = await newPerson(desk, 'cleo', 'treasurer')
const olaf = await newPerson(desk, 'olaf', 'operator')
await ratesArrive(corridor)
afterEach(async () => expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined())

let number = 0
const report = (entry: RailEntry) => reportEntries(corridor, entry)
async function inSuspense(amountMinor: bigint) {
  const transaction = `own-${number++}`
  const payer = { reference: null, sender: null }
  const money = { currency: 'USDC', amountMinor }
  await report({ kind: 'deposit', transaction, index: 0, account: 'desk', ...payer, ...money })
  const rows = await corridor.sql<{ id: Uuid<'dep'> }>`select id from deposits
      where transaction = ${transaction}`
  if (rows[0] === undefined) throw new Error('the deposit was not recorded')
  return { id: publicId('dep', rows[0].id), transaction }
}
const reverse = (ofTransaction: string) =>
  report({
    kind: 'reversal',
    transaction: `back-${ofTransaction}`,
    index: 0,
    ofTransaction,
    ofIndex: 0,
    code: 'R01',
  })
const balance = (account: string) => ledgerBalance(corridor, account)
const ACCOUNTS = ['rail:sandbox', 'suspense', 'treasury', 'in_transit', 'unclaimed'] as const
async function changeOf(work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await Promise.all(ACCOUNTS.map(balance))
  await work()
  const after = await Promise.all(ACCOUNTS.map(balance))
  const changes = ACCOUNTS.map(
    (name, at) => [name, (after[at] ?? 0n) - (before[at] ?? 0n)] as const,
  )
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n))
}
const act = (id: string, name: string, body: object = {}, who = cleo) =>
  who.act<{ detail?: string }>('POST', `/deposits/${id}/${name}`, {
    reason: 'statement 7',
    ...body,
  })
const step = (id: string, name: string, more: object = {}) =>
  cleo.act<Movement>('POST', `/movements/${id}/${name}`, { reason: 'statement 7', ...more })
async function sent(amount: string): Promise<string> {
  const asked = await cleo.act<Movement>('POST', '/movements', {
    from_account: 'treasury',
    to_account: 'rail:sandbox',
    currency: 'USDC',
    amount,
    reason: 'a top-up',
  })
  for (const name of ['approve', 'send']) expect((await step(asked.data.id, name)).status).toBe(200)
  return asked.data.id
}

test('a top-up is booked once, and a reversal takes it from where it came', async () => {
  const changes = await changeOf(async () => {
    const { id, transaction } = await inSuspense(70_000n)
    expect((await act(id, 'book', { from_account: 'treasury' }, olaf)).status).toBe(403)
    expect((await act(id, 'book', { from_account: 'customer:x' })).status).toBe(409)
    expect((await act(id, 'book', { from_account: 'treasury' })).status).toBe(200)
    for (const name of ['book', 'write-off'] as const)
      expect(
        (await act(id, name, name === 'book' ? { from_account: 'treasury' } : {})).status,
      ).toBe(409)
    const order = await corridor.order()
    expect((await act(id, 'assign', { order_id: order.id }, olaf)).status).toBe(409)
    const queue = await cleo.act<{ subject: string }[]>('GET', '/queue?kind=unmatched_deposit')
    expect(queue.data.map(({ subject }) => subject)).not.toContain(id)
    expect(await balance('suspense')).toBe(0n)
    await reverse(transaction)
  })
  expect(changes).toEqual({})
})

test('the arrival of a movement counts once, whether it was settled before or not', async () => {
  const changes = await changeOf(async () => {
    const movement = await sent('800.00')
    const { id } = await inSuspense(800_000_000n)
    const refusal = await step(movement, 'settle')
    expect([refusal.status, refusal.text]).toEqual([409, expect.stringContaining(id)])
    expect((await act(id, 'book', { movement_id: movement })).status).toBe(200)
    expect((await cleo.act<Movement>('GET', `/movements/${movement}`)).data.status).toBe('SETTLED')
    const other = await inSuspense(800_000_000n)
    expect((await act(other.id, 'book', { movement_id: movement })).status).toBe(409)
    expect((await act(other.id, 'write-off')).status).toBe(200)
  })
  expect(changes).toEqual({
    'rail:sandbox': 1_600_000_000n,
    treasury: -800_000_000n,
    unclaimed: -800_000_000n,
  })
  const late = await changeOf(async () => {
    const movement = await sent('900.00')
    const { id, transaction } = await inSuspense(900_000_000n)
    expect((await step(movement, 'settle', { not_a_deposit: true })).status).toBe(200)
    expect((await act(id, 'book', { movement_id: movement })).status).toBe(200)
    expect(await balance('suspense')).toBe(0n)
    await reverse(transaction)
  })
  // It never came: the rail holds nothing more, and the desk has its money elsewhere again.
  expect(late).toEqual({})
})

test('concurrent exits and an assignment take a deposit out of suspense once', async () => {
  const { id } = await inSuspense(1_000_000n)
  const order = await corridor.order()
  const answers = await Promise.all([
    act(id, 'book', { from_account: 'treasury' }),
    act(id, 'write-off'),
    act(id, 'write-off'),
    act(id, 'assign', { order_id: order.id }, olaf),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})

test('a rule from an amount covers what leaves suspense', async () => {
  const { id } = await inSuspense(5_000_000_000n)
  await updateApprovalRules(
    corridor.deps.db,
    (['deposit.book', 'deposit.write-off'] as const).map((name) => ({
      act: name,
      enterprise_id: null,
      from: { currency: 'USDC', minor: '1000000000' },
      roles: ['treasurer'] as const,
    })),
  )
  expect((await act(id, 'book', { from_account: 'treasury' })).status).toBe(202)
  expect((await act(id, 'write-off')).status).toBe(202)
})
