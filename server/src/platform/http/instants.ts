// Instants in the bodies and queries of requests.
import { parseTimestamp, type Instant } from '../clock.ts'
import { fieldFailure } from '../errors.ts'

const DAY_MS = 86_400_000

/** Throws `invalid_request` for a text that is no instant. `pointer` names the field at fault. */
export function requireInstant(pointer: string, text: string): Instant {
  const at = parseTimestamp(text)
  if (at !== undefined) return at
  throw invalid(pointer, 'must be an ISO 8601 instant such as 2026-03-02T00:00:00Z')
}

/** Like `requireInstant`, for an instant later than now, by at most `withinDays` if given. */
export function requireLater(
  pointer: string,
  text: string,
  now: Instant,
  withinDays?: number,
): Instant {
  const at = requireInstant(pointer, text)
  if (at > now && at - now <= (withinDays ?? Infinity) * DAY_MS) return at
  throw invalid(
    pointer,
    withinDays === undefined
      ? 'must be later than now'
      : `must be later than now, by at most ${withinDays} days`,
  )
}

/** Throws `invalid_request` for a period that ends before it begins. `pointer` names its end; null leaves a side open. */
export function requireOrder(pointer: string, from: Instant | null, to: Instant | null): void {
  if (from !== null && to !== null && to <= from) throw invalid(pointer, 'must be later than from')
}

const invalid = (pointer: string, message: string) =>
  fieldFailure('invalid_request', [{ pointer, code: 'invalid_value', message }])
