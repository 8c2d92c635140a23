// Reads the facts of a receipt, for customers and operators alike.
import type { Catalogue } from '../../engine/catalogue.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectDeposits } from '../../engine/deposits/queries.ts'
import { failure } from '../../platform/errors.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import type { RenderPdf } from '../../platform/pdf/render.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { OrderRow } from '../../engine/orders/queries.ts'
import { selectEnterprise, selectOrganization } from '../../parties/organizations/queries.ts'
import { selectPayouts } from '../../engine/payouts/queries.ts'
import { selectRefunds } from '../../engine/refunds/queries.ts'
import type { Language } from '../../platform/languages.ts'
import type { PresentBrand } from '../brand/brand.ts'
import { receiptOf, type Look, type Party, type Receipt } from './receipt.ts'
import { documentWords } from './words.ts'

export type LookDeps = { db: Db; config: Pick<Config, 'environment'>; brand: PresentBrand }

export type ReceiptDeps = LookDeps & {
  catalogue: Catalogue
  renderPdf: RenderPdf
  sharedCounts: SharedCounts
}

/** Throws `receipt_not_available` for an order that is not completed or refunded. */
export async function readReceipt(
  deps: Omit<ReceiptDeps, 'renderPdf' | 'sharedCounts'>,
  order: OrderRow,
  language: Language = 'en',
): Promise<Receipt> {
  const { db, catalogue } = deps
  const { organization_id: organizationId } = order
  // Run the statements in sequence: a request with one place at the gate may use one connection.
  const look = await lookFor(deps, organizationId, language)
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
    ...look,
    order,
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

/** How a document for the customer looks, and whom it names. */
export async function lookFor(
  { db, config, brand }: LookDeps,
  organizationId: Uuid<'org'>,
  language: Language = 'en',
): Promise<Look & { company: string; organization: string }> {
  const organization = await selectOrganization(db, organizationId)
  const enterprise = organization && (await selectEnterprise(db, organization.enterprise_id))
  return {
    brand: await brand(),
    isSandbox: config.environment === 'sandbox',
    words: documentWords[language],
    company: enterprise?.name ?? '',
    organization: organization?.name ?? '',
  }
}
