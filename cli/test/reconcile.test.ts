// `corridor reconcile`, next to a running sandbox.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../../server/test/support/command.ts'
import { expectRefused, runningSandbox } from './support/sandbox.ts'

const { corridor, env } = runningSandbox()
const folder = mkdtempSync(join(tmpdir(), 'corridor-reconcile-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'march.csv')
const options = [
  '--account=rail:sandbox',
  '--currency=COP',
  '--reason=the statement of March',
  '--columns=date:Fecha,amount:Valor,reference:Ref',
  '--delimiter=;',
  '--decimal=,',
]

test('a file is compared with the ledger once, and its differences are shown', async () => {
  writeFileSync(file, 'Fecha;Valor;Ref\n2026-03-02;1.234,50;REF4711\n')
  const made = await corridor('reconcile', file, ...options)
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(made.stdout).toMatch(
    /^rcn_\w+: 2026-03-02 to 2026-03-02, 1 lines, 0 known, 0 matched, .* 1 of 1 differences open\./,
  )
  expect(made.stdout).toMatch(/dif_\w+ +missing_here +1234\.50 +2026-03-02 +line 2 +open/)
  const again = await corridor('reconcile', file, ...options, '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({
    is_new: false,
    open: 1,
    items: [{ open: true }],
  })
})

test('mistakes are refused with what is known', async () => {
  const withoutColumns = options.filter((one) => !one.startsWith('--columns'))
  expectRefused(await corridor('reconcile', file, ...withoutColumns), /--columns is missing/)
  expectRefused(
    await corridor('reconcile', file, ...options, '--account', 'rail:sandbx'),
    /rail:sandbx is not an account of a rail or provider. Known: rail:sandbox/,
  )
  expectRefused(
    await corridor('reconcile', file, ...options, '--columns', 'date:Fecha,amount:Monto'),
    /march.csv: the first row has no column "Monto". It has: Fecha \| Valor \| Ref/,
  )
  const empty = join(folder, 'empty.csv')
  writeFileSync(empty, '')
  // The second way goes to the service.
  for (const way of [{}, { CORRIDOR_OPERATOR_KEY: `ok_sandbox_${'a'.repeat(43)}` }])
    for (const [path, reason] of [
      [join(folder, 'none.csv'), /none.csv: there is no such file/],
      [empty, /empty.csv: the file is empty/],
      [folder, /: it is not a file/],
    ] as const)
      expectRefused(await run(['reconcile', path, ...options], { ...env, ...way }), reason)
})
