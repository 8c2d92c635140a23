// Reads the facts of a receipt, for customers and operators alike.
import type { Catalogue } from '../../engine/catalogue.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectDeposits } from '../../engine/deposits/queries.ts'
import { failure } from '../../platform/errors.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import type { RenderPdf } from '../../platform/pdf/render.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { OrderRow } from '../../engine/orders/queries.ts'
import { selectOrganization } from '../../parties/organizations/queries.ts'
import { selectPayouts } from '../../engine/payouts/queries.ts'
import { selectRefunds } from '../../engine/refunds/queries.ts'
import type { PresentBrand } from '../brand/brand.ts'
import { receiptOf, type Party, type Receipt } from './receipt.ts'

export type ReceiptDeps = {
  db: Db
  catalogue: Catalogue
  brand: PresentBrand
  renderPdf: RenderPdf
  sharedCounts: SharedCounts
}

/** Throws `receipt_not_available` for an order that is not completed or refunded. */
export async function readReceipt(
  { db, catalogue, brand }: Omit<ReceiptDeps, 'renderPdf' | 'sharedCounts'>,
  order: OrderRow,
): Promise<Receipt> {
  const { organization_id: organizationId } = order
  // Run the statements in sequence: a request with one place at the gate may use one connection.
  const organization = await selectOrganization(db, organizationId)
  const deposits = await selectDeposits(db, [order])
  const payouts = await selectPayouts(db, [order])
  const refunds = await selectRefunds(db, [order])
  const party = async (id: Uuid<'epi'>, version: number | undefined): Promise<Party> => {
    const found = await catalogue.instrument({ organizationId, id }, version)
    if (found === undefined) throw new Error(`${publicId('epi', id)} does not exist`)
    return found
  }
  const others = new Map<string, Party>()
  for (const id of [
    ...payouts.map(({ instrument_id: one }) => one),
    ...refunds.map(({ destination_instrument_id: one }) => one),
  ])
    if (id !== null && !others.has(id)) others.set(id, await party(id, undefined))
  const receipt = receiptOf({
    brand: await brand(),
    order,
    organization: organization?.name ?? '',
    payin: await party(order.payin_instrument_id, order.payin_instrument_version),
    payout: await party(order.payout_instrument_id, order.payout_instrument_version),
    others,
    deposits,
    payouts,
    refunds,
  })
  if (receipt === undefined)
    throw failure('receipt_not_available', { current_status: order.status })
  return receipt
}
