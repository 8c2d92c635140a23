// Lists the withdrawals and Colombian payouts of the account since a time. Bitso keeps our name of each, which is made from
// the key. docs/bitso.md says what of these lists is documented and what is assumed.
import { later, type Clock, type Instant } from '../../platform/clock.ts'
import { digested, withKeys } from '../rails/listed-sends.ts'
import type { ListedSend, SendsAsked, SendsListed } from '../rails/port.ts'
import {
  fieldsIn,
  instantIn,
  listIn,
  minorIn,
  optionalText,
  payloadOf,
  statusOf,
  textIn,
  type Fields,
} from './answers.ts'
import type { Client } from './client.ts'
import { itemsOf, nextPageOf, payoutIdIn } from './colombia.ts'
import { originIdOf } from './keys.ts'
import type { PaidCurrency } from './settings.ts'
import { readWindow, type Item, type Page, type Window } from './windows.ts'
import { originIdIn } from './withdrawals.ts'

const PAGE_SIZE = 100
/** A request of before the halt is executed or refused by then, by any clock. */
const ON_THE_WAY_MS = 600_000

type Found = Omit<ListedSend, 'key'> & { digest: string }
type Settings = { currencies: readonly PaidCurrency[]; colombia: { payouts: string } | null }

export async function listSends(
  client: Client,
  settings: Settings,
  clock: Clock,
  { since, until, keys }: SendsAsked,
): Promise<SendsListed> {
  const now = clock.realNow()
  return {
    isComplete: now >= later(until, ON_THE_WAY_MS),
    pages: withKeys(foundSince(client, settings, since, now), () => digested(keys(), originIdOf)),
  }
}

async function* foundSince(
  client: Client,
  { currencies, colombia }: Settings,
  since: Instant,
  now: Instant,
): AsyncGenerator<readonly Found[], void> {
  const listed = currencies.filter((currency) => currency !== 'COP')
  if (listed.length > 0) yield* readAll(since, now, (page) => readWithdrawals(client, listed, page))
  if (colombia !== null && currencies.includes('COP'))
    yield* readAll(since, now, (page) => readPayouts(client, colombia.payouts, page))
}

async function* readAll(
  since: Instant,
  now: Instant,
  readPage: (page: string | null) => Promise<Page<Found>>,
): AsyncGenerator<readonly Found[], void> {
  for (let window: Window | undefined = { since }; window !== undefined; ) {
    const read: { window: Window; values: readonly Found[] } = await readWindow(
      window,
      now,
      readPage,
    )
    yield read.values
    // The next part begins at the page where this one stopped.
    window = read.window.rest === undefined ? undefined : read.window
  }
}

async function readWithdrawals(
  client: Client,
  currencies: readonly PaidCurrency[],
  marker: string | null,
): Promise<Page<Found>> {
  const after = marker === null ? '' : `&marker=${encodeURIComponent(marker)}`
  const { value } = await client.get(`/v3/withdrawals?limit=${PAGE_SIZE}${after}`)
  const items = listIn(payloadOf(value), 'the list of withdrawals').map((one) => {
    const withdrawal = fieldsIn(one, 'a withdrawal')
    const wid = textIn(withdrawal, 'wid')
    const text = textIn(withdrawal, 'currency').toUpperCase()
    const currency = currencies.find((known) => known === text)
    // Other currencies of the account are not paid out by this rail.
    if (currency === undefined) return ignored(wid, withdrawal)
    return itemOf(wid, withdrawal, currency, originIdIn(withdrawal), wid)
  })
  return { items, next: items.length < PAGE_SIZE ? null : (items.at(-1)?.id ?? null) }
}

async function readPayouts(
  client: Client,
  path: string,
  token: string | null,
): Promise<Page<Found>> {
  const after = token === null ? '' : `&page_token=${encodeURIComponent(token)}`
  const { value } = await client.get(`${path}?page_size=${PAGE_SIZE}${after}`)
  const items = itemsOf(value, 'payouts').map((payout) => {
    const id = payoutIdIn(payout, 'id')
    return itemOf(id, payout, 'COP', optionalText(payout, 'external_ref'), id)
  })
  return { items, next: nextPageOf(value) }
}

function itemOf(
  id: string,
  fields: Fields,
  currency: PaidCurrency,
  originId: string | null,
  reference: string,
): Item<Found> {
  if (statusOf(fields) === 'FAILED') return ignored(id, fields)
  const amountMinor = minorIn(fields, 'amount', currency)
  // Without our name no key fits.
  const digest = originId ?? ''
  return {
    id,
    at: instantIn(fields, 'created_at'),
    state: 'final',
    value: { digest, reference, currency, amountMinor },
  }
}

const ignored = (id: string, fields: Fields): Item<Found> => ({
  id,
  at: instantIn(fields, 'created_at'),
  state: 'ignored',
})
