// What a history reports, and the summary of many.

/** A broken promise: its number in the list of invariants, and what was observed. */
export class Broken extends Error {}

/** Counts the histories with a restore. */
export const RESTORED = 'history with a restore'

/** Counts what occurred. */
export type Tally = { add(what: string): void }

export type Failure = { seed: number; promise: string; history: string; shrunk: boolean }
export type Proof = {
  histories: number
  seconds: number
  perMinute: number
  /** How many histories continued on an earlier copy of their database. */
  restored: number
  failure: Failure | undefined
  /** How often each answer, transition, fault and crash point occurred. */
  reached: Record<string, number>
}

export const summarize = (played: {
  histories: number
  seconds: number
  failure: Failure | undefined
  reached: ReadonlyMap<string, number>
}): Proof => ({
  histories: played.histories,
  seconds: Math.round(played.seconds * 10) / 10,
  perMinute: Math.round((played.histories / played.seconds) * 60),
  restored: played.reached.get(RESTORED) ?? 0,
  failure: played.failure,
  reached: Object.fromEntries([...played.reached].toSorted(([a], [b]) => (a < b ? -1 : 1))),
})
