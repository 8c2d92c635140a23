// Limits for webhook requests in flight, and how an endpoint's response time changes its limit. The claim of deliveries
// (delivery-queries.ts) and the health of endpoints (queries.ts) use these numbers.

/** Requests in flight of one process. */
export const SLOTS = 256
/** Slots that only quick endpoints use. */
export const RESERVED = 64
/** An endpoint gets more than FIRST_AT_ONCE only while this many slots stay free. */
export const HALF = SLOTS / 2

/**
 * Requests in flight to one endpoint, over all processes. If all answers of a batch are fast, the limit doubles. If one is
 * not, it halves. If none was accepted, it is FIRST_AT_ONCE again.
 */
export const FIRST_AT_ONCE = 8
export const MOST_AT_ONCE = 32
export const FAST_MS = 250

// An endpoint becomes quick below QUICK_MS, and stops being quick from SLOW_MS on. The gap keeps an endpoint near a bound
// from changing with every answer.
export const QUICK_MS = 500
export const SLOW_MS = 1000
