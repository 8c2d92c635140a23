// Refuses when the organization or one of its instruments is not active, with the status it has.
import type { Deps } from '../deps.ts'
import { failure } from '../errors.ts'
import { publicId, type Uuid } from '../ids.ts'
import { selectInstrument } from '../instruments/queries.ts'
import { selectOrganization } from './queries.ts'

export async function requireActive(
  deps: Deps,
  organizationId: Uuid,
  instrumentIds: readonly Uuid[],
): Promise<void> {
  const organization = await selectOrganization(deps.db, organizationId)
  if (organization?.status !== 'ACTIVE') {
    throw failure('organization_not_active', { current_status: organization?.status })
  }
  for (const id of instrumentIds) {
    const instrument = await selectInstrument(deps.db, organizationId, id)
    if (instrument?.status !== 'ACTIVE') {
      throw failure('instrument_not_active', {
        external_payment_instrument_id: publicId('epi', id),
        current_status: instrument?.status,
      })
    }
  }
}
