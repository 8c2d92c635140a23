// Records the key of a send that pays rent to the network, before it is sent. The rent can be taken back later.
import type { Db } from '../../platform/db/pool.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Rail } from '../../outside/rails/port.ts'
import { insertRentKey, type RentKey } from './rent-queries.ts'

/** Idempotent. After a crash between the intent and the note, the next round notes the key before it sends. */
export async function noteRent(
  deps: { db: Db },
  rail: Rail,
  ofKind: RentKey['ofKind'],
  row: { organization_id: Uuid<'org'> | null; id: RentKey['id']; rail_key: string },
  prepared: string,
): Promise<void> {
  const note = await rail.rent?.noteOf(row.rail_key, prepared)
  if (note === undefined || note === null) return
  const { organization_id: organizationId, id, rail_key: key } = row
  await insertRentKey(deps.db, { key, rail: rail.name, ofKind, organizationId, id, note })
}
