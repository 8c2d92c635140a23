// The order as its own job: claimed when it is due, given back, set aside for an operator and released.
import type { Instant } from '../clock.ts'
import { isFree } from '../db/lease.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'
import { ORDER_COLUMNS_OF, type OrderRow, type ParkedReason } from './queries.ts'

export type ClaimedOrder = OrderRow & { lease_token: Uuid }

/** Leases up to `limit` due orders to one worker: each gets `leaseToken` until it is used or runs out. */
export async function claimDueOrders(
  db: Db,
  options: { now: Instant; leaseToken: Uuid; leaseMs: number; limit: number },
): Promise<ClaimedOrder[]> {
  return rows<ClaimedOrder>(
    db,
    'claim_due_orders',
    `with due as (
       select organization_id, id from orders
        where due_at <= $1 and parked_reason is null and ${isFree('leased_until', '$4')}
        order by due_at
        limit $2
        for update skip locked
     )
     update orders o
        set lease_token = $3, leased_until = now() + $4 * interval '1 millisecond', attempt = o.attempt + 1
       from due
      where (o.organization_id, o.id) = (due.organization_id, due.id)
     returning ${ORDER_COLUMNS_OF('o')}`,
    [sqlInstant(options.now), options.limit, options.leaseToken, options.leaseMs],
  )
}

/** Gives a leased order back, due again at `dueAt`, with its failures in a row. A stale lease writes nothing. */
export async function updateOrderPostponed(
  db: Db,
  order: { organizationId: Uuid; id: Uuid; leaseToken: Uuid },
  dueAt: Instant,
  failures: number,
): Promise<void> {
  await rows(
    db,
    'update_order_postponed',
    `update orders set due_at = $4, attempt = $5, lease_token = null, leased_until = null
      where organization_id = $1 and id = $2 and lease_token = $3`,
    [order.organizationId, order.id, order.leaseToken, sqlInstant(dueAt), failures],
  )
}

/** Makes orders due at `now` that wait for longer than to `latest`, but for those that wait for their funding. */
export async function updateOrdersDueSooner(
  db: Db,
  now: Instant,
  latest: Instant,
): Promise<number> {
  const sooner = await rows(
    db,
    'update_orders_due_sooner',
    `update orders set due_at = $1
      where due_at > $2 and parked_reason is null and status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')
      returning id`,
    [sqlInstant(now), sqlInstant(latest)],
  )
  return sooner.length
}

/** Sets a leased order aside for an operator. False when the lease was lost. */
export async function updateOrderParked(
  db: Db,
  order: { organizationId: Uuid; id: Uuid; leaseToken: Uuid },
  reason: ParkedReason,
  at: Instant,
): Promise<boolean> {
  const parked = await rows(
    db,
    'update_order_parked',
    `update orders set parked_reason = $4, parked_at = $5, lease_token = null, leased_until = null
      where organization_id = $1 and id = $2 and lease_token = $3
      returning id`,
    [order.organizationId, order.id, order.leaseToken, reason, sqlInstant(at)],
  )
  return parked.length > 0
}

export type ParkedOrder = OrderRow & { parked_at: Instant }

/** Of every organization, longest parked first. */
export async function selectParkedOrders(db: Db): Promise<ParkedOrder[]> {
  return rows<ParkedOrder>(
    db,
    'select_parked_orders',
    `select ${ORDER_COLUMNS_OF('orders')}, parked_at from orders where parked_reason is not null order by parked_at, id`,
  )
}

/** Lets a parked order go on: it stayed due. False when there is no such parked order. */
export async function updateOrderReleased(db: Db, id: Uuid): Promise<boolean> {
  const released = await rows(
    db,
    'update_order_released',
    `update orders set parked_reason = null, parked_at = null, attempt = 0
      where id = $1 and parked_reason is not null
      returning id`,
    [id],
  )
  return released.length > 0
}
