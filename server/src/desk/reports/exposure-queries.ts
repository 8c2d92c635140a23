// The SQL that adds up what open orders promise.
import { allRows } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import { OPEN } from '../../engine/orders/open-orders.ts'

// Read through the worker's indexes, whatever the statistics say: completed orders are many.
const OPEN_ORDERS = `(select * from orders where ${OPEN} offset 0)`

export const exposureSums = [
  'unfunded',
  'unfunded_payin_minor',
  'unfunded_payout_minor',
  'unfilled',
  'unfilled_payin_minor',
  'unfilled_payout_minor',
  'sold_minor',
  'delivered_minor',
  'reserved_payin_minor',
  'reserved_payout_minor',
] as const
export type ExposureSum = (typeof exposureSums)[number]

export type ExposureRow = {
  organization_id: Uuid<'org'>
  route_id: Uuid<'rt'>
  /** The provider that the order reserves at, or that converts it, or that priced it. */
  provider: string | null
  payin_currency: string
  payout_currency: string
} & Record<ExposureSum, string>

/** Open orders as of one statement. `organizations`: null for all. */
export const selectExposure = allRows<ExposureRow, [organizations: readonly Uuid<'org'>[] | null]>(
  'select_exposure',
  ['organization_ids'],
  `select o.organization_id, o.route_id, coalesce(o.reserved_provider, o.chosen_provider, o.priced_provider) as provider,
          o.payin_currency, o.payout_currency,
          count(*) filter (where o.status = 'STEP_1_AWAITING_FUNDING')::text as unfunded,
          coalesce(sum(o.payin_total_minor) filter (where o.status = 'STEP_1_AWAITING_FUNDING'), 0)::text as unfunded_payin_minor,
          coalesce(sum(o.payout_total_minor) filter (where o.status = 'STEP_1_AWAITING_FUNDING'), 0)::text as unfunded_payout_minor,
          count(*) filter (where o.status = 'STEP_2_FILLING_FX')::text as unfilled,
          coalesce(sum(o.payin_total_minor - o.payin_fee_minor - o.payin_tax_minor)
                     filter (where o.status = 'STEP_2_FILLING_FX'), 0)::text as unfilled_payin_minor,
          coalesce(sum(o.payout_total_minor) filter (where o.status = 'STEP_2_FILLING_FX'), 0)::text as unfilled_payout_minor,
          coalesce(sum(f.sold_minor), 0)::text as sold_minor, coalesce(sum(f.delivered_minor), 0)::text as delivered_minor,
          coalesce(sum(o.payin_total_minor - o.payin_fee_minor - o.payin_tax_minor)
                     filter (where o.reserved_provider is not null), 0)::text as reserved_payin_minor,
          coalesce(sum(o.payout_total_minor) filter (where o.reserved_provider is not null), 0)::text as reserved_payout_minor
     from ${OPEN_ORDERS} o
     left join lateral (select sum(sold_minor) as sold_minor, sum(delivered_minor) as delivered_minor from fills
                         where organization_id = o.organization_id and order_id = o.id and sold_minor is not null
                           and o.status = 'STEP_2_FILLING_FX') f on true
    where o.status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX')
      and ($1::uuid[] is null or o.organization_id = any ($1))
    group by 1, 2, 3, 4, 5`,
)
