// Counts that the processes of one service share: units taken from rate limits, open streams and open lists. Each
// process decides from its own count and the last counts of the others, which are at most TELL_MS old. So no request
// waits for another process, and a limit can be exceeded by the requests of TELL_MS. Messages carry the age of a window,
// measured by a monotonic clock, so clock steps and differing clocks do not change its length.
import { LruMap } from 'toad-cache'
import { monotonicMs } from '../clock.ts'
import type { SharedCounts } from '../http/shared-counts.ts'

const TELL_MS = 50
/** Every 20th message repeats all open counts, for processes that started since. */
const TELL_HELD_EVERY = 20
const MOST_COUNTS = 10_000
const HELD = 0

/** A name, the age of its window and the units taken. For open streams and lists the age is 0. */
export type Counted = readonly [name: string, ageMs: number, count: number]

export type ToldCounts = SharedCounts & {
  /** Takes the counts of another process. Undefined when it has ended. */
  hear(process: number, counted: readonly Counted[] | undefined): void
}

type Window = { beganMs: number; count: number }

/** `tell` sends counts to the other processes. Absent in a service of one process. */
export function createSharedCounts(
  tell?: (counted: readonly Counted[]) => void,
  nowMs: () => number = monotonicMs,
): ToldCounts {
  const own = new LruMap<Window>(MOST_COUNTS)
  const held = new Map<string, number>()
  const untold = new Map<string, Window | 'held'>()
  const others = new Map<number, LruMap<Window>>()
  let told = 0

  if (tell !== undefined) setInterval(() => tellOthers(tell), TELL_MS).unref()

  function tellOthers(say: (counted: readonly Counted[]) => void): void {
    if (++told % TELL_HELD_EVERY === 0) for (const name of held.keys()) untold.set(name, 'held')
    if (untold.size === 0) return
    const now = nowMs()
    say(
      Array.from(untold, ([name, window]) =>
        window === 'held'
          ? [name, HELD, held.get(name) ?? 0]
          : [name, now - window.beganMs, window.count],
      ),
    )
    untold.clear()
  }

  function heard(name: string): Window[] {
    if (others.size === 0) return []
    const windows = others.values().map((counted) => counted.get(name))
    return [...windows].filter((window) => window !== undefined)
  }

  function hold(name: string, count: number): void {
    if (count > 0) held.set(name, count)
    else held.delete(name)
    if (tell !== undefined) untold.set(name, 'held')
  }

  return {
    take(name, { most, windowMs }, cost) {
      const now = nowMs()
      const elsewhere = heard(name).filter(({ beganMs }) => now - beganMs < windowMs)
      let window = own.get(name)
      if (window === undefined || now - window.beganMs >= windowMs) {
        // Join the window that another process has begun, so that it ends in all processes at the same time.
        window = { beganMs: Math.min(now, ...elsewhere.map(({ beganMs }) => beganMs)), count: 0 }
        own.set(name, window)
      }
      const taken = elsewhere.reduce((sum, { count }) => sum + count, window.count)
      const price = Math.min(cost, most)
      const isAllowed = taken + price <= most
      if (isAllowed && price > 0) {
        window.count += price
        if (tell !== undefined) untold.set(name, window)
      }
      return {
        isAllowed,
        left: Math.max(0, most - taken - (isAllowed ? price : 0)),
        endsInMs: windowMs - (now - window.beganMs),
      }
    },
    open(name, most) {
      const elsewhere = heard(name).reduce((sum, { count }) => sum + count, 0)
      const count = held.get(name) ?? 0
      if (count + elsewhere >= most) return undefined
      hold(name, count + 1)
      let isOpen = true
      return () => {
        if (isOpen) hold(name, (held.get(name) ?? 1) - 1)
        isOpen = false
      }
    },
    hear(process, counted) {
      if (counted === undefined) return void others.delete(process)
      const known = others.get(process) ?? new LruMap<Window>(MOST_COUNTS)
      others.set(process, known)
      const now = nowMs()
      for (const [name, ageMs, count] of counted) known.set(name, { beganMs: now - ageMs, count })
    },
  }
}
