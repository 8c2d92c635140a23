// All SQL of enterprise_holds.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, sqlUuids, type Db } from '../../platform/db/pool.ts'
import { anyRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'

const SELECT_ENTERPRISE_HOLD = statement(
  'select_enterprise_hold',
  ['enterprise_id'],
  `select placed_at from enterprise_holds where enterprise_id = $1 and released_at is null`,
)

/** Since when the enterprise is on hold; null if it is not. */
export async function selectHeldSince(db: Db, enterpriseId: Uuid<'ent'>): Promise<Instant | null> {
  const [row] = await rows<{ placed_at: Instant }>(db, SELECT_ENTERPRISE_HOLD, [enterpriseId])
  return row?.placed_at ?? null
}

/** False if the enterprise is on hold already. */
export const insertEnterpriseHold = anyRow(
  'insert_enterprise_hold',
  ['enterprise_id', 'placed_at', 'organization_ids'],
  `insert into enterprise_holds (enterprise_id, placed_at, organization_ids)
   -- A hold that follows another one within a millisecond is later all the same.
   select $1, greatest($2, max(placed_at) + interval '1 millisecond'), $3
     from enterprise_holds where enterprise_id = $1
   on conflict (enterprise_id) where released_at is null do nothing returning enterprise_id`,
  (enterpriseId: Uuid<'ent'>, organizationIds: readonly Uuid<'org'>[], at: Instant) => [
    enterpriseId,
    sqlInstant(at),
    sqlUuids(organizationIds),
  ],
)

const UPDATE_ENTERPRISE_HOLD_RELEASED = statement(
  'update_enterprise_hold_released',
  ['enterprise_id', 'at'],
  `update enterprise_holds set released_at = greatest($2, placed_at) where enterprise_id = $1 and released_at is null
   returning organization_ids`,
)

/** The organizations that the hold held; undefined if there is none. */
export async function updateEnterpriseHoldReleased(
  db: Db,
  enterpriseId: Uuid<'ent'>,
  at: Instant,
): Promise<Uuid<'org'>[] | undefined> {
  const [row] = await rows<{ organization_ids: Uuid<'org'>[] }>(
    db,
    UPDATE_ENTERPRISE_HOLD_RELEASED,
    [enterpriseId, sqlInstant(at)],
  )
  return row?.organization_ids
}
