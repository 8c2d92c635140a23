// Limits that the processes of one service keep together; how they come to know of each other's counts is in
// processes/.

/** So much in each window, which begins with the first that is taken. */
export type Limit = { most: number; windowMs: number }

export type Taken = {
  isAllowed: boolean
  /** What is left of the window, after this. */
  left: number
  /** Until all of it can be taken anew. */
  endsInMs: number
}

export type SharedCounts = {
  /** Takes `cost` of what `name` has in this window, at most all of it; where less is left, takes nothing. */
  take(name: string, limit: Limit, cost: number): Taken
  /** One more of what goes on, such as an open stream; the answer ends it. Undefined where there are `most`. */
  open(name: string, most: number): (() => void) | undefined
}
