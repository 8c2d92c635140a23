// The SQL of delays: finds orders that are set aside or late and were not told so, and tells each once. Only these orders
// are touched. Nothing here is part of the statements that every order needs.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, sqlUuids, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { announceEvents, type NewEvent } from '../../platform/events/insert-events.ts'
import { publicReason, type Delay, type Delayed } from './delays.ts'
import type { Expected } from '../../platform/config.ts'
import type { OwnedId, Uuid } from '../../platform/ids.ts'
import { parkedReasons, type OrderRow } from './queries.ts'

export type DelayedOrder = Delayed &
  Pick<
    OrderRow,
    | 'organization_id'
    | 'id'
    | 'version'
    | 'reference_number'
    | 'external_reference_id'
    | 'metadata'
    | 'updated_at'
    | 'payout_instrument_id'
    | 'payout_currency'
  > & {
    since: Instant
    /** The first provider of the sequence. */
    provider: string | null
  }

export type SlowOrder = DelayedOrder & {
  /** By days from Monday to Friday. */
  is_late: boolean
  has_nothing_in_flight: boolean
  /** n of the `T+n` of its route. */
  settlement_days: number
}

const COLUMNS = `o.organization_id, o.id, o.version, o.status, o.reference_number, o.external_reference_id, o.metadata, o.updated_at,
  o.payout_instrument_id, o.payout_currency, o.parked_reason, coalesce(o.chosen_provider, o.priced_provider) as provider`

const PROGRESSING = `status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')`

// "offset 0" makes this a look-up by the primary key for each order, whatever the plan expects.
const isUntold = (cause: string, since: string): string => `
  not exists (select from order_delays d
               where (d.organization_id, d.order_id, d.cause, d.since) = (o.organization_id, o.id, '${cause}', ${since}) offset 0)`

/**
 * Orders that were parked or frozen before an instant.
 *
 * The conditions are those of the indexes orders_parked and orders_frozen. Liquidity ends by itself: it counts as slow.
 */
export const selectHeldOrders = allRows<DelayedOrder, [before: Instant, limit: number]>(
  'select_held_orders',
  ['before', 'limit'],
  `(select ${COLUMNS}, 'parked' as cause, o.parked_at as since
      from orders o
     where o.parked_reason is not null and o.parked_reason <> 'liquidity' and o.parked_at <= $1 and o.${PROGRESSING}
       and ${isUntold('parked', 'o.parked_at')}
     order by o.parked_at limit $2)
   union all
   (select ${COLUMNS}, 'frozen', o.frozen_at
      from orders o
     where o.frozen_at is not null and o.frozen_at <= $1 and o.${PROGRESSING}
       and (o.parked_reason is null or o.parked_reason = 'liquidity')
       and ${isUntold('frozen', 'o.frozen_at')}
     order by o.frozen_at limit $2)`,
  (before, limit) => [sqlInstant(before), limit],
)

const NOTHING_IN_FLIGHT = `case o.status
       when 'STEP_2_FILLING_FX' then not exists (
         select from fills f where f.organization_id = o.organization_id and f.order_id = o.id
            and f.filled_at is null and f.declined_at is null offset 0)
       else not exists (
         select from payouts p where p.organization_id = o.organization_id and p.order_id = o.id
            and p.rejected_at is null and p.rail is not null offset 0) end`

/**
 * Orders that have had their status for too long. The time counts from the last release of an order.
 * - `haltedMs`: with a halt, also those of at least this age that have nothing in flight. Null: nothing is halted.
 * - `dueBefore`: no order in progress is due later.
 * Bank holidays make payouts later still: tell-delays.ts knows them.
 *
 * An order is asked about at least every few minutes, so those in progress are the first ones of orders_due. An index by
 * status would be written with each step of every order.
 *
 * T+1 is the next day from Monday to Friday: a payout of Friday is expected on Monday.
 */
export const selectSlowOrders = allRows<
  SlowOrder,
  [
    at: Instant,
    options: { dueBefore: Instant; expected: Expected; haltedMs: number | null; limit: number },
  ]
>(
  'select_slow_orders',
  ['now', 'due_before', 'fill_ms', 'payout_ms', 'halted_ms', 'limit'],
  `with unparked as (
     select o.* from orders o
      where o.due_at <= $2 and o.parked_reason is null and o.${PROGRESSING} and o.frozen_at is null
   ), unfunded as (
     select o.* from orders o
      where o.parked_reason is not null and o.parked_reason = 'liquidity' and o.${PROGRESSING} and o.frozen_at is null
   ), old as not materialized (
     select o.*, case o.status when 'STEP_2_FILLING_FX' then $3::float8 else $4::float8 end * interval '1 millisecond' as step
       from (select * from unparked union all select * from unfunded) o
      where o.updated_at <= $1::timestamptz
            - least(case o.status when 'STEP_2_FILLING_FX' then $3::float8 else $4::float8 end, $5::float8) * interval '1 millisecond'
   ), timed as not materialized (
     select o.*, o.step + o.days * interval '1 day' as takes
       from (select o.*, r.days as settlement_days, case when o.status = 'STEP_2_FILLING_FX' or r.days = 0 then 0
                              when extract(isodow from o.updated_at) + r.days < 6 then r.days
                              when extract(isodow from o.updated_at) = 7 then r.days + 1
                              else r.days + 2 end as days
               from old o
               join (select organization_id, id, right(estimated_settlement_time, 1)::int as days from configured_routes) r
                 on (r.organization_id, r.id) = (o.organization_id, o.route_id)) o
   ), late as (
     -- Only of these the releases are looked up. There are never as many orders that were released a moment ago.
     select o.* from timed o where o.updated_at + o.takes <= $1 and ${isUntold('slow', 'o.updated_at')}
      order by o.updated_at limit $6 * 10
   )
   (select ${COLUMNS}, 'slow' as cause, o.updated_at as since, true as is_late, ${NOTHING_IN_FLIGHT} as has_nothing_in_flight,
           o.settlement_days
      from late o
     where not exists (
       select from events e
        where e.order_id = o.id and e.organization_id = o.organization_id and e.id >= o.id
          and e.type = 'order.released' and e.created_at > $1::timestamptz - o.takes offset 0)
     order by o.updated_at limit $6)
   union all
   (select ${COLUMNS}, 'slow', o.updated_at, false, true, o.settlement_days
      from timed o
     where $5::float8 is not null and o.updated_at + o.takes > $1 and ${NOTHING_IN_FLIGHT}
       and ${isUntold('slow', 'o.updated_at')}
     order by o.updated_at limit $6)`,
  (at, options) => [
    sqlInstant(at),
    sqlInstant(options.dueBefore),
    options.expected.fillMs,
    options.expected.payoutMs,
    options.haltedMs,
    options.limit,
  ],
)

export type ToldDelay = { order: DelayedOrder; delay: Delay; event: NewEvent; at: Instant }

// The version shows that the order is as it was read: not released, ended or finished meanwhile. It stays: nothing that an
// operator or a customer has seen of the order changes. Rows that a worker has locked are told in the next round.
const INSERT_ORDER_DELAYS = statement(
  'insert_order_delays',
  ['delays', 'events'],
  `with locked as (
     select i.*
       from json_to_recordset($1::json) as i (position int, organization_id uuid, id uuid, version int, cause text,
              since timestamptz, code text, at timestamptz, expected_at timestamptz)
       join orders o on (o.organization_id, o.id) = (i.organization_id, i.id)
      where o.version = i.version
      order by i.organization_id, i.id
        for update of o skip locked
   ), told as (
     insert into order_delays (organization_id, order_id, cause, since, code, told_at, expected_at)
     select organization_id, id, cause, since, code, at, expected_at from locked
     on conflict do nothing
     returning organization_id, order_id
   ), changed as (
     update orders o set last_event = o.last_event + 1
       from locked i join told t on (t.organization_id, t.order_id) = (i.organization_id, i.id)
      where (o.organization_id, o.id) = (i.organization_id, i.id)
     returning i.position, o.organization_id, o.id, o.last_event - 1 as first_event, i.at
   ), ${announceEvents('$2', 'changed')}
   select position from changed`,
)

/** Returns the delays that were told now. It leaves out delays that were told before, have changed meanwhile or are locked. */
export async function insertOrderDelays(
  db: Db,
  delays: readonly ToldDelay[],
): Promise<ToldDelay[]> {
  const written = await rows<{ position: number }>(db, INSERT_ORDER_DELAYS, [
    JSON.stringify(
      delays.map(({ order, delay, at }, position) => ({
        position,
        organization_id: order.organization_id,
        id: order.id,
        version: order.version,
        cause: order.cause,
        since: sqlInstant(order.since),
        code: delay.code,
        at: sqlInstant(at),
        expected_at: sqlInstant(delay.expectedAt),
      })),
    ),
    JSON.stringify(delays.map(({ event }, position) => ({ position, ...event, step: 1 }))),
  ])
  return written.flatMap(({ position }) => delays[position] ?? [])
}

const UNTOLD = parkedReasons.filter((reason) => publicReason[reason] === null)

/** The wanted orders that stand still until a person has looked at them. Their customers were told of it. */
export const selectReviewedOrders = allRows<
  { id: Uuid<'ord'>; since: Instant },
  [keys: readonly OwnedId<'ord'>[]]
>(
  'select_reviewed_orders',
  ['organization_ids', 'ids', 'untold_reasons'],
  `select id, since
     from (
       select id, least(case when parked_reason <> all ($3::text[]) then parked_at end, frozen_at) as since from orders
        where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))) looked
    where since is not null`,
  (keys) => [
    sqlUuids(keys.map((key) => key.organizationId)),
    sqlUuids(keys.map((key) => key.id)),
    UNTOLD,
  ],
)
