// Notes a key before anything is sent under it, if the network will store something for it that can come back.
import type { Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'
import type { Rail } from '../rails/port.ts'
import { insertRentKey, type RentKey } from './rent-queries.ts'

/** Idempotent. A crash between the intent and the note is harmless: the next round comes here before it sends. */
export async function noteRent(
  deps: { db: Db },
  rail: Rail,
  ofKind: RentKey['ofKind'],
  row: { organization_id: Uuid<'org'>; id: RentKey['id']; rail_key: string },
  prepared: string,
): Promise<void> {
  const note = await rail.rent?.noteOf(row.rail_key, prepared)
  if (note === undefined || note === null) return
  const { organization_id: organizationId, id, rail_key: key } = row
  await insertRentKey(deps.db, { key, rail: rail.name, ofKind, organizationId, id, note })
}
