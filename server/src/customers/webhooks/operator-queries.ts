// The SQL that reads webhook endpoints of all owners, and writes them, for operators.
import type { Scope } from '../../platform/db/operator-listing.ts'
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, sqlInstant, rows, type Db } from '../../platform/db/pool.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import { inBothOrders, type Sorted } from '../../platform/db/sorts.ts'
import { periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import { COLUMNS, type EndpointRow, type OwnedEndpoint } from './queries.ts'

export type SeenEndpoint = EndpointRow & {
  /** The enterprise of the endpoint, or that of its organization. */
  of_enterprise: Uuid<'ent'>
  organization_name: string | null
}

const SEEN = `${columnsOf(COLUMNS, 'w')}, coalesce(w.enterprise_id, g.enterprise_id) as of_enterprise, g.name as organization_name
     from webhook_endpoints w left join organizations g on g.id = w.organization_id`

const SELECT_SEEN_WEBHOOK_ENDPOINTS = inBothOrders(
  'select_seen_webhook_endpoints',
  ['enterprise_ids', 'organization_id', 'status', 'after', 'made_before', 'before', 'limit'],
  ({ after, direction, start }) => `select ${SEEN}
    where w.deleted_at is null and ($1::uuid[] is null or coalesce(w.enterprise_id, g.enterprise_id) = any ($1))
      and ($2::uuid is null or w.organization_id = $2) and ($3::text is null or w.status = $3)
      and w.created_at > coalesce($4::timestamptz, '-infinity') and w.created_at < coalesce($5::timestamptz, 'infinity')
      and w.id ${after} coalesce($6::uuid, ${start})
    order by w.id ${direction} limit $7`,
)

/** Also those of whole enterprises. */
export function selectSeenEndpoints(
  db: Db,
  { enterpriseIds, organizationId }: Scope,
  filter: Period & Sorted & { status: string | undefined },
  before: Uuid<'whe'> | null,
  limit: number,
): Promise<SeenEndpoint[]> {
  const { after, before: madeBefore } = periodValues('whe', filter)
  const values = [enterpriseIds, organizationId, filter.status, after, madeBefore, before, limit]
  return rows(db, SELECT_SEEN_WEBHOOK_ENDPOINTS(filter.sort), values)
}

/** An endpoint of any owner. */
export const selectSeenEndpoint = oneRow<SeenEndpoint, [id: Uuid<'whe'>]>(
  'select_seen_webhook_endpoint',
  ['id'],
  `select ${SEEN} where w.id = $1 and w.deleted_at is null`,
)

export const lockEndpoint = oneRow<EndpointRow, [OwnedEndpoint]>(
  'lock_webhook_endpoint',
  ['organization_id', 'id'],
  `select ${COLUMNS} from webhook_endpoints where organization_id = $1 and id = $2 and deleted_at is null
      for no key update`,
  ({ ownerId, id }) => [ownerId, id],
)

/** Enabling resets the failures. */
export const updateEndpointByOperator = oneRow<
  EndpointRow,
  [OwnedEndpoint, status: EndpointRow['status'], at: Instant]
>(
  'update_webhook_endpoint_by_operator',
  ['organization_id', 'id', 'status', 'at'],
  `update webhook_endpoints
      set status = $3, disabled_reason = case $3 when 'DISABLED' then 'operator' end,
          failing_since = case when $3 = 'ENABLED' then null else failing_since end,
          updated_at = greatest($4, updated_at)
    where organization_id = $1 and id = $2 and deleted_at is null
    returning ${COLUMNS}`,
  ({ ownerId, id }, status, at) => [ownerId, id, status, sqlInstant(at)],
)
