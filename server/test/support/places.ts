// Brings orders of the scripted desk to the places where operators find them. Each function leaves the scripts as the
// place needs them; `world.reset` ends them.
import { setTimeout as sleep } from 'node:timers/promises'
import { publicId } from '../../src/platform/ids.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { cancelOrder } from '../../src/engine/orders/cancel-order.ts'
import { selectFundingRail } from '../../src/engine/orders/funding-queries.ts'
import { upsertSmallAmount } from '../../src/engine/small-amounts/queries.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { park } from '../../src/engine/orders/leases.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import type { ExitsWorld } from './exits.ts'
import { requireUuid } from './ids.ts'
import { setInstrumentStatus } from './instrument-status.ts'
import { claimFirst, fillDue, rowOf } from './orders.ts'

/** Carries out an act on an order as an operator. */
type Act = (order: OrderJson, name: string) => Promise<unknown>

export function placesOf(world: ExitsWorld, act: Act) {
  const { corridor } = world
  const { deps } = corridor

  const hold = (order: OrderJson, status: 'ACTIVE' | 'COMPLIANCE_HOLD') =>
    setInstrumentStatus(
      deps.db,
      {
        organizationId: requireUuid('org', corridor.sandbox.organization_id),
        id: requireUuid('epi', order.payout.external_payment_instrument.id),
      },
      status,
      world.clock.now(),
    )
  const payoutOf = async (order: OrderJson) =>
    (await selectPayouts(deps.db, [await rowOf(corridor, order)])).at(-1)
  const refundOf = async (order: OrderJson) =>
    (await selectRefunds(deps.db, [await rowOf(corridor, order)])).at(-1)

  /** An order that was cancelled with a part of its total, which is too small to be sent back. */
  async function keptSmall(): Promise<OrderJson> {
    const order = await corridor.order()
    const id = requireUuid('ord', order.id)
    const { organization_id: organizationId, funding_details } = await rowOf(corridor, order)
    const rail = (await selectFundingRail(deps.db, { organizationId, id })) ?? ''
    await upsertSmallAmount(deps.db, {
      rail,
      currency: 'USDC',
      smallest_deposit_minor: 1n,
      smallest_refund_minor: 5_000_000n,
      below: 'keep',
      refund_fee_minor: 0n,
    })
    // Processes read the rules once a second.
    await sleep(1100)
    const deposit = {
      kind: 'deposit',
      transaction: `small of ${order.id}`,
      index: 0,
      account: funding_details['address'] ?? '',
      reference: order.reference_number,
      sender: null,
      currency: 'USDC',
      amountMinor: 1_000_000n,
    } as const
    await recordDeposit(deps, { name: rail }, deposit)
    await cancelOrder(deps, { organizationId, id })
    return order
  }
  async function silently(what: 'provider' | 'rail', rounds: number): Promise<void> {
    world.script[what] = 'silent'
    for (let round = 0; round < rounds; round++) await world.advance()
  }
  async function filled(): Promise<OrderJson> {
    const order = await world.funded()
    await fillDue(corridor)
    return order
  }
  async function parkedNow(order: OrderJson, reason: 'outflow_limit'): Promise<OrderJson> {
    const claimed = await claimFirst(world.corridor)
    if (publicId('ord', claimed.id) !== order.id)
      throw new Error(`${order.id} is not the only order that is due`)
    await park(deps, claimed, reason)
    return order
  }
  async function parkedForHold(order: OrderJson): Promise<OrderJson> {
    await hold(order, 'COMPLIANCE_HOLD')
    await advanceOrders(deps)
    return order
  }
  async function completed(): Promise<OrderJson> {
    const order = await world.funded()
    await advanceOrders(deps)
    return order
  }
  async function cameBack(part: 'whole' | 'half' = 'whole'): Promise<OrderJson> {
    const order = await completed()
    const payout = await payoutOf(order)
    if (payout === undefined) throw new Error('the order was not paid out')
    await world.returned(payout, payout.amount_minor / (part === 'half' ? 2n : 1n))
    return order
  }
  async function ended(how: 'fail' | 'refund'): Promise<OrderJson> {
    const order = await world.parkedForSlippage()
    await act(order, how)
    return order
  }
  async function refundUnknown(): Promise<OrderJson> {
    const order = await ended('refund')
    world.script.rail = 'silent'
    await world.sendRefunds()
    return order
  }
  async function refundRejected(): Promise<OrderJson> {
    const order = await ended('refund')
    world.script.answer = { state: 'rejected', code: 'AC04' }
    await world.sendRefunds()
    world.reset()
    return order
  }
  async function payoutUnknown(): Promise<OrderJson> {
    const order = await world.funded()
    await silently('rail', 1)
    return order
  }
  async function frozen(order: OrderJson): Promise<OrderJson> {
    await act(order, 'freeze')
    return order
  }

  return {
    keptSmall,
    hold,
    payoutOf,
    refundOf,
    silently,
    filled,
    parkedNow,
    parkedForHold,
    completed,
    cameBack,
    ended,
    refundUnknown,
    refundRejected,
    payoutUnknown,
    frozen,
  }
}

/** Other instruments of the organization, to pay out and refund to. */
export async function otherInstruments({ corridor }: ExitsWorld) {
  const path = `${corridor.organization}/external_payment_instruments`
  const create = async (body: object) => (await corridor.post<InstrumentJson>(path, body)).data
  const account = await create({
    alias: 'Another account',
    currency: 'COP',
    method: 'COP_BANK_ACCOUNT',
    details: {
      bank_account_number: '770012345',
      bank_code: '1007',
      legal_entity_name: 'Andina Textiles SAS',
      doc_type: 'CC',
      doc_id: '1020304050',
      account_type: 'CHECKING',
    },
  })
  const wallet = await create({
    alias: 'Another wallet',
    currency: 'USDC',
    method: 'SOLANA_ADDRESS',
    details: { address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' },
  })
  return { account, wallet }
}
