// A page of what was received since a time. The cursor is the number of entries before the page, of all there are, so that
// it stays right whatever is received meanwhile.
import { ok, Refusal, type Answer } from './answers.ts'
import type { Json } from './book.ts'

const MOST_LISTED = 500

/** `received`: oldest first. An entry without a time is from a memory of an earlier version, and is always listed. */
export function page<Entry extends { at: string | undefined }>(
  query: URLSearchParams,
  name: 'sends' | 'fills',
  received: readonly (readonly [string, Entry])[],
  shown: (entry: readonly [string, Entry]) => Json,
): Answer {
  const cursor = query.get('cursor') ?? '0'
  const limit = query.get('limit') ?? String(MOST_LISTED)
  const sinceMs = Date.parse(query.get('since') ?? '')
  if (Number.isNaN(sinceMs)) throw new Refusal(400, 'invalid_since')
  if (!/^\d{1,15}$/.test(cursor) || Number(cursor) > received.length)
    throw new Refusal(400, 'invalid_cursor')
  if (!/^[1-9]\d{0,2}$/.test(limit)) throw new Refusal(400, 'invalid_limit')
  const most = Math.min(Number(limit), MOST_LISTED)
  let position = Number(cursor)
  const entries: Json[] = []
  for (; position < received.length && entries.length < most; position++) {
    const one = received[position]
    if (one !== undefined && (one[1].at === undefined || Date.parse(one[1].at) >= sinceMs))
      entries.push(shown(one))
  }
  return ok({ cursor: String(position), [name]: entries })
}
