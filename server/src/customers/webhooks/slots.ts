// Limits for webhook requests in flight, and the response times that change the limit of an endpoint. The claim of
// deliveries (claim-queries.ts) applies the limits. The health of endpoints (endpoint-health.ts) changes them.

/** Webhook requests that one process may have in flight. */
export const SLOTS = 256
/** Slots that only quick endpoints may use. */
export const SLOTS_FOR_QUICK = 64
/** An endpoint may exceed FIRST_LIMIT only while this many slots stay free. */
export const FREE_SLOTS_ABOVE_FIRST_LIMIT = SLOTS / 2

/**
 * Each endpoint has a limit of requests in flight, over all processes. It begins at FIRST_LIMIT. Each batch of responses
 * changes it:
 * - If none was accepted, it returns to FIRST_LIMIT.
 * - If all took less than FAST_MS, it doubles, up to MAX_LIMIT.
 * - Otherwise it halves, down to FIRST_LIMIT.
 */
export const FIRST_LIMIT = 8
export const MAX_LIMIT = 32
export const FAST_MS = 250

// An endpoint becomes quick below QUICK_MS, and stops being quick from SLOW_MS on. The gap prevents an endpoint near one
// threshold from changing with every response.
export const QUICK_MS = 500
export const SLOW_MS = 1000

/**
 * Deliveries that a process may claim in addition for an endpoint at MAX_LIMIT, if half of the slots are free and no other
 * process sends to it. They wait in the process and take the slots of earlier ones of their endpoint.
 */
export const AHEAD = 128
