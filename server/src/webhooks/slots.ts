// How many requests may be on their way at once, and what an endpoint's answers change in that. The claim of
// deliveries (delivery-queries.ts) and the health of endpoints (queries.ts) use these numbers.

/** Requests of one process. */
export const SLOTS = 256
/** Endpoints that are not known to be quick leave these free. */
export const RESERVED = 64
/** An endpoint gets more than its first requests only while these stay free. */
export const HALF = SLOTS / 2

/** Requests at one endpoint, over all processes. Each batch of fast answers doubles them, a slow one halves them. */
export const FIRST_AT_ONCE = 8
export const MOST_AT_ONCE = 32
export const FAST_MS = 250

// An endpoint becomes quick below the first and loses it from the second on. The bounds differ so that an endpoint
// near one of them does not change with every answer.
export const QUICK_MS = 500
export const SLOW_MS = 1000
