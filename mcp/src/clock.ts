// The only reader of the time in this package.

/** Milliseconds since some moment. It never goes back. */
export const monotonicMs = (): number => performance.now()

/** The date of now in UTC, such as 2026-03-02. */
export const utcDate = (): string => new Date(Date.now()).toISOString().slice(0, 10)
