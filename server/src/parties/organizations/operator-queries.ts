// The SQL that reads enterprises and organizations for operators.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, rows, type Db } from '../../platform/db/pool.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import { plainName } from '../../platform/db/containing.ts'
import { boundedReading, type PartlyRead } from '../../platform/db/bounded-reading.ts'
import { inBothOrders, type Sorted } from '../../platform/db/sorts.ts'
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

const SELECT_SEEN_ENTERPRISES = inBothOrders(
  'select_seen_enterprises',
  ['enterprise_ids', 'after', 'made_before', 'before', 'limit'],
  ({ after, direction }) => `${SEEN}
    where ($1::uuid[] is null or e.id = any ($1))
      and e.created_at > coalesce($2::timestamptz, '-infinity') and e.created_at < coalesce($3::timestamptz, 'infinity')
      and ($4::uuid is null or e.id ${after} $4)
    order by e.id ${direction} limit $5`,
)

export function selectSeenEnterprises(
  db: Db,
  enterpriseIds: readonly Uuid<'ent'>[] | null,
  period: Period & Sorted,
  before: Uuid<'ent'> | null,
  limit: number,
): Promise<SeenEnterprise[]> {
  const { after, before: madeBefore } = periodValues('ent', period)
  return rows(db, SELECT_SEEN_ENTERPRISES(period.sort), [
    enterpriseIds,
    after,
    madeBefore,
    before,
    limit,
  ])
}

export const selectSeenEnterprise = oneRow<SeenEnterprise, [id: Uuid<'ent'>]>(
  'select_seen_enterprise',
  ['id'],
  `${SEEN} where e.id = $1`,
)

export type SeenOrganization = OrganizationRow & { enterprise_name: string }

const SELECT_SEEN_ORGANIZATIONS = inBothOrders(
  'select_seen_organizations',
  [
    'enterprise_ids',
    'status',
    'after',
    'made_before',
    'before',
    'limit',
    'text',
    'from',
    'to',
    'metadata',
  ],
  ({ after, direction }) => `select ${columnsOf(COLUMNS, 'o')}, e.name as enterprise_name
     from organizations o join enterprises e on e.id = o.enterprise_id
    where ($1::uuid[] is null or o.enterprise_id = any ($1)) and ($2::text is null or o.status = $2)
      and o.created_at > coalesce($3::timestamptz, '-infinity') and o.created_at < coalesce($4::timestamptz, 'infinity')
      and ($5::uuid is null or o.id ${after} $5) and ($7::text is null or ${plainName('o.name')} like (select ${plainName('$7')}))
      and ($8::uuid is null or o.id >= $8) and ($9::uuid is null or o.id <= $9) and ($10::jsonb is null or o.metadata @> $10)
    order by o.id ${direction} limit $6`,
)

const readBounded = boundedReading<'org'>('select_seen_organizations', { paced: 'organizations' })

/** Organizations of all enterprises. Those with a status or a part in their name may be on later pages. */
export function selectSeenOrganizations(
  db: Db,
  enterpriseIds: readonly Uuid<'ent'>[] | null,
  filter: Period & Sorted & Readonly<Record<'status' | 'text' | 'metadata', string | undefined>>,
  before: Uuid<'org'> | null,
  limit: number,
): Promise<SeenOrganization[] | PartlyRead<SeenOrganization, Uuid<'org'>>> {
  const { status, text, metadata, sort = 'newest_first' } = filter
  const { after, before: madeBefore, from, to } = periodValues('org', filter)
  const selects = SELECT_SEEN_ORGANIZATIONS(sort)
  const values = [enterpriseIds, status, after, madeBefore, before, limit, text]
  const page = (since: typeof from, until: typeof to): Promise<SeenOrganization[]> =>
    rows(db, selects, [...values, since, until, metadata])
  if (status === undefined && text === undefined && metadata === undefined) return page(from, to)
  return readBounded(db, { sort, organizationId: null }, { after: before, from, to }, page)
}

export const selectSeenOrganization = oneRow<SeenOrganization, [id: Uuid<'org'>]>(
  'select_seen_organization',
  ['id'],
  `select ${columnsOf(COLUMNS, 'o')}, e.name as enterprise_name
     from organizations o join enterprises e on e.id = o.enterprise_id where o.id = $1`,
)
