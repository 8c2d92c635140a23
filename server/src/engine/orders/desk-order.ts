// An order with the facts that an operator needs for a decision, as the operator API shows it.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import {
  anyText,
  decimal,
  exact,
  identifier,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { metadataField, metadataView } from '../../platform/http/metadata.ts'
import { publicId } from '../../platform/ids.ts'
import { promisedGrossMinor } from '../ledger/postings.ts'
import { formatRate, parseRate } from '../../platform/money/decimal.ts'
import type { OperatorOrder } from './operator-queries.ts'
import { money, moneyOrNull, moneyView } from '../../platform/money/desk-money.ts'
import { orderStatus } from './view.ts'

export const deskOrder = exact(
  {
    id: identifier('ord', 'The order.'),
    reference_number: anyText('For people.', 'CO-20260302-7KQ2M4XZ'),
    enterprise_id: identifier('ent', 'The enterprise.'),
    organization_id: identifier('org', 'The organization.'),
    organization_name: anyText('Its name.', 'Acme SA'),
    status: withDescription(orderStatus, 'The present status.'),
    parked_reason: nullable(
      anyText('A reason.', 'slippage'),
      'Why the order waits for an operator. Null if it does not wait.',
    ),
    parked_at: nullable(timestamp('An instant.'), 'Since when it waits.'),
    hold_is_over: Type.Boolean({
      description:
        'It is parked for a hold, and nothing that it needs is on hold any more: an operator can release it.',
      examples: [false],
    }),
    payin: withDescription(money, 'The payin total.'),
    payout: withDescription(money, 'The payout total.'),
    liquidity_provider: anyText('The provider.', 'sandbox-fx'),
    promised_rate: decimal('The rate of the quote.', '4250.00'),
    firm_rate: nullable(
      decimal('A rate.', '4100.00'),
      'The rate that the provider offered, or at which it filled. Null before an offer.',
    ),
    result: nullable(
      money,
      'What the desk gains at the firm rate; negative for a loss. Null before an offer.',
    ),
    accepted_loss: nullable(
      money,
      'The most that the desk may lose with the conversion. Null if nobody accepted a loss.',
    ),
    chosen_provider: nullable(
      anyText('A provider.', 'BETA'),
      'The provider that an operator chose. Null: those of the route.',
    ),
    frozen_at: nullable(
      timestamp('An instant.'),
      'Since when the order is frozen. Null if it is not.',
    ),
    created_at: timestamp('When it was created.'),
    ...metadataField,
  },
  {
    title: 'DeskOrder',
    description: 'An order with the facts that an operator needs for a decision.',
  },
)

export const deskOrderView = (order: OperatorOrder): Static<typeof deskOrder> => ({
  id: publicId('ord', order.id),
  reference_number: order.reference_number,
  enterprise_id: publicId('ent', order.enterprise_id),
  organization_id: publicId('org', order.organization_id),
  organization_name: order.organization_name,
  status: order.status,
  parked_reason: order.parked_reason,
  parked_at: toTimestampOrNull(order.parked_at),
  hold_is_over: order.hold_is_over,
  payin: moneyView(order.payin_total_minor, order.payin_currency),
  payout: moneyView(order.payout_total_minor, order.payout_currency),
  liquidity_provider: order.provider_name,
  promised_rate: formatRate(parseRate(order.exchange_rate)),
  firm_rate: order.firm_rate === null ? null : formatRate(parseRate(order.firm_rate)),
  result:
    order.provider_payout_minor === null
      ? null
      : moneyView(order.provider_payout_minor - promisedGrossMinor(order), order.payout_currency),
  accepted_loss: moneyOrNull(order.accepted_loss_minor, order.payout_currency),
  chosen_provider: order.chosen_provider,
  frozen_at: toTimestampOrNull(order.frozen_at),
  created_at: toTimestamp(order.created_at),
  ...metadataView(order),
})
