// The SQL of deliveries once they are made: listing, sending again, leasing and recording.
import type { Instant } from '../clock.ts'
import { isFree } from '../db/lease.ts'
import { rows, sqlInstant, sqlInstants, type Db } from '../db/pool.ts'
import { earliestUuid, latestUuid, type Uuid } from '../ids.ts'
import { updateEndpointHealth, type EndpointRow } from './queries.ts'

export type DeliveryRow = {
  id: Uuid
  event_id: Uuid
  event_type: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: number
  last_status_code: number | null
  last_error: string | null
  created_at: Instant
  updated_at: Instant
  due_at: Instant | null
}

const LAST_UUID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/** The newest event first, from below `after`: said of both, or all newer events would be read for the join. */
export async function selectDeliveries(
  db: Db,
  organizationId: Uuid,
  endpointId: Uuid,
  after: Uuid | null,
  limit: number,
): Promise<DeliveryRow[]> {
  return rows<DeliveryRow>(
    db,
    'select_webhook_deliveries',
    `select d.id, d.event_id, e.type as event_type, d.status, d.attempts, d.last_status_code, d.last_error,
            d.created_at, d.updated_at, d.due_at
       from webhook_deliveries d join events e on (e.organization_id, e.id) = (d.organization_id, d.event_id)
      where d.organization_id = $1 and d.endpoint_id = $2
        and d.event_id < coalesce($3::uuid, ${LAST_UUID}) and e.id < coalesce($3::uuid, ${LAST_UUID})
      order by d.event_id desc
      limit $4`,
    [organizationId, endpointId, after, limit],
  )
}

// An event that waits for a retry is due now; one that is being sent is sent again.
const AGAIN = `
  on conflict (organization_id, endpoint_id, event_id) do update
     set status = 'PENDING', attempts = 0, due_at = excluded.due_at, lease_token = null, leased_until = null,
         updated_at = greatest(excluded.updated_at, webhook_deliveries.updated_at)
  returning event_id`

/** Makes one event due again, whatever its type. False when the organization has no such event. */
export async function insertRedelivery(
  db: Db,
  endpoint: { organization_id: Uuid; id: Uuid },
  eventId: Uuid,
  at: Instant,
): Promise<boolean> {
  const made = await rows(
    db,
    'insert_webhook_redelivery',
    `insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, created_at, updated_at, due_at)
     select organization_id, $2, id, 'PENDING', $4::timestamptz, $4::timestamptz, $4::timestamptz from events
      where organization_id = $1 and id = $3 ${AGAIN}`,
    [endpoint.organization_id, endpoint.id, eventId, sqlInstant(at)],
  )
  return made.length > 0
}

/** The same for the events of a time that the endpoint listens to, oldest first, at most `limit`. */
export async function insertRedeliveries(
  db: Db,
  endpoint: { organization_id: Uuid; id: Uuid },
  range: { after: Instant; before: Instant },
  limit: number,
  at: Instant,
): Promise<number> {
  const made = await rows(
    db,
    'insert_webhook_redeliveries',
    `insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, created_at, updated_at, due_at)
     select e.organization_id, w.id, e.id, 'PENDING', $6::timestamptz, $6::timestamptz, $6::timestamptz
       from webhook_endpoints w
       join events e on e.organization_id = w.organization_id and e.id >= $3 and e.id < $8
        and e.created_at > $4 and e.created_at < $5 and e.type <> 'webhook.test'
        and (w.event_types = '{}' or e.type = any(w.event_types))
      where w.organization_id = $1 and w.id = $2
      order by e.id
      limit $7 ${AGAIN}`,
    [
      endpoint.organization_id,
      endpoint.id,
      earliestUuid(range.after),
      sqlInstant(range.after),
      sqlInstant(range.before),
      sqlInstant(at),
      limit,
      latestUuid(range.before),
    ],
  )
  return made.length
}

export type ClaimedDelivery = Pick<
  EndpointRow,
  'url' | 'secrets_key_id' | 'secrets_sealed' | 'failing_since'
> & {
  endpoint_status: EndpointRow['status']
  organization_id: Uuid
  endpoint_id: Uuid
  event_id: Uuid
  attempts: number
  due_at: Instant
  lease_token: Uuid
  event_type: string
  event_data: Record<string, unknown>
  event_created_at: Instant
}

/**
 * Leases up to `limit` due deliveries. Of each endpoint only the `perEndpoint` that are due first are looked
 * at, leased or not, which bounds what is on its way to it at once; of one that fails only one, and of one that
 * is disabled more, since nothing is sent to it. The first of each endpoint go before the second of any.
 */
export async function claimDueDeliveries(
  db: Db,
  options: { now: Instant; leaseToken: Uuid; leaseMs: number; limit: number; perEndpoint: number },
): Promise<ClaimedDelivery[]> {
  return rows<ClaimedDelivery>(
    db,
    'claim_due_webhook_deliveries',
    `with recursive waiting as (
       -- One step through the index for each endpoint, however many deliveries it has waiting.
       (select organization_id, endpoint_id from webhook_deliveries where due_at is not null
         order by organization_id, endpoint_id limit 1)
       union all
       select later.organization_id, later.endpoint_id
         from waiting cross join lateral (
           select d.organization_id, d.endpoint_id from webhook_deliveries d
            where d.due_at is not null
              and (d.organization_id, d.endpoint_id) > (waiting.organization_id, waiting.endpoint_id)
            order by d.organization_id, d.endpoint_id limit 1) later
     ), candidates as (
       select w.organization_id, w.id as endpoint_id, d.event_id
         from waiting
         join webhook_endpoints w on (w.organization_id, w.id) = (waiting.organization_id, waiting.endpoint_id)
        cross join lateral (
          select first.*, row_number() over (order by first.due_at) as place
            from (select d.event_id, d.due_at, d.leased_until from webhook_deliveries d
                   where (d.organization_id, d.endpoint_id) = (w.organization_id, w.id) and d.due_at <= $1
                   order by d.due_at
                   limit case when w.status = 'DISABLED' then 100 when w.failing_since is null then $5::int else 1 end
                 ) first
        ) d
        where ${isFree('d.leased_until', '$4')}
        order by d.place, d.due_at
        limit $2
     ), locked as (
       select d.organization_id, d.endpoint_id, d.event_id
         from candidates c join webhook_deliveries d using (organization_id, endpoint_id, event_id)
        where d.due_at <= $1 and ${isFree('d.leased_until', '$4')}
          for update of d skip locked
     ), claimed as (
       update webhook_deliveries d
          set lease_token = $3, leased_until = now() + $4 * interval '1 millisecond'
         from locked l
        where (d.organization_id, d.endpoint_id, d.event_id) = (l.organization_id, l.endpoint_id, l.event_id)
       returning d.*
     )
     select c.organization_id, c.endpoint_id, c.event_id, c.attempts, c.due_at, c.lease_token, w.url,
            w.secrets_key_id, w.secrets_sealed, w.failing_since, w.status as endpoint_status, e.type as event_type,
            e.data as event_data, e.created_at as event_created_at
       from claimed c
       join webhook_endpoints w on (w.organization_id, w.id) = (c.organization_id, c.endpoint_id)
       join events e on (e.organization_id, e.id) = (c.organization_id, c.event_id)`,
    [
      sqlInstant(options.now),
      options.limit,
      options.leaseToken,
      options.leaseMs,
      options.perEndpoint,
    ],
  )
}

/** Makes deliveries due at `now` that wait for longer than their next attempt may: to `latest`, by attempts made. */
export async function updateDeliveriesDueSooner(
  db: Db,
  now: Instant,
  latest: readonly Instant[],
): Promise<number> {
  const sooner = await rows(
    db,
    'update_webhook_deliveries_due_sooner',
    `update webhook_deliveries set due_at = $1 where due_at > ($2::timestamptz[])[attempts + 1] returning event_id`,
    [sqlInstant(now), sqlInstants(latest)],
  )
  return sooner.length
}

export type Outcome = {
  delivery: ClaimedDelivery
  at: Instant
  status: DeliveryRow['status']
  attempts: number
  statusCode: number | null
  error: string | null
  /** With PENDING only. */
  dueAt: Instant | null
  /** What it says of the endpoint: nothing when nothing was sent. */
  health: 'accepted' | 'failed' | 'gone' | 'unsent'
}

export type DisabledEndpoint = { id: Uuid; disabled_reason: 'gone' | 'failing' | null }

/** Gives leased deliveries back with what became of them; a stale lease writes nothing. The endpoints that changed. */
export async function updateDeliveries(
  db: Db,
  outcomes: readonly Outcome[],
  failingMs: number,
): Promise<DisabledEndpoint[]> {
  return rows<DisabledEndpoint>(db, 'update_webhook_deliveries', updateDeliveriesText(failingMs), [
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
        due_at: outcome.dueAt === null ? null : sqlInstant(outcome.dueAt),
        at: sqlInstant(outcome.at),
        health: outcome.health,
      })),
    ),
  ])
}

// Locked in one order, so that this and a redelivery of many never wait for each other.
const updateDeliveriesText = (failingMs: number): string => `
  with input as (
    select * from json_to_recordset($1::json) as i (organization_id uuid, endpoint_id uuid, event_id uuid,
      lease_token uuid, status text, attempts int, status_code int, error text, due_at timestamptz, at timestamptz,
      health text)
  ), locked as (
    select i.* from input i join webhook_deliveries d using (organization_id, endpoint_id, event_id)
     where d.lease_token = i.lease_token
     order by d.organization_id, d.endpoint_id, d.event_id
       for update of d
  ), recorded as (
    update webhook_deliveries d
       set status = i.status, attempts = i.attempts, due_at = i.due_at, lease_token = null, leased_until = null,
           last_status_code = case when i.health = 'unsent' then d.last_status_code else i.status_code end,
           last_error = coalesce(i.error, case when i.health = 'unsent' then d.last_error end),
           updated_at = greatest(i.at, d.updated_at)
      from locked i
     where (d.organization_id, d.endpoint_id, d.event_id) = (i.organization_id, i.endpoint_id, i.event_id)
    returning d.organization_id, d.endpoint_id, i.health, i.at
  ), judged as (${updateEndpointHealth('recorded', failingMs)}
  )
  select id, disabled_reason from judged where disabled_reason is not null`
