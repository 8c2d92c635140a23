// The only reader of the time in this package.

/** Milliseconds since some moment. It never goes back. */
export const monotonicMs = (): number => performance.now()
