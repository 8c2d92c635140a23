// Lists what was given to the bank: the markers of the work folder, files that the bank has not taken yet, and payments
// that the bank mentions. The marker has the key. Without it the key is found among those that the service knows.
import { later, type Clock } from '../../clock.ts'
import { digested, withKeys } from '../listed-sends.ts'
import type { ListedSend, SendsAsked, SendsListed } from '../port.ts'
import { paymentId } from './identifiers.ts'
import type { openInbox } from './inbox.ts'
import type { openOutbox } from './outbox.ts'

type Deps = {
  clock: Clock
  currency: string
  outbox: Pick<ReturnType<typeof openOutbox>, 'idsSince' | 'marker'>
  inbox: Pick<ReturnType<typeof openInbox>, 'facts' | 'mentionedSince'>
}

const PAYMENTS_PER_PAGE = 100
/** A file that was being written at the halt is there long after it, by any clock. */
const WRITTEN_MS = 600_000

type Found = ListedSend & { digest: string }

export async function listSends(
  deps: Deps,
  { since, until, keys }: SendsAsked,
): Promise<SendsListed> {
  const isComplete = deps.clock.realNow() >= later(until, WRITTEN_MS)
  const mentioned = await deps.inbox.mentionedSince(since)
  const ids = [...new Set([...(await deps.outbox.idsSince(since)), ...mentioned.keys()])]
  const found = sendsOf(deps, ids, mentioned)
  const known = () => digested(keys(), paymentId)
  return { isComplete, pages: withKeys(found, known) }
}

async function* sendsOf(
  { currency, outbox, inbox }: Deps,
  ids: readonly string[],
  booked: ReadonlyMap<string, bigint | null>,
): AsyncGenerator<readonly Found[], void> {
  const facts = await inbox.facts()
  for (let from = 0; from < ids.length; from += PAYMENTS_PER_PAGE) {
    const page: Found[] = []
    for (const id of ids.slice(from, from + PAYMENTS_PER_PAGE)) {
      // The bank did not pay it and will not.
      if (facts.answer(id)?.state === 'rejected') continue
      const marker = await outbox.marker(id)
      const isOwn = marker !== undefined && paymentId(marker.key) === id
      const noted = isOwn ? marker.amountMinor : undefined
      page.push({
        digest: id,
        reference: id,
        key: isOwn ? marker.key : null,
        currency,
        amountMinor: noted === undefined ? (booked.get(id) ?? null) : BigInt(noted),
      })
    }
    yield page
  }
}
