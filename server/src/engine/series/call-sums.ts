// How long rails, providers and webhook endpoints take to answer, and how often they fail: counted in the process, and written
// by the worker once a minute. A kill loses the last minute. A process without a worker keeps a few hundred counts and writes none.
import type { NoteCall } from '../../platform/metrics.ts'

export const callKinds = ['rail', 'provider', 'webhook_endpoint'] as const
export type CallKind = (typeof callKinds)[number]

export type CallSum = {
  kind: CallKind
  /** A rail, a provider, or the UUID of an endpoint. */
  name: string
  call: string
  isFailed: boolean
  step: number
  calls: number
}

export type CallSums = {
  note(kind: CallKind): NoteCall
  /** What was counted since the last call. */
  take(): CallSum[]
}

const RATIO = 1.25

/** The step of a time: each is a quarter longer than the one before it. A millisecond or less is step 0. */
const stepOfCall = (seconds: number): number =>
  Math.ceil(Math.round((Math.log(Math.max(1, seconds * 1000)) / Math.log(RATIO)) * 1e6) / 1e6)

export const longestOfCall = (step: number): number => Math.ceil(RATIO ** step - 1e-6)

export function createCallSums(): CallSums {
  let sums = new Map<string, CallSum>()
  return {
    note: (kind) => (name, call, outcome, seconds) => {
      const [isFailed, step] = [outcome === 'failed', stepOfCall(seconds)]
      const key = JSON.stringify([kind, name, call, isFailed, step])
      const known = sums.get(key)
      if (known === undefined) sums.set(key, { kind, name, call, isFailed, step, calls: 1 })
      else known.calls += 1
    },
    take() {
      const taken = [...sums.values()]
      sums = new Map()
      return taken
    },
  }
}
