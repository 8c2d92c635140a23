// Orders as a job queue: workers claim due orders under a lease and give them back.
import type { Instant } from '../../platform/clock.ts'
import { bringForward, isFree, newLease } from '../../platform/db/lease.ts'
import { joinByIndex, sqlInstant } from '../../platform/db/pool.ts'
import { allRows, countRows, write } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import { ORDER_COLUMNS_OF, type OrderRow } from './queries.ts'

/** Longer than any call to a provider or rail may take. The orders of a dead worker become free after it. */
export const LEASE_MS = 30_000

export type ClaimedOrder = OrderRow & { lease_token: Uuid<'lease'> }

export const isClaimed = (order: OrderRow): order is ClaimedOrder => order.lease_token !== null

// A frozen order still expires, and its sends in flight still end.
const MAY_GO_ON = `(frozen_at is null or status = 'STEP_1_AWAITING_FUNDING'
            or exists (select from fills f where (f.organization_id, f.order_id) = (orders.organization_id, orders.id)
                          and f.filled_at is null and f.declined_at is null)
            or exists (select from payouts p where (p.organization_id, p.order_id) = (orders.organization_id, orders.id)
                          and p.settled_at is null and p.rejected_at is null and p.rail is not null))`

/** Leases up to `limit` due orders to a worker, under `leaseToken`, for `leaseMs`. Skips rows that others lock. */
export const claimDueOrders = allRows<
  ClaimedOrder,
  [options: { now: Instant; leaseToken: Uuid<'lease'>; leaseMs: number; limit: number }]
>(
  'claim_due_orders',
  ['now', 'limit', 'lease_token', 'lease_ms'],
  `with due as (
     select organization_id, id from orders
      where due_at <= $1 and parked_reason is null and ${isFree('leased_until', '$4')}
        and ${MAY_GO_ON}
      order by due_at
      limit $2
      for update skip locked
   )
   update orders o
      set ${newLease('$3', '$4')}, attempt = o.attempt + 1
     from due
    where (o.organization_id, o.id) = (due.organization_id, due.id)
   returning ${ORDER_COLUMNS_OF('o')}`,
  (options) => [sqlInstant(options.now), options.limit, options.leaseToken, options.leaseMs],
)

/**
 * SQL part that joins the order `o` of each row `i`, if the worker still holds its lease. It locks the order until the
 * statement ends, so an order cannot be parked or ended meanwhile. A reader of a parked order therefore sees every fill
 * and payout that it will have.
 */
export const leasedOrder = (condition: string): string =>
  joinByIndex(
    'orders',
    `organization_id = i.organization_id and id = i.order_id and lease_token = i.lease_token
       and ${condition} for share`,
    'o',
  )

/** SQL part: the orders reserve at the provider that fills them, if it has limits. Their version stays: nothing shows. */
export const reserveElsewhere = (moved: string): string => `
   update orders o set reserved_provider = case when m.is_limited then m.provider_name end
     from ${moved} m where (o.organization_id, o.id) = (m.organization_id, m.order_id)`

/** Sorts by key: all batches lock orders in the same sequence, so that they cannot deadlock. */
export const inLockOrder = <Intent extends { organizationId: Uuid<'org'>; orderId: Uuid<'ord'> }>(
  intents: readonly Intent[],
): Intent[] =>
  intents.toSorted((a, b) => (a.organizationId + a.orderId < b.organizationId + b.orderId ? -1 : 1))

/** Releases the lease. The order is due again at `dueAt`, after `failures` failures in a row. A stale lease writes nothing. */
export const updateOrderPostponed = write(
  'update_order_postponed',
  ['organization_id', 'id', 'lease_token', 'due_at', 'failures'],
  `update orders set due_at = $4, attempt = $5, lease_token = null, leased_until = null
    where organization_id = $1 and id = $2 and lease_token = $3`,
  (
    order: { organizationId: Uuid<'org'>; id: Uuid<'ord'>; leaseToken: Uuid<'lease'> },
    dueAt: Instant,
    failures: number,
  ) => [order.organizationId, order.id, order.leaseToken, sqlInstant(dueAt), failures],
)

/** Makes orders due at `now` if their retry is scheduled later than `latest`. Orders that await funding stay as they are. */
export const updateOrdersDueSooner = countRows(
  'update_orders_due_sooner',
  ['now', 'latest'],
  bringForward(
    'orders',
    'organization_id, id',
    `due_at > $2 and parked_reason is null and status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')`,
  ),
  (now: Instant, latest: Instant) => [sqlInstant(now), sqlInstant(latest)],
)

/** Makes the orders of these keys due. Keys of another rail or provider than `counterparty` change nothing. */
export const updateOrdersDueNow = countRows(
  'update_orders_due_now',
  ['now', 'keys', 'counterparty'],
  bringForward(
    'orders',
    'organization_id, id',
    `due_at > $1 and parked_reason is null and lease_token is null
      and status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')
      and (organization_id, id) in (
        select organization_id, order_id from payouts where rail_key = any($2::text[]) and rail = $3
        union all
        select organization_id, order_id from fills where provider_key = any($2::text[]) and provider_name = $3)`,
  ),
  (now: Instant, keys: readonly string[], counterparty: string) => [
    sqlInstant(now),
    keys,
    counterparty,
  ],
)
