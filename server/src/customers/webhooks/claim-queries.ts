// The SQL that claims due deliveries: it leases their endpoints, and shares the slots fairly.
import type { Instant } from '../../platform/clock.ts'
import { isFree, leaseEnd } from '../../platform/db/lease.ts'
import { joinByIndex, rows, sqlInstant, sqlUuids, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { eventOf } from './delivery-queries.ts'
import type { EndpointOwner, EndpointRow } from './queries.ts'
import {
  AHEAD,
  FIRST_LIMIT,
  FREE_SLOTS_ABOVE_FIRST_LIMIT,
  MAX_LIMIT,
  SLOTS_FOR_QUICK,
} from './slots.ts'

/** SQL part: the enterprise of each endpoint `w`, `o`. */
const ENTERPRISE_OF_ENDPOINT = `cross join lateral (
       select coalesce(w.enterprise_id, (select enterprise_id from organizations where id = w.organization_id))
              as enterprise_id) o`

export type ClaimedDelivery = Pick<
  EndpointRow,
  'url' | 'secrets_key_id' | 'secrets_sealed' | 'failing_since'
> & {
  endpoint_status: EndpointRow['status']
  enterprise_id: Uuid<'ent'>
  /** The owner of the endpoint. */
  organization_id: EndpointOwner
  endpoint_id: Uuid<'whe'>
  event_id: Uuid<'evt'>
  attempts: number
  /** How often it was asked to be delivered again. */
  asked: number
  event_type: string
  event_data: Record<string, unknown>
  event_created_at: Instant
  is_enterprise_wide: boolean
  /** The organization of the event, if the endpoint is of an enterprise. Null for a test. */
  event_organization_id: Uuid<'org'> | null
  /** It got no slot of its own: it is sent when an earlier one of its endpoint has ended. */
  is_ahead: boolean
  /** The due deliveries of the endpoint that the claim looked at, and whether these were all that it wanted. */
  found: number
  is_all_asked: boolean
}

/** The deliveries of one endpoint that this process holds. */
export type HeldDeliveries = {
  organizationId: EndpointOwner
  endpointId: Uuid<'whe'>
  /** Its requests in flight. */
  busy: number
  /** How many deliveries a claim may add without slots. */
  wanted: number
  /** All its claimed deliveries without a recorded outcome. */
  events: readonly Uuid<'evt'>[]
}

type Claim = {
  now: Instant
  /** It marks the leases of this process. */
  leaseToken: Uuid<'lease'>
  leaseMs: number
  /** Free slots of this process. */
  free: number
  /** Slots of this process that each enterprise uses. */
  usedSlots: ReadonlyMap<Uuid<'ent'>, number>
  held: readonly HeldDeliveries[]
}

/** SQL condition: another process than that of `$3` holds the lease. */
const isOfOthers = (lease: string) =>
  `${lease}.lease_token <> $3 and not ${isFree(`${lease}.leased_until`, '$4')}`

const CLAIM_DUE_DELIVERIES = statement(
  'claim_due_webhook_deliveries',
  [
    'now',
    'free',
    'lease_token',
    'lease_ms',
    'enterprise_ids',
    'used_slots',
    'organization_ids',
    'endpoint_ids',
    'busy',
    'wanted',
    'held_endpoint_ids',
    'held_event_ids',
  ],
  `
  with recursive queues as (
    -- Endpoints with queued deliveries. Skips through the index: one step for each endpoint, however long its queue is.
    (select organization_id, endpoint_id from webhook_deliveries where due_at is not null
      order by organization_id, endpoint_id limit 1)
    union all
    select later.organization_id, later.endpoint_id
      from queues cross join lateral (
        select d.organization_id, d.endpoint_id from webhook_deliveries d
         where d.due_at is not null
           and (d.organization_id, d.endpoint_id) > (queues.organization_id, queues.endpoint_id)
         order by d.organization_id, d.endpoint_id limit 1) later
  ), mine as materialized (
    select * from unnest($7::uuid[], $8::uuid[], $9::int[], $10::int[]) as m (organization_id, endpoint_id, busy, wanted)
  ), held as materialized (
    select * from unnest($11::uuid[], $12::uuid[]) as h (endpoint_id, event_id)
  ), candidates as (
    -- The due deliveries of each endpoint that no other process has, up to its limit. "place" is the request's number at
    -- its endpoint. Beyond the limit there are those that a fast endpoint gets without slots.
    select o.enterprise_id, w.organization_id, w.id as endpoint_id, w.is_quick, w.status, d.event_id, d.due_at, d.attempts,
           d.asked, d.event_organization_id, used.by_enterprise, sent.by_organization, sent.to_endpoint + d.place as place,
           sent.to_endpoint + d.place > room.most as is_ahead, d.found, d.found = asked_for.rows as is_all_asked
      from queues
     ${joinByIndex(
       'webhook_endpoints',
       `(organization_id, id) = (queues.organization_id, queues.endpoint_id)
         and not exists (
           select from webhook_leases l
            where (l.organization_id, l.endpoint_id) = (queues.organization_id, queues.endpoint_id) and ${isOfOthers('l')})`,
       'w',
     )}
     ${ENTERPRISE_OF_ENDPOINT}
     cross join lateral (
       select (coalesce((select sum(busy) from mine where organization_id = w.organization_id), 0)
               + coalesce((select sum(busy) from webhook_leases l
                            where organization_id = w.organization_id and ${isOfOthers('l')}), 0))::int as by_organization,
              coalesce((select busy from mine where endpoint_id = w.id), 0) as to_endpoint) sent
     cross join lateral (
       select case when w.status = 'DISABLED' then 100 when w.failing_since is null then w.most_at_once else 1 end as most,
              case when w.most_at_once = ${MAX_LIMIT} and w.status = 'ENABLED' and w.failing_since is null
                   then coalesce((select wanted from mine where endpoint_id = w.id), ${AHEAD}) else 0 end as ahead) room
     cross join lateral (select greatest(0, room.most - sent.to_endpoint) + room.ahead as rows) asked_for
     cross join lateral (
       select coalesce(sum(count), 0)::int as by_enterprise
         from unnest($5::uuid[], $6::int[]) as slots (enterprise_id, count) where enterprise_id = o.enterprise_id) used
     cross join lateral (
       select first.*, row_number() over (order by first.due_at) as place, count(*) over ()::int as found
         from (select d.event_id, d.due_at, d.attempts, d.asked, d.event_organization_id from webhook_deliveries d
                where (d.organization_id, d.endpoint_id) = (w.organization_id, w.id) and d.due_at <= $1
                  and (d.endpoint_id, d.event_id) not in (select endpoint_id, event_id from held)
                order by d.due_at
                limit asked_for.rows) first
     ) d
  ), turns as (
    -- "turn" is the request's number in its organization. Endpoints take turns.
    select c.*, by_organization
             + row_number() over (partition by organization_id, is_quick order by place, due_at) as turn
      from candidates c
     where not is_ahead
  ), shares as (
    -- "share" counts the slots of the enterprise in this process, for quick endpoints and others separately.
    select t.*, by_enterprise
             + row_number() over (partition by enterprise_id, is_quick order by turn, due_at) as share
      from turns t
  ), ranked as (
    -- "rank" is the request's number in this claim, for quick endpoints and others separately.
    select s.*, row_number() over (partition by is_quick order by share, due_at) as rank from shares s
  ), unreserved as (
    -- Endpoints not known to be quick leave the reserve free.
    select r.*, by_enterprise + row_number() over (partition by enterprise_id order by share, due_at) as share_of_both
      from ranked r
     where is_quick or share + rank <= $2::int - ${SLOTS_FOR_QUICK} + 1
  ), admitted as (
    -- An enterprise uses no more slots than it leaves free. Only requests within FIRST_LIMIT use the last half.
    select * from (select u.*, row_number() over (order by share_of_both, due_at) as rank_of_both from unreserved u) u
     where share_of_both + rank_of_both <= $2::int + 1
       and (place <= ${FIRST_LIMIT} or status = 'DISABLED' or rank_of_both <= $2::int - ${FREE_SLOTS_ABOVE_FIRST_LIMIT})
     order by rank_of_both
     limit $2::int
  ), chosen as (
    select organization_id, endpoint_id, event_id, attempts, asked, event_organization_id, found, is_all_asked, false as is_ahead
      from admitted
    union all
    -- Only while half of the slots stay free. Otherwise endpoints take turns for each request.
    select organization_id, endpoint_id, event_id, attempts, asked, event_organization_id, found, is_all_asked, true
      from candidates
     where is_ahead and (select count(*) from admitted) <= $2::int - ${FREE_SLOTS_ABOVE_FIRST_LIMIT}
  ), in_turn as (
    -- Waits for a concurrent claim. Updates no row if this statement did not see that claim's leases.
    update webhook_claims set number = number + 1
     where number = (select number from webhook_claims) and exists (select from chosen)
    returning number
  ), leased as (
    -- In a fixed order, so that this statement and one that releases leases cannot deadlock.
    insert into webhook_leases (organization_id, endpoint_id, lease_token, leased_until, busy)
    select c.organization_id, c.endpoint_id, $3, ${leaseEnd('$4')},
           count(*) filter (where not c.is_ahead) + coalesce(max(m.busy), 0)
      from in_turn cross join chosen c left join mine m using (endpoint_id)
     group by c.organization_id, c.endpoint_id
     order by c.organization_id, c.endpoint_id
    on conflict (organization_id, endpoint_id) do update
       set lease_token = excluded.lease_token, leased_until = excluded.leased_until, busy = excluded.busy
    returning organization_id, endpoint_id
  )
  select o.enterprise_id, c.organization_id, c.endpoint_id, c.event_id, c.attempts, c.asked, w.url,
         w.secrets_key_id, w.secrets_sealed, w.failing_since, w.status as endpoint_status, e.type as event_type,
         e.data as event_data, e.created_at as event_created_at, w.enterprise_id is not null as is_enterprise_wide,
         c.event_organization_id, c.is_ahead, c.found, c.is_all_asked, one.lost_race, one.is_short
    from (select exists (select from chosen) and not exists (select from in_turn) as lost_race,
                 (select count(*) from candidates) > (select count(*) from chosen) as is_short) one
    left join (leased join chosen c using (organization_id, endpoint_id)
     ${joinByIndex('webhook_endpoints', '(organization_id, id) = (leased.organization_id, leased.endpoint_id)', 'w')}
     ${ENTERPRISE_OF_ENDPOINT}
     ${eventOf('c')}) on true`,
)

/**
 * Leases endpoints with due deliveries and returns these, at most `free` with slots. No other process sends to a leased
 * endpoint. Returns undefined and leases nothing if another process claimed at the same time.
 * These rules share the slots fairly:
 * - The organizations of an enterprise take turns, and so do the endpoints of an organization. Requests in flight count
 *   as turns taken.
 * - An enterprise uses no more slots than it leaves free.
 * - Endpoints not known to be quick also leave a reserve free.
 * - An endpoint gets more than eight requests at once only while half of the slots are free.
 * - A failing endpoint gets one request at a time.
 * - A fast endpoint gets more deliveries ahead while half of the slots are free. The process sends them one by one, when
 *   earlier requests to the endpoint end.
 * - For a disabled endpoint, a claim takes up to 100 deliveries. The worker marks them FAILED without sending them.
 */
export async function claimDueDeliveries(
  db: Db,
  claim: Claim,
): Promise<{ deliveries: ClaimedDelivery[]; isShort: boolean } | undefined> {
  const found = await rows<(ClaimedDelivery | { event_id: null; lost_race: boolean }) & Short>(
    db,
    CLAIM_DUE_DELIVERIES,
    [
      sqlInstant(claim.now),
      claim.free,
      claim.leaseToken,
      claim.leaseMs,
      [...claim.usedSlots.keys()],
      [...claim.usedSlots.values()],
      claim.held.map(({ organizationId }) => organizationId),
      claim.held.map(({ endpointId }) => endpointId),
      claim.held.map(({ busy }) => busy),
      claim.held.map(({ wanted }) => wanted),
      sqlUuids(claim.held.flatMap(({ endpointId, events }) => events.map(() => endpointId))),
      sqlUuids(claim.held.flatMap(({ events }) => events)),
    ],
  )
  if (found.some((row) => row.event_id === null && row.lost_race)) return undefined
  return {
    deliveries: found.flatMap((row) => (row.event_id === null ? [] : [row])),
    isShort: found.some((row) => row.is_short),
  }
}

/** Due deliveries got no slot. */
type Short = { is_short: boolean }
