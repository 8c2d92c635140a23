// The SQL that reads enterprises and organizations for operators.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { periodValues, type Period } from '../../platform/http/filters.ts'
import type { Uuid } from '../../platform/ids.ts'
import { COLUMNS, type OrganizationRow } from './queries.ts'

export type SeenEnterprise = {
  id: Uuid<'ent'>
  name: string
  created_at: Instant
  /** Null: it is not on hold. */
  held_since: Instant | null
  organizations: number
}

const SEEN = `select e.id, e.name, e.created_at, h.placed_at as held_since,
          (select count(*)::int from organizations o where o.enterprise_id = e.id) as organizations
     from enterprises e
     left join enterprise_holds h on h.enterprise_id = e.id and h.released_at is null`

/** Newest first. */
export const selectSeenEnterprises = allRows<
  SeenEnterprise,
  [
    enterpriseIds: readonly Uuid<'ent'>[] | null,
    period: Period,
    before: Uuid<'ent'> | null,
    limit: number,
  ]
>(
  'select_seen_enterprises',
  ['enterprise_ids', 'after', 'made_before', 'before', 'limit'],
  `${SEEN}
    where ($1::uuid[] is null or e.id = any ($1))
      and e.created_at > coalesce($2::timestamptz, '-infinity') and e.created_at < coalesce($3::timestamptz, 'infinity')
      and ($4::uuid is null or e.id < $4)
    order by e.id desc limit $5`,
  (enterpriseIds, period, before, limit) => {
    const { after, before: madeBefore } = periodValues('ent', period)
    return [enterpriseIds, after, madeBefore, before, limit]
  },
)

export const selectSeenEnterprise = oneRow<SeenEnterprise, [id: Uuid<'ent'>]>(
  'select_seen_enterprise',
  ['id'],
  `${SEEN} where e.id = $1`,
)

export type SeenOrganization = OrganizationRow & { enterprise_name: string }

/** Organizations of all enterprises, newest first. */
export const selectSeenOrganizations = allRows<
  SeenOrganization,
  [
    enterpriseIds: readonly Uuid<'ent'>[] | null,
    filter: Period & { status: string | undefined },
    before: Uuid<'org'> | null,
    limit: number,
  ]
>(
  'select_seen_organizations',
  ['enterprise_ids', 'status', 'after', 'made_before', 'before', 'limit'],
  `select ${columnsOf(COLUMNS, 'o')}, e.name as enterprise_name
     from organizations o join enterprises e on e.id = o.enterprise_id
    where ($1::uuid[] is null or o.enterprise_id = any ($1)) and ($2::text is null or o.status = $2)
      and o.created_at > coalesce($3::timestamptz, '-infinity') and o.created_at < coalesce($4::timestamptz, 'infinity')
      and ($5::uuid is null or o.id < $5)
    order by o.id desc limit $6`,
  (enterpriseIds, filter, before, limit) => {
    const { after, before: madeBefore } = periodValues('org', filter)
    return [enterpriseIds, filter.status, after, madeBefore, before, limit]
  },
)

export const selectSeenOrganization = oneRow<SeenOrganization, [id: Uuid<'org'>]>(
  'select_seen_organization',
  ['id'],
  `select ${columnsOf(COLUMNS, 'o')}, e.name as enterprise_name
     from organizations o join enterprises e on e.id = o.enterprise_id where o.id = $1`,
)
