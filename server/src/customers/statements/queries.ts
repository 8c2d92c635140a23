// The SQL of statements: the orders of a month that received money.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { earliestUuid, latestUuid, type Uuid } from '../../platform/ids.ts'
import type { OrderStatus } from '../../engine/orders/states.ts'

/** One order, or the sums of `count` orders of one status and pair of currencies. `updated_at`: the latest. */
export type Stated = {
  count: number
  updated_at: Instant
  status: OrderStatus
  payin_currency: string
  payin_total_minor: bigint
  payin_fee_minor: bigint
  payin_tax_minor: bigint
  received_minor: bigint
  payout_currency: string
  payout_total_minor: bigint
}
export type StatedOrder = Stated & { reference_number: string }

type Span = { from: Instant; to: Instant }
const SPAN = ['organization_id', 'from_id', 'to_id', 'from', 'to'] as const
/** A retried order has given its money to its retry. The bounds of ids let the primary key skip other months. */
const OF_SPAN = `organization_id = $1 and id >= $2 and id < $3 and created_at >= $4 and created_at < $5
      and received_minor > 0 and retry_order_id is null`
const spanValues = (organizationId: Uuid<'org'>, { from, to }: Span) => [
  organizationId,
  earliestUuid('ord', from),
  latestUuid('ord', to),
  sqlInstant(from),
  sqlInstant(to),
]

/** Oldest first. */
export const selectStatedOrders = allRows<
  StatedOrder,
  [organizationId: Uuid<'org'>, Span, limit: number]
>(
  'select_stated_orders',
  [...SPAN, 'limit'],
  `select reference_number, 1 as count, updated_at, status, payin_currency, payin_total_minor, payin_fee_minor,
          payin_tax_minor, received_minor, payout_currency, payout_total_minor
     from orders
    where ${OF_SPAN}
    order by organization_id, id
    limit $6`,
  (organizationId, span, limit) => [...spanValues(organizationId, span), limit],
)

const SUMS = [
  'payin_total_minor',
  'payin_fee_minor',
  'payin_tax_minor',
  'received_minor',
  'payout_total_minor',
] as const

const selectSums = allRows<
  Omit<Stated, (typeof SUMS)[number]> & Record<(typeof SUMS)[number], string>,
  [organizationId: Uuid<'org'>, Span]
>(
  'select_stated_sums',
  SPAN,
  `select count(*)::int as count, max(updated_at) as updated_at, status, payin_currency, payout_currency,
          ${SUMS.map((name) => `sum(${name})::text as ${name}`).join(', ')}
     from orders
    where ${OF_SPAN}
    group by payin_currency, payout_currency, status
    order by payin_currency, payout_currency, status`,
  spanValues,
)

/** The sums of each status and pair of currencies. A sum may be larger than the database's integers. */
export const selectStatedSums = async (
  db: Db,
  organizationId: Uuid<'org'>,
  span: Span,
): Promise<Stated[]> =>
  (await selectSums(db, organizationId, span)).map((row) => ({
    ...row,
    payin_total_minor: BigInt(row.payin_total_minor),
    payin_fee_minor: BigInt(row.payin_fee_minor),
    payin_tax_minor: BigInt(row.payin_tax_minor),
    received_minor: BigInt(row.received_minor),
    payout_total_minor: BigInt(row.payout_total_minor),
  }))
