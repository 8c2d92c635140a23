// The SQL that lists deliveries, and makes late ones due.
import type { Instant } from '../../platform/clock.ts'
import { bringForward } from '../../platform/db/lease.ts'
import { joinByIndex, rows, sqlInstant, sqlInstants, type Db } from '../../platform/db/pool.ts'
import { countRows } from '../../platform/db/row-functions.ts'
import { inBothOrders, type Sorted } from '../../platform/db/sorts.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { OwnedEndpoint } from './queries.ts'

export type DeliveryRow = {
  id: Uuid<'whd'>
  event_id: Uuid<'evt'>
  /** The organization of the event. Null for a test of an endpoint of an enterprise. */
  of_organization: Uuid<'org'> | null
  event_type: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: number
  last_status_code: number | null
  last_error: string | null
  last_answer: string | null
  created_at: Instant
  updated_at: Instant
  due_at: Instant | null
}

/** SQL part: the event of each delivery, `e`. */
export const eventOf = (delivery: string): string =>
  joinByIndex(
    'events',
    `organization_id = coalesce(${delivery}.event_organization_id, ${delivery}.organization_id)
       and id = ${delivery}.event_id`,
    'e',
  )
const selecting = (name: string, condition: string) =>
  inBothOrders(
    name,
    ['organization_id', 'endpoint_id', 'after', 'limit'],
    ({
      after,
      direction,
      start,
    }) => `select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
          d.created_at, d.updated_at, d.due_at,
          coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
     from webhook_deliveries d
     ${eventOf('d')}
    where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id ${after} coalesce($3::uuid, ${start})
      ${condition}
    order by d.event_id ${direction}
    limit $4`,
  )
const SELECT_WEBHOOK_DELIVERIES = selecting('select_webhook_deliveries', '')
// The conditions of the rare ones are those of webhook_deliveries_due and deliveries_failed.
const BY_STATUS: Readonly<Record<DeliveryRow['status'], typeof SELECT_WEBHOOK_DELIVERIES>> = {
  PENDING: selecting('select_pending_webhook_deliveries', 'and d.due_at is not null'),
  DELIVERED: selecting('select_delivered_webhook_deliveries', `and d.status = 'DELIVERED'`),
  FAILED: selecting('select_failed_webhook_deliveries', `and d.status = 'FAILED'`),
}

/** In the order of the events, behind `after`. */
export async function selectDeliveries(
  db: Db,
  { ownerId, id: endpointId }: OwnedEndpoint,
  after: Uuid<'evt'> | null,
  limit: number,
  { status, sort }: { status?: DeliveryRow['status'] | undefined } & Sorted,
): Promise<DeliveryRow[]> {
  const selects = status === undefined ? SELECT_WEBHOOK_DELIVERIES : BY_STATUS[status]
  return rows<DeliveryRow>(db, selects(sort), [ownerId, endpointId, after, limit])
}

/**
 * Makes deliveries due at `now` if their due time is later than any retry delay allows, since a wrong clock set it (see
 * clock-steps.ts). `latest[n]` is the latest correct due time after `n` attempts.
 */
export const updateDeliveriesDueSooner = countRows(
  'update_webhook_deliveries_due_sooner',
  ['now', 'latest'],
  bringForward(
    'webhook_deliveries',
    'organization_id, endpoint_id, event_id',
    'due_at > ($2::timestamptz[])[attempts + 1]',
  ),
  (now: Instant, latest: readonly Instant[]) => [sqlInstant(now), sqlInstants(latest)],
)
