// The SQL that makes deliveries due again on a customer's request.
import type { Instant } from '../../platform/clock.ts'
import { joinByIndex, sqlInstant } from '../../platform/db/pool.ts'
import { anyRow, countRows } from '../../platform/db/row-functions.ts'
import { earliestUuid, latestUuid, type Uuid } from '../../platform/ids.ts'
import type { EndpointOwner } from './queries.ts'

// A delivery that waits for a retry becomes due now. The process that sends a delivery claims it again only after this
// attempt. It records the attempt by "asked", and the delivery stays due.
const AGAIN = `
  on conflict (organization_id, endpoint_id, event_id) do update
     set status = 'PENDING', attempts = 0, due_at = excluded.due_at,
         asked = webhook_deliveries.asked + 1,
         updated_at = greatest(excluded.updated_at, webhook_deliveries.updated_at)
  returning event_id`

// The organizations whose events the endpoints of an owner get: itself, or those of the enterprise.
const ORGANIZATIONS = `(select $1::uuid as id union all select id from organizations where enterprise_id = $1) o`

/** Makes one event due again, whatever its type. False when the owner has no such event. */
export const insertRedelivery = anyRow(
  'insert_webhook_redelivery',
  ['owner_id', 'endpoint_id', 'event_id', 'at'],
  `insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
     updated_at, due_at)
   select $1, $2, e.id, nullif(e.organization_id, $1), 'PENDING', $4::timestamptz, $4::timestamptz, $4::timestamptz
     from ${ORGANIZATIONS}
     ${joinByIndex('events', 'organization_id = o.id and id = $3', 'e')} ${AGAIN}`,
  (
    endpoint: { organization_id: EndpointOwner; id: Uuid<'whe'> },
    eventId: Uuid<'evt'>,
    at: Instant,
  ) => [endpoint.organization_id, endpoint.id, eventId, sqlInstant(at)],
)

/** The same for the events of a period that the endpoint listens to, at most the oldest `limit`. Returns their number. */
export const insertRedeliveries = countRows(
  'insert_webhook_redeliveries',
  ['owner_id', 'endpoint_id', 'first_event', 'after', 'before', 'at', 'limit', 'last_event'],
  `insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
     updated_at, due_at)
   select $1, $2, e.id, nullif(e.organization_id, $1), 'PENDING', $6::timestamptz, $6::timestamptz, $6::timestamptz
     from (select event_types from webhook_endpoints where organization_id = $1 and id = $2) w
    cross join ${ORGANIZATIONS}
    cross join lateral (
      select * from events
       where organization_id = o.id and id >= $3 and id < $8 and created_at > $4 and created_at < $5
         and type <> 'webhook.test' and (w.event_types = '{}' or type = any(w.event_types))
       order by organization_id, id
       limit $7) e
    order by e.id
    limit $7 ${AGAIN}`,
  (
    endpoint: { organization_id: EndpointOwner; id: Uuid<'whe'> },
    range: { after: Instant; before: Instant },
    limit: number,
    at: Instant,
  ) => [
    endpoint.organization_id,
    endpoint.id,
    earliestUuid('evt', range.after),
    sqlInstant(range.after),
    sqlInstant(range.before),
    sqlInstant(at),
    limit,
    latestUuid('evt', range.before),
  ],
)
