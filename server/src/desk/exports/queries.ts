// The SQL that reads the rows of exports, in pages by primary key. All pages of an export are read in one snapshot.
import type { QueryResultRow } from 'pg'
import { columnsOf, NIL_UUID, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { statement, statementOnDemand, type Statement } from '../../platform/db/statement.ts'
import { periodValues } from '../../platform/http/filters.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Kind, Uuid } from '../../platform/ids.ts'
import { EARLIEST, LATEST, windowsOf } from '../../engine/ledger/windows.ts'
import type { TransferRow } from '../../engine/ledger/queries.ts'

/** Small pages leave short pauses to other requests, and few live objects to each garbage collection. */
const PAGE = 125

/** The rows that an export has. */
export type Extent = {
  /** Null for everything, with what belongs to no organization. */
  organizations: readonly Uuid<'org'>[] | null
  /** Inclusive. */
  from: Instant | null
  /** Exclusive. */
  to: Instant | null
  /** Values of filters. Those without a value are left out. */
  given: Readonly<Record<string, string | undefined>>
}

/** The owner of a row; null for what belongs to no organization. */
export type Owned = {
  enterprise_id: Uuid<'ent'> | null
  organization_id: Uuid<'org'> | null
  organization_name: string | null
}

const SELECT_EXTENT = statement(
  'select_extent_of_export',
  ['enterprise_ids', 'organization_id'],
  `select id from organizations
    where ($1::uuid[] is null or enterprise_id = any ($1)) and ($2::uuid is null or id = $2)
    order by id`,
)

/** The organizations of some enterprises, or one of them. */
export const selectExtent = async (
  db: Db,
  enterpriseIds: readonly Uuid<'ent'>[] | null,
  organizationId: Uuid<'org'> | null,
): Promise<Uuid<'org'>[]> =>
  (await rows<{ id: Uuid<'org'> }>(db, SELECT_EXTENT, [enterpriseIds, organizationId])).map(
    ({ id }) => id,
  )

type Table<K extends Kind> = {
  /** Its primary key is (organization_id, id), unless it `hasKeyOfId`. */
  table: string
  kind: K
  /** When a row was made. */
  madeAt: string
  /** An index begins with the id. Rows may then be without an organization. */
  hasKeyOfId: boolean
  /** Columns of the row besides its id, its organization and its owner. */
  columns: string
  /** The condition of the index by organization, if it has one. */
  where?: string
  /** The left side of each condition, as in operator-listing.ts. */
  filters: Readonly<Record<string, string>>
  /** Columns of other tables, and the joins to them. */
  joined?: { columns: string; joins: string }
}

/** Reads a table oldest first, and by organization where only some are wanted. */
export function exportedRows<Row extends QueryResultRow & { id: Uuid<K> }, K extends Kind>(
  name: string,
  of: Table<K>,
): (db: Db, extent: Extent) => AsyncGenerator<readonly Row[]> {
  const { table, kind, madeAt, hasKeyOfId, columns, where = 'true', filters, joined } = of
  const known = Object.keys(filters)
  const made = new Map<string, Statement>()
  const selected = columnsOf(`id, organization_id, ${columns}`, 't')
  function select(rowsOf: 'all' | 'one', chosen: readonly string[], make = statementOnDemand) {
    // Statements of many filters have short names: PostgreSQL keeps 63 bytes.
    const places = chosen.map((filter) => known.indexOf(filter)).join('')
    const full = `${name} ${rowsOf}${places === '' ? '' : ` by${places}`}`
    const before = made.get(full)
    if (before !== undefined) return before
    const [owner, order] =
      rowsOf === 'all'
        ? ['$7::uuid is null', 'id']
        : [`organization_id = $7 and ${where}`, 'organization_id, id']
    const condition = [
      owner,
      ...chosen.map((filter, index) => `${filters[filter]} $${index + 8}`),
    ].join(' and ')
    const selects = make(
      full,
      ['after', 'from_id', 'to_id', 'from', 'to', 'limit', 'organization_id', ...chosen],
      `select ${selected}, g.enterprise_id, g.name as organization_name${joined === undefined ? '' : `, ${joined.columns}`}
         from (select * from ${table}
                where ${condition} and id > coalesce($1::uuid, ${NIL_UUID}) and id >= coalesce($2::uuid, ${NIL_UUID})
                  and id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
                  and ${madeAt} >= coalesce($4::timestamptz, '-infinity')
                  and ${madeAt} < coalesce($5::timestamptz, 'infinity')
                order by ${order} limit $6) t
         left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true ${joined?.joins ?? ''}
        order by t.id`,
    )
    made.set(full, selects)
    return selects
  }
  // Create these at load time, so that server/statements shows them.
  if (hasKeyOfId) select('all', [], statement)
  select('one', [], statement)
  return async function* (db, extent) {
    const { from, to, given } = extent
    const chosen = known.filter((filter) => given[filter] !== undefined)
    const values = chosen.map((filter) => given[filter])
    const bounds = periodValues(kind, {
      createdAfter: from ?? undefined,
      createdBefore: to ?? undefined,
    })
    const instants = [from === null ? null : sqlInstant(from), to === null ? null : sqlInstant(to)]
    const organizations =
      extent.organizations ?? (hasKeyOfId ? [null] : await selectExtent(db, null, null))
    for (const organization of organizations) {
      const reading = select(organization === null ? 'all' : 'one', chosen)
      for (let after: Uuid<K> | null = null; ; ) {
        const page: Row[] = await rows<Row>(db, reading, [
          after,
          bounds.from,
          bounds.to,
          ...instants,
          PAGE,
          organization,
          ...values,
        ])
        if (page.length > 0) yield page
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE) break
        after = last.id
      }
    }
  }
}

const SELECT_EXPORTED_TRANSFERS = statement(
  'select_exported_transfers',
  ['after', 'up_to', 'from', 'to', 'limit', 'organization_ids'],
  `select t.*, g.enterprise_id, g.name as organization_name
     from (select * from ledger_transfers
            where id > $1::bigint and id <= $2::bigint and posted_at >= $3 and posted_at < $4
              and ($6::uuid[] is null or organization_id = any ($6))
            order by id limit $5) t
     left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true
    order by t.id`,
)

/** Transfers of the ledger, oldest first. */
export async function* exportedTransfers(
  db: Db,
  { organizations, from, to }: Extent,
): AsyncGenerator<readonly (TransferRow & Owned)[]> {
  const period = { from: from ?? EARLIEST, to: to ?? LATEST }
  for await (const { after, upTo } of windowsOf(db, period))
    for (let last = after; last < upTo; ) {
      const page: (TransferRow & Owned)[] = await rows(db, SELECT_EXPORTED_TRANSFERS, [
        last,
        upTo,
        sqlInstant(period.from),
        sqlInstant(period.to),
        PAGE,
        organizations,
      ])
      // Check also without rows: many windows without a match must not hide that the reader has gone.
      yield page
      last = page.length < PAGE ? upTo : (page.at(-1)?.id ?? upTo)
    }
}
