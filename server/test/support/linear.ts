// Measures how the CPU time of work grows with its input.
import { expect } from 'vitest'

const MOST_RATIO = 3
// Shorter times are below the resolution of the CPU clock.
const LEAST_US = 2000

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

/** Expects a ratio of at most MOST_RATIO between 2n and n, and measures again before it fails. */
export async function expectLinear(runOf: (length: number) => () => unknown, length: number) {
  let ratio = Infinity
  for (let tries = 0; tries < 12 && ratio > MOST_RATIO; tries++) {
    const [once, twice] = [await cost(runOf(length)), await cost(runOf(2 * length))]
    ratio = Math.min(ratio, twice <= LEAST_US ? 1 : twice / Math.max(once, LEAST_US / 2))
  }
  expect(ratio).toBeLessThanOrEqual(MOST_RATIO)
}
