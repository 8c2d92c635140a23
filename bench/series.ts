// `npm run bench -- --series`: what the statements behind charts and the rounds of the worker that keep them read, in pages
// of the database and processor time, with few orders and with a million spread over a year.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import type pg from 'pg'
import {
  later,
  monotonicMs,
  systemClock,
  toTimestamp,
  type Instant,
} from '../server/src/platform/clock.ts'
import { newSecrets } from '../server/src/platform/config.ts'
import { openPool, type Db, type Pool } from '../server/src/platform/db/pool.ts'
import { earliestUuid, NO_ID } from '../server/src/platform/ids.ts'
import { allStatements } from '../server/src/platform/db/statement.ts'
import { upsertCallSums } from '../server/src/engine/series/call-queries.ts'
import {
  deleteOldLedgerFlows,
  settleLedgerFlows,
} from '../server/src/engine/series/flow-queries.ts'
import {
  deleteOldOrderSums,
  settleOrderSums,
} from '../server/src/engine/series/order-sum-queries.ts'
import {
  upsertBalanceSamples,
  upsertRateSamples,
} from '../server/src/engine/series/sample-queries.ts'
import { beginningOf } from '../server/src/engine/series/spans.ts'
import { verifySeries } from '../server/src/engine/series/verify-series.ts'
import {
  selectDeskBalances,
  settleLedgerSums,
} from '../server/src/engine/treasury/desk-balances.ts'
import { marginAccounts } from '../server/src/desk/series/views.ts'
import { startChild, type Child } from './children.ts'
import { cpuMicrosecondsOf } from './processes.ts'
import { spreadOf, type Spread } from './rounds.ts'
import { store, STORED_DAYS, UNTIL_HOURS } from './stored.ts'
import { ORGANIZATIONS } from './stored-payouts.ts'
import { raiseBounds } from './world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SLOT_MS = 300_000
/** As keep-series.ts keeps them. */
const HOURS_DAYS = 100
/** Samples do not depend on orders. Longer than their charts is enough. */
const [SAMPLED_DAYS, MINUTES_DAYS, CALLS_DAYS] = [30, 3, 14]
/** Rounds, and runs of each. The processor time of one run is the median of the means of the rounds. */
const [ROUNDS, RUNS] = [5, 20]
/** What is stored is compared with the sums up to so many orders: of more it would take longer than their storing. */
const MOST_COMPARED = 20_000
const CALLED = 'sandbox'

export type SeriesCost = { name: string; rows: number; pages: number; us: Spread; ms: Spread }
export type SeriesResult = { orders: number; costs: SeriesCost[] }

/** Each number of orders has a database of its own. */
export async function measureSeries(
  sizes: readonly number[],
  say: (text: string) => void,
): Promise<SeriesResult[]> {
  const results: SeriesResult[] = []
  for (const orders of sizes) results.push({ orders, costs: await measureAt(orders, say) })
  return results
}

async function measureAt(orders: number, say: (text: string) => void): Promise<SeriesCost[]> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
  const databaseUrl = databaseUrlOf(cluster)
  const db = openPool({ connectionString: databaseUrl }, { size: 2 })
  const surroundings = { databaseUrl, dir, secrets: newSecrets() }
  const children: Child[] = []
  // The charts are of the last whole day of the stored orders: the run may go on beyond midnight.
  const end = beginningOf('day', later(systemClock.realNow(), -UNTIL_HOURS * HOUR_MS))
  const start = async (name: string, kind?: string) => {
    const child = await startChild(new URL(name, import.meta.url), surroundings, kind)
    children.push(child)
    return child
  }
  try {
    await start('service.ts', 'durable')
    const life = await start('life.ts')
    await raiseBounds(db)
    await life.call({ fund: 1 })
    await life.call({})
    await withClient(db, async (client) => {
      await client.query('set statement_timeout = 0; set synchronous_commit = off')
      await client.query(ORGANIZATIONS)
      if (orders > 0) await storeYear(db, client, orders, say)
      say('vacuuming')
      await client.query('vacuum analyze')
      await client.query('checkpoint')
      if (orders > MOST_COMPARED) return
      say('comparing the sums with the orders and the transfers')
      const fault = await verifySeries(client)
      if (fault !== undefined) throw new Error(fault)
    })
    await life.call({ fund: 1 })
    return await measureAll(db, end, say)
  } finally {
    for (const child of children.toReversed()) await child.stop()
    await db.end()
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The summaries are made by the statements of the worker, part by part, as it would have made them during the year. */
async function storeYear(
  pool: Pool,
  db: pg.PoolClient,
  orders: number,
  say: (text: string) => void,
): Promise<void> {
  const began = later(systemClock.realNow(), -(STORED_DAYS + 1) * DAY_MS)
  await db.query(
    `update order_sum_progress set search_from = $1::timestamptz, since = date_trunc('month', $1::timestamptz, 'UTC')`,
    [toTimestamp(began)],
  )
  await store(pool, orders, say, async (beganAt) => {
    say('summing up')
    while (await settleOrderSums(db, beganAt));
    // The first round only notes how far the second one may go.
    await settleLedgerFlows(db)
    while (await settleLedgerFlows(db));
    await settleLedgerSums(db)
    await settleLedgerSums(db)
  })
  const hours = later(systemClock.realNow(), -HOURS_DAYS * DAY_MS)
  await deleteOldOrderSums(db, { hours, days: began })
  await deleteOldLedgerFlows(db, { hours, days: began })
  say('storing samples')
  await storeSamples(db)
}

async function storeSamples(db: Db): Promise<void> {
  const now = systemClock.realNow()
  const balances = await selectDeskBalances(db)
  const sample = { payinCurrency: 'USDC', payoutCurrency: 'COP', rate: 4250n * 10n ** 18n }
  const samples = ['ALPHA', 'BETA', 'GAMMA'].map((provider) => ({ ...sample, provider }))
  for (let hours = SAMPLED_DAYS * 24; hours >= 0; hours--) {
    const hour = beginningOf('hour', later(now, -hours * HOUR_MS))
    await upsertBalanceSamples(db, balances, hour)
    await upsertRateSamples(db, samples, { minutes: hour, hour })
    if (hours < CALLS_DAYS * 24) await upsertCallSums(db, callsOfHour(), hour)
  }
  for (let slots = MINUTES_DAYS * 288; slots >= 0; slots--) {
    const at = later(now, -slots * SLOT_MS)
    await upsertRateSamples(db, samples, {
      minutes: beginningOf('minutes', at),
      hour: beginningOf('hour', at),
    })
  }
}

const callsOfHour = () =>
  (['rail', 'provider', 'webhook_endpoint'] as const).flatMap((kind) =>
    Array.from({ length: 10 }, (_, index) => ({
      kind,
      name: CALLED,
      call: index % 2 === 0 ? 'send' : 'look up',
      isFailed: index === 9,
      step: 10 + index,
      calls: 100,
    })),
  )

type Reading = { name: string; statement: string; values: readonly unknown[] }

/**
 * The charts of each page on the day that ended at `end`, and the longest ones that are allowed. `organization` has a fifth of
 * the orders.
 */
function readingsOf(organization: string, enterprise: string, end: Instant): Reading[] {
  const now = systemClock.realNow()
  const span = (unit: 'hour' | 'day' | 'month', points: number) => {
    const to = unit === 'month' ? beginningOf('month', later(end, -1), 1) : end
    return [unit, toTimestamp(beginningOf(unit, to, -points)), toTimestamp(to)]
  }
  const orders = (name: string, scope: string, unit: 'hour' | 'day' | 'month', points: number) => ({
    name,
    statement: 'select_order_sums',
    values: [[scope], ...span(unit, points)],
  })
  const margin = (name: string, unit: 'hour' | 'day' | 'month', points: number) => ({
    name,
    statement: 'select_ledger_flows',
    values: [[NO_ID], marginAccounts, ...span(unit, points)],
  })
  const [, from, to] = span('hour', 24)
  const [, week] = span('hour', 168)
  const [, fortnight] = span('hour', 14 * 24)
  const balance = ['rail:sandbox', 'USDC']
  return [
    orders('board: orders of a day', NO_ID, 'hour', 24),
    margin('board: margin of a day', 'hour', 24),
    margin('board: gas of 14 days', 'day', 14),
    orders('customer: orders of 12 months', organization, 'month', 12),
    orders('customer: orders of 30 days', organization, 'day', 30),
    orders('enterprise: orders of a day', enterprise, 'hour', 24),
    orders('longest: orders of 400 hours', NO_ID, 'hour', 400),
    orders('longest: orders of 400 days', NO_ID, 'day', 400),
    margin('longest: margin of 400 hours', 'hour', 400),
    margin('longest: margin of 400 days', 'day', 400),
    {
      name: 'rates of a day, every 5 minutes',
      statement: 'select_rate_samples',
      values: [['ALPHA', 'BETA', 'GAMMA'], 'USDC', 'COP', 'minutes', from, to],
    },
    {
      name: 'balance of a week',
      statement: 'select_balance_samples',
      values: [...balance, week, to, 'hour'],
    },
    {
      name: 'calls of 14 days',
      statement: 'select_call_sums',
      values: ['rail', CALLED, fortnight, to],
    },
    {
      name: 'worker: count what one order did',
      statement: 'settle_order_sums',
      values: [earliestUuid('evt', later(now, -DAY_MS)), toTimestamp(now)],
    },
    { name: 'worker: add what one order moved', statement: 'settle_ledger_flows', values: [] },
    { name: 'worker: compare balances', statement: 'select_desk_balances', values: [] },
    {
      name: 'worker: forget old hours of orders',
      statement: 'delete_old_order_sums',
      values: [
        toTimestamp(later(now, -HOURS_DAYS * DAY_MS)),
        toTimestamp(later(now, -800 * DAY_MS)),
      ],
    },
  ]
}

async function measureAll(
  db: Pool,
  end: Instant,
  say: (text: string) => void,
): Promise<SeriesCost[]> {
  const { rows } = await db.query<{ organization_id: string; enterprise_id: string }>(
    `select o.organization_id, g.enterprise_id from orders o join organizations g on g.id = o.organization_id
      order by o.id desc limit 1`,
  )
  const [template] = rows
  if (template === undefined) throw new Error('there is no order')
  return withClient(db, async (client) => {
    const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = backend.rows[0]?.pid ?? 0
    const costs: SeriesCost[] = []
    for (const reading of readingsOf(template.organization_id, template.enterprise_id, end)) {
      say(reading.name)
      costs.push(await measure(client, pid, reading))
    }
    return costs
  })
}

async function withClient<T>(pool: Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    // The next one has its own settings.
    client.release(true)
  }
}

/** Nothing stays of what a statement writes. */
async function measure(
  client: pg.PoolClient,
  pid: number,
  { name, statement, values }: Reading,
): Promise<SeriesCost> {
  const text = allStatements().find((one) => one.name === statement)?.text ?? ''
  const run = async (prefix: string) => {
    await client.query('begin')
    const named = prefix === '' ? { name: statement } : {}
    const { rows } = await client.query({ ...named, text: `${prefix}${text}`, values: [...values] })
    await client.query('rollback')
    return rows
  }
  await run('')
  const [explained] = await run('explain (analyze, buffers, timing off, format json) ')
  const { Plan: plan } = explained['QUERY PLAN'][0]
  let rows: unknown[] = []
  const rounds: { us: number; ms: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [beforeUs, beforeMs] = [cpuMicrosecondsOf(pid), monotonicMs()]
    for (let turn = 0; turn < RUNS; turn++) rows = await run('')
    const us = (cpuMicrosecondsOf(pid) - beforeUs) / RUNS
    rounds.push({ us, ms: (monotonicMs() - beforeMs) / RUNS })
  }
  return {
    name,
    rows: rows.length,
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    us: spreadOf(rounds.map(({ us }) => us)),
    ms: spreadOf(rounds.map(({ ms }) => ms)),
  }
}

export function seriesTable(results: readonly SeriesResult[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const size = (orders: number) => orders.toLocaleString('en')
  const heads = results.flatMap(({ orders }) => [
    `rows, ${size(orders)}`,
    `pages, ${size(orders)}`,
    `µs, ${size(orders)}`,
  ])
  const [first] = results
  const lines = (first?.costs ?? []).map(({ name }) => {
    const costs = results.map((result) => result.costs.find((one) => one.name === name))
    const cells = costs.flatMap((cost) => [cost?.rows, cost?.pages, cost && textOf(cost.us)])
    return row([name, ...cells.map(String)])
  })
  return [row(['Series', ...heads]), row(['---', ...heads.map(() => '--:')]), ...lines].join('\n')
}

const textOf = ({ median, min, max }: Spread): string =>
  `${Math.round(median)} (${Math.round(min)}–${Math.round(max)})`
