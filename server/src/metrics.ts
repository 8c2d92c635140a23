// What /metrics shows. Labels name operations, statuses and pairs, never a customer, a key or an account. Where
// several processes are scraped as one their numbers are added up; `aggregator` says where that would be wrong.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from './db/pool.ts'
import type { RateAge } from './liquidity/rates.ts'
import { selectWaiting } from './operators/queries.ts'

export type Metrics = {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  transitions: Counter<'event' | 'to'>
  webhooks: Counter<'outcome'>
  parked: Counter<'reason'>
  lost: Gauge
}

export function createMetrics(db: Pool, rateAges: () => Promise<RateAge[]>): Metrics {
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
    help: 'What waits for an operator: parked orders, refunds, deposits in suspense.',
    labelNames: ['what'],
    registers,
    aggregator: 'max',
    async collect() {
      // Without the database the other metrics are needed most.
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
      help: 'Orders that moved, by event and the state they came to.',
      labelNames: ['event', 'to'],
      registers,
    }),
    parked: new Counter({
      name: 'corridor_orders_parked_total',
      help: 'Orders that were set aside for an operator, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    lost: new Gauge({
      name: 'corridor_acknowledged_orders_lost',
      help: 'Orders of which the database lacks a change that it had confirmed.',
      registers,
      aggregator: 'max',
    }),
    webhooks: new Counter({
      name: 'corridor_webhook_attempts_total',
      help: 'Webhooks sent, by outcome: accepted, failed, gone, or unsent.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}
