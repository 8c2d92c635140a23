// What the processes of one service count together: requests of a key in a second, streams that are open. Each
// decides from its own count and what the others last said, which is at most TELL_MS old, so nobody waits for
// anybody; a limit may be overrun by what is let through elsewhere in that time.
import { LruMap } from 'toad-cache'
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

export function createSharedCounts(
  clock: Clock,
  tell: (counted: readonly Counted[]) => void,
): ToldCounts {
  const own = new LruMap<Counted>(MOST_COUNTS)
  const held = new Map<string, Counted>()
  const untold = new Map<string, Counted>()
  const others = new Map<number, LruMap<Counted>>()
  let told = 0

  const elsewhere = (name: string, window: number): number =>
    [...others.values()].reduce((sum, counted) => {
      const [, itsWindow, count] = counted.get(name) ?? [name, window, 0]
      return itsWindow === window ? sum + count : sum
    }, 0)

  function tellOthers(): void {
    if (++told % TELL_HELD_EVERY === 0) for (const [name, one] of held) untold.set(name, one)
    if (untold.size === 0) return
    tell([...untold.values()])
    untold.clear()
  }
  setInterval(tellOthers, TELL_MS).unref()

  return {
    add(name, windowMs) {
      const now = clock.realNow()
      const window = Math.floor(now / windowMs)
      const [, itsWindow, known] = own.get(name) ?? [name, window, 0]
      const counted: Counted = [name, window, (itsWindow === window ? known : 0) + 1]
      own.set(name, counted)
      untold.set(name, counted)
      return { count: counted[2] + elsewhere(name, window), endsInMs: windowMs - (now % windowMs) }
    },
    hold(name, count) {
      const counted: Counted = [name, HELD, count]
      untold.set(name, counted)
      if (count > 0) held.set(name, counted)
      else held.delete(name)
    },
    heldElsewhere: (name) => elsewhere(name, HELD),
    hear(process, counted) {
      if (counted === undefined) return void others.delete(process)
      const known = others.get(process) ?? new LruMap<Counted>(MOST_COUNTS)
      others.set(process, known)
      for (const one of counted) known.set(one[0], one)
    },
  }
}
