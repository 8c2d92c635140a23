// Counts that the processes of one service share: units taken from rate limits, open streams and open lists. Every
// SEND_EVERY_MS, each process sends its changed counts to the others. It decides from its own counts and the last ones
// received, so no request waits for another process. Requests of the last SEND_EVERY_MS can therefore exceed a limit.
// Messages carry the age of a window, measured by a monotonic clock. So the processes' clocks need not agree.
import { LruMap } from 'toad-cache'
import { monotonicMs } from '../../platform/clock.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'

const SEND_EVERY_MS = 50
/** Every 20th message repeats all open counts, for processes that started since. */
const REPEAT_OPEN_COUNTS_EVERY = 20
const MAX_COUNTS = 10_000
const NO_WINDOW_AGE_MS = 0

/** A name, the age of its window and the units taken. An open count has no window; its age is 0. */
export type SharedCount = readonly [name: string, ageMs: number, count: number]

export type ExchangedCounts = SharedCounts & {
  /** Stores the counts of another process. Undefined: that process has exited. */
  receive(process: number, counts: readonly SharedCount[] | undefined): void
}

type Window = { beganMs: number; count: number }

/** `send` sends counts to the other processes. Absent in a service of one process. */
export function createSharedCounts(
  send?: (counts: readonly SharedCount[]) => void,
  nowMs: () => number = monotonicMs,
): ExchangedCounts {
  const windows = new LruMap<Window>(MAX_COUNTS)
  const openCounts = new Map<string, number>()
  const unsent = new Map<string, Window | 'open count'>()
  const byProcess = new Map<number, LruMap<Window>>()
  let ticks = 0

  if (send !== undefined) setInterval(() => sendChanges(send), SEND_EVERY_MS).unref()

  function sendChanges(sendTo: (counts: readonly SharedCount[]) => void): void {
    if (++ticks % REPEAT_OPEN_COUNTS_EVERY === 0)
      for (const name of openCounts.keys()) unsent.set(name, 'open count')
    if (unsent.size === 0) return
    sendTo(countsIn(unsent, openCounts, nowMs()))
    unsent.clear()
  }

  function receivedCounts(name: string): Window[] {
    if (byProcess.size === 0) return []
    const received = byProcess.values().map((counts) => counts.get(name))
    return [...received].filter((count) => count !== undefined)
  }

  function setOpenCount(name: string, count: number): void {
    if (count > 0) openCounts.set(name, count)
    else openCounts.delete(name)
    if (send !== undefined) unsent.set(name, 'open count')
  }

  return {
    take(name, { most, windowMs }, cost) {
      const now = nowMs()
      const others = receivedCounts(name).filter(({ beganMs }) => now - beganMs < windowMs)
      let window = windows.get(name)
      if (window === undefined || now - window.beganMs >= windowMs) {
        // Join the window that another process has begun, so that it ends in all processes at the same time.
        window = { beganMs: Math.min(now, ...others.map(({ beganMs }) => beganMs)), count: 0 }
        windows.set(name, window)
      }
      const taken = others.reduce((sum, { count }) => sum + count, window.count)
      const units = Math.min(cost, most)
      const isAllowed = taken + units <= most
      if (isAllowed && units > 0) {
        window.count += units
        if (send !== undefined) unsent.set(name, window)
      }
      return {
        isAllowed,
        left: Math.max(0, most - taken - (isAllowed ? units : 0)),
        endsInMs: windowMs - (now - window.beganMs),
      }
    },
    open(name, most) {
      const openElsewhere = receivedCounts(name).reduce((sum, { count }) => sum + count, 0)
      const openHere = openCounts.get(name) ?? 0
      if (openHere + openElsewhere >= most) return undefined
      setOpenCount(name, openHere + 1)
      let isOpen = true
      return () => {
        if (isOpen) setOpenCount(name, (openCounts.get(name) ?? 1) - 1)
        isOpen = false
      }
    },
    receive(process, counts) {
      if (counts === undefined) return void byProcess.delete(process)
      const received = byProcess.get(process) ?? new LruMap<Window>(MAX_COUNTS)
      byProcess.set(process, received)
      const now = nowMs()
      for (const [name, ageMs, count] of counts) received.set(name, { beganMs: now - ageMs, count })
    },
  }
}

const countsIn = (
  unsent: ReadonlyMap<string, Window | 'open count'>,
  openCounts: ReadonlyMap<string, number>,
  now: number,
): SharedCount[] =>
  Array.from(unsent, ([name, window]) =>
    window === 'open count'
      ? [name, NO_WINDOW_AGE_MS, openCounts.get(name) ?? 0]
      : [name, now - window.beganMs, window.count],
  )
