// An order that waits for a second person, as the API shows it.
import type { Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { metadataField, metadataView } from '../../platform/http/metadata.ts'
import {
  anyText,
  choice,
  currency,
  decimal,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { pricedBy, type OrderRequestRow } from '../../parties/acts/request-queries.ts'
import { approvalStatuses } from '../../parties/acts/queries.ts'

const person = (description: string) =>
  exact(
    {
      id: identifier('usr', 'The person.'),
      login: anyText('The login.', 'ana@acme.example'),
    },
    { title: 'PersonNamed', description },
  )

export const requestStatus = choice(approvalStatuses, 'What became of it.', {
  title: 'OrderRequestStatus',
  example: 'PENDING',
})

export const pricedBySchema = choice(
  pricedBy,
  'The total that the preparer entered. Whoever approves keeps it; the other one follows the rate of then.',
  { title: 'PricedBy', example: 'payout' },
)

export const orderRequestSchema = exact(
  {
    id: identifier('apr', 'The request.'),
    status: requestStatus,
    offering_id: identifier('off', 'The offering of that quote.'),
    payin_instrument_id: identifier('epi', 'The instrument that the payer sends from.'),
    payout_instrument_id: identifier('epi', 'The instrument that receives the payout.'),
    quote_id: identifier(
      'qt',
      'The quote that the preparer saw. It expires long before the request.',
    ),
    external_reference_id: nullable(
      anyText('A reference.', 'invoice-2026-0042'),
      'Your own reference for the order. Null without one.',
    ),
    note: nullable(
      anyText('A text.', 'The October invoices of Proveedora SA.'),
      'What the preparer says about it. Null if nothing.',
    ),
    priced_by: nullable(
      pricedBySchema,
      'Null if the preparer did not say it: either total may be kept.',
    ),
    exchange_rate: decimal('As the preparer saw it.', '4237.25'),
    payin_currency: currency('What the payer sends.', 'USDC'),
    payin_total: decimal('As the preparer saw it.', '7500.00'),
    payout_currency: currency('What the beneficiary receives.', 'COP'),
    payout_total: decimal('As the preparer saw it.', '31401200.42'),
    prepared_by: person('Whoever prepared it. This person cannot approve it.'),
    prepared_at: timestamp('When it was prepared.'),
    expires_at: timestamp('When it can be approved no longer.'),
    decided_by: nullable(person('A person.'), 'Whoever decided. Null before.'),
    decided_at: nullable(timestamp('An instant.'), 'When. Null before.'),
    decision_note: nullable(
      anyText('A text.', 'Paid already.'),
      'What was said with the decision. Null if nothing.',
    ),
    ...metadataField,
  },
  { title: 'OrderRequest', description: 'An order that waits for a second person.' },
)

export const orderRequestView = (row: OrderRequestRow): Static<typeof orderRequestSchema> => {
  const { asked } = row
  return {
    id: publicId('apr', row.id),
    status: row.status,
    offering_id: asked.offering_id,
    payin_instrument_id: asked.payin_instrument_id,
    payout_instrument_id: asked.payout_instrument_id,
    quote_id: asked.quote_id,
    external_reference_id: asked.external_reference_id,
    note: asked.note,
    priced_by: asked.priced_by ?? null,
    exchange_rate: asked.exchange_rate,
    payin_currency: asked.payin_currency,
    payin_total: asked.payin_total,
    payout_currency: asked.payout_currency,
    payout_total: asked.payout_total,
    prepared_by: { id: publicId('usr', row.proposed_person), login: row.proposer.login },
    prepared_at: toTimestamp(row.proposed_at),
    expires_at: toTimestamp(row.expires_at),
    decided_by:
      row.decided_person === null
        ? null
        : { id: publicId('usr', row.decided_person), login: row.decider ?? '' },
    decided_at: toTimestampOrNull(row.decided_at),
    decision_note: row.decision_reason === '' ? null : row.decision_reason,
    ...metadataView({ metadata: asked.metadata ?? null }),
  }
}
