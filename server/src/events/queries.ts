// All SQL that writes events, and how readers see them in the order they were committed.
import type { Instant } from '../clock.ts'
import { rows, type Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'

export type NewEvent = { id: Uuid; type: string; data: object }

/**
 * For another statement: the events of `json`, [{position, id, type, data, step}], for each row of `changed`
 * with that position; `step` counts from one and continues the order's sequence. A delivery for each
 * endpoint that listens goes with them.
 */
export const insertEvents = (json: string, changed: string): string => `
  insert into events (organization_id, id, order_id, sequence, type, data, created_at)
  select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
    from json_to_recordset(${json}::json) as e (position int, id uuid, type text, data jsonb, step int)
    join ${changed} c using (position)
  returning organization_id, id, type, created_at`

export type EventRow = {
  organization_id: Uuid
  id: Uuid
  order_id: Uuid | null
  sequence: number | null
  type: string
  data: Record<string, unknown>
  created_at: Instant
  transaction: string
}

const COLUMNS = 'organization_id, id, order_id, sequence, type, data, created_at, transaction::text'

/** Where a reader stands: after this event. */
export type EventPosition = { transaction: string; id: Uuid }

/**
 * In the order of their transactions, after a position. A row is shown only when every transaction that
 * could still put one before it has ended, so that a reader who follows positions skips nothing.
 */
export async function selectEvents(
  db: Db,
  organizationId: Uuid,
  after: EventPosition | null,
  limit: number,
): Promise<EventRow[]> {
  return rows<EventRow>(
    db,
    'select_events',
    `select ${COLUMNS}
       from events
      where organization_id = $1 and transaction < pg_snapshot_xmin(pg_current_snapshot())
        and (transaction, id) > (coalesce($2::xid8, '0'::xid8), coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
      order by transaction, id
      limit $4`,
    [organizationId, after?.transaction ?? null, after?.id ?? null, limit],
  )
}

export async function selectEventsOfOrder(
  db: Db,
  organizationId: Uuid,
  orderId: Uuid,
): Promise<EventRow[]> {
  return rows<EventRow>(
    db,
    'select_events_of_order',
    `select ${COLUMNS} from events where organization_id = $1 and order_id = $2 order by sequence`,
    [organizationId, orderId],
  )
}
