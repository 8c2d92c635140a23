// The only reader of the system clock. Business time (`now`) is what customers see and what expires. Real time
// (`realNow`) measures the age of rates and keys.

declare const kind: unique symbol

/** Milliseconds since the epoch, always an integer. Only the compiler tells it apart from a duration. */
export type Instant = number & { readonly [kind]: 'instant' }

/** Milliseconds between two instants. Any number except an instant. */
export type Duration = number & { readonly [kind]?: 'duration' }

/** Turns milliseconds since the epoch, from another clock, a calendar or the database, into an instant. */
export const instantAt = (epochMs: number): Instant => epochMs as Instant

/** The instant `ms` after `at`, or before it when `ms` is negative. */
export const later = (at: Instant, ms: Duration): Instant => instantAt(at + ms)

export const laterOf = (a: Instant, b: Instant): Instant => (a > b ? a : b)
export const earlierOf = (a: Instant, b: Instant): Instant => (a < b ? a : b)

export type Clock = {
  now(): Instant
  realNow(): Instant
  /** How far `now` is ahead of the system clock, after that was set back. Absent in clocks that are never ahead. */
  leadMs?(): number
}

// Monotonic since the start of the process: a system clock that is set back must not make a revoked key or a stale
// rate look fresh.
const realNow = (): Instant => instantAt(Math.round(performance.timeOrigin + performance.now()))

/** Monotonic milliseconds with a fraction. Use it for durations only. */
export const monotonicMs = (): number => performance.now()

/**
 * The system clock, but never going back. It follows a step forward at once. After a step back it runs at half speed
 * until the system clock has caught up. A clock that stood still would delay every retry by the whole step. See
 * docs/decisions/0030-clocks-that-step.md.
 */
export function steadyClock(
  system: () => number = Date.now,
  elapsedMs: () => number = monotonicMs,
): Clock & { leadMs(): number } {
  let at = system()
  let atMs = elapsedMs()
  function read(): number {
    const nowMs = elapsedMs()
    at = Math.max(system(), at + (nowMs - atMs) / 2)
    atMs = nowMs
    return at
  }
  return {
    now: () => instantAt(Math.floor(read())),
    realNow,
    leadMs: () => Math.floor(read() - system()),
  }
}

export const systemClock = steadyClock()

/** How far the system clock has stepped since this process started. For timestamps that other systems check. */
export const steppedMs = (): number => Date.now() - realNow()

/** `YYYY-MM-DDTHH:MM:SS.sssZ`, the only format in which an instant leaves the service. */
export function toTimestamp(at: Instant): string {
  const dayAt = Math.floor(at / DAY_MS) * DAY_MS
  // Cache the date part: answers repeat the same few days.
  let date = dates.get(dayAt)
  if (date === undefined) {
    date = new Date(dayAt).toISOString().slice(0, -TIME_LENGTH)
    if (dates.size >= MOST_DATES) dates.clear()
    dates.set(dayAt, date)
  }
  const ms = at - dayAt
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`
  return `${date}${time}.${THREE_DIGITS[ms % 1000]}Z`
}

export const toTimestampOrNull = (at: Instant | null): string | null =>
  at === null ? null : toTimestamp(at)

const DAY_MS = 86_400_000
const TIME_LENGTH = '00:00:00.000Z'.length
const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
const two = (number: number): string => (THREE_DIGITS[number] ?? '').slice(1)
const MOST_DATES = 100
const dates = new Map<number, string>()

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  // Date.parse reads 30 February as 2 March.
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The instant of an ISO 8601 string with a zone, or undefined. Accepts the years 1 to 9999, which PostgreSQL can hold. */
export function parseTimestamp(text: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text))
    return undefined
  if (!isDay(text.slice(0, 10))) return undefined
  const at = Date.parse(text)
  return at >= Date.parse('0001-01-01T00:00:00Z') && at <= Date.parse('9999-12-31T23:59:59.999Z')
    ? instantAt(at)
    : undefined
}
