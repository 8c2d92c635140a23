// Statements on due refunds: which one is due first, and those that make refunds due sooner, after the clock of a sandbox
// moved or after a webhook of a rail.
import type { Instant } from '../../platform/clock.ts'
import { bringForward } from '../../platform/db/lease.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { countRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { MANY_ATTEMPTS } from './queries.ts'

/** Makes refunds due at `now` if their retry is later than `latest`, or than `latestSeldom` after many attempts. */
export const updateRefundsDueSooner = countRows(
  'update_refunds_due_sooner',
  ['now', 'latest', 'latest_seldom', 'many_attempts'],
  bringForward(
    'refunds',
    'organization_id, id',
    'due_at > case when attempt >= $4 then $3::timestamptz else $2::timestamptz end',
  ),
  (now: Instant, latest: Instant, latestSeldom: Instant) => [
    sqlInstant(now),
    sqlInstant(latest),
    sqlInstant(latestSeldom),
    MANY_ATTEMPTS,
  ],
)

// The conditions are those of claim_due_refunds: a refund that is held does not wait for a worker.
const SELECT_REFUND_DUE = statement(
  'select_refund_due',
  ['now'],
  `select r.due_at
     from refunds r
     join organizations g on g.id = r.organization_id
     join external_payment_instruments e on e.organization_id = r.organization_id
      and e.id = r.destination_instrument_id
     join orders o on o.organization_id = r.organization_id and o.id = r.order_id
    where r.due_at <= $1 and (r.leased_until is null or r.leased_until < now())
      and (r.status = 'SENT' or r.attempt > 0
           or (g.status = 'ACTIVE' and e.status = 'ACTIVE' and o.frozen_at is null))
    order by r.due_at limit 1`,
)

/** Since when the next refund has waited for a worker. Undefined: none waits. */
export async function selectRefundDue(db: Db, now: Instant): Promise<Instant | undefined> {
  const [row] = await rows<{ due_at: Instant }>(db, SELECT_REFUND_DUE, [sqlInstant(now)])
  return row?.due_at
}

/** Makes the refunds of these keys due, if they went over this rail. */
export const updateRefundsDueNow = countRows(
  'update_refunds_due_now',
  ['now', 'keys', 'rail'],
  bringForward(
    'refunds',
    'organization_id, id',
    'due_at > $1 and rail_key = any($2::text[]) and rail = $3 and lease_token is null',
  ),
  (now: Instant, keys: readonly string[], rail: string) => [sqlInstant(now), keys, rail],
)
