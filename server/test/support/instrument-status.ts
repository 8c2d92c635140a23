// Sets the status of one instrument in the database, without the rules of archiving and holds.
import type { Instant } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/db/pool.ts'
import type { OwnedId } from '../../src/platform/ids.ts'
import {
  updateInstrumentStatuses,
  type InstrumentRow,
  type InstrumentStatus,
} from '../../src/parties/instruments/queries.ts'

export async function setInstrumentStatus(
  db: Db,
  { organizationId, id }: OwnedId<'epi'>,
  to: InstrumentStatus,
  at: Instant,
): Promise<InstrumentRow | undefined> {
  const from = (['ACTIVE', 'COMPLIANCE_HOLD', 'ARCHIVED'] as const).filter((one) => one !== to)
  const instruments = [{ organization_id: organizationId, id }]
  return (await updateInstrumentStatuses(db, instruments, { from, to, at }))[0]
}
