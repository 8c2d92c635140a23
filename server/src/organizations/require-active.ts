// Nothing is made or moved while the organization or one of the two instruments is not active: as a part of the
// statement that would do it, and as the refusal that says which one it was.
import { joinByIndex, type Db } from '../db/pool.ts'
import { Failure, failure } from '../errors.ts'
import { publicId, type Uuid } from '../ids.ts'
import { selectIsClosing } from '../instruments/archiving-queries.ts'
import { selectInstrument } from '../instruments/queries.ts'
import { selectOrganization } from './queries.ts'

/**
 * For another statement: keeps the rows of `row`, which names an organization and two instruments, where all
 * three are active. Joins the instruments as `payin` and `payout`.
 */
export const whereActive = (row: string): string => whereAll(row, "status = 'ACTIVE'")

/** The same for a statement that makes orders: an instrument that is being archived takes no new ones. */
export const whereTakesOrders = (row: string): string =>
  whereAll(row, "status = 'ACTIVE' and (closing_until is null or closing_until <= now())")

const whereAll = (row: string, isFit: string): string => `
  ${joinByIndex('organizations', `id = ${row}.organization_id and status = 'ACTIVE'`, 'organization')}
  ${fitInstrument(row, 'payin', isFit)}
  ${fitInstrument(row, 'payout', isFit)}`

const fitInstrument = (row: string, side: 'payin' | 'payout', isFit: string): string =>
  joinByIndex(
    'external_payment_instruments',
    `organization_id = ${row}.organization_id and id = ${row}.${side}_instrument_id and ${isFit}`,
    side,
  )

export async function requireActive(
  db: Db,
  organizationId: Uuid<'org'>,
  instrumentIds: readonly Uuid<'epi'>[],
): Promise<void> {
  const organization = await selectOrganization(db, organizationId)
  if (organization?.status !== 'ACTIVE') {
    throw failure('organization_not_active', { current_status: organization?.status })
  }
  for (const id of instrumentIds) {
    const instrument = await selectInstrument(db, organizationId, id)
    if (instrument?.status !== 'ACTIVE') {
      throw failure('instrument_not_active', {
        external_payment_instrument_id: publicId('epi', id),
        current_status: instrument?.status,
      })
    }
  }
}

/** The same for a new order. Archiving ends in a moment, one way or the other: the caller may ask again. */
export async function requireTakesOrders(
  db: Db,
  organizationId: Uuid<'org'>,
  instrumentIds: readonly Uuid<'epi'>[],
): Promise<void> {
  await requireActive(db, organizationId, instrumentIds)
  for (const id of instrumentIds) {
    if (await selectIsClosing(db, { organization_id: organizationId, id })) {
      throw new Failure(
        'instrument_not_active',
        'The instrument is being archived. Ask again in a second: if that was refused, it takes orders again.',
        { external_payment_instrument_id: publicId('epi', id), current_status: 'ACTIVE' },
        undefined,
        { 'retry-after': '1' },
      )
    }
  }
}
