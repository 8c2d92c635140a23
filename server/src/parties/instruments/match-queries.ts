// The SQL that finds accounts which several organizations have, also of different enterprises.
import { rows, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'
import type { InstrumentStatus } from './queries.ts'

export type MatchRow = {
  fingerprint: Buffer
  id: Uuid<'epi'>
  organization_id: Uuid<'org'>
  organization_name: string
  enterprise_id: Uuid<'ent'>
  alias: string
  currency: string
  method: InstrumentMethod
  status: InstrumentStatus
}

const COLUMNS = `e.fingerprint, e.id, e.organization_id, o.name as organization_name, o.enterprise_id, e.alias, e.currency,
  e.method, e.status`

// Reads the accounts in the order of an index until a page of shared ones is found.
const sharedBy = (owners: string) => `
  select fingerprint from external_payment_instruments
   where fingerprint > coalesce($1::bytea, '') ${owners}
   group by fingerprint having count(*) > 1 and count(distinct organization_id) > 1
   order by fingerprint limit $2`
const SELECT_SHARED_FINGERPRINTS = statement(
  'select_shared_fingerprints',
  ['after', 'limit'],
  sharedBy(''),
)
const SELECT_SEEN_SHARED_FINGERPRINTS = statement(
  'select_seen_shared_fingerprints',
  ['after', 'limit', 'enterprise_ids'],
  sharedBy('and organization_id in (select id from organizations where enterprise_id = any ($3))'),
)

/** Fingerprints after `after` that at least two of the seen organizations have. */
export const selectSharedFingerprints = (
  db: Db,
  after: Buffer | null,
  enterpriseIds: readonly Uuid<'ent'>[] | null,
  limit: number,
): Promise<{ fingerprint: Buffer }[]> =>
  enterpriseIds === null
    ? rows(db, SELECT_SHARED_FINGERPRINTS, [after, limit])
    : rows(db, SELECT_SEEN_SHARED_FINGERPRINTS, [after, limit, enterpriseIds])

/** At most `limit` instruments of each account, oldest first. */
export const selectInstrumentsOfFingerprints = allRows<
  MatchRow,
  [fingerprints: readonly Buffer[], enterpriseIds: readonly Uuid<'ent'>[] | null, limit: number]
>(
  'select_instruments_of_fingerprints',
  ['fingerprints', 'enterprise_ids', 'limit'],
  `select m.*
     from unnest($1::bytea[]) as f (wanted)
    cross join lateral (
      select ${COLUMNS}
        from external_payment_instruments e join organizations o on o.id = e.organization_id
       where e.fingerprint = f.wanted and ($2::uuid[] is null or o.enterprise_id = any ($2))
       order by e.id limit $3) m
    order by m.fingerprint, m.id`,
)

const SELECT_FINGERPRINT = statement(
  'select_fingerprint',
  ['organization_id', 'id'],
  `select fingerprint from external_payment_instruments where organization_id = $1 and id = $2`,
)

/** Null for an instrument of an older version that has none yet. */
export async function selectFingerprint(
  db: Db,
  organizationId: Uuid<'org'>,
  id: Uuid<'epi'>,
): Promise<Buffer | null> {
  const [row] = await rows<{ fingerprint: Buffer | null }>(db, SELECT_FINGERPRINT, [
    organizationId,
    id,
  ])
  return row?.fingerprint ?? null
}
