// All SQL that writes events, and the SQL that reads them in the order of their commits.
import type { Instant } from '../clock.ts'
import { rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { earliestUuid, madeAt, NO_ID, type OwnedId, type Uuid } from '../ids.ts'
import { insertDeliveries } from '../webhooks/fan-out.ts'

export type NewEvent = { id: Uuid<'evt'>; type: string; data: object }

/** Parts of a `with` clause: they write events and their deliveries to webhook endpoints. */
export const announceEvents = (json: string, changed: string): string =>
  `announced as (${insertEvents(json, changed)}), delivered as (${insertDeliveries('announced')})`

/**
 * Part of a statement: inserts the events of `json`, [{position, id, type, data, step}]. Each event belongs to the row
 * of `changed` with its position. `step` counts from 1 and continues the order's sequence.
 */
export const insertEvents = (json: string, changed: string): string => `
  insert into events (organization_id, id, order_id, sequence, type, data, created_at)
  select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
    from json_to_recordset(${json}::json) as e (position int, id uuid, type text, data jsonb, step int)
    join ${changed} c using (position)
  returning organization_id, id, type, created_at`

export type EventRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'evt'>
  order_id: Uuid<'ord'> | null
  sequence: number | null
  type: string
  data: Record<string, unknown>
  created_at: Instant
  epoch: number
  transaction: string
}

const COLUMNS =
  'organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text'

/** A client has read all events up to this one. Transaction ids restart in each epoch (see db/epoch.ts). */
export type EventPosition = { epoch: number; transaction: string; id: Uuid<'evt'> }

export const START_OF_EVENTS: EventPosition = {
  epoch: 0,
  transaction: '0',
  id: NO_ID,
}

export type EventFilter = { orderId?: Uuid<'ord'>; type?: string }

// All events of ended epochs, and those of the present epoch that precede the oldest open transaction.
const VISIBLE = `(e.epoch, e.transaction)
          < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))`

// Reads only the months since the order's creation, through the index on order_id. Without statistics the planner would
// choose to read all events of the organization; "offset 0" prevents that.
const ofOrder = (orderId: string, earliest: string): string =>
  `(select * from events where order_id = ${orderId} and id >= ${earliest} offset 0)`

// "order by e.transaction" needs the prefix: the bare name is the selected text, which sorts "9" after "10".
const selectingEvents = (
  name: string,
  filters: readonly string[],
  source: string,
  condition: string,
) =>
  statement(
    name,
    ['organization_id', 'epoch', 'transaction', 'id', 'limit', ...filters],
    `select ${COLUMNS}
       from ${source} e
      where e.organization_id = $1 and ${VISIBLE}
        and (e.epoch, e.transaction, e.id) > ($2::int, $3::xid8, $4::uuid)${condition}
      order by e.epoch, e.transaction, e.id
      limit $5`,
  )

const SELECT_EVENTS = selectingEvents('select_events', [], 'events', '')
const SELECT_EVENTS_OF_TYPE = selectingEvents(
  'select_events type',
  ['type'],
  'events',
  ' and e.type = $6',
)
const SELECT_EVENTS_OF_ORDER_FROM = selectingEvents(
  'select_events order',
  ['order_id', 'earliest_event'],
  ofOrder('$6', '$7'),
  '',
)
const SELECT_EVENTS_OF_ORDER_AND_TYPE = selectingEvents(
  'select_events order type',
  ['order_id', 'earliest_event', 'type'],
  ofOrder('$6', '$7'),
  ' and e.type = $8',
)

/**
 * Events after a position, in the order of their transactions. An event becomes visible once no open transaction can
 * add one before it. So a client that follows positions misses nothing.
 */
export async function selectEvents(
  db: Db,
  organizationId: Uuid<'org'>,
  filter: EventFilter,
  after: EventPosition,
  limit: number,
): Promise<EventRow[]> {
  const { orderId, type } = filter
  const values = [organizationId, after.epoch, after.transaction, after.id, limit]
  const ofOneOrder = orderId === undefined ? [] : [orderId, earliestEvent(orderId)]
  if (type === undefined)
    return rows<EventRow>(db, orderId === undefined ? SELECT_EVENTS : SELECT_EVENTS_OF_ORDER_FROM, [
      ...values,
      ...ofOneOrder,
    ])
  return rows<EventRow>(
    db,
    orderId === undefined ? SELECT_EVENTS_OF_TYPE : SELECT_EVENTS_OF_ORDER_AND_TYPE,
    [...values, ...ofOneOrder, type],
  )
}

const SELECT_EVENTS_OF_MANY = statement(
  'select_events_of_many',
  ['organization_ids', 'epochs', 'transactions', 'ids', 'limit'],
  `select e.*
     from unnest($1::uuid[], $2::int[], $3::xid8[], $4::uuid[]) as after (organization_id, epoch, transaction, id)
    cross join lateral (
      select ${COLUMNS}
        from events e
       where e.organization_id = after.organization_id and ${VISIBLE}
         and (e.epoch, e.transaction, e.id) > (after.epoch, after.transaction, after.id)
       order by e.epoch, e.transaction, e.id
       limit $5) e
    order by e.organization_id, e.epoch, e.transaction::xid8, e.id`,
)

/** The same for several organizations, each with its own position. `limit` applies to each. */
export async function selectEventsOfMany(
  db: Db,
  after: readonly (readonly [Uuid<'org'>, EventPosition])[],
  limit: number,
): Promise<EventRow[]> {
  return rows<EventRow>(db, SELECT_EVENTS_OF_MANY, [
    after.map(([organizationId]) => organizationId),
    after.map(([, position]) => position.epoch),
    after.map(([, position]) => position.transaction),
    after.map(([, position]) => position.id),
    limit,
  ])
}

const SELECT_END_OF_EVENTS = statement(
  'select_end_of_events',
  [],
  `select event_epoch as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as transaction from deployment`,
)

/** The end of the visible events. */
export async function selectEndOfEvents(db: Db): Promise<EventPosition> {
  const [row] = await rows<{ epoch: number; transaction: string }>(db, SELECT_END_OF_EVENTS)
  return { ...START_OF_EVENTS, ...row }
}

const SELECT_EVENTS_OF_ORDER = statement(
  'select_events_of_order',
  ['organization_id', 'order_id', 'earliest_event'],
  `select ${COLUMNS} from ${ofOrder('$2', '$3')} e where organization_id = $1 order by sequence`,
)

export async function selectEventsOfOrder(
  db: Db,
  { organizationId, id: orderId }: OwnedId<'ord'>,
): Promise<EventRow[]> {
  return rows<EventRow>(db, SELECT_EVENTS_OF_ORDER, [
    organizationId,
    orderId,
    earliestEvent(orderId),
  ])
}

const earliestEvent = (orderId: Uuid<'ord'>): Uuid<'evt'> => earliestUuid('evt', madeAt(orderId))
