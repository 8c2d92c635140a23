// What operators decide about single orders in a history: freezes, accepted losses, other providers, payouts to an instrument
// that is named, and outcomes that the company has put in writing. The model does not follow such an order any more.
import { cancelPayout, cancelRefund } from '../../src/engine/cancellations/cancel-send.ts'
import { acceptLoss } from '../../src/engine/orders/accept-loss.ts'
import { changeProvider } from '../../src/engine/orders/change-provider.ts'
import type { Refused } from '../../src/engine/orders/decide-order.ts'
import { freezeOrder, unfreezeOrder } from '../../src/engine/orders/freeze-order.ts'
import {
  selectFrozenOrders,
  selectOperatorOrder,
} from '../../src/engine/orders/operator-queries.ts'
import type { OrderRow } from '../../src/engine/orders/queries.ts'
import { markPayout, markRefund } from '../../src/engine/marks/mark-send.ts'
import { formatAmount } from '../../src/platform/money/decimal.ts'
import { promisedGrossMinor } from '../../src/engine/ledger/postings.ts'
import { payOutAgain } from '../../src/engine/payouts/pay-again.ts'
import { selectPayouts } from '../../src/engine/payouts/queries.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import { loosen, type Model, type ModelOrder } from './model.ts'
import type { Step } from './operations.ts'
import { Broken, type Tally } from './report.ts'
import type { World } from './world.ts'
import { requireUuid } from '../support/ids.ts'

export type ExitStep = Extract<Step, { kind: 'exit' }>

export function createExits(world: World, modelOf: () => Model, tally: Tally) {
  const { outside, clock } = world

  async function decide(order: ModelOrder, { what, percent }: ExitStep): Promise<void> {
    const row = await selectOperatorOrder(world.owner, requireUuid('ord', order.id))
    if (row === undefined) throw new Broken(`1: ${order.id} does not exist`)
    clock.advance(1)
    await world.ageLeases()
    const decided = await carryOut(order, row, what, percent)
    clock.advance(1)
    const isDone = decided !== undefined && !('refused' in decided)
    tally.add(`exit ${what} ${isDone ? 'done' : 'refused'}`)
    if (isDone) loosen(modelOf(), order.id)
  }

  async function carryOut(
    order: ModelOrder,
    row: OrderRow & { provider_payout_minor: bigint | null },
    what: ExitStep['what'],
    percent: number,
  ): Promise<OrderRow | Refused | undefined> {
    const { deps } = world.process(0)
    switch (what) {
      case 'freeze': {
        const frozen = await freezeOrder(deps, row, 'stop')
        if (!('refused' in frozen)) {
          outside.frozen.add(order.id)
          modelOf().freezes.push({ order: order.id, from: clock.now(), to: null })
        }
        return frozen
      }
      case 'accept_loss': {
        const lossMinor = promisedGrossMinor(row) - (row.provider_payout_minor ?? 0n)
        const minor = (lossMinor * BigInt(percent)) / 100n
        if (minor <= 0n) return undefined
        const amount = formatAmount(minor, row.payout_currency)
        const accepted = await acceptLoss(deps, row, amount, 'agreed')
        if (!('refused' in accepted)) modelOf().accepted[order.id] = minor
        return accepted
      }
      case 'provider':
        return changeProvider(deps, row, percent > 100 ? 'ALPHA' : 'BETA', 'agreed')
      case 'elsewhere':
        return payOutAgain(deps, row, row.payout_instrument_id, 'agreed')
      case 'mark':
        return mark(row)
      case 'cancel':
        return cancel(row)
    }
  }

  async function cancel(row: OrderRow): Promise<OrderRow | Refused> {
    const { deps } = world.process(0)
    const payout = await cancelPayout(deps, row, 'agreed')
    const refund = (await selectRefunds(world.owner, [row])).at(-1)
    if (!('refused' in payout)) {
      const key = (await selectPayouts(world.owner, [row])).at(-1)?.rail_key
      if (key !== undefined) outside.cancelled.add(key)
      return payout
    }
    if (refund === undefined) return payout
    const cancelled = await cancelRefund(deps, row, refund.id, 'agreed')
    if (!('refused' in cancelled)) outside.cancelled.add(refund.rail_key)
    return cancelled
  }

  // The company tells the truth in writing.
  async function mark(row: OrderRow): Promise<OrderRow | Refused | undefined> {
    const { deps } = world.process(0)
    const written = (key: string | undefined) => {
      const state = [...outside.deeds.values()].find((deed) => deed.key === key)?.state
      if (state !== 'done' && state !== 'refused') return undefined
      const outcome = state === 'done' ? ('settled' as const) : ('rejected' as const)
      return { outcome, evidence: 'letter', reason: 'in writing' }
    }
    const payout = (await selectPayouts(world.owner, [row])).at(-1)
    const ofPayout = written(payout?.rail_key)
    if (ofPayout !== undefined && payout?.settled_at === null && payout.rejected_at === null)
      return markPayout(deps, row, ofPayout)
    const refund = (await selectRefunds(world.owner, [row])).at(-1)
    const ofRefund = written(refund?.rail_key)
    return refund === undefined || ofRefund === undefined
      ? undefined
      : markRefund(deps, row, refund.id, ofRefund)
  }

  async function unfreezeAll(): Promise<void> {
    clock.advance(1)
    for (const row of await selectFrozenOrders(world.owner)) {
      const id = publicId('ord', row.id)
      const after = await unfreezeOrder(world.process(0).deps, row, 'go on')
      if ('refused' in after) throw new Broken(`35: ${after.refused}`)
      outside.frozen.delete(id)
      for (const one of modelOf().freezes)
        if (one.order === id && one.to === null) one.to = clock.now()
    }
    clock.advance(1)
  }

  return { decide, unfreezeAll }
}

/** Fills and payouts that were committed while their order was frozen. `created`: by the public id of the order. */
export const freezeProblems = (
  model: Model,
  created: readonly { order: string; what: string; at: number }[],
): string[] =>
  created.flatMap(({ order, what, at }) =>
    model.freezes.some(
      (one) => one.order === order && one.from < at && (one.to === null || at < one.to),
    )
      ? [`35: ${what} of ${order} was committed while it was frozen`]
      : [],
  )
