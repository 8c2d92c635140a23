// The SQL that writes webhook_endpoints, except operators' writes in operator-queries.ts, and the delivery of a test event.
// delivery-queries.ts has the other deliveries.
// A deleted endpoint stays in the table for the replay of its creation only.
import type { Instant } from '../../platform/clock.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { insertEvents, type NewEvent } from '../../platform/events/insert-events.ts'
import type { Uuid } from '../../platform/ids.ts'

/** An organization, or an enterprise, whose endpoint gets the events of all its organizations. */
export type EndpointOwner = Uuid<'org' | 'ent'>
export type OwnedEndpoint = { ownerId: EndpointOwner; id: Uuid<'whe'> }

export type EndpointRow = {
  /** The owner. The primary key begins with it. */
  organization_id: EndpointOwner
  /** The owner, if it is an enterprise. */
  enterprise_id: Uuid<'ent'> | null
  id: Uuid<'whe'>
  url: string
  description: string
  event_types: string[]
  secrets_key_id: string
  secrets_sealed: Buffer
  status: 'ENABLED' | 'DISABLED'
  disabled_reason: 'customer' | 'operator' | 'gone' | 'failing' | null
  failing_since: Instant | null
  created_at: Instant
  updated_at: Instant
}

/** The columns of an EndpointRow. */
export const COLUMNS = `organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed, status,
  disabled_reason, failing_since, created_at, updated_at, enterprise_id`

export const selectEndpoint = oneRow<EndpointRow, [OwnedEndpoint]>(
  'select_webhook_endpoint',
  ['organization_id', 'id'],
  `select ${COLUMNS} from webhook_endpoints where organization_id = $1 and id = $2 and deleted_at is null`,
  ({ ownerId, id }) => [ownerId, id],
)

/** Oldest first, after `after`. */
export const selectEndpoints = allRows<
  EndpointRow,
  [ownerId: EndpointOwner, after: Uuid<'whe'> | null, limit: number]
>(
  'select_webhook_endpoints',
  ['organization_id', 'after', 'limit'],
  `select ${COLUMNS} from webhook_endpoints
    where organization_id = $1 and deleted_at is null and ($2::uuid is null or id > $2)
    order by id
    limit $3`,
)

type CreationRow = {
  id: Uuid<'whe'>
  created_key_id: string
  created_sealed: Buffer
  request_hash: Buffer
}

/** Finds deleted endpoints too. */
export const selectEndpointCreation = oneRow<
  CreationRow,
  [ownerId: EndpointOwner, idempotencyKey: string]
>(
  'select_webhook_endpoint_creation',
  ['organization_id', 'idempotency_key'],
  `select id, created_key_id, created_sealed, request_hash from webhook_endpoints
    where organization_id = $1 and idempotency_key = $2`,
)

/** Prevents other transactions from adding an endpoint to the owner until this one ends. */
export const lockEndpoints = write<[ownerId: EndpointOwner]>(
  'lock_webhook_endpoints',
  ['organization_id'],
  `select pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || $1, 0))`,
)

const COUNT_WEBHOOK_ENDPOINTS = statement(
  'count_webhook_endpoints',
  ['organization_id'],
  `select count(*)::int as count from webhook_endpoints where organization_id = $1 and deleted_at is null`,
)

export async function countEndpoints(db: Db, ownerId: EndpointOwner): Promise<number> {
  const [row] = await rows<{ count: number }>(db, COUNT_WEBHOOK_ENDPOINTS, [ownerId])
  return row?.count ?? 0
}

/** False when the owner already has an endpoint under this idempotency key. */
export const insertEndpoint = anyRow(
  'insert_webhook_endpoint',
  [
    'organization_id',
    'id',
    'url',
    'description',
    'event_types',
    'secrets_key_id',
    'secrets_sealed',
    'created_key_id',
    'created_sealed',
    'status',
    'created_at',
    'idempotency_key',
    'request_hash',
    'enterprise_id',
  ],
  `insert into webhook_endpoints (organization_id, id, url, description, event_types, secrets_key_id, secrets_sealed,
     created_key_id, created_sealed, status, created_at, updated_at, idempotency_key, request_hash, enterprise_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14)
   on conflict (organization_id, idempotency_key) do nothing
   returning id`,
  (
    endpoint: EndpointRow & {
      created: Sealed
      idempotency_key: string
      request_hash: Buffer
    },
  ) => [
    endpoint.organization_id,
    endpoint.id,
    endpoint.url,
    endpoint.description,
    endpoint.event_types,
    endpoint.secrets_key_id,
    endpoint.secrets_sealed,
    endpoint.created.keyId,
    endpoint.created.bytes,
    endpoint.status,
    sqlInstant(endpoint.created_at),
    endpoint.idempotency_key,
    endpoint.request_hash,
    endpoint.enterprise_id,
  ],
)

export type EndpointChange = {
  url?: string
  description?: string
  event_types?: string[]
  status?: 'ENABLED' | 'DISABLED'
}

/** Omitted fields do not change. Enabling resets the failures. Disabling twice keeps the first reason. */
export const updateEndpoint = oneRow<
  EndpointRow,
  [OwnedEndpoint, change: EndpointChange, at: Instant]
>(
  'update_webhook_endpoint',
  ['organization_id', 'id', 'url', 'description', 'event_types', 'status', 'at'],
  `update webhook_endpoints
      set url = coalesce($3, url),
          description = coalesce($4, description),
          event_types = coalesce($5, event_types),
          status = coalesce($6, status),
          disabled_reason = case $6 when 'ENABLED' then null when 'DISABLED' then coalesce(disabled_reason, 'customer')
                                    else disabled_reason end,
          failing_since = case when $6 = 'ENABLED' then null else failing_since end,
          updated_at = greatest($7, updated_at)
    where organization_id = $1 and id = $2 and deleted_at is null
    returning ${COLUMNS}`,
  ({ ownerId, id }, change, at) => [
    ownerId,
    id,
    change.url ?? null,
    change.description ?? null,
    change.event_types ?? null,
    change.status ?? null,
    sqlInstant(at),
  ],
)

/** Returns the endpoint before its deletion. */
export const updateEndpointDeleted = oneRow<EndpointRow, [OwnedEndpoint, at: Instant]>(
  'update_webhook_endpoint_deleted',
  ['organization_id', 'id', 'at'],
  `update webhook_endpoints
      set status = 'DISABLED', disabled_reason = coalesce(disabled_reason, 'customer'), deleted_at = $3::timestamptz,
          updated_at = greatest($3::timestamptz, updated_at)
    where organization_id = $1 and id = $2 and deleted_at is null
    returning ${COLUMNS}`,
  ({ ownerId, id }, at) => [ownerId, id, sqlInstant(at)],
)

/** Undefined when the secrets have changed since `seen` was read. */
export const updateEndpointSecrets = oneRow<
  EndpointRow,
  [seen: EndpointRow, secrets: Sealed, at: Instant]
>(
  'update_webhook_endpoint_secrets',
  ['organization_id', 'id', 'seen_secrets', 'secrets_key_id', 'secrets_sealed', 'at'],
  `update webhook_endpoints
      set secrets_key_id = $4, secrets_sealed = $5, updated_at = greatest($6, updated_at)
    where organization_id = $1 and id = $2 and secrets_sealed = $3 and deleted_at is null
    returning ${COLUMNS}`,
  (seen, secrets, at) => [
    seen.organization_id,
    seen.id,
    seen.secrets_sealed,
    secrets.keyId,
    secrets.bytes,
    sqlInstant(at),
  ],
)

/** Inserts an event for this endpoint alone, and its delivery. */
export const insertTestEvent = write(
  'insert_webhook_test',
  ['organization_id', 'endpoint_id', 'at', 'event'],
  `with changed as (
     select 1 as position, $1::uuid as organization_id, null::uuid as id, null::int as first_event,
            $3::timestamptz as at
   ), announced as (${insertEvents('$4', 'changed')}
   )
   insert into webhook_deliveries (organization_id, endpoint_id, event_id, status, created_at, updated_at, due_at)
   select organization_id, $2, id, 'PENDING', created_at, created_at, created_at from announced`,
  ({ ownerId, id: endpointId }: OwnedEndpoint, event: NewEvent, at: Instant) => [
    ownerId,
    endpointId,
    sqlInstant(at),
    JSON.stringify([{ position: 1, ...event, step: 1 }]),
  ],
)
