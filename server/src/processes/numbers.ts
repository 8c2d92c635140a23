// One scrape for several processes: their numbers added up. A process that has ended stays in the sums, since a
// counter that falls is taken for one that began anew, and all it ever counted would be counted once more.
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Numbers } from './messages.ts'

export type NumbersOfAll = {
  /** What a process counted so far; each time all of it. */
  know(process: number, numbers: Numbers): void
  /** It has ended, and counts no more. */
  close(process: number): void
  /** With `own`, those of the primary process. */
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
      // Folded into one of each, or the list would grow with every process that ever ended.
      const before = ended
      const folded = await sumOf([before]).getMetricsAsJSON()
      if (ended === before) ended = folded
      return sumOf([await own.getMetricsAsJSON(), ended, ...known.values()]).metrics()
    },
  }
}

const sumOf = (all: readonly Numbers[]): Registry => AggregatorRegistry.aggregate([...all])

// A gauge tells of a process that is there.
const isCounted = ({ type }: Numbers[number]): boolean =>
  String(type) === 'counter' || String(type) === 'histogram'
