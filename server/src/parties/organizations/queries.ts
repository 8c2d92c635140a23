// All SQL that writes enterprises and organizations.
import type { Instant } from '../../platform/clock.ts'
import {
  columnsOf,
  joinByIndex,
  NIL_UUID,
  rows,
  sqlInstant,
  sqlUuids,
  type Db,
} from '../../platform/db/pool.ts'
import { allRows, oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { announceEvents } from '../../platform/events/insert-events.ts'
import {
  changedWithoutOrder,
  newStatus,
  statusChanges,
} from '../../platform/events/status-changes.ts'
import { metadataJson, type Metadata } from '../../platform/http/metadata.ts'
import type { StatusEntry } from '../../platform/http/status.ts'
import { publicId, uuidOf, type Uuid } from '../../platform/ids.ts'

export const organizationStatuses = ['ACTIVE', 'COMPLIANCE_HOLD'] as const
export type OrganizationStatus = (typeof organizationStatuses)[number]

export type OrganizationRow = {
  id: Uuid<'org'>
  enterprise_id: Uuid<'ent'>
  name: string
  contact_email: string
  contact_first_name: string
  contact_last_name: string
  status: OrganizationStatus
  status_history: StatusEntry[]
  created_at: Instant
  updated_at: Instant
  first_version: number
  request_hash: Buffer | null
  metadata: Metadata | null
}

/** The columns of an OrganizationRow. */
export const COLUMNS = `id, enterprise_id, name, contact_email, contact_first_name, contact_last_name, status,
  status_history, created_at, updated_at, first_version, request_hash, metadata`

export const selectOrganization = oneRow<OrganizationRow, [id: Uuid<'org'>]>(
  'select_organization',
  ['id'],
  `select ${COLUMNS} from organizations where id = $1`,
)

export type Membership = { enterpriseId: Uuid<'ent'>; organizationId: Uuid<'org'> }

const SELECT_MEMBERSHIPS = statement(
  'select_memberships',
  ['organization_ids', 'enterprise_ids'],
  `select exists (select from organizations o where o.id = asked.id and o.enterprise_id = asked.enterprise_id)
            as is_member
     from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (id, enterprise_id, position)
    order by position`,
)

/** Returns one boolean per membership, in order. */
export async function selectMemberships(db: Db, asked: readonly Membership[]): Promise<boolean[]> {
  const found = await rows<{ is_member: boolean }>(db, SELECT_MEMBERSHIPS, [
    sqlUuids(asked.map(({ organizationId }) => organizationId)),
    sqlUuids(asked.map(({ enterpriseId }) => enterpriseId)),
  ])
  return found.map(({ is_member }) => is_member)
}

/** Organizations after `after`, oldest first. `only`: the organization that the API key is bound to, or null. */
export const selectOrganizations = allRows<
  OrganizationRow,
  [
    enterpriseId: Uuid<'ent'>,
    only: Uuid<'org'> | null,
    after: Uuid<'org'> | null,
    limit: number | null,
    metadata?: Metadata | null,
  ]
>(
  'select_organizations',
  ['enterprise_id', 'only', 'after', 'limit', 'metadata'],
  `select ${COLUMNS} from organizations
    where enterprise_id = $1 and ($2::uuid is null or id = $2) and id > coalesce($3, ${NIL_UUID})
      and ($5::jsonb is null or metadata @> $5)
    order by id
    limit $4`,
  (enterpriseId, only, after, limit, metadata = null) => [
    enterpriseId,
    only,
    after,
    limit,
    metadataJson(metadata),
  ],
)

export const selectOrganizationByKey = oneRow<
  OrganizationRow,
  [enterpriseId: Uuid<'ent'>, idempotencyKey: string]
>(
  'select_organization_by_key',
  ['enterprise_id', 'idempotency_key'],
  `select ${COLUMNS} from organizations where enterprise_id = $1 and idempotency_key = $2`,
)

export type NewOrganization = Omit<OrganizationRow, 'updated_at' | 'first_version'> & {
  idempotency_key: string | null
}

/** Undefined if the enterprise already has an organization under this idempotency key. */
export const insertOrganization = oneRow<OrganizationRow, [organization: NewOrganization]>(
  'insert_organization',
  [
    'id',
    'enterprise_id',
    'name',
    'contact_email',
    'contact_first_name',
    'contact_last_name',
    'status',
    'status_history',
    'created_at',
    'idempotency_key',
    'request_hash',
    'events',
    'metadata',
  ],
  `with written as (
     insert into organizations (id, enterprise_id, name, contact_email, contact_first_name, contact_last_name,
       status, status_history, first_version, created_at, updated_at, idempotency_key, request_hash, metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8, jsonb_array_length($8), $9, $9, $10, $11, $13)
     on conflict (enterprise_id, idempotency_key) do nothing
     returning ${COLUMNS}
   ), changed as (${changedWithoutOrder('id', 'written')}
   ), ${announceEvents('$12', 'changed', 'written')}
   select ${COLUMNS} from written`,
  (organization) => [
    organization.id,
    organization.enterprise_id,
    organization.name,
    organization.contact_email,
    organization.contact_first_name,
    organization.contact_last_name,
    organization.status,
    JSON.stringify(organization.status_history),
    sqlInstant(organization.created_at),
    organization.idempotency_key,
    organization.request_hash,
    eventsOf(
      organization.id,
      organization.status_history.map(({ status }) => status),
      organization.created_at,
    ),
    metadataJson(organization.metadata),
  ],
)

/** Adds a status; undefined if the organization does not exist or already has it. */
export const updateOrganizationStatus = oneRow<
  OrganizationRow,
  [id: Uuid<'org'>, status: OrganizationStatus, at: Instant]
>(
  'update_organization_status',
  ['id', 'status', 'at', 'events'],
  `with written as (
     update organizations o
        set ${newStatus('o', '$2', '$3')}
      where id = $1 and status <> $2
      returning ${COLUMNS}
   ), changed as (${changedWithoutOrder('id', 'written')}
   ), ${announceEvents('$4', 'changed')}
   select ${COLUMNS} from written`,
  (id, status, at) => [id, status, sqlInstant(at), eventsOf(id, [status], at)],
)

const eventsOf = (id: Uuid<'org'>, statuses: readonly string[], at: Instant): string =>
  statusChanges([
    {
      position: 0,
      type: 'organization.status_changed',
      of: { organization_id: publicId('org', id) },
      statuses,
      at,
    },
  ])

export const updateOrganizationContact = write(
  'update_organization_contact',
  ['id', 'contact_email', 'contact_first_name', 'contact_last_name', 'at'],
  `update organizations
      set contact_email = $2, contact_first_name = $3, contact_last_name = $4, updated_at = greatest($5, updated_at)
    where id = $1`,
  (
    id: Uuid<'org'>,
    contact: Pick<OrganizationRow, 'contact_email' | 'contact_first_name' | 'contact_last_name'>,
    at: Instant,
  ) => [
    id,
    contact.contact_email,
    contact.contact_first_name,
    contact.contact_last_name,
    sqlInstant(at),
  ],
)

/** `parked_orders`: those that stay parked when the hold ends, until an operator releases each of them. */
export type HeldOrganization = OrganizationRow & { enterprise_name: string; parked_orders: number }

/** Organizations on hold in all enterprises, oldest first. */
export const selectHeldOrganizations = allRows<HeldOrganization>(
  'select_held_organizations',
  [],
  `select ${columnsOf(COLUMNS, 'o')}, p.name as enterprise_name,
          (select count(*)::int from orders d
            where d.parked_reason is not null and d.parked_reason = 'compliance_hold' and d.organization_id = o.id) as parked_orders
     from organizations o join enterprises p on p.id = o.enterprise_id
    where o.status = 'COMPLIANCE_HOLD'
    order by o.id`,
)

/**
 * Locks the enterprise until the transaction ends. Meanwhile no other transaction creates its organizations, instruments
 * or keys, or places or releases its holds. So counts that are read after this call stay true.
 */
export const lockEnterprise = write<[enterpriseId: Uuid<'ent'>]>(
  'lock_enterprise',
  ['enterprise_id'],
  `select pg_advisory_xact_lock(hashtextextended('enterprise ' || $1, 0))`,
)

const COUNT_ORGANIZATIONS = statement(
  'count_organizations',
  ['enterprise_id'],
  `select count(*)::int as count from organizations where enterprise_id = $1`,
)

export async function countOrganizations(db: Db, enterpriseId: Uuid<'ent'>): Promise<number> {
  const [row] = await rows<{ count: number }>(db, COUNT_ORGANIZATIONS, [enterpriseId])
  return row?.count ?? 0
}

export type EnterpriseRow = { id: Uuid<'ent'>; name: string }

export const selectEnterprises = allRows<EnterpriseRow>(
  'select_enterprises',
  [],
  `select id, name from enterprises order by id`,
)

const SELECT_ENTERPRISE_NAMED = statement(
  'select_enterprise_named',
  ['id', 'name'],
  `select id from enterprises where id = $1 or lower(name) = lower($2) order by id = $1 desc, name = $2 desc limit 1`,
)

/** The enterprise with this identifier or name, in any case. */
export async function selectEnterpriseNamed(
  db: Db,
  text: string,
): Promise<Uuid<'ent'> | undefined> {
  const name = text.trim()
  const [row] = await rows<{ id: Uuid<'ent'> }>(db, SELECT_ENTERPRISE_NAMED, [
    uuidOf('ent', name),
    name,
  ])
  return row?.id
}

export const selectEnterprise = oneRow<EnterpriseRow, [id: Uuid<'ent'>]>(
  'select_enterprise',
  ['id'],
  `select id, name from enterprises where id = $1`,
)

/** The oldest enterprise; undefined in an empty database. */
export const selectFirstEnterprise = oneRow<EnterpriseRow>(
  'select_first_enterprise',
  [],
  `select id, name from enterprises order by id limit 1`,
)

/** The existing enterprises with these names. */
export const selectEnterprisesByNames = allRows<EnterpriseRow, [names: readonly string[]]>(
  'select_enterprises_by_names',
  ['names'],
  `select e.id, e.name
     from unnest($1::text[]) wanted (name) ${joinByIndex('enterprises', 'name = wanted.name', 'e')}`,
)

export const insertEnterprises = write(
  'insert_enterprises',
  ['id', 'name', 'at'],
  `insert into enterprises (id, name, created_at)
   select id, name, $3 from unnest($1::uuid[], $2::text[]) as made (id, name)`,
  (enterprises: readonly EnterpriseRow[], at: Instant) => [
    enterprises.map(({ id }) => id),
    enterprises.map(({ name }) => name),
    sqlInstant(at),
  ],
)
