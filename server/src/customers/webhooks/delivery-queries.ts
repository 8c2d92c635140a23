// The SQL that lists deliveries, leases them and records their outcomes.
import type { Instant } from '../../platform/clock.ts'
import { bringForward, isFree, newLease } from '../../platform/db/lease.ts'
import { joinByIndex, rows, sqlInstant, sqlInstants, type Db } from '../../platform/db/pool.ts'
import { statement, type Statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { type EndpointOwner, type EndpointRow, type OwnedEndpoint } from './queries.ts'
import { updateEndpointHealth } from './endpoint-health.ts'
import { FIRST_LIMIT, FREE_SLOTS_ABOVE_FIRST_LIMIT, SLOTS_FOR_QUICK } from './slots.ts'

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

const LAST_UUID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/** SQL part: the event of each delivery, `e`. */
const eventOf = (delivery: string): string =>
  joinByIndex(
    'events',
    `organization_id = coalesce(${delivery}.event_organization_id, ${delivery}.organization_id)
       and id = ${delivery}.event_id`,
    'e',
  )
/** SQL part: the enterprise of each endpoint `w`, `o`. */
const ENTERPRISE_OF_ENDPOINT = `cross join lateral (
       select coalesce(w.enterprise_id, (select enterprise_id from organizations where id = w.organization_id))
              as enterprise_id) o`

const selecting = (name: string, condition: string) =>
  statement(
    name,
    ['organization_id', 'endpoint_id', 'after', 'limit'],
    `select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error, d.last_answer,
          d.created_at, d.updated_at, d.due_at,
          coalesce(d.event_organization_id, (select o.id from organizations o where o.id = d.organization_id)) as of_organization
     from webhook_deliveries d
     ${eventOf('d')}
    where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id < coalesce($3::uuid, ${LAST_UUID})
      ${condition}
    order by d.event_id desc
    limit $4`,
  )
const SELECT_WEBHOOK_DELIVERIES = selecting('select_webhook_deliveries', '')
// The conditions of the rare ones are those of webhook_deliveries_due and deliveries_failed.
const BY_STATUS: Readonly<Record<DeliveryRow['status'], Statement>> = {
  PENDING: selecting('select_pending_webhook_deliveries', 'and d.due_at is not null'),
  DELIVERED: selecting('select_delivered_webhook_deliveries', `and d.status = 'DELIVERED'`),
  FAILED: selecting('select_failed_webhook_deliveries', `and d.status = 'FAILED'`),
}

/** Newest event first, below `after`. */
export async function selectDeliveries(
  db: Db,
  { ownerId, id: endpointId }: OwnedEndpoint,
  after: Uuid<'evt'> | null,
  limit: number,
  status?: DeliveryRow['status'],
): Promise<DeliveryRow[]> {
  const selects = status === undefined ? SELECT_WEBHOOK_DELIVERIES : BY_STATUS[status]
  return rows<DeliveryRow>(db, selects, [ownerId, endpointId, after, limit])
}

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
  due_at: Instant
  lease_token: Uuid<'lease'>
  event_type: string
  event_data: Record<string, unknown>
  event_created_at: Instant
  is_enterprise_wide: boolean
  /** The organization of the event, if the endpoint is of an enterprise. Null for a test. */
  event_organization_id: Uuid<'org'> | null
}

type Claim = {
  now: Instant
  leaseToken: Uuid<'lease'>
  leaseMs: number
  /** Free slots of this process. */
  free: number
  /** Slots of this process that each enterprise uses. */
  usedSlots: ReadonlyMap<Uuid<'ent'>, number>
}

const CLAIM_DUE_DELIVERIES = statement(
  'claim_due_webhook_deliveries',
  ['now', 'free', 'lease_token', 'lease_ms', 'enterprise_ids', 'used_slots'],
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
  ), in_flight as materialized (
    -- Requests in flight to each endpoint, over all processes.
    select organization_id, endpoint_id, count(*)::int as count from webhook_deliveries
     where lease_token is not null and not (${isFree('leased_until', '$4')})
     group by organization_id, endpoint_id
  ), candidates as (
    -- The due deliveries of each endpoint, up to its limit. "place" is the request's number at its endpoint.
    select o.enterprise_id, w.organization_id, w.id as endpoint_id, w.is_quick, w.status, d.event_id, d.due_at,
           used.by_enterprise, sent.by_organization, sent.to_endpoint + d.place as place
      from queues
     ${joinByIndex('webhook_endpoints', '(organization_id, id) = (queues.organization_id, queues.endpoint_id)', 'w')}
     ${ENTERPRISE_OF_ENDPOINT}
     cross join lateral (
       select coalesce(sum(count), 0)::int as by_organization,
              coalesce(sum(count) filter (where endpoint_id = w.id), 0)::int as to_endpoint
         from in_flight where organization_id = w.organization_id) sent
     cross join lateral (
       select coalesce(sum(count), 0)::int as by_enterprise
         from unnest($5::uuid[], $6::int[]) as slots (enterprise_id, count) where enterprise_id = o.enterprise_id) used
     cross join lateral (
       select first.*, row_number() over (order by first.due_at) as place
         from (select d.event_id, d.due_at from webhook_deliveries d
                where (d.organization_id, d.endpoint_id) = (w.organization_id, w.id) and d.due_at <= $1
                  and ${isFree('d.leased_until', '$4')}
                order by d.due_at
                limit greatest(0, case when w.status = 'DISABLED' then 100 when w.failing_since is null then w.most_at_once else 1 end
                                  - sent.to_endpoint)) first
     ) d
  ), turns as (
    -- "turn" is the request's number in its organization. Endpoints take turns.
    select c.*, by_organization
             + row_number() over (partition by organization_id, is_quick order by place, due_at) as turn
      from candidates c
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
  ), in_turn as (
    -- Waits for a concurrent claim. Updates no row if this statement did not see that claim's leases.
    update webhook_claims set number = number + 1
     where number = (select number from webhook_claims) and exists (select from admitted)
    returning number
  ), locked as (
    -- Joins by the primary key: with "due_at <= $1" it would read all due deliveries of the endpoint.
    select d.organization_id, d.endpoint_id, d.event_id
      from in_turn cross join admitted a join webhook_deliveries d using (organization_id, endpoint_id, event_id)
     where d.status = 'PENDING' and ${isFree('d.leased_until', '$4')}
       for update of d skip locked
  ), claimed as (
    update webhook_deliveries d
       set ${newLease('$3', '$4')}, is_asked_again = false
      from locked l
     where (d.organization_id, d.endpoint_id, d.event_id) = (l.organization_id, l.endpoint_id, l.event_id)
    returning d.*
  )
  select o.enterprise_id, c.organization_id, c.endpoint_id, c.event_id, c.attempts, c.due_at, c.lease_token, w.url,
         w.secrets_key_id, w.secrets_sealed, w.failing_since, w.status as endpoint_status, e.type as event_type,
         e.data as event_data, e.created_at as event_created_at, w.enterprise_id is not null as is_enterprise_wide,
         c.event_organization_id, one.lost_race
    from (select exists (select from admitted) and not exists (select from in_turn) as lost_race) one
    left join (claimed c
     ${joinByIndex('webhook_endpoints', '(organization_id, id) = (c.organization_id, c.endpoint_id)', 'w')}
     ${ENTERPRISE_OF_ENDPOINT}
     ${eventOf('c')}) on true`,
)

/**
 * Leases at most `free` due deliveries. Returns undefined and leases nothing if another process claimed at the same time.
 * These rules share the slots fairly:
 * - The organizations of an enterprise take turns, and so do the endpoints of an organization. Requests in flight count
 *   as turns taken.
 * - An enterprise uses no more slots than it leaves free.
 * - Endpoints not known to be quick also leave a reserve free.
 * - An endpoint gets more than eight requests at once only while half of the slots are free.
 * - A failing endpoint gets one request at a time.
 * - For a disabled endpoint, a claim takes up to 100 deliveries. The worker marks them FAILED without sending them.
 */
export async function claimDueDeliveries(
  db: Db,
  claim: Claim,
): Promise<ClaimedDelivery[] | undefined> {
  const found = await rows<ClaimedDelivery | { event_id: null; lost_race: boolean }>(
    db,
    CLAIM_DUE_DELIVERIES,
    [
      sqlInstant(claim.now),
      claim.free,
      claim.leaseToken,
      claim.leaseMs,
      [...claim.usedSlots.keys()],
      [...claim.usedSlots.values()],
    ],
  )
  if (found.some((row) => row.event_id === null && row.lost_race)) return undefined
  return found.flatMap((row) => (row.event_id === null ? [] : [row]))
}

const UPDATE_WEBHOOK_DELIVERIES_DUE_SOONER = statement(
  'update_webhook_deliveries_due_sooner',
  ['now', 'latest'],
  bringForward(
    'webhook_deliveries',
    'organization_id, endpoint_id, event_id',
    'due_at > ($2::timestamptz[])[attempts + 1]',
  ),
)

/**
 * Makes deliveries due at `now` if their due time is later than any retry delay allows, since a wrong clock set it (see
 * clock-steps.ts). `latest[n]` is the latest correct due time after `n` attempts.
 */
export async function updateDeliveriesDueSooner(
  db: Db,
  now: Instant,
  latest: readonly Instant[],
): Promise<number> {
  const sooner = await rows(db, UPDATE_WEBHOOK_DELIVERIES_DUE_SOONER, [
    sqlInstant(now),
    sqlInstants(latest),
  ])
  return sooner.length
}

export type AttemptOutcome = {
  delivery: ClaimedDelivery
  at: Instant
  status: DeliveryRow['status']
  attempts: number
  statusCode: number | null
  error: string | null
  /** The text of a receiver that did not accept. */
  answer: string | null
  /** The next attempt. Null unless the status is PENDING. */
  dueAt: Instant | null
  /** Changes the endpoint's health. `unsent` changes nothing: the endpoint was disabled, or the process stopped. */
  health: 'accepted' | 'failed' | 'gone' | 'unsent'
  /** The receiver's response time. Null for `unsent`. */
  tookMs: number | null
}

type DisabledEndpoint = { id: Uuid<'whe'>; disabled_reason: 'gone' | 'failing' | null }

// Locks rows in a fixed order, so that this statement and a redelivery cannot deadlock.
const UPDATE_WEBHOOK_DELIVERIES = statement(
  'update_webhook_deliveries',
  ['outcomes', 'failing_ms'],
  `
  with input as (
    select * from json_to_recordset($1::json) as i (organization_id uuid, endpoint_id uuid, event_id uuid,
      lease_token uuid, status text, attempts int, status_code int, error text, answer text, due_at timestamptz, at timestamptz,
      health text, took_ms int)
  ), locked as (
    select i.* from input i join webhook_deliveries d using (organization_id, endpoint_id, event_id)
     where d.lease_token = i.lease_token
     order by d.organization_id, d.endpoint_id, d.event_id
       for update of d
  ), recorded as (
    update webhook_deliveries d
       set status = case when d.is_asked_again then 'PENDING' else i.status end,
           attempts = case when d.is_asked_again then 0 else i.attempts end,
           due_at = case when d.is_asked_again then d.due_at else i.due_at end,
           lease_token = null, leased_until = null, is_asked_again = false,
           last_status_code = case when i.health = 'unsent' then d.last_status_code else i.status_code end,
           last_error = coalesce(i.error, case when i.health = 'unsent' then d.last_error end),
           last_answer = case when i.health = 'unsent' then d.last_answer else i.answer end,
           updated_at = greatest(i.at, d.updated_at)
      from locked i
     where (d.organization_id, d.endpoint_id, d.event_id) = (i.organization_id, i.endpoint_id, i.event_id)
    returning d.organization_id, d.endpoint_id, i.health, i.took_ms, i.at
  ), endpoints as (${updateEndpointHealth('recorded', '$2')}
  )
  select id, disabled_reason from endpoints where disabled_reason is not null`,
)

/** Records outcomes and ends the leases. Skips deliveries whose lease was lost. Returns endpoints that it disabled. */
export async function updateDeliveries(
  db: Db,
  outcomes: readonly AttemptOutcome[],
  failingMs: number,
): Promise<DisabledEndpoint[]> {
  return rows<DisabledEndpoint>(db, UPDATE_WEBHOOK_DELIVERIES, [
    JSON.stringify(
      outcomes.map(({ delivery, ...outcome }) => ({
        organization_id: delivery.organization_id,
        endpoint_id: delivery.endpoint_id,
        event_id: delivery.event_id,
        lease_token: delivery.lease_token,
        status: outcome.status,
        attempts: outcome.attempts,
        status_code: outcome.statusCode,
        error: outcome.error,
        answer: outcome.answer,
        due_at: outcome.dueAt === null ? null : sqlInstant(outcome.dueAt),
        at: sqlInstant(outcome.at),
        health: outcome.health,
        took_ms: outcome.tookMs,
      })),
    ),
    failingMs,
  ])
}
