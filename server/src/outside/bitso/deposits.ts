// Turns fundings and Colombian pay-ins into entries of the rail. A payout that came back arrives as one of them, and is
// a return, not a deposit.
import type { Logger } from 'pino'
import type { RailEntry } from '../rails/port.ts'
import { fundingAddressOf, type InstrumentMethod } from '../methods/methods.ts'
import {
  codeIn,
  fieldsIn,
  instantIn,
  isFields,
  listIn,
  minorIn,
  optionalText,
  partOf,
  payloadOf,
  statusOf,
  textIn,
  type Fields,
} from './answers.ts'
import type { Client } from './client.ts'
import { itemsOf, nextPageOf, payoutIdIn } from './colombia.ts'
import { keyOf } from './keys.ts'
import { isPaidCurrency, PAID, type PaidCurrency, type RailSettings } from './settings.ts'
import type { Item, Page } from './windows.ts'

const PAGE_SIZE = 100
const REFUNDS = ['FAIL_WITHDRAWAL_COMPENSATION', 'REFUND_CREDITED_WITHDRAWAL']

type Source = {
  settings: Pick<RailSettings, 'currencies' | 'funding'>
  log: Logger
}

export async function readFundings(
  client: Client,
  source: Source,
  marker: string | null,
): Promise<Page<RailEntry>> {
  // Colombian money is listed as a pay-in, under another id. It must not count twice if it is listed here too.
  const currencies = source.settings.currencies.filter((currency) => currency !== 'COP')
  const withoutColombia = { ...source, settings: { ...source.settings, currencies } }
  const after = marker === null ? '' : `&marker=${encodeURIComponent(marker)}`
  const { value } = await client.get(`/v3/fundings?limit=${PAGE_SIZE}${after}`)
  const items = listIn(payloadOf(value), 'the list of fundings')
    .map((one) => fieldsIn(one, 'a funding'))
    .map((funding) => itemOf(funding, textIn(funding, 'fid'), withoutColombia, entryOfFunding))
  // The marker asks for older fundings than the one it names.
  return { items, next: items.length < PAGE_SIZE ? null : (items.at(-1)?.id ?? null) }
}

export async function readPayins(
  client: Client,
  source: Source,
  path: string,
  token: string | null,
): Promise<Page<RailEntry>> {
  const after = token === null ? '' : `&page_token=${encodeURIComponent(token)}`
  const { value } = await client.get(`${path}?page_size=${PAGE_SIZE}${after}`)
  const items = itemsOf(value, 'payins').map((payin) =>
    itemOf(payin, textIn(payin, 'id'), source, entryOfPayin),
  )
  return { items, next: nextPageOf(value) }
}

type Reading = (fields: Fields, id: string, currency: PaidCurrency, source: Source) => RailEntry

// One entry that cannot be read must not hide the others. It stays open, so every poll reads it again and logs it.
function itemOf(fields: Fields, id: string, source: Source, read: Reading): Item<RailEntry> {
  const at = instantIn(fields, 'created_at')
  const currency = (optionalText(fields, 'currency') ?? textIn(fields, 'asset')).toUpperCase()
  if (!isPaidCurrency(currency) || !source.settings.currencies.includes(currency))
    return { id, at, state: 'ignored' }
  const status = statusOf(fields)
  if (status === 'FAILED') return { id, at, state: 'ignored' }
  if (status !== 'COMPLETE' && status !== 'COMPLETED') return { id, at, state: 'open' }
  try {
    return { id, at, state: 'final', value: read(fields, id, currency, source) }
  } catch (error) {
    source.log.error({ err: error, entry: id }, 'an entry of Bitso cannot be read')
    return { id, at, state: 'open' }
  }
}

const entryOfFunding: Reading = (funding, fid, currency, { settings }) => {
  const details = partOf(funding, 'details')
  const amount = { currency, amountMinor: minorIn(funding, 'amount', currency) }
  const entry = { transaction: fid, index: 0, ...amount }
  const refunded = details['refunded_withdrawal'] ?? funding['refunded_withdrawal']
  const type = optionalText(details, 'deposit_type') ?? optionalText(funding, 'deposit_type')
  if (isFields(refunded) || details['is_reversal'] === true || REFUNDS.includes(type ?? ''))
    return { kind: 'return', ...entry, ...refundedBy(isFields(refunded) ? refunded : {}, details) }
  return {
    kind: 'deposit',
    ...entry,
    account: optionalText(details, 'receive_clabe') ?? fundedAccount(settings, currency),
    reference: firstText(details, ['concepto', 'reconciliation_id', 'description']),
    sender: firstText(details, ['sender_clabe', 'sender_account']),
    receivedAt: instantIn(funding, 'created_at'),
  }
}

function refundedBy(withdrawal: Fields, details: Fields) {
  const originId = optionalText(withdrawal, 'origin_id')
  const trace =
    firstText(withdrawal, ['tracking_key', 'wid']) ??
    firstText(details, ['clave_rastreo', 'origin_end_to_end_id'])
  return {
    key: originId === null ? null : keyOf(originId),
    sendReference: trace,
    code: codeIn(details, 'deposit_type', 'returned'),
  }
}

const entryOfPayin: Reading = (payin, id, currency, { settings }) => {
  const amount = { currency, amountMinor: minorIn(payin, 'amount', currency) }
  const entry = { transaction: id.replaceAll('_', '-'), index: 0, ...amount }
  const { refund } = payin
  if (!isFields(refund)) {
    const details = partOf(payin, textIn(payin, 'type').toLowerCase())
    const reference = firstText(details, ['reference', 'description'])
    const account = fundedAccount(settings, currency)
    const receivedAt = instantIn(payin, 'created_at')
    return { kind: 'deposit', ...entry, account, reference, sender: null, receivedAt }
  }
  const externalRef = optionalText(refund, 'payout_external_ref')
  return {
    kind: 'return',
    ...entry,
    key: externalRef === null ? null : keyOf(externalRef),
    sendReference: payoutIdIn(refund, 'payout_id'),
    code: codeIn(refund, 'reason', 'returned'),
  }
}

/** The desk's account as configured. Deposits to an account that is not configured match no order. */
function fundedAccount(settings: Source['settings'], currency: PaidCurrency): string {
  const method: InstrumentMethod = PAID[currency]
  const account = settings.funding[method]
  return account === undefined ? `bitso:${currency}` : fundingAddressOf(method, account)
}

function firstText(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const text = optionalText(fields, name)
    if (text !== null) return text
  }
  return null
}
