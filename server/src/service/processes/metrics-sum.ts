// Adds up the metrics of several processes for one scrape. The sums keep the counters of exited processes: if a sum fell,
// Prometheus would assume a restart and count everything again.
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { ProcessMetrics } from './messages.ts'

type MetricsSum = {
  /** Replaces the stored metrics of a process. */
  set(process: number, metrics: ProcessMetrics): void
  /** Call this when a process has exited. Keeps its counters and drops its gauges. */
  retire(process: number): void
  /** The text of all metrics, including `own`, those of the primary process. */
  text(own: Registry): Promise<string>
}

export function createMetricsSum(): MetricsSum {
  const running = new Map<number, ProcessMetrics>()
  let exited: ProcessMetrics = []

  return {
    set: (process, metrics) => void running.set(process, metrics),
    retire(process) {
      const last = running.get(process)
      running.delete(process)
      if (last !== undefined) exited = [...exited, ...last.filter(isCounter)]
    },
    async text(own) {
      // Merge the exited processes into one, so that the list does not grow.
      const before = exited
      const merged = await sumOf([before]).getMetricsAsJSON()
      if (exited === before) exited = merged
      return sumOf([await own.getMetricsAsJSON(), exited, ...running.values()]).metrics()
    },
  }
}

const sumOf = (all: readonly ProcessMetrics[]): Registry => AggregatorRegistry.aggregate([...all])

// Histograms count too. Gauges describe running processes only.
const isCounter = ({ type }: ProcessMetrics[number]): boolean =>
  String(type) === 'counter' || String(type) === 'histogram'
