// The SQL that reads events in the order of their transactions; insert-events.ts has the other.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, joinByIndex, rows, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement, type Statement } from '../../platform/db/statement.ts'
import {
  earliestUuid,
  madeAt,
  NO_ID,
  writtenUuid,
  type OwnedId,
  type Uuid,
} from '../../platform/ids.ts'
import { rareEvents } from './rare.ts'

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

/** The columns of a row. */
export const COLUMNS =
  'organization_id, id, order_id, sequence, type, data, created_at, epoch, transaction::text'

/** A place in the order of events. Transaction ids restart in each epoch (see platform/db/epoch.ts). */
export type EventPosition = { epoch: number; transaction: string; id: Uuid<'evt'> }

export const START_OF_EVENTS: EventPosition = {
  epoch: 0,
  transaction: '0',
  id: NO_ID,
}

/** Behind every event: the largest int4, xid8 and uuid. */
const END_OF_TIME: EventPosition = {
  epoch: 2_147_483_647,
  transaction: '18446744073709551615',
  id: writtenUuid('evt', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
}

export const eventSorts = ['oldest_first', 'newest_first'] as const
type EventSort = (typeof eventSorts)[number]

export type EventFilter = { id?: Uuid<'evt'>; orderId?: Uuid<'ord'>; type?: string }

export const matchesFilter = (row: EventRow, { id, orderId, type }: EventFilter): boolean =>
  (id === undefined || row.id === id) &&
  (orderId === undefined || row.order_id === orderId) &&
  (type === undefined || row.type === type)

// Selects events of past epochs, and events of the current epoch whose transaction is older than every open transaction.
const VISIBLE = `(e.epoch, e.transaction)
          < ((select event_epoch from deployment), pg_snapshot_xmin(pg_current_snapshot()))`

// Reads only the months since the order's creation, through the index on order_id. "offset 0" forces this plan: without
// statistics the planner would read all events of the organization.
const eventsOfOrder = (orderId: string, earliest: string): string =>
  `(select * from events where order_id = ${orderId} and id >= ${earliest} offset 0)`

type Direction = { name: string; after: '<' | '>'; order: '' | 'desc' }

// "order by e.transaction" needs the prefix. The bare name means the selected text, which sorts "9" after "10".
const sortedBy = (relation: string, { order }: Direction): string =>
  ['epoch', 'transaction', 'id'].map((column) => `${relation}.${column} ${order}`).join(', ')

const isAfter = ({ after }: Direction): string =>
  `(e.epoch, e.transaction, e.id) ${after} ($2::int, $3::xid8, $4::uuid)`

const selectEventsStatement = (
  direction: Direction,
  name: string,
  filters: readonly string[],
  source: string,
  condition: string,
) =>
  statement(
    `${direction.name}${name}`,
    ['organization_id', 'epoch', 'transaction', 'id', 'limit', ...filters],
    `select ${COLUMNS}
       from ${source} e
      where e.organization_id = $1 and ${VISIBLE}
        and ${isAfter(direction)}${condition}
      order by ${sortedBy('e', direction)}
      limit $5`,
  )

const statementsOf = (direction: Direction) => ({
  all: selectEventsStatement(direction, '', [], 'events', ''),
  one: selectEventsStatement(
    direction,
    ' one',
    ['event_id'],
    '(select * from events where organization_id = $1 and id = $6 offset 0)',
    '',
  ),
  // An organization may have had the type never, or not for months. So its events are searched in the index alone: a
  // fifteenth of the time that reading their rows takes.
  type: statement(
    `${direction.name} type`,
    ['organization_id', 'epoch', 'transaction', 'id', 'limit', 'type'],
    `select ${columnsOf(COLUMNS, 'e')}
     from (
      select epoch, transaction, id
        from events e
       where e.organization_id = $1 and ${VISIBLE}
         and ${isAfter(direction)} and e.type = $6
       order by ${sortedBy('e', direction)}
       limit $5) found
     ${joinByIndex('events', 'organization_id = $1 and id = found.id', 'e')}
    order by ${sortedBy('found', direction)}`,
  ),
  // Events of rare types are read through their index, and then sorted: an organization may have millions of others.
  rare: new Map<string, Statement>(
    Object.entries(rareEvents).map(([type, { condition }]) => [
      type,
      selectEventsStatement(
        direction,
        ` ${type}`,
        [],
        `(select * from events where ${condition} and organization_id = $1 offset 0)`,
        '',
      ),
    ]),
  ),
  order: selectEventsStatement(
    direction,
    ' order',
    ['order_id', 'earliest_event'],
    eventsOfOrder('$6', '$7'),
    '',
  ),
  orderAndType: selectEventsStatement(
    direction,
    ' order type',
    ['order_id', 'earliest_event', 'type'],
    eventsOfOrder('$6', '$7'),
    ' and e.type = $8',
  ),
})

const SELECT_EVENTS = {
  oldest_first: statementsOf({ name: 'select_events', after: '>', order: '' }),
  newest_first: statementsOf({ name: 'select_newest_events', after: '<', order: 'desc' }),
}

/**
 * Returns events after a position, in the order of their transactions, or before it, newest first. An event stays
 * invisible while an older transaction is open, since that one could still add events before it. So a client that
 * continues from a position misses none.
 */
export async function selectEvents(
  db: Db,
  organizationId: Uuid<'org'>,
  filter: EventFilter,
  from: EventPosition | undefined,
  limit: number,
  sort: EventSort = 'oldest_first',
): Promise<EventRow[]> {
  const { orderId, type } = filter
  const { epoch, transaction, id } =
    from ?? (sort === 'oldest_first' ? START_OF_EVENTS : END_OF_TIME)
  const values = [organizationId, epoch, transaction, id, limit]
  const { all, one, type: ofType, rare, order, orderAndType } = SELECT_EVENTS[sort]
  if (filter.id !== undefined) {
    const found = await rows<EventRow>(db, one, [...values, filter.id])
    return found.filter((event) => matchesFilter(event, filter))
  }
  if (orderId !== undefined) {
    const ofOrder = [...values, orderId, earliestEvent(orderId)]
    return type === undefined
      ? rows<EventRow>(db, order, ofOrder)
      : rows<EventRow>(db, orderAndType, [...ofOrder, type])
  }
  if (type === undefined) return rows<EventRow>(db, all, values)
  const ofRareType = rare.get(type)
  return ofRareType === undefined
    ? rows<EventRow>(db, ofType, [...values, type])
    : rows<EventRow>(db, ofRareType, values)
}

/** Like selectEvents, for several organizations, each with its own position. `limit` applies to each organization. */
export const selectEventsOfMany = allRows<
  EventRow,
  [after: readonly (readonly [Uuid<'org'>, EventPosition])[], limit: number]
>(
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
  (after, limit) => [
    after.map(([organizationId]) => organizationId),
    after.map(([, position]) => position.epoch),
    after.map(([, position]) => position.transaction),
    after.map(([, position]) => position.id),
    limit,
  ],
)

const SELECT_END_OF_EVENTS = statement(
  'select_end_of_events',
  [],
  `select event_epoch as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as transaction from deployment`,
)

/** Returns the end of the visible events, of all organizations. */
export async function selectEndOfEvents(db: Db): Promise<EventPosition> {
  const [row] = await rows<{ epoch: number; transaction: string }>(db, SELECT_END_OF_EVENTS)
  return { ...START_OF_EVENTS, ...row }
}

export const selectEventsOfOrder = allRows<EventRow, [OwnedId<'ord'>]>(
  'select_events_of_order',
  ['organization_id', 'order_id', 'earliest_event'],
  `select ${COLUMNS} from ${eventsOfOrder('$2', '$3')} e where organization_id = $1 order by sequence`,
  ({ organizationId, id: orderId }) => [organizationId, orderId, earliestEvent(orderId)],
)

const earliestEvent = (orderId: Uuid<'ord'>): Uuid<'evt'> => earliestUuid('evt', madeAt(orderId))
