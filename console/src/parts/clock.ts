// The only reader of the time. The time is that of the service: a sandbox may be ahead of this machine.
import { useSyncExternalStore } from 'react'

let aheadMs = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let second = 0

/** The time of the service, in milliseconds since the epoch. */
export const now = (): number => Date.now() + aheadMs

/** Milliseconds of a clock that nobody sets. It may stand still while the machine sleeps. */
export const elapsed = (): number => performance.now()

/** `timestamp`: the time of the service, which has just answered. */
export function followService(timestamp: string): void {
  aheadMs = Date.parse(timestamp) - Date.now()
  tell()
}

function tell(): void {
  second = Math.floor(now() / 1000)
  for (const listener of listeners) listener()
}

// One timer for the whole page. It reads the clock each time, so that a machine that slept shows the right time.
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tell, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time of the service in milliseconds, read again each second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, secondNow) * 1000
}
const secondNow = (): number => second || (second = Math.floor(now() / 1000))

/** A text of the time. What shows it is drawn again only when the text changes, not each second. */
export const useTextOfTime = (textAt: (nowMs: number) => string, isReal = false): string =>
  useSyncExternalStore(subscribe, () => textAt(secondNow() * 1000 - (isReal ? aheadMs : 0)))

/** The time of this machine, which no sandbox moves. Deadlines of the desk are in it. */
export const useRealNow = (): number => useNow() - aheadMs

export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wait = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(wait), resolve()), { once: true })
  })
