// How a history says what it came upon.

/** A promise that was broken: its number in the list of invariants and what was seen. */
export class Broken extends Error {}

/** Counts what was tried and reached. */
export type Tally = { add(what: string): void }
