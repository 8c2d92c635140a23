// Pseudorandom numbers, reproducible by their seed (mulberry32).
export type Random = {
  /** An integer from 0 to `below` - 1. */
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    int,
    chance: (probability) => next() < probability,
    pick(values) {
      const found = values[int(values.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}
