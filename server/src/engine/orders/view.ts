// The published form of an order, as it is now or as it was created.
import Type, { type Static } from 'typebox'
import type { Catalogue } from '../catalogue.ts'
import { toTimestamp } from '../../platform/clock.ts'
import {
  anyText,
  decimal,
  exact,
  identifier,
  nullable,
  statusSchemas,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { metadataField, metadataText } from '../../platform/http/metadata.ts'
import { Rendered } from '../../platform/http/rendered.ts'
import { statusText } from '../../platform/http/status.ts'
import { danglingReference } from '../../platform/errors.ts'
import { publicId } from '../../platform/ids.ts'
import {
  detailsView,
  fundingSchema,
  instrumentSchema,
  instrumentText,
  type Instrument,
} from '../../parties/instruments/view.ts'
import { formatAmount, formatRateText } from '../../platform/money/decimal.ts'
import type { OrderRow, ShownOrder } from './queries.ts'
import { orderStatuses } from './states.ts'

const status = statusSchemas('Order', orderStatuses)
export const orderStatus = status.one
export const referenceNumber = Type.String({
  pattern: '^CO-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{8}$',
  description:
    'A number for people: the payer quotes it with the payment. It identifies the order at an account that several orders share.',
  examples: ['CO-20260302-7K3M9QXA'],
})
export const externalReference = nullable(
  anyText('Any text.', 'invoice-2026-0042'),
  'Your own reference; null if the order was created without one.',
)

export const orderSchema = exact(
  {
    id: identifier('ord', 'The order.'),
    quote_id: identifier('qt', 'The quote that the order was created from.'),
    offering_id: identifier('off', 'The offering of the quote.'),
    reference_number: referenceNumber,
    external_reference_id: externalReference,
    exchange_rate: decimal(
      'Payout currency per unit of payin currency, firm since the quote.',
      '4237.25',
    ),
    effective_exchange_rate: decimal(
      'The achieved rate; equal to exchange_rate until the fill.',
      '4237.25',
    ),
    payin: exact(
      {
        external_payment_instrument: withDescription(instrumentSchema, 'The instrument that pays.'),
        total: decimal('The amount that the payer sends, fee and tax included.', '1000.00'),
        fee: decimal('Part of the total.', '10.00'),
        tax: decimal('Tax on the fee, part of the total.', '1.90'),
      },
      { title: 'OrderPayin', description: 'The payment from the payer, in the payin currency.' },
    ),
    payout: exact(
      {
        external_payment_instrument: withDescription(
          instrumentSchema,
          'The instrument that is paid.',
        ),
        total: decimal('The amount that the beneficiary receives.', '4186826.72'),
      },
      {
        title: 'OrderPayout',
        description: 'The payment to the beneficiary, in the payout currency.',
      },
    ),
    status: status.withHistory,
    funding_instructions: fundingSchema,
    retry_order_id: nullable(
      identifier('ord', 'An order.'),
      'The order that retried this one; null if there is none.',
      { examples: [null] },
    ),
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it last changed.'),
    ...metadataField,
  },
  { title: 'Order', description: 'A transfer of value from one instrument to another.' },
)
export type OrderJson = Static<typeof orderSchema>

export const orderView = async (catalogue: Catalogue, row: ShownOrder): Promise<Rendered> =>
  render(
    row,
    await instrumentOf(catalogue, row, 'payin'),
    await instrumentOf(catalogue, row, 'payout'),
  )

/** Reads each instrument once, however many orders use it. */
export async function orderViews(
  catalogue: Catalogue,
  rows: readonly ShownOrder[],
): Promise<Rendered[]> {
  const found = new Map<string, Instrument>()
  const views: Rendered[] = []
  for (const row of rows) {
    const [payinKey, payoutKey] = [keyOf(row, 'payin'), keyOf(row, 'payout')]
    // Await only a lookup: an await per row is slow in long lists.
    const payin = found.get(payinKey) ?? (await instrumentOf(catalogue, row, 'payin'))
    const payout = found.get(payoutKey) ?? (await instrumentOf(catalogue, row, 'payout'))
    found.set(payinKey, payin).set(payoutKey, payout)
    views.push(render(row, payin, payout))
  }
  return views
}

type Side = 'payin' | 'payout'

async function instrumentOf(
  catalogue: Catalogue,
  row: ShownOrder,
  side: Side,
): Promise<Instrument> {
  const id = row[`${side}_instrument_id`]
  const version = row[`${side}_instrument_version`]
  const instrument = await catalogue.instrument(
    { organizationId: row.organization_id, id },
    version,
  )
  if (instrument === undefined)
    throw danglingReference(publicId('ord', row.id), `${publicId('epi', id)} (version ${version})`)
  return instrument
}

const keyOf = (row: ShownOrder, side: Side): string =>
  `${row[`${side}_instrument_id`]} ${row[`${side}_instrument_version`]}`

// Writes JSON text directly, since this dominates a list of a million orders. The instruments are two thirds of the
// text and most orders share them, so their text is cached. Only text that a person wrote needs JSON escapes.
function render(row: ShownOrder, payin: Instrument, payout: Instrument): Rendered {
  const paidIn = (minor: bigint) => formatAmount(minor, row.payin_currency)
  const rate = formatRateText(row.exchange_rate)
  const achieved =
    row.effective_exchange_rate === row.exchange_rate
      ? rate
      : formatRateText(row.effective_exchange_rate)
  const retry = row.retry_order_id === null ? 'null' : `"${publicId('ord', row.retry_order_id)}"`
  const details = JSON.stringify(detailsView(payin.method, row.funding_details))
  return new Rendered(
    `{"id":"${publicId('ord', row.id)}","quote_id":"${publicId('qt', row.quote_id)}"` +
      `,"offering_id":"${publicId('off', row.offering_id)}","reference_number":"${row.reference_number}"` +
      `,"external_reference_id":${JSON.stringify(row.external_reference_id)}` +
      `,"exchange_rate":"${rate}","effective_exchange_rate":"${achieved}"` +
      `,"payin":{"external_payment_instrument":${instrumentText(payin, row.payin_instrument_version)}` +
      `,"total":"${paidIn(row.payin_total_minor)}","fee":"${paidIn(row.payin_fee_minor)}"` +
      `,"tax":"${paidIn(row.payin_tax_minor)}"}` +
      `,"payout":{"external_payment_instrument":${instrumentText(payout, row.payout_instrument_version)}` +
      `,"total":"${formatAmount(row.payout_total_minor, row.payout_currency)}"}` +
      `,"status":${statusText(row.status_history)}` +
      `,"funding_instructions":{"currency":"${row.payin_currency}","method":"${payin.method}","details":${details}}` +
      `,"retry_order_id":${retry},"created_at":"${toTimestamp(row.created_at)}"` +
      `,"updated_at":"${toTimestamp(row.updated_at)}"${metadataText(row)}}`,
  )
}

/** An account at the desk paid the order, in the statement that created it. */
const isPaidByAccount = ({ funding_details: details }: OrderRow): boolean =>
  Object.hasOwn(details, 'account_number')

/** The row as it was created, with its first `states` statuses. A replayed request renders it. */
export const asCreated = (row: OrderRow, states = isPaidByAccount(row) ? 2 : 1): OrderRow => ({
  ...row,
  status_history: row.status_history.slice(0, states),
  effective_exchange_rate: row.exchange_rate,
  retry_order_id: null,
  updated_at: row.created_at,
})
