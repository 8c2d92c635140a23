// The SQL of refunds that wait: for an operator, or for screening.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, firstRow, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, anyRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { OutflowRefusal } from '../../outside/rails/outflow-caps.ts'
import { COLUMNS, MANY_ATTEMPTS, type ClaimedRefund, type RefundRow } from './queries.ts'

/** Gives back an unsent refund that screening holds or has not answered. Waiting is no failed attempt. */
export const updateRefundScreened = write(
  'update_refund_screened',
  ['organization_id', 'id', 'lease_token', 'due_at'],
  `update refunds set due_at = $4, attempt = 0, lease_token = null, leased_until = null
    where organization_id = $1 and id = $2 and lease_token = $3`,
  (refund: ClaimedRefund, dueAt: Instant) => [
    refund.organization_id,
    refund.id,
    refund.lease_token,
    sqlInstant(dueAt),
  ],
)

/** Makes the refund due now. False if it is due already, waits for something else, or a worker has a lease on it. */
export const updateRefundDue = anyRow(
  'update_refund_due',
  ['organization_id', 'id', 'now'],
  `update refunds set due_at = $3
    where organization_id = $1 and id = $2 and due_at > $3 and lease_token is null returning id`,
  (refund: Pick<RefundRow, 'organization_id' | 'id'>, now: Instant) => [
    refund.organization_id,
    refund.id,
    sqlInstant(now),
  ],
)

const SELECT_REFUND_NEXT = statement(
  'select_refund_next',
  ['organization_id', 'id'],
  `select due_at from refunds where organization_id = $1 and id = $2`,
)

/** When the refund is tried next. Null: it waits for a person, or has ended. */
export const selectRefundNext = async (
  db: Db,
  { organization_id: organizationId, id }: Pick<RefundRow, 'organization_id' | 'id'>,
): Promise<Instant | null> =>
  (await firstRow<{ due_at: Instant | null }>(db, SELECT_REFUND_NEXT, [organizationId, id]))
    ?.due_at ?? null

type WaitingRefund = RefundRow & {
  enterprise_id: Uuid<'ent'>
  waits_for: 'destination' | 'release' | 'rail' | 'screening' | OutflowRefusal
}

/**
 * Refunds that need an operator: rejected, without a destination, on hold, beyond a cap, not cleared by screening, or with
 * many failed attempts.
 */
export const selectWaitingRefunds = allRows<WaitingRefund, []>(
  'select_waiting_refunds',
  ['many_attempts'],
  `select ${columnsOf(COLUMNS, 'r')}, g.enterprise_id,
          case when r.due_at is null or (e.status = 'ARCHIVED' and r.attempt = 0) then 'destination'
               when s.key is not null then 'screening'
               when r.attempt >= $1 then 'rail'
               when r.outflow_limited_at is not null and g.status = 'ACTIVE' and e.status = 'ACTIVE'
                 then coalesce(r.outflow_limited_by, 'outflow_limit')
               else 'release' end as waits_for
     from refunds r
     join organizations g on g.id = r.organization_id
     left join external_payment_instruments e on e.organization_id = r.organization_id
      and e.id = r.destination_instrument_id
     left join screenings s on s.key = r.rail_key and r.prepared_sealed is null
      and s.state in ('asking', 'hold', 'reject')
    where r.status = 'FAILED'
       or (r.status = 'PENDING' and r.due_at is null)
       or (r.due_at is not null
           and (r.attempt >= $1 or s.key is not null or r.outflow_limited_at is not null or g.status <> 'ACTIVE' or e.status <> 'ACTIVE'))
    order by r.id`,
  () => [MANY_ATTEMPTS],
)
