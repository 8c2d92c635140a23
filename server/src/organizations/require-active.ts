// Nothing is made or moved while the organization or one of the two instruments is not active: as a part of the
// statement that would do it, and as the refusal that says which one it was.
import { lookUp } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { failure } from '../errors.ts'
import { publicId, type Uuid } from '../ids.ts'
import { selectInstrument } from '../instruments/queries.ts'
import { selectOrganization } from './queries.ts'

/**
 * For another statement: keeps the rows of `row`, which names an organization and two instruments, where all
 * three are active. Joins the instruments as `payin` and `payout`.
 */
export const whereActive = (row: string): string => `
  ${lookUp('organizations', `id = ${row}.organization_id and status = 'ACTIVE'`, 'organization')}
  ${activeInstrument(row, 'payin')}
  ${activeInstrument(row, 'payout')}`

const activeInstrument = (row: string, side: 'payin' | 'payout'): string =>
  lookUp(
    'external_payment_instruments',
    `organization_id = ${row}.organization_id and id = ${row}.${side}_instrument_id and status = 'ACTIVE'`,
    side,
  )

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
