// The parts of the statements that create and change orders: they check volume limits and count what is ordered. For an
// organization without limits they read one empty index range and write nothing.
import { joinByIndex } from '../../platform/db/pool.ts'
import type { OrderStatus } from '../orders/states.ts'

const starts = (period: string, at: string): string => `date_trunc(${period}, ${at}, 'UTC')`

/**
 * SQL part: what is left of each limit of the organizations in `orders`, which has organization_id, created_at and
 * operation. Limits are locked after those of providers, and organizations in order, so that two statements never
 * deadlock.
 */
export const lockedVolumes = (orders: string, lockedBefore: string): string => `
     select o.organization_id, v.*
       from (select organization_id, max(created_at) as at from ${orders}
              where operation = 'create' and (select count(*) from ${lockedBefore}) is not null
              group by organization_id, ${starts(`'day'`, 'created_at')} order by 1, 2) o
       cross join lateral (select from volume_limits
                            where organization_id = o.organization_id and limit_minor is not null limit 1) limited
       cross join lateral lock_volume_limits(o.organization_id, o.at) v`

/**
 * SQL part: for each order and each limit that counts it, what is left and what the batch orders up to this one.
 * `orders` has position, id, organization_id, quote_id, created_at and operation; `volumes` is from lockedVolumes.
 */
export const askedVolumes = (orders: string, volumes: string): string => `
     select i.id, v.*, sum(q.payin_total_minor) over (
              partition by v.organization_id, v.subject_id, v.currency, v.period, v.starts_at order by i.position
            ) as asked_minor
       from ${volumes} v
       join ${orders} i on i.organization_id = v.organization_id and i.operation = 'create'
        and v.starts_at = ${starts('v.period', 'i.created_at')}
       ${joinByIndex('quotes', 'organization_id = i.organization_id and id = i.quote_id and payin_currency = v.currency and v.subject_id in (organization_id, payin_instrument_id)', 'q')}`

/** SQL part: whether all limits cover an order. */
export const isWithinVolumes = (order: string, asked: string): string =>
  `not exists (select from ${asked} where id = ${order}.id and asked_minor > left_minor)`

const add = (rows: string): string => `
  insert into volume_used (organization_id, subject_id, currency, period, starts_at, used_minor)
  ${rows} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, subject_id, currency, period, starts_at)
      do update set used_minor = volume_used.used_minor + excluded.used_minor`

/** SQL part: counts the orders in `created` for the limits in `asked`. */
export const countVolumes = (created: string, asked: string): string =>
  add(`
  select a.organization_id, a.subject_id, a.currency, a.period, a.starts_at, sum(c.payin_total_minor)
    from ${asked} a join ${created} c using (id)`)

const endings: readonly OrderStatus[] = ['FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED']
const ENDED_UNFUNDED = `(${endings.map((status) => `'${status}'`).join(', ')})`

/** Whether the first of an order's new statuses says that it ended unfunded. */
export const endsUnfunded = ([first]: readonly OrderStatus[]): boolean =>
  first !== undefined && endings.includes(first)

/** SQL part: whether an order counts. The second status tells, since an order begins by awaiting its funding. */
export const countsForVolumes = (order: string): string =>
  `coalesce(${order}.status_history -> 1 ->> 'status' not in ${ENDED_UNFUNDED}, true)`

/** SQL part: subtracts the orders in `changed` that ended unfunded. Only limits have rows to subtract from. */
export const giveBackVolumes = (changed: string, condition: string): string =>
  add(`
  select u.organization_id, u.subject_id, u.currency, u.period, u.starts_at, -sum(c.payin_total_minor)
    from ${changed} c
    ${joinByIndex('volume_used', `organization_id = c.organization_id and subject_id in (c.organization_id, c.payin_instrument_id) and currency = c.payin_currency and starts_at = ${starts('period', 'c.created_at')}`, 'u')}
   where ${condition}`)
