// Pages of what rails have sent and providers have converted. An adapter whose other side stores only a digest of a key
// finds the key among those that the service may have used.
import { monotonicMs } from '../../platform/clock.ts'

/** A key that the service may have used, and the digest that the other side has of it. */
export type KnownKey = { key: string; digest: string }

/** The most entries held in memory while the keys are read. */
const MOST_HELD = 5000

/** A list that takes longer, or has more entries or pages, is not read any further. */
const LONGEST_MS = 10 * 60_000
const MOST_LISTED = 1_000_000
const MOST_PAGES = 20_000

/** Throws when a list has no end: the other side may repeat pages or invent entries. */
export async function* bounded<Page extends readonly unknown[]>(
  pages: AsyncIterable<Page>,
  most = { ms: LONGEST_MS, listed: MOST_LISTED, pages: MOST_PAGES },
): AsyncGenerator<Page, void> {
  const fromMs = monotonicMs()
  let [count, listed] = [0, 0]
  for await (const page of pages) {
    count += 1
    listed += page.length
    if (count > most.pages || listed > most.listed || monotonicMs() - fromMs > most.ms)
      throw new Error(`the list does not end: ${listed} entries on ${count} pages were read`)
    yield page
  }
}

export async function* onePage<Entry>(
  entries: readonly Entry[],
): AsyncGenerator<readonly Entry[], void> {
  if (entries.length > 0) yield entries
}

export async function* digested(
  pages: AsyncIterable<readonly string[]>,
  digestOf: (key: string) => string,
): AsyncGenerator<readonly KnownKey[], void> {
  for await (const page of pages) yield page.map((key) => ({ key, digest: digestOf(key) }))
}

/** `key`: where the other side has stored it. */
type Digested = { digest: string; key?: string | null }
type Keyed<Found> = Omit<Found, 'digest'> & { key: string | null }

/** Collects entries into pages, and gives each the key with its digest. Null if no key has it. */
export async function* withKeys<Found extends Digested>(
  found: AsyncIterable<readonly Found[]>,
  known: () => AsyncIterable<readonly KnownKey[]>,
): AsyncGenerator<readonly Keyed<Found>[], void> {
  let held: Found[] = []
  for await (const some of bounded(found)) {
    held = [...held, ...some]
    if (held.length < MOST_HELD) continue
    yield await keyed(held, known)
    held = []
  }
  if (held.length > 0) yield await keyed(held, known)
}

async function keyed<Found extends Digested>(
  found: readonly Found[],
  known: () => AsyncIterable<readonly KnownKey[]>,
): Promise<readonly Keyed<Found>[]> {
  const wanted = new Set(found.map(({ digest }) => digest))
  const keys = new Map<string, string>()
  // The keys come from the database page by page, so that other work runs in between.
  for await (const page of known())
    for (const { key, digest } of page) if (wanted.has(digest)) keys.set(digest, key)
  return found.map(({ digest, ...entry }) => ({
    ...entry,
    key: entry.key ?? keys.get(digest) ?? null,
  }))
}
