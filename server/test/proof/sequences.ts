// Permutations of concurrent operations, and choices made by a seed.

/** A small random generator (mulberry32), because a schedule is not worth shrinking. */
export function chooser(seed: number): (count: number) => number {
  let state = seed >>> 0
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return count === 0 ? 0 : ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}

export function* permutations<T>(list: readonly T[]): Generator<T[]> {
  if (list.length <= 1) {
    yield [...list]
    return
  }
  for (const [at, first] of list.entries()) {
    for (const rest of permutations([...list.slice(0, at), ...list.slice(at + 1)]))
      yield [first, ...rest]
  }
}

export function* product(lists: readonly (readonly number[])[]): Generator<number[]> {
  const [first, ...rest] = lists
  if (first === undefined) {
    yield []
    return
  }
  for (const one of first) for (const others of product(rest)) yield [one, ...others]
}
