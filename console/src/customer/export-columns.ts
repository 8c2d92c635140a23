// The columns of customers' exports. In English, names and codes are those of the API, which programs read. In Spanish they are
// words. The order is the same, and a new column goes to the end.
import type { Order, Refund } from '@corridor/sdk'
import type { Column, Columns } from '../../../server/src/desk/exports/formats.ts'
import type { Language } from '../parts/language.tsx'
import { moneyTexts } from './money-words.ts'
import { orderTexts } from './order-words.ts'

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

const SPANISH: Readonly<Record<string, string>> = {
  id: 'Identificador',
  reference_number: 'Referencia',
  external_reference_id: 'Su referencia',
  status: 'Estado',
  payin_currency: 'Moneda de entrada',
  payin_total: 'Total de entrada',
  payout_currency: 'Moneda de salida',
  payout_total: 'Total de salida',
  paid_to: 'Pagado a',
  created_at: 'Fecha de creación (UTC)',
  updated_at: 'Último cambio (UTC)',
  metadata: 'Metadatos',
  payin_fee: 'Comisión',
  payin_tax: 'Impuesto sobre la comisión',
  exchange_rate: 'Tasa',
  effective_exchange_rate: 'Tasa lograda',
  order_id: 'Orden',
  reason: 'Motivo',
  currency: 'Moneda',
  amount: 'Monto',
  reference: 'Referencia del medio de pago',
}
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { ...orderTexts.es.status, ...moneyTexts.es.refund },
  reason: moneyTexts.es.reason,
}

export const columnsIn = <Row>(language: Language, columns: Columns<Row>): Columns<Row> =>
  language === 'en' ? columns : columns.map(inSpanish)

function inSpanish<Row>(column: Column<Row>): Column<Row> {
  const name = SPANISH[column[0]] ?? column[0]
  if (column[1] === 'count') return [name, column[1], column[2]]
  const [code, kind, value] = column
  return [
    name,
    kind,
    (row) => {
      const text = value(row)
      return text === null ? null : (WORDS[code]?.[text] ?? text)
    },
  ]
}
