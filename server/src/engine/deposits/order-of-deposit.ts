// Decides which order a deposit belongs to: the one whose number the payer wrote, the one that alone has the account, or
// the one at a shared account that awaits exactly this amount from this sender. Every other deposit stays in suspense. So does
// one that a rail tells again after a restore, if nothing but an account or amount speaks for an order of afterwards.
import type { Catalogue } from '../catalogue.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import { fundingAddressOf, type InstrumentMethod } from '../../outside/methods/methods.ts'
import {
  selectOrderByFundingAccount,
  selectOrderByReferenceNumbers,
  selectOrderOfPooledAccount,
  selectOrdersAwaiting,
} from '../orders/funding-queries.ts'
import { selectIsAfterRestore } from '../halts/contested.ts'
import type { OrderRow } from '../orders/queries.ts'
import { quotedReferenceNumbers } from '../orders/reference-number.ts'
import { selectIsPooled } from '../funding-accounts/pool-queries.ts'
import type { Rail, SeenDeposit } from '../../outside/rails/port.ts'
import { railNamed, type Rails } from '../../outside/rails/registry.ts'
import { normalized } from '../../rules/screening/normalize.ts'

export type FindDeps = { db: Db; catalogue: Pick<Catalogue, 'instrument'>; rails: Rails }

/**
 * The order of a deposit; undefined if nothing shows it. The same address can exist on several rails. A text with the
 * numbers of two orders shows neither.
 */
export async function orderOfDeposit(
  deps: FindDeps,
  rail: string,
  seen: SeenDeposit,
): Promise<OrderRow | undefined> {
  const { account, reference } = seen
  const quoted = reference === null ? [] : quotedReferenceNumbers(reference)
  const named =
    quoted.length === 0
      ? undefined
      : await selectOrderByReferenceNumbers(deps.db, rail, account, quoted)
  if (named !== undefined) return named
  const only = await selectOrderByFundingAccount(deps.db, rail, account)
  const isPooled = await selectIsPooled(deps.db, rail, account)
  if (!isPooled && only !== undefined && (await hasAccountAlone(deps, rail, only))) return only
  const likely = isPooled
    ? (only ?? (await orderOfPool(deps, rail, seen)))
    : await orderOfSender(deps, rail, seen)
  // A lost order may have had the account, and the deposit may have been paid out.
  const isAfterwards = likely !== undefined && (await selectIsAfterRestore(deps.db, rail, likely))
  return isAfterwards ? undefined : likely
}

// A rail gives the same account to every order, or derives one from each.
async function hasAccountAlone(deps: FindDeps, name: string, order: OrderRow): Promise<boolean> {
  const instrument = await payinInstrument(deps, order)
  const rail = await railNamed(deps.rails, name)
  const accountFor = (orderId: string) =>
    instrument === undefined ? undefined : derivedAccount(rail, instrument.method, orderId)
  const own = accountFor(publicId('ord', order.id))
  return own !== undefined && own !== accountFor('')
}

function derivedAccount(rail: Rail, method: InstrumentMethod, orderId: string): string | undefined {
  const account = rail.fundingAccount(method, orderId)
  return account === 'from_pool' ? undefined : fundingAddressOf(method, account)
}

// Several orders had this account of a pool. The present one gets the deposit only if the amount fits, and the sender if
// the rail tells it: the deposit may be for another.
async function orderOfPool(
  deps: FindDeps,
  rail: string,
  seen: SeenDeposit,
): Promise<OrderRow | undefined> {
  const order = await selectOrderOfPooledAccount(deps.db, rail, seen.account)
  const fits =
    order?.payin_currency === seen.currency &&
    order.payin_total_minor - order.received_minor === seen.amountMinor
  if (!fits) return undefined
  return seen.sender === null || (await isFrom(deps, order, seen.sender)) ? order : undefined
}

async function orderOfSender(
  deps: FindDeps,
  rail: string,
  seen: SeenDeposit,
): Promise<OrderRow | undefined> {
  const { account, sender } = seen
  if (sender === null) return undefined
  const fitting: OrderRow[] = []
  for (const order of await selectOrdersAwaiting(deps.db, rail, account, seen))
    if (await isFrom(deps, order, sender)) fitting.push(order)
  return fitting.length === 1 ? fitting[0] : undefined
}

async function isFrom(deps: FindDeps, order: OrderRow, sender: string): Promise<boolean> {
  const instrument = await payinInstrument(deps, order)
  if (instrument === undefined) return false
  const form = normalized('address', sender)
  const own = fundingAddressOf(instrument.method, instrument.details)
  return form !== undefined && form === normalized('address', own)
}

const payinInstrument = (deps: FindDeps, order: OrderRow) =>
  deps.catalogue.instrument({
    organizationId: order.organization_id,
    id: order.payin_instrument_id,
  })
