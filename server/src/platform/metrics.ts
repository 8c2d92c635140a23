// The metrics that each process counts for itself. health-gauges.ts and deployment-metrics.ts read the others at a scrape.
// Labels name operations, statuses and pairs, never a customer, a key or an account. A scrape of several processes adds
// their values up; `aggregator: 'max'` takes the greatest value instead.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from './db/pool.ts'
import type { ReadServer } from './db/standby-reads.ts'

export type CallOutcome = 'answered' | 'failed'
export type NoteCall = (name: string, call: string, outcome: CallOutcome, seconds: number) => void

export type Metrics = {
  registry: Registry
  /** Metrics of the deployment. Only one process of a machine serves them. */
  deployment: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  transitions: Counter<'event' | 'to'>
  webhooks: Counter<'outcome'>
  notices: Counter<'way' | 'outcome'>
  parked: Counter<'reason'>
  delayed: Counter<'code'>
  screenings: Counter<'subject' | 'answer'>
  erased: Counter<'kind'>
  noteRailCall: NoteCall
  noteProviderCall: NoteCall
  noteRead: (server: ReadServer) => void
  lost: Gauge
}

/** The text of all metrics of this process and of the deployment. */
export const metricsText = async ({ registry, deployment }: Metrics): Promise<string> =>
  (await registry.metrics()) + (await deployment.metrics())

const CALL_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

// oxlint-disable-next-line max-lines-per-function -- the list of metrics of a process
export function createMetrics(db: Pool, deployment: Registry): Metrics {
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
  const railCalls = new Histogram({
    name: 'corridor_rail_call_seconds',
    help: 'Time of a call to a rail, in seconds, by outcome: answered or failed.',
    labelNames: ['rail', 'call', 'outcome'],
    buckets: CALL_BUCKETS,
    registers,
  })
  const providerCalls = new Histogram({
    name: 'corridor_provider_call_seconds',
    help: 'Time of a call to a liquidity provider, in seconds, by outcome: answered or failed.',
    labelNames: ['provider', 'call', 'outcome'],
    buckets: CALL_BUCKETS,
    registers,
  })
  const reads = new Counter({
    name: 'corridor_standby_reads_total',
    help: 'Reads for DATABASE_READS_URL by who answered: the standby, or the primary because the standby was behind or unreachable.',
    labelNames: ['answered_by'],
    registers,
  })
  return {
    registry,
    deployment,
    noteRead: (server) => reads.inc({ answered_by: server }),
    noteRailCall: (rail, call, outcome, seconds) =>
      railCalls.observe({ rail, call, outcome }, seconds),
    noteProviderCall: (provider, call, outcome, seconds) =>
      providerCalls.observe({ provider, call, outcome }, seconds),
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
    delayed: new Counter({
      name: 'corridor_orders_delayed_total',
      help: 'Delays that customers were told about, by code.',
      labelNames: ['code'],
      registers,
    }),
    screenings: new Counter({
      name: 'corridor_screenings_total',
      help: 'Questions to the screeners, by subject and answer: clear, hold, reject or none.',
      labelNames: ['subject', 'answer'],
      registers,
    }),
    erased: new Counter({
      name: 'corridor_erased_total',
      help: 'Values that retention erased, by kind of the policy.',
      labelNames: ['kind'],
      registers,
    }),
    lost: new Gauge({
      name: 'corridor_acknowledged_orders_lost',
      help: 'Orders with an acknowledged change that the database has lost.',
      registers,
      aggregator: 'max',
    }),
    notices: new Counter({
      name: 'corridor_notices_total',
      help: 'Notices to people of customers, by way (mail or chat, any for no_room) and outcome: sent, retried, refused, failed, dropped or no_room.',
      labelNames: ['way', 'outcome'],
      registers,
    }),
    webhooks: new Counter({
      name: 'corridor_webhook_attempts_total',
      help: 'Webhook attempts by outcome: accepted, failed, gone or unsent.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}
