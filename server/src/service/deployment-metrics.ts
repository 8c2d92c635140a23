// Metrics that are read from the database and are the same for every process. One process of a machine serves them: the
// HTTP processes beside it leave them out. Without the database they are absent, since operators then need the others most.
import { Gauge, Registry } from 'prom-client'
import type { Clock, Instant } from '../platform/clock.ts'
import { selectStandbys } from '../platform/db/commits.ts'
import type { Pool } from '../platform/db/pool.ts'
import { selectHalts } from '../engine/halts/queries.ts'
import { selectLimitUses } from '../engine/liquidity/left.ts'
import { selectWaiting } from '../desk/operator-file/queries.ts'
import { selectOrderAges, selectOrderDue } from '../engine/orders/age-queries.ts'
import { selectEntryLagMs, selectRailCursors } from '../outside/rails/lag-queries.ts'
import { selectRefundDue } from '../engine/refunds/due-queries.ts'
import { selectSweepCounts } from '../engine/sweeps/report-queries.ts'
import { selectDeskBalances } from '../engine/treasury/desk-balances.ts'
import { selectNoticesWaiting } from '../customers/notices/queries.ts'
import { selectWebhookBacklog } from '../customers/webhooks/backlog-queries.ts'

type Reading<Label extends string> = { labels: Record<Label, string>; value: number }

/** Keep values that several metrics show, or that read many rows, between scrapes. */
const KEPT_MS = 5_000

type Sources = { db: Pool; clock: Clock; keptMs: number; gauge: ReturnType<typeof gaugesOf> }

export function createDeploymentMetrics(db: Pool, clock: Clock, keptMs = KEPT_MS): Registry {
  const registry = new Registry()
  const sources = { db, clock, keptMs, gauge: gaugesOf(registry) }
  addQueueGauges(sources)
  addOrderGauges(sources)
  addWorkGauges(sources)
  addNoticeGauge(sources)
  addRailGauges(sources)
  addMoneyGauges(sources)
  addServerGauge(sources)
  return registry
}

const ageOf = (since: Instant, { clock }: { clock: Clock }): number =>
  Math.max(0, clock.now() - since) / 1000

const gaugesOf =
  (registry: Registry) =>
  <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<readonly Reading<Label>[]>,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const readings = await read().catch(() => [])
        this.reset()
        for (const { labels, value } of readings) this.set(labels, value)
      },
    })
  }

function addServerGauge({ db, gauge }: Sources): void {
  gauge(
    'corridor_database_servers',
    'Servers of the database: the primary, and the standbys that receive what it commits.',
    ['role'],
    async () => {
      const standbys = await selectStandbys(db)
      return [
        { labels: { role: 'primary' }, value: 1 },
        { labels: { role: 'standby' }, value: standbys },
      ]
    },
  )
}

function addQueueGauges(sources: Sources): void {
  const { db, gauge } = sources
  const waiting = kept(0, () => selectWaiting(db))
  gauge(
    'corridor_waiting_for_operator',
    'Items of the queue that need a person, by kind; also those that are snoozed.',
    ['what'],
    async () => (await waiting()).map(({ what, count }) => ({ labels: { what }, value: count })),
  )
  gauge(
    'corridor_waiting_oldest_seconds',
    'Age of the oldest item of the queue, by kind.',
    ['what'],
    async () =>
      (await waiting()).flatMap(({ what, since }) =>
        since === null ? [] : [{ labels: { what }, value: ageOf(since, sources) }],
      ),
  )
}

function addOrderGauges(sources: Sources): void {
  const { db, keptMs, gauge } = sources
  const ages = kept(keptMs, () => selectOrderAges(db))
  const parked = (isParked: boolean) => (isParked ? 'yes' : 'no')
  gauge(
    'corridor_order_age_seconds',
    'The longest time that an open order has had its status.',
    ['status', 'parked'],
    async () =>
      (await ages()).map(({ status, is_parked: isParked, since }) => ({
        labels: { status, parked: parked(isParked) },
        value: ageOf(since, sources),
      })),
  )
  gauge(
    'corridor_open_orders',
    'Orders that something is still to be done for, by status, up to 10,000.',
    ['status', 'parked'],
    async () =>
      (await ages()).map(({ status, is_parked: isParked, count }) => ({
        labels: { status, parked: parked(isParked) },
        value: count,
      })),
  )
}

function addWorkGauges(sources: Sources): void {
  const { db, clock, keptMs, gauge } = sources
  const backlog = kept(keptMs, () => selectWebhookBacklog(db, clock.now()))
  gauge(
    'corridor_due_lag_seconds',
    'How long the first due piece of work has waited for a worker; 0 if none waits.',
    ['work'],
    async () => {
      const now = clock.now()
      const lag = (since: Instant | null | undefined): number =>
        since == null ? 0 : ageOf(since, sources)
      return [
        { labels: { work: 'orders' }, value: lag(await selectOrderDue(db, now)) },
        { labels: { work: 'refunds' }, value: lag(await selectRefundDue(db, now)) },
        { labels: { work: 'webhooks' }, value: lag((await backlog()).due_at) },
        { labels: { work: 'rail_entries' }, value: ((await selectEntryLagMs(db)) ?? 0) / 1000 },
      ]
    },
  )
  gauge(
    'corridor_webhook_backlog',
    'Webhook deliveries that are not done, up to 100,000: due now, or waiting for their next attempt.',
    ['state'],
    async () => {
      const { pending, due } = await backlog()
      return [
        { labels: { state: 'due' }, value: due },
        { labels: { state: 'waiting' }, value: pending - due },
      ]
    },
  )
}

function addNoticeGauge({ db, gauge }: Sources): void {
  gauge(
    'corridor_notices_waiting',
    'Notices to people of customers that were not sent yet, by way: mail or chat.',
    ['way'],
    async () =>
      (await selectNoticesWaiting(db)).map(({ way, count }) => ({ labels: { way }, value: count })),
  )
}

function addRailGauges(sources: Sources): void {
  const { db, gauge } = sources
  gauge(
    'corridor_rail_cursor_age_seconds',
    'Time since a rail reported something new.',
    ['rail'],
    async () =>
      (await selectRailCursors(db)).flatMap(({ rail, moved_at: movedAt }) =>
        movedAt === null ? [] : [{ labels: { rail }, value: ageOf(movedAt, sources) }],
      ),
  )
  gauge(
    'corridor_rail_read_lag_seconds',
    'Age of the instant up to which all deposits of a rail were read.',
    ['rail'],
    async () =>
      (await selectRailCursors(db)).flatMap(({ rail, read_up_to: readUpTo }) =>
        readUpTo === null ? [] : [{ labels: { rail }, value: ageOf(readUpTo, sources) }],
      ),
  )
}

function addMoneyGauges(sources: Sources): void {
  const { db, gauge } = sources
  gauge(
    'corridor_halted',
    '1 for each halt: of quotes, fills or sends, on all rails and providers or on one.',
    ['what', 'rail', 'provider', 'cause'],
    async () =>
      (await selectHalts(db)).map(({ what, rail, provider, cause }) => ({
        labels: { what, rail: rail ?? 'all', provider: provider ?? 'all', cause },
        value: 1,
      })),
  )
  const balances = kept(0, () => selectDeskBalances(db))
  gauge(
    'corridor_desk_balance_differs',
    '1 if a rail or provider reports another balance than the ledger has, else 0.',
    ['account', 'currency'],
    async () =>
      (await balances()).flatMap(({ account, currency, observed_minor, ledger_minor }) =>
        observed_minor === null
          ? []
          : [{ labels: { account, currency }, value: observed_minor === ledger_minor ? 0 : 1 }],
      ),
  )
  gauge(
    'corridor_desk_balance_minor',
    'Balance of the desk at a rail or provider in minor units: in the ledger, and as reported.',
    ['account', 'currency', 'source'],
    async () =>
      (await balances()).flatMap(({ account, currency, observed_minor, ledger_minor }) => [
        { labels: { account, currency, source: 'ledger' }, value: toNumber(ledger_minor) },
        ...(observed_minor === null
          ? []
          : [
              {
                labels: { account, currency, source: 'reported' },
                value: toNumber(observed_minor),
              },
            ]),
      ]),
  )
  gauge(
    'corridor_liquidity_used_ratio',
    'Part of the settlement limit of a provider that is unsettled or reserved by open orders.',
    ['provider', 'currency'],
    async () =>
      (await selectLimitUses(db)).map(({ provider, currency, used }) => ({
        labels: { provider, currency },
        value: used / 1000,
      })),
  )
  gauge(
    'corridor_sweeps',
    'Sweeps by state: open, open with a problem, or failed within a day.',
    ['rail', 'state'],
    async () =>
      (await selectSweepCounts(db)).map(({ rail, state, count }) => ({
        labels: { rail, state },
        value: count,
      })),
  )
}

// A metric is a floating point number: beyond 2^53 it is rounded. Nothing is computed from it.
const toNumber = (minor: string): number => Number.parseInt(minor, 10)

/** Shares one reading among all who ask while it runs, or within `forMs` after it ended well. */
function kept<Value>(forMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read().then(
      (value) => {
        if (forMs === 0) reading = undefined
        else setTimeout(() => (reading = undefined), forMs).unref()
        return value
      },
      (error: unknown) => {
        reading = undefined
        throw error
      },
    )
    return reading
  }
}
