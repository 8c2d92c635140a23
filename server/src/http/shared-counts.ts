// Limits that the processes of one service keep together; how they come to know of each other's counts is in
// processes/.

/** At most `most` in each window. A window begins with the first unit that is taken. */
export type Limit = { most: number; windowMs: number }

export type Taken = {
  isAllowed: boolean
  /** Units left in the window after this call. */
  left: number
  /** Time until a new window can begin. */
  endsInMs: number
}

export type SharedCounts = {
  /** Takes `cost` units of `name` in this window, at most all of them. When fewer are left it takes none. */
  take(name: string, limit: Limit, cost: number): Taken
  /** Counts one more, such as an open stream, and returns what ends it; undefined when there are `most`. */
  open(name: string, most: number): (() => void) | undefined
}
