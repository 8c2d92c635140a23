// Archives an instrument: it stays readable and takes part in nothing new. Repeated, it changes nothing.
import { failure } from '../errors.ts'
import type { Deps } from '../deps.ts'
import type { Uuid } from '../ids.ts'
import { selectInstrument, updateInstrumentStatus } from './queries.ts'
import { instrumentOf, instrumentView, type InstrumentJson } from './view.ts'

export async function archiveInstrument(
  deps: Deps,
  organizationId: Uuid,
  id: Uuid,
): Promise<InstrumentJson> {
  const row =
    (await updateInstrumentStatus(deps.db, organizationId, id, 'ARCHIVED', deps.clock.now())) ??
    (await selectInstrument(deps.db, organizationId, id))
  if (row === undefined) throw failure('not_found')
  deps.catalogue.forgetInstrument(organizationId, id)
  return instrumentView(instrumentOf(deps.config.secrets, row))
}
