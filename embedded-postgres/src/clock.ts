// The time, for waits that must end whatever happens to the system's clock.

/** Monotonic milliseconds with a fraction, for durations only. */
export const monotonicMs = (): number => performance.now()
