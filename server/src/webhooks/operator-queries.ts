// The SQL that reads webhook endpoints of all owners, for operators.
import type { Scope } from '../db/operator-listing.ts'
import { columnsOf, rows, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { periodValues, type Period } from '../http/filters.ts'
import type { Uuid } from '../ids.ts'
import { COLUMNS, type EndpointRow } from './queries.ts'

export type SeenEndpoint = EndpointRow & {
  /** Of the endpoint, or of its organization. */
  of_enterprise: Uuid<'ent'>
  organization_name: string | null
}

const SEEN = `${columnsOf(COLUMNS, 'w')}, coalesce(w.enterprise_id, g.enterprise_id) as of_enterprise, g.name as organization_name
     from webhook_endpoints w left join organizations g on g.id = w.organization_id`

const SELECT_SEEN_WEBHOOK_ENDPOINTS = statement(
  'select_seen_webhook_endpoints',
  ['enterprise_ids', 'organization_id', 'status', 'after', 'made_before', 'before', 'limit'],
  `select ${SEEN}
    where w.deleted_at is null and ($1::uuid[] is null or coalesce(w.enterprise_id, g.enterprise_id) = any ($1))
      and ($2::uuid is null or w.organization_id = $2) and ($3::text is null or w.status = $3)
      and w.created_at > coalesce($4::timestamptz, '-infinity') and w.created_at < coalesce($5::timestamptz, 'infinity')
      and ($6::uuid is null or w.id < $6)
    order by w.id desc limit $7`,
)

/** Newest first, also of whole enterprises. */
export function selectSeenEndpoints(
  db: Db,
  { enterpriseIds, organizationId }: Scope,
  filter: Period & { status: string | undefined },
  before: Uuid<'whe'> | null,
  limit: number,
): Promise<SeenEndpoint[]> {
  const { after, before: madeBefore } = periodValues('whe', filter)
  const values = [enterpriseIds, organizationId, filter.status, after, madeBefore, before, limit]
  return rows(db, SELECT_SEEN_WEBHOOK_ENDPOINTS, values)
}

const SELECT_SEEN_WEBHOOK_ENDPOINT = statement(
  'select_seen_webhook_endpoint',
  ['id'],
  `select ${SEEN} where w.id = $1 and w.deleted_at is null`,
)

/** An endpoint of any owner. */
export async function selectSeenEndpoint(
  db: Db,
  id: Uuid<'whe'>,
): Promise<SeenEndpoint | undefined> {
  const [row] = await rows<SeenEndpoint>(db, SELECT_SEEN_WEBHOOK_ENDPOINT, [id])
  return row
}
