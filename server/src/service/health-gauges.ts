// Gauges of this process that are read at each scrape: ages of rates, and problems of rails and screeners.
import { Gauge, type Registry } from 'prom-client'
import type { RateAge } from '../outside/liquidity/rates.ts'
import type { RailHealth } from '../outside/rails/health.ts'
import type { ScreenerHealth } from '../rules/screening/health.ts'

type Sources = {
  rateAges: () => Promise<RateAge[]>
  railHealth: () => readonly RailHealth[]
  screenerHealth: () => readonly ScreenerHealth[]
}

export function addHealthGauges(registry: Registry, sources: Sources): void {
  const registers = [registry]
  new Gauge({
    name: 'corridor_rate_age_seconds',
    help: 'Age of the last rate of a pair, in seconds.',
    labelNames: ['provider', 'pair'],
    registers,
    aggregator: 'max',
    async collect() {
      for (const { provider, pair, ageMs } of await sources.rateAges())
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
      for (const { rail, problems } of sources.railHealth()) this.set({ rail }, problems.length)
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
      for (const { screener, problems } of sources.screenerHealth())
        this.set({ screener }, problems.length)
    },
  })
}
