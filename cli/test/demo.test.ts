// `corridor demo`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, runProgram } from '../../server/test/support/command.ts'
import { expectRefused, runningSandbox } from './support/sandbox.ts'

const { home, file, corridor, api } = runningSandbox({ env: { CORRIDOR_SANDBOX_STEP_MS: '0' } })

test.concurrent('`demo` completes an order of the given amount', async () => {
  const { status, said } = await corridor('demo', '--amount', '50.00')
  expect(said).toMatch(/you send +50\.00 USDC/)
  expect(said).toMatch(/they receive +[\d.]+ COP/)
  expect(said).toContain('STEP_4_COMPLETED')
  expect(status).toBe(0)
  const again = /^ {2}(curl .*)$/m.exec(said)?.[1] ?? ''
  expect((await runProgram('bash', ['-c', again])).stdout).toContain(
    '"current_status":"STEP_4_COMPLETED"',
  )
})

test.concurrent.each([
  ['1.00', /amount_out_of_limits.*10\.00 to 250000\.00/],
  ['ten', /invalid_amount.*decimal string/],
  ['10.123456789', /amount_precision.*decimals/],
  ['0', /amount_not_positive.*greater than zero/],
])('`demo --amount %s` is refused with the reason', async (amount, reason) => {
  expectRefused(await corridor('demo', `--amount=${amount}`), reason)
})

test.concurrent('`demo` without a sandbox explains how to start one', async () => {
  expectRefused(
    await run(['demo'], { CORRIDOR_DATA_DIR: join(home, 'none') }),
    /there is no .*sandbox\.json: start the sandbox with `npm start` first/,
  )
  const stopped = join(home, 'stopped')
  mkdirSync(stopped)
  writeFileSync(
    join(stopped, 'sandbox.json'),
    JSON.stringify({ ...file(), base_url: 'http://127.0.0.1:1' }),
  )
  expectRefused(
    await run(['demo'], { CORRIDOR_DATA_DIR: stopped }),
    'nothing answers at http://127.0.0.1:1: start the sandbox with `npm start` first',
  )
})

test('after the clock is moved, a quote is still valid for 30 minutes', async () => {
  const YEAR_MS = 360 * 86_400_000
  expect((await api()('POST', '/sandbox/clock', { advance_ms: YEAR_MS })).status).toBe(200)
  const { status, said } = await corridor('demo')
  expect(said).toMatch(/firm for +30 min 0 s$/m)
  expect(said).toContain('STEP_4_COMPLETED')
  expect(status).toBe(0)
})
