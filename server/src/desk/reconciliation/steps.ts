// Long work in small steps: a generator yields after each, so that its caller can give other requests a turn.

/** Lines of a step. */
export const STEP = 100

/** Map.groupBy in steps. */
export function* groupInSteps<K, V>(
  all: Iterable<V>,
  keyOf: (one: V) => K,
): Generator<void, Map<K, V[]>> {
  const groups = new Map<K, V[]>()
  let done = 0
  for (const one of all) {
    if (++done % STEP === 0) yield
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** A set in steps: by day, and within a day as `compare` says. */
export function* byDayInSteps<V extends { day: number }>(
  all: Iterable<V>,
  compare: (a: V, b: V) => number,
): Generator<void, Set<V>> {
  const days = yield* groupInSteps(all, ({ day }) => day)
  const ordered = new Set<V>()
  let done = 0
  for (const [, ofDay] of [...days].toSorted(([a], [b]) => a - b))
    for (const one of ofDay.toSorted(compare)) {
      ordered.add(one)
      if (++done % STEP === 0) yield
    }
  return ordered
}
