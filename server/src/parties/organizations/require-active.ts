// Quotes, orders, fills and payouts need an active organization and two active instruments. The SQL parts enforce this
// inside a statement. The functions explain which one is not active.
import { joinByIndex, type Db } from '../../platform/db/pool.ts'
import { Failure, failure } from '../../platform/errors.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { selectIsClosing } from '../instruments/archiving-queries.ts'
import { selectInstrument } from '../instruments/queries.ts'
import { selectOrganization } from './queries.ts'

/**
 * SQL part that keeps a row only if its organization and its two instruments are active. It joins the instruments as
 * `payin` and `payout`.
 */
export const whereActive = (row: string): string => whereAll(row, "status = 'ACTIVE'")

/** Like whereActive, for new orders: it also excludes instruments that are being archived. */
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
    const instrument = await selectInstrument(db, { organizationId, id })
    if (instrument?.status !== 'ACTIVE') {
      throw failure('instrument_not_active', {
        external_payment_instrument_id: publicId('epi', id),
        current_status: instrument?.status,
      })
    }
  }
}

/** Like requireActive, for a new order. Archiving ends within seconds, so the caller may send the request again. */
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
        'The instrument is being archived. Send the request again in a second: archiving may be refused.',
        { external_payment_instrument_id: publicId('epi', id), current_status: 'ACTIVE' },
        undefined,
        { 'retry-after': '1' },
      )
    }
  }
}
