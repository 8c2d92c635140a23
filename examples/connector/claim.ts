// The newest copy of Corridor's database that works with this connector. A service whose own claim is older than the
// answer stops sending.
import { ok, Refusal, type Answer } from './answers.ts'
import type { Book, Claim, Json } from './book.ts'

export function claim(book: Book, { claimed_at, instance }: Json): Answer {
  if (typeof claimed_at !== 'string' || typeof instance !== 'string')
    throw new Refusal(400, 'invalid_request', { detail: 'claimed_at and instance are required' })
  const given = { claimed_at, instance }
  if (book.claim === undefined || isNewer(given, book.claim))
    book.record({ fact: 'claim', claim: given })
  return ok({ ...book.claim })
}

const isNewer = (one: Claim, other: Claim): boolean =>
  one.claimed_at === other.claimed_at
    ? one.instance > other.instance
    : Date.parse(one.claimed_at) > Date.parse(other.claimed_at)
