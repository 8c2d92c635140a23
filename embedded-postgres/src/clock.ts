// Monotonic time, so that timeouts work even if the system clock is changed.

/** Monotonic milliseconds with a fraction. Use it for durations only. */
export const monotonicMs = (): number => performance.now()
