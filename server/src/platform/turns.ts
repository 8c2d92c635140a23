// Gives other requests their turn while long work computes. A slice of a fixed number of lines is no bound: with 100,000
// lines in memory, one slice waited 1.4 s, half of it for the garbage collector.
import { setImmediate } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'

/** A slice of work. One step of the work takes less. */
const SLICE_MS = 5

export type Turns = {
  /** Lets other requests run if the slice is over. Call it after each small step. Throws if nobody wants the result. */
  giveWay(): Promise<void> | undefined
}

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a later round of the event loop. Long work takes rounds one after another: a short request waits for one
 * slice in each round, however many operators export and reconcile.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate())
  return last
}

/** `unwanted`: its reason is thrown once it is aborted, for example when the client has left. */
export function takeTurns(unwanted?: AbortSignal): Turns {
  let beganMs = monotonicMs()
  const otherWork = async () => {
    await nextTurn()
    unwanted?.throwIfAborted()
    beganMs = monotonicMs()
  }
  return {
    giveWay: () => (monotonicMs() - beganMs < SLICE_MS ? undefined : otherWork()),
  }
}
