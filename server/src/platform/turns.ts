// Gives customers their turn while the desk computes. A slice of a fixed number of lines is no bound: with 100,000 lines in
// memory, one slice waited 1.4 s, half of it for the garbage collector. While customers are at work, the desk rests after
// each slice and each answer: a loop that is never idle makes every request wait in each of its steps.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'

/** A slice of work. One step of the work takes less. */
const SLICE_MS = 2
/** After a slice. */
const REST_OF_SLICE_MS = 16
/** A customer who asked something so recently is at work. */
const AT_WORK_MS = 300
/** For each millisecond of an operator's answer, its place stays empty for so many. */
const REST_OF_ANSWER = 4
/** Nobody at the desk waits longer than this for one who asked before. */
const MOST_REST_MS = 500

export type Turns = {
  /** Lets other requests run if the slice is over. Call it after each small step. Throws if nobody wants the result. */
  giveWay(): Promise<void> | undefined
}

let customerAtMs = -Infinity

export function noteCustomer(): void {
  customerAtMs = monotonicMs()
}

const isCustomerAtWork = (): boolean => monotonicMs() - customerAtMs < AT_WORK_MS

/** How long the place of an operator's answer that took so long stays empty. Zero while no customer is at work. */
export const restMs = (tookMs: number): number =>
  isCustomerAtWork() ? Math.min(tookMs * REST_OF_ANSWER, MOST_REST_MS) : 0

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a later round of the event loop. Long work takes rounds one after another: a short request waits for one
 * slice in each round, however many operators export and reconcile.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => (isCustomerAtWork() ? sleep(REST_OF_SLICE_MS) : setImmediate()))
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
