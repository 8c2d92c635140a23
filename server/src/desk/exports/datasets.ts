// The datasets of exports, with their columns. docs/reports.md lists them. A new column goes to the end, so that a reader that
// counts columns still works; a column is never renamed.
import { toTimestamp, toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { DepositRow } from '../../engine/deposits/queries.ts'
import { metadataJson } from '../../platform/http/metadata.ts'
import { publicId, type Prefix, type Uuid } from '../../platform/ids.ts'
import type { TransferRow } from '../../engine/ledger/queries.ts'
import { formatAmount, formatRateText, formatSignedAmount } from '../../platform/money/decimal.ts'
import type { OrderRow } from '../../engine/orders/queries.ts'
import type { PayoutRow } from '../../engine/payouts/queries.ts'
import { statusOfPayout } from '../../engine/payouts/status.ts'
import type { RefundRow } from '../../engine/refunds/queries.ts'
import { orderFilters, amountsOfOrders } from '../../engine/orders/operator-queries.ts'
import { depositFilters } from '../../engine/deposits/list-queries.ts'
import { payoutFilters } from '../../engine/payouts/list-queries.ts'
import { refundFilters } from '../../engine/refunds/list-queries.ts'
import { amountsOfCurrency } from '../../platform/http/row-filters.ts'
import { marginByDay } from '../reports/margin.ts'
import { marginNames, marginView } from '../reports/views.ts'
import type { Column, Columns, Format } from './formats.ts'
import { exportedRows, exportedTransfers, type Extent, type Owned } from './queries.ts'

/** An export: its lines in pages, without the first and the last line. A page may be empty. */
type Dataset = {
  about: string
  /** The time to which the period of the export applies. */
  made: string
  names: readonly string[]
  filters: Filters
  head(format: Format): string
  parts(db: Db, extent: Extent, format: Format): AsyncGenerator<{ lines: string; count: number }>
  end(format: Format, lines: number, asOf: Instant): string
}

/** Filters as those of the list. `amounts`: those by an amount, with the filter that names its currency. */
type Filters = {
  names: readonly string[]
  amounts: Readonly<Record<string, string>>
}
/** Rows that are written in one go: about a millisecond. */
const PART = 100
const NO_FILTERS: Filters = { names: [], amounts: {} }

function dataset<Row>(
  about: string,
  made: string,
  columns: Columns<Row>,
  read: (db: Db, extent: Extent) => AsyncGenerator<readonly Row[]>,
  filters = NO_FILTERS,
): Dataset {
  return {
    about,
    made,
    names: columns.map(([name]) => name),
    filters,
    head: (format) => format.head(columns),
    async *parts(db, extent, format) {
      for await (const page of read(db, extent))
        for (let at = 0; at < page.length; at += PART) {
          const rows = page.slice(at, at + PART)
          const lines = rows.map((row) => format.line(columns, row)).join('')
          yield { lines, count: rows.length }
        }
    },
    end: (format, lines, asOf) => format.end(columns, lines, asOf),
  }
}

const idOf = <P extends Prefix>(prefix: P, id: Uuid<NoInfer<P>> | null): string | null =>
  id === null ? null : publicId(prefix, id)

/** Columns of texts that are named as their field. */
const texts = <Name extends string>(...names: Name[]): Columns<Record<Name, string | null>> =>
  names.map((name) => [name, 'text', (row) => row[name]])

const owner: Columns<Owned> = [
  ['enterprise_id', 'text', (row) => idOf('ent', row.enterprise_id)],
  ['organization_id', 'text', (row) => idOf('org', row.organization_id)],
  ['organization_name', 'text', (row) => row.organization_name],
]

const amountOf = (minor: bigint | null, currency: string | null): string | null =>
  minor === null || currency === null ? null : formatSignedAmount(minor, currency)

type Fee = { fee_currency: string | null; fee_minor: bigint | null }
const fee: readonly Column<Fee>[] = [
  ['fee_currency', 'text', (row) => row.fee_currency],
  ['fee', 'amount', (row) => amountOf(row.fee_minor, row.fee_currency)],
]

type Money = { currency: string; amount_minor: bigint }
const money: Columns<Money> = [
  ['currency', 'text', (row) => row.currency],
  ['amount', 'amount', (row) => formatAmount(row.amount_minor, row.currency)],
]

const ORDER = [
  'reference_number',
  'external_reference_id',
  'route_id',
  'status',
  'parked_reason',
  'payin_currency',
  'payin_total_minor',
  'payin_fee_minor',
  'payin_tax_minor',
  'received_minor',
  'payout_currency',
  'payout_total_minor',
  'exchange_rate',
  'retry_order_id',
  'created_at',
  'updated_at',
  'metadata',
] as const satisfies readonly (keyof OrderRow)[]
type ExportedOrder = Pick<OrderRow, 'id' | (typeof ORDER)[number]> &
  Owned & { route_name: string; provider_name: string | null; firm_rate: string | null }

const orders = dataset<ExportedOrder>(
  'Orders, as they are at the instant of the export.',
  'Orders created',
  [
    ['id', 'text', ({ id }) => publicId('ord', id)],
    ...texts('reference_number', 'external_reference_id'),
    ...owner,
    ['route_id', 'text', (row) => publicId('rt', row.route_id)],
    ...texts('route_name', 'status', 'parked_reason', 'payin_currency'),
    ['payin_total', 'amount', (row) => formatAmount(row.payin_total_minor, row.payin_currency)],
    ['payin_fee', 'amount', (row) => formatAmount(row.payin_fee_minor, row.payin_currency)],
    ['payin_tax', 'amount', (row) => formatAmount(row.payin_tax_minor, row.payin_currency)],
    ['received', 'amount', (row) => formatAmount(row.received_minor, row.payin_currency)],
    ...texts('payout_currency'),
    ['payout_total', 'amount', (row) => formatAmount(row.payout_total_minor, row.payout_currency)],
    ['promised_rate', 'amount', (row) => formatRateText(row.exchange_rate)],
    ['liquidity_provider', 'text', (row) => row.provider_name],
    [
      'firm_rate',
      'amount',
      (row) => (row.firm_rate === null ? null : formatRateText(row.firm_rate)),
    ],
    ['retry_order_id', 'text', (row) => idOf('ord', row.retry_order_id)],
    ['created_at', 'text', (row) => toTimestamp(row.created_at)],
    ['updated_at', 'text', (row) => toTimestamp(row.updated_at)],
    ['metadata', 'text', (row) => metadataJson(row.metadata)],
  ],
  exportedRows<ExportedOrder, 'ord'>('select_exported_orders', {
    filters: orderFilters,
    table: 'orders',
    kind: 'ord',
    madeAt: 'created_at',
    hasKeyOfId: true,
    columns: ORDER.join(', '),
    joined: {
      columns: 'r.name as route_name, f.provider_name, f.firm_rate',
      joins: `
         left join lateral (select name from configured_routes
                             where organization_id = t.organization_id and id = t.route_id) r on true
         left join lateral (select provider_name, firm_rate from fills
                             where organization_id = t.organization_id and order_id = t.id and declined_at is null
                             order by sequence desc limit 1) f on true`,
    },
  }),
  { names: Object.keys(orderFilters), amounts: amountsOfOrders },
)

const DEPOSIT = [
  'order_id',
  'rail',
  'transaction',
  'output_index',
  'address',
  'currency',
  'amount_minor',
  'outcome',
  'recorded_at',
  'assigned_at',
  'reversed_at',
  'reversal_code',
  'reversal_order_id',
  'loss_minor',
] as const satisfies readonly (keyof DepositRow)[]
type ExportedDeposit = Pick<DepositRow, 'id' | (typeof DEPOSIT)[number]> & Owned

const deposits = dataset<ExportedDeposit>(
  'Deposits. Those in suspense belong to no organization: only an export of everything has them.',
  'Deposits recorded',
  [
    ['id', 'text', ({ id }) => publicId('dep', id)],
    ...owner,
    ['order_id', 'text', (row) => idOf('ord', row.order_id)],
    ...texts('rail', 'transaction'),
    ['output_index', 'count', (row) => row.output_index],
    ...texts('address'),
    ...money,
    ...texts('outcome'),
    ['recorded_at', 'text', (row) => toTimestamp(row.recorded_at)],
    ['assigned_at', 'text', (row) => toTimestampOrNull(row.assigned_at)],
    ['reversed_at', 'text', (row) => toTimestampOrNull(row.reversed_at)],
    ...texts('reversal_code'),
    ['reversal_order_id', 'text', (row) => idOf('ord', row.reversal_order_id)],
    ['lost', 'amount', (row) => amountOf(row.loss_minor, row.currency)],
  ],
  exportedRows<ExportedDeposit, 'dep'>('select_exported_deposits', {
    filters: depositFilters,
    table: 'deposits',
    kind: 'dep',
    madeAt: 'recorded_at',
    hasKeyOfId: true,
    columns: DEPOSIT.join(', '),
    where: "outcome <> 'unmatched'",
  }),
  { names: Object.keys(depositFilters), amounts: amountsOfCurrency },
)

const PAYOUT = [
  'order_id',
  'sequence',
  'method',
  'rail',
  'rail_key',
  'rail_reference',
  'currency',
  'amount_minor',
  'fee_currency',
  'fee_minor',
  'rejection_code',
  'created_at',
  'settled_at',
  'rejected_at',
  'returned_at',
] as const satisfies readonly (keyof PayoutRow)[]
type ExportedPayout = Pick<PayoutRow, 'id' | (typeof PAYOUT)[number]> & Owned

const payouts = dataset<ExportedPayout>(
  'Payouts, each attempt one line.',
  'Payouts created',
  [
    ['id', 'text', ({ id }) => publicId('po', id)],
    ...owner,
    ['order_id', 'text', (row) => publicId('ord', row.order_id)],
    ['sequence', 'count', (row) => row.sequence],
    ['status', 'text', (row) => statusOfPayout(row)],
    ...texts('method', 'rail', 'rail_key', 'rail_reference'),
    ...money,
    ...fee,
    ...texts('rejection_code'),
    ['created_at', 'text', (row) => toTimestamp(row.created_at)],
    ['settled_at', 'text', (row) => toTimestampOrNull(row.settled_at)],
    ['rejected_at', 'text', (row) => toTimestampOrNull(row.rejected_at)],
    ['returned_at', 'text', (row) => toTimestampOrNull(row.returned_at)],
  ],
  exportedRows<ExportedPayout, 'po'>('select_exported_payouts', {
    filters: payoutFilters,
    table: 'payouts',
    kind: 'po',
    madeAt: 'created_at',
    hasKeyOfId: false,
    columns: PAYOUT.join(', '),
  }),
  { names: Object.keys(payoutFilters), amounts: amountsOfCurrency },
)

const REFUND = [
  'order_id',
  'deposit_id',
  'reason',
  'status',
  'rail',
  'rail_key',
  'rail_reference',
  'currency',
  'amount_minor',
  'reversed_minor',
  'borne_fee_minor',
  'fee_currency',
  'fee_minor',
  'rejection_code',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof RefundRow)[]
type ExportedRefund = Pick<RefundRow, 'id' | (typeof REFUND)[number]> & Owned

const refunds = dataset<ExportedRefund>(
  'Refunds.',
  'Refunds created',
  [
    ['id', 'text', ({ id }) => publicId('rf', id)],
    ...owner,
    ['order_id', 'text', (row) => publicId('ord', row.order_id)],
    ['deposit_id', 'text', (row) => idOf('dep', row.deposit_id)],
    ...texts('reason', 'status', 'rail', 'rail_key', 'rail_reference'),
    ...money,
    ['given_back_by_reversal', 'amount', (row) => amountOf(row.reversed_minor, row.currency)],
    ['borne_fee', 'amount', (row) => amountOf(row.borne_fee_minor, row.currency)],
    ...fee,
    ...texts('rejection_code'),
    ['created_at', 'text', (row) => toTimestamp(row.created_at)],
    ['updated_at', 'text', (row) => toTimestamp(row.updated_at)],
  ],
  exportedRows<ExportedRefund, 'rf'>('select_exported_refunds', {
    filters: refundFilters,
    table: 'refunds',
    kind: 'rf',
    madeAt: 'created_at',
    hasKeyOfId: false,
    columns: REFUND.join(', '),
  }),
  { names: Object.keys(refundFilters), amounts: amountsOfCurrency },
)

const transfers = dataset<TransferRow & Owned>(
  'Transfers of the ledger: each moves one amount from the credit account to the debit account. Those without an organization are only in an export of everything.',
  'Transfers posted',
  [
    ['id', 'text', ({ id }) => String(id)],
    ...texts('posting_id', 'posting'),
    ['posted_at', 'text', (row) => toTimestamp(row.posted_at)],
    ...texts('debit_account', 'credit_account'),
    ...money,
    ...owner,
    ['order_id', 'text', (row) => idOf('ord', row.order_id)],
  ],
  exportedTransfers,
)

const marginAmounts = [...marginNames, 'margin']

const margin = dataset<Record<string, string | null>>(
  'Margin and exposure by day, route, provider and currency.',
  'Transfers posted',
  [
    ['day', 'text', ({ day = null }) => day],
    ...['enterprise_id', 'organization_id', 'organization_name', 'route_id', 'route_name'].map(
      ofMargin('text'),
    ),
    ...['liquidity_provider', 'currency'].map(ofMargin('text')),
    ...marginAmounts.map(ofMargin('amount')),
  ],
  async function* (db, extent) {
    for await (const day of marginByDay(db, extent, extent.organizations)) yield day.map(marginView)
  },
)

function ofMargin(kind: 'text' | 'amount') {
  return (name: string): Column<Record<string, string | null>> => [
    name,
    kind,
    (row) => row[name] ?? null,
  ]
}

export const datasets = { orders, deposits, payouts, refunds, transfers, margin } as const
export type DatasetName = keyof typeof datasets
