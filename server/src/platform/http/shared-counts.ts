// Limits that all processes of a service enforce together. service/processes/shared-counts.ts exchanges the counts.

/** At most `most` units in each window. A window begins with the first unit taken. */
export type Limit = { most: number; windowMs: number }

export type Taken = {
  isAllowed: boolean
  /** Units left in the window after this call. */
  left: number
  /** Time until a new window can begin. */
  endsInMs: number
}

/** Whole seconds until a new window can begin, at least one: the value of Retry-After. */
export const secondsOf = ({ endsInMs }: Taken): number => Math.max(1, Math.ceil(endsInMs / 1000))

export type SharedCounts = {
  /** Takes `cost` units of `name` in this window, but no more than `most`. Takes none if too few are left. */
  take(name: string, limit: Limit, cost: number): Taken
  /** Counts one more open `name`, such as a stream. Returns the function that closes it; undefined at `most`. */
  open(name: string, most: number): (() => void) | undefined
}
