// The metrics of /metrics. Labels name operations, statuses and pairs, never a customer, a key or an account. A scrape
// of several processes adds their values up; `aggregator: 'max'` takes the greatest value instead.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from './db/pool.ts'
import { selectLimitUses } from './liquidity/left.ts'
import type { RateAge } from './liquidity/rates.ts'
import { selectWaiting } from './operators/queries.ts'
import type { RailHealth } from './rails/health.ts'
import type { ScreenerHealth } from './screening/health.ts'
import { selectSweepCounts } from './sweeps/report-queries.ts'
import { selectDeskBalances } from './treasury/balance-queries.ts'

export type Metrics = {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  transitions: Counter<'event' | 'to'>
  webhooks: Counter<'outcome'>
  parked: Counter<'reason'>
  screenings: Counter<'subject' | 'answer'>
  lost: Gauge
}

/** What gauges read at each scrape. */
type Sources = {
  rateAges: () => Promise<RateAge[]>
  railHealth: () => readonly RailHealth[]
  screenerHealth: () => readonly ScreenerHealth[]
}

export function createMetrics(
  db: Pool,
  { rateAges, railHealth, screenerHealth }: Sources,
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'corridor_database_connections',
    help: 'Connections of the pool, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, db.totalCount)
      this.set({ state: 'idle' }, db.idleCount)
      this.set({ state: 'waited_for' }, db.waitingCount)
    },
  })
  new Gauge({
    name: 'corridor_resident_memory_bytes',
    help: 'Resident memory of the process, in bytes.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'corridor_waiting_for_operator',
    help: 'Parked orders, refunds, and deposits in suspense or held by screening that wait for an operator.',
    labelNames: ['what'],
    registers,
    aggregator: 'max',
    async collect() {
      // Answer without this metric when the database is down: operators then need the others most.
      const waiting = await selectWaiting(db).catch(() => [])
      if (waiting.length === 0) this.reset()
      for (const { what, count } of waiting) this.set({ what }, count)
    },
  })
  new Gauge({
    name: 'corridor_rate_age_seconds',
    help: 'Age of the last rate of a pair, in seconds.',
    labelNames: ['provider', 'pair'],
    registers,
    aggregator: 'max',
    async collect() {
      for (const { provider, pair, ageMs } of await rateAges())
        if (ageMs !== undefined) this.set({ provider, pair }, ageMs / 1000)
    },
  })
  new Gauge({
    name: 'corridor_rail_problems',
    help: 'Problems that a rail has, such as a wrong chain or too little gas.',
    labelNames: ['rail'],
    registers,
    aggregator: 'max',
    collect() {
      this.reset()
      for (const { rail, problems } of railHealth()) this.set({ rail }, problems.length)
    },
  })
  new Gauge({
    name: 'corridor_screener_problems',
    help: 'Problems that a screener has, such as no answer.',
    labelNames: ['screener'],
    registers,
    aggregator: 'max',
    collect() {
      this.reset()
      for (const { screener, problems } of screenerHealth()) this.set({ screener }, problems.length)
    },
  })
  new Gauge({
    name: 'corridor_desk_balance_differs',
    help: '1 if a rail or provider reports another balance than the ledger has, else 0.',
    labelNames: ['account', 'currency'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset()
      for (const one of await selectDeskBalances(db).catch(() => []))
        if (one.observed_minor !== null)
          this.set(
            { account: one.account, currency: one.currency },
            one.observed_minor === one.ledger_minor ? 0 : 1,
          )
    },
  })
  new Gauge({
    name: 'corridor_liquidity_used_ratio',
    help: 'Part of the settlement limit of a provider that is unsettled or reserved by open orders.',
    labelNames: ['provider', 'currency'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset()
      for (const { provider, currency, used } of await selectLimitUses(db).catch(() => []))
        this.set({ provider, currency }, used / 1000)
    },
  })
  new Gauge({
    name: 'corridor_sweeps',
    help: 'Sweeps by state: open, open with a problem, or failed within a day.',
    labelNames: ['rail', 'state'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset()
      for (const { rail, state, count } of await selectSweepCounts(db).catch(() => []))
        this.set({ rail, state }, count)
    },
  })
  return {
    registry,
    requests: new Histogram({
      name: 'corridor_request_seconds',
      help: 'Time from the request line to the end of the answer, in seconds.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    transitions: new Counter({
      name: 'corridor_order_transitions_total',
      help: 'Status changes of orders, by event and new status.',
      labelNames: ['event', 'to'],
      registers,
    }),
    parked: new Counter({
      name: 'corridor_orders_parked_total',
      help: 'Orders that were parked for an operator, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    screenings: new Counter({
      name: 'corridor_screenings_total',
      help: 'Questions to the screeners, by subject and answer: clear, hold, reject or none.',
      labelNames: ['subject', 'answer'],
      registers,
    }),
    lost: new Gauge({
      name: 'corridor_acknowledged_orders_lost',
      help: 'Orders with an acknowledged change that the database has lost.',
      registers,
      aggregator: 'max',
    }),
    webhooks: new Counter({
      name: 'corridor_webhook_attempts_total',
      help: 'Webhook attempts by outcome: accepted, failed, gone or unsent.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}
