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
  /** A second admin admits whoever used a link, and confirms changes of these settings. */
  second_admin: boolean
}

/** A change that a second admin must confirm. */
export type WaitingChange = { change: Partial<Settings>; by: Uuid<'usr'>; at: string }

export type StoredSettings = Settings & { waiting: WaitingChange | null }

const DEFAULTS: StoredSettings = {
  keys_may_sign_in: true,
  bounds: [],
  bounds_cover_keys: false,
  second_admin: false,
  waiting: null,
}

const SELECT_ENTERPRISE_SETTINGS = statement(
  'select_enterprise_settings',
  ['enterprise_id'],
  `select keys_may_sign_in, bounds, bounds_cover_keys, second_admin, waiting from enterprise_settings where enterprise_id = $1`,
)

export const selectSettings = async (db: Db, enterpriseId: Uuid<'ent'>): Promise<StoredSettings> =>
  (await firstRow<StoredSettings>(db, SELECT_ENTERPRISE_SETTINGS, [enterpriseId])) ?? DEFAULTS

const UPDATE_ENTERPRISE_SETTINGS = statement(
  'update_enterprise_settings',
  ['enterprise_id', 'keys_may_sign_in', 'bounds', 'bounds_cover_keys', 'second_admin', 'waiting'],
  `insert into enterprise_settings (enterprise_id, keys_may_sign_in, bounds, bounds_cover_keys, second_admin, waiting)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (enterprise_id) do update
      set keys_may_sign_in = excluded.keys_may_sign_in, bounds = excluded.bounds,
          bounds_cover_keys = excluded.bounds_cover_keys, second_admin = excluded.second_admin,
          waiting = excluded.waiting`,
)

export async function updateSettings(
  db: Db,
  enterpriseId: Uuid<'ent'>,
  { keys_may_sign_in, bounds, bounds_cover_keys, second_admin, waiting }: StoredSettings,
): Promise<void> {
  await rows(db, UPDATE_ENTERPRISE_SETTINGS, [
    enterpriseId,
    keys_may_sign_in,
    JSON.stringify(bounds),
    bounds_cover_keys,
    second_admin,
    waiting === null ? null : JSON.stringify(waiting),
  ])
}
