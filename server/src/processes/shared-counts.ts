// What the processes of one service count together: requests of a key in a second, streams that are open. Each
// decides from its own count and what the others last said, which is at most TELL_MS old, so nobody waits for
// anybody; a limit may be overrun by what is let through elsewhere in that time.
import type { Clock } from '../clock.ts'
import type { SharedCounts } from '../http/shared-counts.ts'

const TELL_MS = 50
/** What is held is told again, for a process that has started since. */
const TELL_HELD_EVERY = 20
const MOST_COUNTS = 10_000
const HELD = 0

/** A name, the window it counts in, and how many. */
export type Counted = readonly [name: string, window: number, count: number]

export type ToldCounts = SharedCounts & {
  /** What another process counted; undefined when it has ended. */
  hear(process: number, counted: readonly Counted[] | undefined): void
}

type Count = { window: number; count: number; isTold: boolean }

export function createSharedCounts(
  clock: Clock,
  tell: (counted: readonly Counted[]) => void,
): ToldCounts {
  const own = new Map<string, Count>()
  const others = new Map<number, Map<string, Counted>>()
  let told = 0

  function set(name: string, window: number, count: number): void {
    keepLatest(own, name, { window, count, isTold: false })
  }

  const elsewhere = (name: string, window: number): number =>
    [...others.values()].reduce((sum, counted) => {
      const [, itsWindow, count] = counted.get(name) ?? [name, window, 0]
      return itsWindow === window ? sum + count : sum
    }, 0)

  function tellOthers(): void {
    const isHeldDue = ++told % TELL_HELD_EVERY === 0
    const counted: Counted[] = []
    for (const [name, one] of own) {
      if (!one.isTold || (isHeldDue && one.window === HELD))
        counted.push([name, one.window, one.count])
      one.isTold = true
      if (one.window === HELD && one.count === 0) own.delete(name)
    }
    if (counted.length > 0) tell(counted)
  }
  setInterval(tellOthers, TELL_MS).unref()

  return {
    add(name, windowMs) {
      const now = clock.realNow()
      const window = Math.floor(now / windowMs)
      const known = own.get(name)
      const count = (known?.window === window ? known.count : 0) + 1
      set(name, window, count)
      return { count: count + elsewhere(name, window), endsInMs: windowMs - (now % windowMs) }
    },
    hold: (name, count) => set(name, HELD, count),
    heldElsewhere: (name) => elsewhere(name, HELD),
    hear(process, counted) {
      if (counted === undefined) return void others.delete(process)
      const known = others.get(process) ?? new Map<string, Counted>()
      others.set(process, known)
      for (const one of counted) keepLatest(known, one[0], one)
    },
  }
}

// The one that changed longest ago goes first.
function keepLatest<Value>(map: Map<string, Value>, name: string, value: Value): void {
  map.delete(name)
  map.set(name, value)
  for (const oldest of map.keys()) {
    if (map.size <= MOST_COUNTS) break
    map.delete(oldest)
  }
}
