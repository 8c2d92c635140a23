// The SQL that records the outcomes of attempts, and ends leases of endpoints.
import type { Instant } from '../../platform/clock.ts'
import { joinByIndex, sqlInstant } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { ClaimedDelivery } from './claim-queries.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import { updateEndpointHealth } from './endpoint-health.ts'
import type { OwnedEndpoint } from './queries.ts'

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
  /** Changes the endpoint's health. `unsent` changes nothing: the endpoint was disabled. */
  health: 'accepted' | 'failed' | 'gone' | 'unsent'
  /** The receiver's response time. Null for `unsent`. */
  tookMs: number | null
}

type DisabledEndpoint = { id: Uuid<'whe'>; disabled_reason: 'gone' | 'failing' | null }

/**
 * Records outcomes, and ends the leases of the endpoints of which the process holds nothing more. Returns endpoints that it
 * disabled.
 *
 * Locks rows in a fixed order, so that this statement and a redelivery cannot deadlock.
 */
export const updateDeliveries = allRows<
  DisabledEndpoint,
  [
    outcomes: readonly AttemptOutcome[],
    failingMs: number,
    leaseToken: Uuid<'lease'>,
    released: readonly OwnedEndpoint[],
  ]
>(
  'update_webhook_deliveries',
  ['outcomes', 'failing_ms', 'lease_token', 'released_endpoint_ids', 'released_organization_ids'],
  `
  with input as (
    select * from json_to_recordset($1::json) as i (organization_id uuid, endpoint_id uuid, event_id uuid, asked int,
      attempts_before int, status text, attempts int, status_code int, error text, answer text, due_at timestamptz,
      at timestamptz, health text, took_ms int)
  ), locked as (
    -- Another process may have sent it after the lease had ended. Its outcome stands.
    select i.*, d.asked <> i.asked as is_asked_again, true as is_locked
      from (select * from input order by organization_id, endpoint_id, event_id) i
      ${joinByIndex(
        'webhook_deliveries',
        `(organization_id, endpoint_id, event_id) = (i.organization_id, i.endpoint_id, i.event_id)
          and status = 'PENDING' and (asked <> i.asked or attempts = i.attempts_before) for update`,
        'd',
      )}
  ), recorded as (
    update webhook_deliveries d
       set status = case when i.is_asked_again then 'PENDING' else i.status end,
           attempts = case when i.is_asked_again then 0 else i.attempts end,
           due_at = case when i.is_asked_again then d.due_at else i.due_at end,
           last_status_code = case when i.health = 'unsent' then d.last_status_code else i.status_code end,
           last_error = coalesce(i.error, case when i.health = 'unsent' then d.last_error end),
           last_answer = case when i.health = 'unsent' then d.last_answer else i.answer end,
           updated_at = greatest(i.at, d.updated_at)
      from locked i
     where (d.organization_id, d.endpoint_id, d.event_id) = (i.organization_id, i.endpoint_id, i.event_id)
       -- Always true. The planner takes it for rare, so it looks up few rows by key instead of reading the whole table.
       and i.is_locked::text = 'true'
    returning d.organization_id, d.endpoint_id, i.health, i.took_ms, i.at
  ), endpoints as (${updateEndpointHealth('recorded', '$2')}
  ), free as (
    select organization_id, endpoint_id
      from unnest($5::uuid[], $4::uuid[]) as r (organization_id, endpoint_id) join webhook_leases l using (organization_id, endpoint_id)
     where l.lease_token = $3
     order by organization_id, endpoint_id
       for update of l
  ), released as (
    update webhook_leases l set leased_until = null from free
     where (l.organization_id, l.endpoint_id) = (free.organization_id, free.endpoint_id)
  )
  select id, disabled_reason from endpoints where disabled_reason is not null`,
  (outcomes, failingMs, leaseToken, released) => [
    JSON.stringify(
      outcomes.map(({ delivery, ...outcome }) => ({
        organization_id: delivery.organization_id,
        endpoint_id: delivery.endpoint_id,
        event_id: delivery.event_id,
        asked: delivery.asked,
        attempts_before: delivery.attempts,
        status: outcome.status,
        attempts: outcome.attempts,
        status_code: outcome.statusCode ?? undefined,
        error: outcome.error ?? undefined,
        answer: outcome.answer ?? undefined,
        due_at: outcome.dueAt === null ? undefined : sqlInstant(outcome.dueAt),
        at: sqlInstant(outcome.at),
        health: outcome.health,
        took_ms: outcome.tookMs ?? undefined,
      })),
    ),
    failingMs,
    leaseToken,
    released.map(({ id }) => id),
    released.map(({ ownerId }) => ownerId),
  ],
)

/** Ends all leases of a process. */
export const updateLeasesEnded = write<[leaseToken: Uuid<'lease'>]>(
  'update_webhook_leases_ended',
  ['lease_token'],
  `update webhook_leases set leased_until = null where lease_token = $1 and leased_until is not null`,
)
