// What a history reports.

/** A broken promise: its number in the list of invariants, and what was observed. */
export class Broken extends Error {}

/** Counts what occurred. */
export type Tally = { add(what: string): void }
