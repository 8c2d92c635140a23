// The SQL that makes deliveries due again on a customer's request.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { earliestUuid, latestUuid, type Uuid } from '../ids.ts'

// A delivery that waits for a retry becomes due now. A delivery in flight keeps its lease, so that its request still
// counts, and becomes due after this attempt.
const AGAIN = `
  on conflict (organization_id, endpoint_id, event_id) do update
     set status = 'PENDING', attempts = 0, due_at = excluded.due_at,
         is_asked_again = webhook_deliveries.lease_token is not null,
         updated_at = greatest(excluded.updated_at, webhook_deliveries.updated_at)
  returning event_id`

const INSERT_WEBHOOK_REDELIVERY = statement(
  'insert_webhook_redelivery',
  ['organization_id', 'endpoint_id', 'event_id', 'at'],
  `insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, created_at, updated_at, due_at)
   select organization_id, $2, id, 'PENDING', $4::timestamptz, $4::timestamptz, $4::timestamptz from events
    where organization_id = $1 and id = $3 ${AGAIN}`,
)

/** Makes one event due again, whatever its type. False when the organization has no such event. */
export async function insertRedelivery(
  db: Db,
  endpoint: { organization_id: Uuid<'org'>; id: Uuid<'whe'> },
  eventId: Uuid<'evt'>,
  at: Instant,
): Promise<boolean> {
  const made = await rows(db, INSERT_WEBHOOK_REDELIVERY, [
    endpoint.organization_id,
    endpoint.id,
    eventId,
    sqlInstant(at),
  ])
  return made.length > 0
}

const INSERT_WEBHOOK_REDELIVERIES = statement(
  'insert_webhook_redeliveries',
  ['organization_id', 'endpoint_id', 'first_event', 'after', 'before', 'at', 'limit', 'last_event'],
  `insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, created_at, updated_at, due_at)
   select e.organization_id, w.id, e.id, 'PENDING', $6::timestamptz, $6::timestamptz, $6::timestamptz
     from webhook_endpoints w
     join events e on e.organization_id = w.organization_id and e.id >= $3 and e.id < $8
      and e.created_at > $4 and e.created_at < $5 and e.type <> 'webhook.test'
      and (w.event_types = '{}' or e.type = any(w.event_types))
    where w.organization_id = $1 and w.id = $2
    order by e.id
    limit $7 ${AGAIN}`,
)

/** The same for the events of a period that the endpoint listens to, at most the oldest `limit`. Returns their number. */
export async function insertRedeliveries(
  db: Db,
  endpoint: { organization_id: Uuid<'org'>; id: Uuid<'whe'> },
  range: { after: Instant; before: Instant },
  limit: number,
  at: Instant,
): Promise<number> {
  const made = await rows(db, INSERT_WEBHOOK_REDELIVERIES, [
    endpoint.organization_id,
    endpoint.id,
    earliestUuid('evt', range.after),
    sqlInstant(range.after),
    sqlInstant(range.before),
    sqlInstant(at),
    limit,
    latestUuid('evt', range.before),
  ])
  return made.length
}
