// Simulates a deposit of the missing amount, or of what the order's scenario says, in a sandbox. `recordDeposit` records
// it like a deposit of a real rail.
import { later, type Instant } from '../../platform/clock.ts'
import { recordDeposit, type DepositDeps } from '../deposits/record-deposit.ts'
import { danglingReference, failure } from '../../platform/errors.ts'
import { publicId, type OwnedId } from '../../platform/ids.ts'
import { fundingAddressOf } from '../../outside/methods/methods.ts'
import type { SeenDeposit } from '../../outside/rails/port.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import { HELD_SENDER, SIMULATED_SENDER } from '../../outside/simulator/screener.ts'
import type { Simulator } from '../../outside/simulator/simulator.ts'
import { selectFundingRail } from './funding-queries.ts'
import type { OrderRow } from './queries.ts'
import { requireOrder } from './require-order.ts'

export type FundingDeps = DepositDeps & { simulator: Simulator }

const REST_FOLLOWS_MS = 2000
const LATE_BY_MS = 1000
const AFTER_COMPLETION_MS = 3_600_000

export async function simulateFunding(
  deps: FundingDeps,
  ownedId: OwnedId<'ord'>,
): Promise<OrderRow> {
  const order = await requireOrder(deps, ownedId)
  // Refunds of such an order go over the real rail, so money that nobody sent must not fund it.
  if ((await selectFundingRail(deps.db, ownedId)) !== SIMULATED_RAIL)
    throw failure('funding_not_simulated')
  return simulateDeposit(deps, order)
}

const depositsTo =
  (order: OrderRow, account: string, sender: string | null) =>
  (part: string, amountMinor: bigint, currency = order.payin_currency): SeenDeposit => ({
    // The version makes concurrent requests that read the same order simulate the same deposit.
    transaction: `sim:${publicId('ord', order.id)}:${order.version - 1}${part}`,
    kind: 'deposit',
    index: 0,
    account,
    reference: order.reference_number,
    sender,
    currency,
    amountMinor,
  })

const planning =
  ({ simulator }: FundingDeps, order: OrderRow) =>
  (planned: SeenDeposit, arrivesAt: Instant) =>
    simulator.planDeposit(
      { ...planned, address: planned.account, reference: order.reference_number },
      arrivesAt,
    )

/** The deposit that the order's scenario says, whatever the rail of its account is. */
export async function simulateDeposit(deps: FundingDeps, order: OrderRow): Promise<OrderRow> {
  const now = deps.clock.now()
  if (order.status !== 'STEP_1_AWAITING_FUNDING' || now > order.funding_expires_at) {
    throw failure('order_not_awaiting_funding', { current_status: order.status })
  }
  const payin = await deps.catalogue.instrument({
    organizationId: order.organization_id,
    id: order.payin_instrument_id,
  })
  if (payin === undefined)
    throw danglingReference(publicId('ord', order.id), publicId('epi', order.payin_instrument_id))
  const rail = { name: SIMULATED_RAIL }
  // Nobody needs to know the payer unless screeners ask about it.
  const sender = (await deps.screeners.areConfigured()) ? SIMULATED_SENDER : null
  const leftMinor = order.payin_total_minor - order.received_minor
  const account = fundingAddressOf(payin.method, order.funding_details)
  const deposit = depositsTo(order, account, sender)
  const plan = planning(deps, order)
  // A scenario applies to the first call. Later calls send the missing amount.
  const scenario =
    order.version === 1 ? await deps.simulator.scenarioOf(publicId('ord', order.id)) : undefined
  let arriving = deposit('', leftMinor)
  let known = order
  switch (scenario) {
    case 'partial_funding':
      await plan(deposit(':rest', leftMinor - leftMinor / 2n), later(now, REST_FOLLOWS_MS))
      arriving = deposit('', leftMinor / 2n)
      break
    case 'over_funding':
      arriving = deposit('', leftMinor + leftMinor / 10n)
      break
    case 'late_funding':
      await plan(arriving, later(order.funding_expires_at, LATE_BY_MS))
      return order
    case 'wrong_asset_funding': {
      const other = order.payin_currency === 'USDC' ? 'USDT' : 'USDC'
      known = (await recordDeposit(deps, rail, deposit(':wrong', leftMinor, other), order)) ?? order
      break
    }
    case 'unknown_address_funding':
      // The order's version cannot tell a repeated call: the stray deposit does not change the order.
      if ((await deps.simulator.countCall(`funding/${publicId('ord', order.id)}`)) > 1) break
      await recordDeposit(deps, rail, {
        ...deposit(':astray', leftMinor),
        account: `nobody:${publicId('ord', order.id)}`,
        reference: null,
      })
      return order
    case 'duplicate_report':
      await plan(arriving, later(now, REST_FOLLOWS_MS))
      break
    case 'lying_rail': {
      const shout = { ...arriving, transaction: arriving.transaction.toUpperCase() }
      await plan(shout, later(now, REST_FOLLOWS_MS))
      await plan({ ...deposit(':odd', leftMinor), currency: 'XXX' }, later(now, REST_FOLLOWS_MS))
      break
    }
    case 'held_deposit':
      arriving = { ...arriving, sender: HELD_SENDER }
      break
    case 'funding_after_completion':
      await plan(deposit(':again', leftMinor), later(now, AFTER_COMPLETION_MS))
      break
  }
  const after = await recordDeposit(deps, rail, arriving, known)
  if (after !== null) return after
  const present = await requireOrder(deps, {
    organizationId: order.organization_id,
    id: order.id,
  })
  // A concurrent request simulated the same deposit.
  if (present.status === 'STEP_1_AWAITING_FUNDING') return present
  throw failure('order_not_awaiting_funding', { current_status: present.status })
}
