// Adds up the metrics of several processes for one scrape. Counters of exited processes stay in the sums. If a sum fell,
// Prometheus would assume a restart and count everything again.
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Numbers } from './messages.ts'

export type NumbersOfAll = {
  /** Replaces the known metrics of a process with newer ones. */
  know(process: number, numbers: Numbers): void
  /** The process has exited. Keeps its counters. */
  close(process: number): void
  /** The text of all metrics, including `own`, those of the primary process. */
  text(own: Registry): Promise<string>
}

export function createNumbersOfAll(): NumbersOfAll {
  const known = new Map<number, Numbers>()
  let ended: Numbers = []

  return {
    know: (process, numbers) => void known.set(process, numbers),
    close(process) {
      const last = known.get(process)
      known.delete(process)
      if (last !== undefined) ended = [...ended, ...last.filter(isCounted)]
    },
    async text(own) {
      // Merge the exited processes into one, so that the list does not grow.
      const before = ended
      const folded = await sumOf([before]).getMetricsAsJSON()
      if (ended === before) ended = folded
      return sumOf([await own.getMetricsAsJSON(), ended, ...known.values()]).metrics()
    },
  }
}

const sumOf = (all: readonly Numbers[]): Registry => AggregatorRegistry.aggregate([...all])

// Gauges describe running processes only.
const isCounted = ({ type }: Numbers[number]): boolean =>
  String(type) === 'counter' || String(type) === 'histogram'
