// Measures how the CPU time of work grows with its input.
import { expect } from 'vitest'

// Linear time gives 4, quadratic time 16. What lies between is the processor's caches and the collection of garbage.
const MOST_RATIO = 8
// One collection of garbage takes as long as shorter work. What grows with the square takes far longer at these lengths.
const LEAST_US = 10_000

/** The least CPU time of several runs, in microseconds: interruptions only add time. */
export async function cost(run: () => unknown, times = 3): Promise<number> {
  let least = Infinity
  for (let turn = 0; turn < times; turn++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}

/** Expects a ratio of at most MOST_RATIO between 2n and n/2, and measures again before it fails. */
export async function expectLinear(runOf: (length: number) => () => unknown, length: number) {
  let ratio = Infinity
  for (let tries = 0; tries < 12 && ratio > MOST_RATIO; tries++) {
    const [half, twice] = [await cost(runOf(length / 2)), await cost(runOf(2 * length))]
    const measured = twice <= LEAST_US ? 1 : twice / Math.max(half, LEAST_US / MOST_RATIO)
    ratio = Math.min(ratio, measured)
  }
  expect(ratio).toBeLessThanOrEqual(MOST_RATIO)
}
