// Pages of sends, for rails that list what they sent. A rail that stores only a digest of a key finds the key among those
// that the service may have used.
import type { ListedSend, SendsAsked } from './port.ts'

/** A send under the digest of its key. */
export type DigestedSend = Omit<ListedSend, 'key'> & { digest: string }

/** So many sends are held in memory while the keys are read. */
const MOST_SENDS = 5000

export async function* onePage(
  sends: readonly ListedSend[],
): AsyncGenerator<readonly ListedSend[], void> {
  if (sends.length > 0) yield sends
}

/** Collects sends into pages, and gives each the key with its digest. Null if no key has it. */
export async function* withKeys(
  found: AsyncIterable<readonly DigestedSend[]>,
  digestOf: (key: string) => string,
  keys: SendsAsked['keys'],
): AsyncGenerator<readonly ListedSend[], void> {
  let sends: DigestedSend[] = []
  for await (const some of found) {
    sends = [...sends, ...some]
    if (sends.length < MOST_SENDS) continue
    yield await keyed(sends, digestOf, keys)
    sends = []
  }
  if (sends.length > 0) yield await keyed(sends, digestOf, keys)
}

async function keyed(
  sends: readonly DigestedSend[],
  digestOf: (key: string) => string,
  keys: SendsAsked['keys'],
): Promise<readonly ListedSend[]> {
  const wanted = new Set(sends.map(({ digest }) => digest))
  const known = new Map<string, string>()
  // The keys come from the database page by page, so that other work runs in between.
  for await (const page of keys())
    for (const key of page) {
      const digest = digestOf(key)
      if (wanted.has(digest)) known.set(digest, key)
    }
  return sends.map(({ digest, ...send }) => ({ ...send, key: known.get(digest) ?? null }))
}
