// Lists what was given to the bank: the markers of the work folder, files that the bank has not taken yet, and payments
// that the bank mentions. The marker has the key. Without it the key is found among those that the service knows.
import { later, type Clock, type Instant } from '../../../platform/clock.ts'
import { digested, withKeys } from '../listed-sends.ts'
import type { ListedSend, SendsAsked, SendsListed } from '../port.ts'
import { executionDate } from './bank-days.ts'
import { paymentId } from './identifiers.ts'
import type { openInbox } from './inbox.ts'
import type { openOutbox } from './outbox.ts'
import type { BankSettings } from './settings.ts'

type Deps = {
  clock: Clock
  settings: Pick<BankSettings, 'currency' | 'calendar'>
  outbox: Pick<ReturnType<typeof openOutbox>, 'givenSince' | 'marker'>
  inbox: Pick<ReturnType<typeof openInbox>, 'facts' | 'mentionedSince'>
}

const PAYMENTS_PER_PAGE = 100
/** A file that was being written at the halt is there long after it, by any clock. */
const WRITTEN_MS = 600_000
/** The service asks from an hour before the last change of the database on. */
const MARGIN_MS = 3_600_000
const CLOCKS_DIFFER_MS = 300_000

type Found = ListedSend & { digest: string }

export async function listSends(
  deps: Deps,
  { since, until, keys }: SendsAsked,
): Promise<SendsListed> {
  const mentioned = await deps.inbox.mentionedSince(since)
  const { ids: given, bornAt } = await deps.outbox.givenSince(since)
  const isComplete =
    deps.clock.realNow() >= later(until, WRITTEN_MS) &&
    (!isTooYoung(deps, bornAt, since) || (await isStated(deps, until)))
  const ids = [...new Set([...given, ...mentioned.keys()])]
  const found = sendsOf(deps, ids, mentioned)
  const known = () => digested(keys(), paymentId)
  return { isComplete, pages: withKeys(found, known) }
}

/** A folder that is younger than the backup lacks markers of the time between. By the clock of a sandbox none can tell. */
function isTooYoung({ clock }: Deps, bornAt: Instant | undefined, since: Instant): boolean {
  const isReal = Math.abs(clock.now() - clock.realNow()) < CLOCKS_DIFFER_MS
  return isReal && bornAt !== undefined && bornAt > later(since, MARGIN_MS)
}

/** Whether a statement has the day on which the bank executed the last payment of before. */
async function isStated({ settings, inbox }: Deps, until: Instant): Promise<boolean> {
  const { closing } = await inbox.facts()
  return closing !== undefined && closing.date >= executionDate(settings.calendar, until)
}

async function* sendsOf(
  { settings, outbox, inbox }: Deps,
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
      if (marker?.withdrawn === true) continue
      const isOwn = marker !== undefined && paymentId(marker.key) === id
      const noted = isOwn ? marker.amountMinor : undefined
      page.push({
        digest: id,
        reference: id,
        key: isOwn ? marker.key : null,
        currency: settings.currency,
        amountMinor: noted === undefined ? (booked.get(id) ?? null) : BigInt(noted),
      })
    }
    yield page
  }
}
