// Processes that share only a database, as on several machines: two serve and two work. Each thing happens once, and
// a change through one process is visible in all within a second.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import type { SandboxFile } from '../../src/service/sandbox/prepare.ts'
import {
  caller,
  readSandbox,
  root,
  run,
  start,
  stopAll,
  type Env,
  type Running,
} from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/until.ts'

const ORDERS = 60
// Generous for a loaded machine: a process that misses the change never shows it.
const SECOND_MS = 8000
const home = mkdtempSync(join(tmpdir(), 'corridor-machines-'))
let database: TestDatabase
let env: Env
let processes: Running[]
let sandbox: SandboxFile
let one: ReturnType<typeof caller>
let other: ReturnType<typeof caller>

beforeAll(async () => {
  database = await testDatabase()
  await watchRemoteWrites()
  env = {
    PORT: '0',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '3',
    CORRIDOR_SECRETS: newSecrets(),
    CORRIDOR_SANDBOX_STEP_MS: '0',
  }
  const on = (machine: string): Env => ({ ...env, CORRIDOR_DATA_DIR: join(home, machine) })
  processes = await Promise.all([
    start(['serve', '--no-work'], on('a')),
    start(['serve', '--no-work'], on('b')),
    start(['work'], on('c')),
    start(['work'], on('d')),
  ])
  sandbox = readSandbox(join(home, 'a'))
  one = caller(sandbox.base_url, sandbox.api_key)
  other = caller(readSandbox(join(home, 'b')).base_url, sandbox.api_key)
})
afterAll(async () => {
  await stopAll()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

// The simulated systems keep one row per key. This table also records every repeated request.
async function watchRemoteWrites(): Promise<void> {
  await database.owner.query(`
    create table asked (key text);
    create function note_asking() returns trigger language plpgsql security definer as
      'begin insert into public.asked values (new.key); return new; end';
    create trigger noted before insert on simulator.executions for each row execute function note_asking();`)
}

const path = (end: string) => `/organizations/${sandbox.organization_id}${end}`

async function offering(payout: string): Promise<OfferingJson> {
  const { data } = await one<OfferingJson[]>('POST', path('/offerings'))
  const found = data.find((each) => each.payout.external_payment_instrument.currency === payout)
  if (found === undefined) throw new Error(`no offering to ${payout}`)
  return found
}

const quote = (by: typeof one, offeringId: string) =>
  by<QuoteJson>('POST', path('/quotes'), { offering_id: offeringId, payin_amount: '100.00' })

test('each order is filled, paid out and announced once across all processes', async () => {
  const { id } = await offering('COP')
  const orders = await Promise.all(
    Array.from({ length: ORDERS }, async (_, index) => {
      const by = index % 2 === 0 ? one : other
      const made = await by<OrderJson>('POST', path('/orders'), {
        quote_id: (await quote(by, id)).data.id,
      })
      // Fund through the other process, which has never seen the order.
      const funder = index % 2 === 0 ? other : one
      const funded = await funder('POST', path(`/orders/${made.data.id}/simulate-demo-funding`), {})
      expect(funded.status).toBe(200)
      return made.data.id
    }),
  )
  await eventually('all orders are completed', async () => {
    const rows = await database.sql`select count(*)::int as done from orders
        where status = 'STEP_4_COMPLETED'`
    return rows[0]?.done === ORDERS
  })
  const expected = orders.flatMap((order) => [`${order}:fill:1`, `${order}:payout:1`]).sort()
  const asked = await database.sql`select key from asked`
  expect(asked.map(({ key }) => String(key).replace(/^.*\//, '')).sort()).toEqual(expected)
  const executed = await database.sql`select key from simulator.executions`
  expect(executed).toHaveLength(expected.length)
  const { rows: events } = await database.owner.query(
    `select type, count(*)::int as count, count(distinct order_id)::int as orders from events where order_id is not null group by type order by type`,
  )
  expect(events.length).toBeGreaterThan(3)
  for (const event of events) {
    expect(event, event.type).toEqual({ type: event.type, count: ORDERS, orders: ORDERS })
  }
})

test('no process logs a warning', () => {
  for (const { stdout } of processes)
    expect(stdout().match(/"level":(40|50|60).{0,300}/g)?.[0] ?? 'no warning').toBe('no warning')
})

/** Waits until it holds, which may take a second. */
async function withinASecond(what: string, holds: () => Promise<boolean>): Promise<void> {
  const startedMs = performance.now()
  await eventually(what, holds)
  expect(performance.now() - startedMs, `milliseconds until ${what}`).toBeLessThan(SECOND_MS)
}

test('an instrument archived through one process is refused and shown as archived by another at once', async () => {
  const { id, payout } = await offering('BRL')
  const instrument = payout.external_payment_instrument.id
  const before = (await quote(other, id)).data
  expect(
    (
      await fetch(`${sandbox.base_url}/v1${path(`/external_payment_instruments/${instrument}`)}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${sandbox.api_key}` },
      })
    ).status,
  ).toBe(200)
  // No wait is needed: the writing statement checks the instrument.
  expect((await quote(other, id)).code).toBe('instrument_not_active')
  expect((await other('POST', path('/orders'), { quote_id: before.id })).code).toBe(
    'instrument_not_active',
  )
  const read = await other<InstrumentJson>(
    'GET',
    path(`/external_payment_instruments/${instrument}`),
  )
  expect(read.data.status.current_status).toBe('ARCHIVED')
})

test('an applied route, rate or hold takes effect in every process', async () => {
  const toMexico = (await offering('MXN')).id
  const toColombia = (await offering('COP')).id
  const rate = async (by: typeof one) =>
    (await by<{ exchange_rate: string }>('GET', '/liquidity-providers/ALPHA/exchange-rate')).data
      .exchange_rate
  for (const by of [one, other]) {
    expect((await quote(by, toMexico)).status).toBe(201)
    expect(Number(await rate(by))).toBeGreaterThan(1000)
  }
  const file = join(home, 'world.yaml')
  const world = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
    .replace('- name: USDC to MXN\n', '- name: USDC to MXN\n            disabled: true\n')
    .replace("mid_rate: '4250.00'", "mid_rate: '42.50'")
  writeFileSync(file, world)
  const applied = await run(['apply', file], env)
  expect(applied.said).toContain('USDC to MXN')
  for (const by of [one, other]) {
    expect((await quote(by, toMexico)).code, 'at once').toBe('route_disabled')
    await withinASecond('the new rate is shown', async () => Number(await rate(by)) < 100)
  }

  writeFileSync(
    file,
    world.replace(
      '- name: Demo Payments\n',
      '- name: Demo Payments\n        status: COMPLIANCE_HOLD\n',
    ),
  )
  expect((await run(['apply', file], env)).status).toBe(0)
  for (const by of [one, other])
    expect((await quote(by, toColombia)).code, 'at once').toBe('organization_not_active')
})

test('a revoked key stops working in every process within a second', async () => {
  const created = await run(
    ['keys', 'create', '--enterprise', 'Demo Enterprise', '--label', 'short-lived'],
    env,
  )
  const key = created.stdout.trim()
  const callers = ['a', 'b'].map((machine) =>
    caller(readSandbox(join(home, machine)).base_url, key),
  )
  for (const by of callers) expect((await by('GET', '/organizations')).status).toBe(200)
  await run(['keys', 'revoke', /key_\w+/.exec(created.stderr)?.[0] ?? ''], env)
  for (const by of callers)
    await withinASecond(
      'it is refused',
      async () => (await by('GET', '/organizations')).status === 401,
    )
})

test('all processes exit on SIGTERM', async () => {
  for (const running of processes) expect((await running.stop()).status).toBe(0)
})
