// The SQL that adds up small deposits and refunds, by what became of them.
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Uuid } from '../../platform/ids.ts'

export const smallStates = [
  'kept',
  'collected',
  'written_off',
  'assigned',
  'booked',
  'returned',
] as const

export type SmallSum = {
  rail: string
  currency: string
  kind: 'deposits' | 'refunds'
  state: (typeof smallStates)[number]
  count: number
  /** A sum may exceed a bigint of the database. */
  sum_minor: string
}

/** Small deposits belong to no enterprise: with `enterpriseIds`, only refunds. */
export const selectSmallSums = allRows<
  SmallSum,
  [period: { from: Instant; to: Instant }, enterpriseIds: readonly Uuid<'ent'>[] | null]
>(
  'select_small_sums',
  ['from', 'to', 'enterprise_ids'],
  `select rail, currency::text as currency, kind, state, count(*)::int as count, sum(minor)::text as sum_minor
     from (select rail, currency, 'deposits' as kind, amount_minor as minor,
                  case when order_id is not null then 'assigned' else coalesce(exit, 'kept') end as state
             from deposits
            where is_small and reversed_at is null and recorded_at >= $1 and recorded_at < $2 and $3::uuid[] is null
            union all
           select r.small_rail, r.currency, 'refunds', r.amount_minor - r.reversed_minor, lower(r.status)
             from refunds r join organizations g on g.id = r.organization_id
            where r.small_rail is not null and r.status in ('KEPT', 'COLLECTED', 'WRITTEN_OFF')
              and r.created_at >= $1 and r.created_at < $2 and ($3::uuid[] is null or g.enterprise_id = any ($3::uuid[]))) small
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4`,
  (period, enterpriseIds) => [sqlInstant(period.from), sqlInstant(period.to), enterpriseIds],
)
