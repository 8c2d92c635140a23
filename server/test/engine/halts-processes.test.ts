// Real processes that share only a database: one that serves and two that work. A halt by command stops all of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import type { SandboxFile } from '../../src/service/sandbox/prepare.ts'
import { caller, readSandbox, run, start, stopAll, type Env } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/until.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-halts-'))
let database: TestDatabase
let env: Env
let sandbox: SandboxFile
let call: ReturnType<typeof caller>

beforeAll(async () => {
  database = await testDatabase()
  env = {
    PORT: '0',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '3',
    CORRIDOR_SECRETS: newSecrets(),
    CORRIDOR_SANDBOX_STEP_MS: '0',
  }
  await Promise.all([
    start(['serve', '--no-work'], on('a')),
    start(['work'], on('b')),
    start(['work'], on('c')),
  ])
  sandbox = readSandbox(join(home, 'a'))
  call = caller(sandbox.base_url, sandbox.api_key)
})
const on = (machine: string): Env => ({ ...env, CORRIDOR_DATA_DIR: join(home, machine) })
afterAll(async () => {
  await stopAll()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

const path = (end: string) => `/organizations/${sandbox.organization_id}${end}`

async function fundedOrder(offeringId: string): Promise<void> {
  const quote = await call<QuoteJson>('POST', path('/quotes'), {
    offering_id: offeringId,
    payin_amount: '100.00',
  })
  const order = await call<OrderJson>('POST', path('/orders'), { quote_id: quote.data.id })
  await call('POST', path(`/orders/${order.data.id}/simulate-demo-funding`), {})
}

const count = async (sql: string): Promise<number> =>
  (await database.owner.query<{ count: number }>(sql)).rows[0]?.count ?? 0
const paid = () =>
  count(`select count(*)::int as count from simulator.executions where key like '%:payout:%'`)
const waiting = () =>
  count(`select count(*)::int as count from orders where status = 'STEP_3_SETTLING_PAYOUT'`)

test('while orders stream in, a halt stops the sends of every process, and its end lets all of them go on', async () => {
  const { data: offerings } = await call<OfferingJson[]>('POST', path('/offerings'))
  const offering = offerings.find(
    ({ payout }) => payout.external_payment_instrument.currency === 'COP',
  )
  if (offering === undefined) throw new Error('no offering to COP')
  let isStreaming = true
  let made = 0
  const stream = async () => {
    for (; isStreaming; made += 1) await fundedOrder(offering.id)
  }
  const streams = Promise.all([stream(), stream(), stream()])
  await eventually('some orders are paid', async () => (await paid()) > 10)

  const ended = await run(['halt', 'sends', '--reason', 'drill'], env)
  expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/^what +sends$/m) })
  await eventually('orders wait for the end of the halt', async () => (await waiting()) > 10)
  await eventually('no payout is sent between two looks', async () => {
    const before = await paid()
    await sleep(500)
    return (await paid()) === before
  })
  const stopped = await paid()
  const { rows } = await database.owner.query<{ late_ms: number; intents_ms: number }>(
    `select (extract(epoch from (select max(executed_at) from simulator.executions where key like '%:payout:%')
               - halted_at) * 1000)::int as late_ms,
            (extract(epoch from (select max(created_at) from payouts) - halted_at) * 1000)::int as intents_ms
       from halts`,
  )
  process.stdout.write(
    `the last payout was sent ${rows[0]?.late_ms} ms after the halt, and the last intent has its time ${rows[0]?.intents_ms} ms after it\n`,
  )
  const before = await waiting()
  await eventually('further orders are filled and wait', async () => (await waiting()) > before + 5)
  expect(await paid(), 'payouts sent during the halt').toBe(stopped)
  isStreaming = false
  await streams
  expect(
    await count(`select count(*)::int as count from orders where parked_reason is not null`),
  ).toBe(0)
  expect((await run(['halts'], env)).stdout).toMatch(/sends +all +all +\S+ +direct:\S+ +drill/)
  expect((await run(['doctor'], env)).stdout).toMatch(/sends are halted by direct:\S+: drill/)

  const resumed = await run(['resume', 'sends', '--reason', 'drill over'], env)
  expect(resumed).toMatchObject({ status: 0, stdout: 'sends are resumed\n' })
  await eventually('all orders are completed', async () => {
    const done = `select count(*)::int as count from orders where status = 'STEP_4_COMPLETED'`
    return (await count(done)) === made
  })
  expect(await paid(), 'one payout for each order').toBe(made)
  const again = await run(['resume', 'sends', '--reason', 'again'], env)
  expect(again.status).toBe(1)
  expect(again.stderr).toContain('sends are not halted; `corridor halts` shows what is')
  expect(await run(['ledger', 'verify'], on('a'))).toMatchObject({ status: 0, stderr: '' })
  expect((await run(['halts'], env)).stdout).toBe('Nothing is halted.\n')
})
