// The columns of customers' exports. Names and order are those of the API; a new column goes to the end.
import type { Order, Refund } from '@corridor/sdk'
import type { Columns } from '../../../server/src/desk/exports/formats.ts'

export const orderExport: Columns<Order> = [
  ['id', 'text', ({ id }) => id],
  ['reference_number', 'text', (order) => order.reference_number],
  ['external_reference_id', 'text', (order) => order.external_reference_id],
  ['status', 'text', (order) => order.status.current_status],
  ['payin_currency', 'text', ({ payin }) => payin.external_payment_instrument.currency],
  ['payin_total', 'amount', ({ payin }) => payin.total],
  ['payout_currency', 'text', ({ payout }) => payout.external_payment_instrument.currency],
  ['payout_total', 'amount', ({ payout }) => payout.total],
  ['paid_to', 'text', ({ payout }) => payout.external_payment_instrument.alias],
  ['created_at', 'text', (order) => order.created_at],
  ['updated_at', 'text', (order) => order.updated_at],
  ['metadata', 'text', ({ metadata }) => (metadata ? JSON.stringify(metadata) : null)],
  ['payin_fee', 'amount', ({ payin }) => payin.fee],
  ['payin_tax', 'amount', ({ payin }) => payin.tax],
  ['exchange_rate', 'amount', (order) => order.exchange_rate],
  ['effective_exchange_rate', 'amount', (order) => order.effective_exchange_rate],
]

export const refundExport: Columns<Refund> = [
  ['id', 'text', ({ id }) => id],
  ['order_id', 'text', (refund) => refund.order_id],
  ['status', 'text', ({ status }) => status],
  ['reason', 'text', ({ reason }) => reason],
  ['currency', 'text', ({ currency }) => currency],
  ['amount', 'amount', ({ amount }) => amount],
  ['reference', 'text', ({ reference }) => reference],
  ['created_at', 'text', (refund) => refund.created_at],
  ['updated_at', 'text', (refund) => refund.updated_at],
]
