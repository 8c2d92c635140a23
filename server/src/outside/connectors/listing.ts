// Reads the lists of a connector: payments and conversions that it received since a time. The list is optional, so its
// capabilities are asked first.
import type { Static, TSchema } from 'typebox'
import { later, toTimestamp, type Clock, type Instant } from '../../platform/clock.ts'
import type { ListedFill } from '../liquidity/port.ts'
import type { ListedSend } from '../rails/port.ts'
import { positiveMinorOf } from './amounts.ts'
import { nowMsOf, type ConnectorClient } from './client.ts'
import { ConnectorError } from './errors.ts'
import * as messages from './list-messages.ts'
import * as protocol from './protocol.ts'
import { WINDOW_MS } from './signing.ts'

type Asked = { since: Instant; until: Instant }
type Listed<Entry> = { isComplete: boolean; pages: AsyncIterable<readonly Entry[]> } | null
export type ListReader = Pick<ConnectorClient, 'call'>

/** Null if the connector does not list its payments. */
export const listedSends = (
  client: ListReader,
  clock: Clock,
  asked: Asked,
): Promise<Listed<ListedSend>> =>
  listed(client, clock, asked, 'sends', () => sendPages(client, asked.since))

/** Null if the connector does not list its conversions. */
export const listedFills = (
  client: ListReader,
  clock: Clock,
  asked: Asked,
): Promise<Listed<ListedFill>> =>
  listed(client, clock, asked, 'fills', () => fillPages(client, asked.since))

/** A request that was signed before `until` may still arrive: until its signature is too old by both clocks. */
async function listed<Entry>(
  client: ListReader,
  clock: Clock,
  { until }: Asked,
  what: (typeof protocol.listable)[number],
  pages: () => AsyncIterable<readonly Entry[]>,
): Promise<Listed<Entry>> {
  const call = { method: 'GET', path: '/capabilities' } as const
  const { lists = [] } = await client.call(call, protocol.capabilities)
  if (!lists.includes(what)) return null
  // Before the list is read: what arrives meanwhile may be missing on a page that was read.
  const isComplete = nowMsOf(clock) >= later(until, 2 * WINDOW_MS)
  return { isComplete, pages: pages() }
}

async function* sendPages(
  client: ListReader,
  since: Instant,
): AsyncGenerator<readonly ListedSend[], void> {
  for await (const { sends } of pagesOf(
    client,
    '/sends',
    since,
    messages.sends,
    ({ sends: page }) => page,
  ))
    yield sends.flatMap(sendOf)
}

async function* fillPages(
  client: ListReader,
  since: Instant,
): AsyncGenerator<readonly ListedFill[], void> {
  for await (const { fills } of pagesOf(
    client,
    '/fills',
    since,
    messages.fills,
    ({ fills: page }) => page,
  ))
    yield fills.flatMap(fillOf)
}

/** The key names a payment at a connector for good. A reference may come later than the key. */
function sendOf(sent: messages.SentSends['sends'][number]): ListedSend[] {
  const { key, status, currency, amount } = sent
  if (status === 'rejected') return []
  return [{ key, reference: key, currency, amountMinor: positiveMinorOf(amount, currency) }]
}

function fillOf(sent: messages.SentFills['fills'][number]): ListedFill[] {
  const { key, status, payin_currency: payinCurrency, payout_currency: payoutCurrency } = sent
  if (status === 'declined') return []
  const isFilled = status === 'filled'
  return [
    {
      key,
      reference: key,
      payinCurrency,
      soldMinor: isFilled ? positiveMinorOf(sent.sold_amount, payinCurrency) : null,
      payoutCurrency,
      deliveredMinor: isFilled ? positiveMinorOf(sent.delivered_amount, payoutCurrency) : null,
    },
  ]
}

/** All pages up to the empty one. Throws if a page does not lead on. */
export async function* pagesOf<T extends TSchema>(
  client: ListReader,
  path: string,
  since: Instant,
  schema: T,
  entriesOf: (page: Static<T>) => readonly unknown[],
  limit = messages.MOST_LISTED,
): AsyncGenerator<Static<T>, void> {
  const query = `since=${encodeURIComponent(toTimestamp(since))}&limit=${limit}`
  for (let cursor: string | null = null; ; ) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const call = { method: 'GET', path: `${path}?${query}${after}` } as const
    const page = await client.call(call, schema)
    const entries = entriesOf(page)
    if (entries.length === 0) return
    if (entries.length > limit)
      throw new ConnectorError('unexpected', `a page has more than ${limit} entries`)
    const next = cursorOf(page)
    if (next === cursor)
      throw new ConnectorError('unexpected', 'a page with entries repeats the cursor before')
    cursor = next
    yield page
  }
}

function cursorOf(page: unknown): string {
  if (typeof page === 'object' && page !== null && 'cursor' in page) return String(page.cursor)
  throw new ConnectorError('unexpected', 'a page has no cursor')
}
