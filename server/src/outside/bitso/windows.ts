// Reads a list that is newest first, back to where the last poll ended. Decides how far back the next poll reads: an
// item that was not final yet is read again, and so is everything of the last ten minutes.
import {
  earlierOf,
  instantAt,
  later,
  laterOf,
  monotonicMs,
  type Instant,
} from '../../platform/clock.ts'
import { unreadable } from './answers.ts'

/** `final` and `ignored` items are done; `open` ones are read again. */
export type Item<T> = { id: string; at: Instant; state: 'final' | 'ignored' | 'open'; value?: T }
export type Page<T> = { items: readonly Item<T>[]; next: string | null }

/** The end of what was read of a list. `rest`: pages that the last poll did not reach. */
export type Window = {
  since: number
  rest?: { page: string; newest: number; oldestOpen: number | null }
}

const OVERLAP_MS = 600_000
// An item that stays open for longer no longer makes every poll read back to it.
const LONGEST_OPEN_MS = 30 * 86_400_000
const MOST_PAGES = 10
// The service waits a minute for a poll, which reads two lists.
const LONGEST_MS = 20_000

export async function readWindow<T>(
  window: Window,
  now: Instant,
  readPage: (page: string | null) => Promise<Page<T>>,
): Promise<{ window: Window; values: readonly T[]; openSince: Instant | null }> {
  const startedMs = monotonicMs()
  const since = instantAt(window.since)
  const values: T[] = []
  let newest = instantAt(window.rest?.newest ?? window.since)
  let oldestOpen = window.rest?.oldestOpen == null ? null : instantAt(window.rest.oldestOpen)
  let page = window.rest?.page ?? null
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { items, next } = await readPage(page)
    refuseOldestFirst(items)
    for (const { at, state, value } of items) {
      if (at < since) continue
      newest = laterOf(newest, at)
      if (state === 'open') oldestOpen = oldestOpen === null ? at : earlierOf(oldestOpen, at)
      if (state === 'final' && value !== undefined) values.push(value)
    }
    const last = items.at(-1)
    if (last === undefined || next === null || last.at < since)
      return {
        window: { since: nextSince(since, newest, oldestOpen, now) },
        values,
        openSince: oldestOpen,
      }
    page = next
    if (monotonicMs() - startedMs > LONGEST_MS) break
  }
  const rest = page === null ? undefined : { page, newest, oldestOpen }
  const read = { since, ...(rest !== undefined && { rest }) }
  return { window: read, values, openSince: oldestOpen }
}

function nextSince(since: Instant, newest: Instant, open: Instant | null, now: Instant): number {
  const held = open === null ? newest : laterOf(open, later(now, -LONGEST_OPEN_MS))
  return laterOf(since, later(earlierOf(newest, held), -OVERLAP_MS))
}

// The first page of such a list need not have the newest entries.
function refuseOldestFirst(items: readonly { at: Instant }[]): void {
  const [first, last] = [items[0], items.at(-1)]
  if (first !== undefined && last !== undefined && last.at > later(first.at, OVERLAP_MS))
    throw unreadable('a list is not newest first')
}
