// The SQL of what the admin of an enterprise decides. The users themselves are in parties/users/queries.ts.
import type { Bound } from '../../platform/access/bounds.ts'
import { firstRow, rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'

export type Settings = {
  keys_may_sign_in: boolean
  /** From which amount of each payin currency an order needs a second person. */
  bounds: Bound[]
  bounds_cover_keys: boolean
}

const DEFAULTS: Settings = { keys_may_sign_in: true, bounds: [], bounds_cover_keys: false }

const SELECT_ENTERPRISE_SETTINGS = statement(
  'select_enterprise_settings',
  ['enterprise_id'],
  `select keys_may_sign_in, bounds, bounds_cover_keys from enterprise_settings where enterprise_id = $1`,
)

export const selectSettings = async (db: Db, enterpriseId: Uuid<'ent'>): Promise<Settings> =>
  (await firstRow<Settings>(db, SELECT_ENTERPRISE_SETTINGS, [enterpriseId])) ?? DEFAULTS

const UPDATE_ENTERPRISE_SETTINGS = statement(
  'update_enterprise_settings',
  ['enterprise_id', 'keys_may_sign_in', 'bounds', 'bounds_cover_keys'],
  `insert into enterprise_settings (enterprise_id, keys_may_sign_in, bounds, bounds_cover_keys) values ($1, $2, $3, $4)
   on conflict (enterprise_id) do update
      set keys_may_sign_in = excluded.keys_may_sign_in, bounds = excluded.bounds,
          bounds_cover_keys = excluded.bounds_cover_keys`,
)

export async function updateSettings(
  db: Db,
  enterpriseId: Uuid<'ent'>,
  { keys_may_sign_in, bounds, bounds_cover_keys }: Settings,
): Promise<void> {
  await rows(db, UPDATE_ENTERPRISE_SETTINGS, [
    enterpriseId,
    keys_may_sign_in,
    JSON.stringify(bounds),
    bounds_cover_keys,
  ])
}
