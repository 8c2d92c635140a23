// Finds the conversion of a quote, and interprets its status.
import { earlierOf, monotonicMs, type Instant } from '../../platform/clock.ts'
import { isPlausibleDelivery } from '../liquidity/plausible.ts'
import type { FillAnswer, ListedFill } from '../liquidity/port.ts'
import {
  codeIn,
  fieldsIn,
  instantIn,
  listIn,
  minorIn,
  minorRoundedDown,
  optionalText,
  statusOf,
  textIn,
  unreadable,
  type Fields,
} from './answers.ts'
import type { Client } from './client.ts'
import type { Token } from './token.ts'

const PAGE_SIZE = 100
const MOST_PAGES = 30
// The worker holds an order for 30 seconds.
const LONGEST_SEARCH_MS = 15_000
const CLOCKS_DIFFER_MS = 600_000

/** Unknown statuses are pending. */
export function fillAnswer(conversion: Fields, token: Token, withinBps: number): FillAnswer {
  const { payinCurrency, payinMinor, payoutCurrency, payoutMinor } = token
  if (textIn(conversion, 'quote_id') !== token.quoteId)
    throw unreadable('the conversion is one of another quote')
  const status = statusOf(conversion)
  // The funds remain in the original currency, so another quote may be asked for.
  if (status === 'FAILED' || status === 'TERMINATED')
    return { state: 'declined', isFinal: false, code: codeIn(conversion, 'status', 'failed') }
  if (status !== 'COMPLETED') return { state: 'pending' }
  const isExpected =
    textIn(conversion, 'source').toUpperCase() === payinCurrency &&
    textIn(conversion, 'target').toUpperCase() === payoutCurrency
  if (!isExpected) throw unreadable('the conversion is one of other currencies')
  const soldMinor = minorIn(conversion, 'source_amount', payinCurrency)
  if (soldMinor > payinMinor) throw unreadable('the conversion sold more than was quoted')
  const deliveredMinor = minorRoundedDown(conversion, 'target_amount', payoutCurrency)
  const delivery = { soldMinor, deliveredMinor, payinMinor, payoutMinor }
  if (!isPlausibleDelivery(delivery, withinBps))
    throw unreadable(
      `target_amount is more than ${withinBps} bps off the firm quote: ask Bitso, or raise delivered_within_bps in the settings`,
    )
  // The company's rate includes its fee, so `fee_amount` is part of the two amounts already.
  return {
    state: 'filled',
    soldMinor,
    deliveredMinor,
    reference: textIn(conversion, 'id'),
  }
}

/**
 * The conversion of the quote, and the earliest time at which the search began by either clock. Throws if the list is
 * too long to be read: an unread page could hold it.
 */
export async function findConversion(
  client: Client,
  token: Token,
  startedAt: Instant,
): Promise<{ conversion: Fields | undefined; earliestAt: Instant }> {
  const startedMs = monotonicMs()
  const order: Order = { newestFirst: true, distinct: false, last: null }
  let earliestAt = startedAt
  let page: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const answer: Awaited<ReturnType<typeof readConversions>> = await readConversions(client, page)
    if (answer.serverAt !== null) earliestAt = earlierOf(earliestAt, answer.serverAt)
    for (const conversion of answer.conversions) {
      if (conversion['quote_id'] === token.quoteId) return { conversion, earliestAt }
      note(order, instantIn(conversion, 'created_at'))
    }
    page = answer.next
    if (page === null || isPast(order, token)) return { conversion: undefined, earliestAt }
    if (monotonicMs() - startedMs > LONGEST_SEARCH_MS) break
  }
  throw new Error('Bitso lists too many conversions to find that of one quote')
}

/** Executed and open conversions since a time, in pages. Each is known by its quote. */
export async function* conversionsSince(
  client: Client,
  currencies: readonly string[],
  since: Instant,
): AsyncGenerator<readonly (Omit<ListedFill, 'key'> & { digest: string })[], void> {
  const order: Order = { newestFirst: true, distinct: false, last: null }
  for (let page: string | null = null; ; ) {
    const { conversions, next } = await readConversions(client, page)
    for (const conversion of conversions) note(order, instantIn(conversion, 'created_at'))
    yield conversions
      .filter((conversion) => instantIn(conversion, 'created_at') >= since)
      .flatMap((conversion) => listedFill(conversion, currencies))
    if (next === null || isPast(order, { createdAt: since })) return
    page = next
  }
}

/** None if nothing was sold, or if the provider of the operator file does not convert the currencies. */
function listedFill(conversion: Fields, currencies: readonly string[]) {
  const status = statusOf(conversion)
  if (status === 'FAILED' || status === 'TERMINATED') return []
  const payinCurrency = textIn(conversion, 'source').toUpperCase()
  const payoutCurrency = textIn(conversion, 'target').toUpperCase()
  if (!currencies.includes(payinCurrency) || !currencies.includes(payoutCurrency)) return []
  const amount = (name: string, currency: string) =>
    status === 'COMPLETED' ? minorRoundedDown(conversion, name, currency) : null
  return [
    {
      digest: textIn(conversion, 'quote_id'),
      reference: textIn(conversion, 'id'),
      payinCurrency,
      soldMinor: amount('source_amount', payinCurrency),
      payoutCurrency,
      deliveredMinor: amount('target_amount', payoutCurrency),
    },
  ]
}

async function readConversions(client: Client, page: string | null) {
  const after = page === null ? '' : `&page_token=${encodeURIComponent(page)}`
  const answer = await client.get(`/rfq/v1/conversions?page_size=${PAGE_SIZE}${after}`)
  const fields = fieldsIn(answer.value, 'the list of conversions')
  return {
    serverAt: answer.serverAt,
    conversions: listIn(fields['conversions'], 'conversions').map((one) =>
      fieldsIn(one, 'a conversion'),
    ),
    next: optionalText(fields, 'next_page_token'),
  }
}

type Order = { newestFirst: boolean; distinct: boolean; last: Instant | null }

function note(order: Order, at: Instant): void {
  if (order.last !== null && at > order.last) order.newestFirst = false
  if (order.last !== null && at < order.last) order.distinct = true
  order.last = at
}

// The order of the list is not documented, so a search ends early only in a list that was seen to be newest first.
const isPast = (
  { newestFirst, distinct, last }: Order,
  { createdAt }: Pick<Token, 'createdAt'>,
): boolean => newestFirst && distinct && last !== null && last < createdAt - CLOCKS_DIFFER_MS
