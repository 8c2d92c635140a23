// Decides what becomes of money that an order owes back, by the rule of its rail and currency: it is sent, less the fee that
// the payer bears, or it is too small to be sent and is kept, collected or written off.
import type { Instant } from '../../platform/clock.ts'
import { newUuid, NO_ID } from '../../platform/ids.ts'
import type { Posting } from '../ledger/postings.ts'
import { borneFeePosting, writeOffPosting } from '../ledger/small-postings.ts'
import { collectedKey } from '../refunds/key.ts'
import {
  selectHasOpenRefunds,
  selectRefunds,
  sentMinorOf,
  type RefundRow,
} from '../refunds/queries.ts'
import type { SmallAmounts } from '../small-amounts/present.ts'
import type { SmallAmountRule } from '../small-amounts/queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { findContest } from '../halts/contested.ts'
import { selectFundingRail } from './funding-queries.ts'
import { keyIdOf } from './keys.ts'
import { hasFailedUnfunded, type Decision, type Owed } from './outcomes.ts'
import type { OrderRow } from './queries.ts'
import type { OrderEvent } from './states.ts'

export type SmallDeps = { db: Db; smallAmounts: SmallAmounts }

/** Applies the rules to the refunds of a decision. Without a rule the decision stays as it is. */
export async function withSmallAmounts(
  deps: SmallDeps,
  order: OrderRow,
  decision: Decision,
  at: Instant,
): Promise<Decision> {
  const asDecided = (decision.owed ?? []).filter(({ amountMinor }) => amountMinor > 0n)
  const isDecided = asDecided.length === 0 || decision.collected !== undefined
  if (isDecided || !(await deps.smallAmounts.areSet())) return decision
  let owed: Owed[] = []
  const collecting = new Map<string, SmallAmountRule>()
  for (const one of asDecided) {
    const rule = await ruleFor(deps, order, decision, one)
    const judged = rule === undefined ? one : judge(one, rule)
    owed.push({ ...judged, id: newUuid('rf', at) })
    if (rule?.below === 'collect' && judged.status === 'KEPT') collecting.set(one.currency, rule)
  }
  const refunds = collecting.size === 0 ? [] : await selectRefunds(deps.db, [order])
  const collected = []
  for (const rule of collecting.values()) {
    const kept = keptOf(refunds, rule.currency)
    const parts = owed.filter(isKept(rule.currency))
    const minor = sumMinor(kept) + parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    if (minor < rule.smallest_refund_minor) continue
    // The rail may have sent them together before a restore, in other parts than those that are read again by now.
    if ((await findContest(deps.db, order)) !== undefined) continue
    const numbered = countOf(refunds) + collected.length + 1
    const whole = wholeOf(order, numbered, { currency: rule.currency, minor }, rule, at)
    const isPart = isKept(rule.currency)
    owed = owed.map((one) =>
      isPart(one) ? { ...one, status: 'COLLECTED', collectedIn: whole.id } : one,
    )
    owed.push(whole)
    collected.push(...kept.map((row) => ({ row, collectedIn: whole.id })))
  }
  const postings = owed.flatMap((one) => postingsOf(order, one))
  return {
    ...decision,
    events: await eventsOf(deps, order, decision.events, owed),
    owed,
    collected,
    postings: [...(decision.postings ?? []), ...postings],
  }
}

/**
 * Pays back what an order kept, in one refund for each currency, whatever its amount. Null if it kept nothing. `sent`: what a
 * rail sent before a restore, for the oldest ones.
 */
export async function onKeptSent(
  { smallAmounts }: Pick<SmallDeps, 'smallAmounts'>,
  order: OrderRow,
  refunds: readonly RefundRow[],
  at: Instant,
  sent?: { currency: string | null; amountMinor: bigint | null },
): Promise<Decision | null> {
  const owed: Owed[] = []
  const collected = []
  for (const currency of new Set(keptOf(refunds).map((row) => row.currency))) {
    if (sent?.currency != null && sent.currency !== currency) continue
    const all = keptOf(refunds, currency)
    const rule = await smallAmounts.ruleOf(all[0]?.small_rail ?? '', currency)
    const numbered = countOf(refunds) + owed.length + 1
    const of = (parts: readonly RefundRow[]) =>
      wholeOf(order, numbered, { currency, minor: sumMinor(parts) }, rule, at)
    const last = all.findIndex(
      (_, place) => of(all.slice(0, place + 1)).amountMinor === sent?.amountMinor,
    )
    const kept = last < 0 ? all : all.slice(0, last + 1)
    const whole = of(kept)
    owed.push(whole)
    collected.push(...kept.map((row) => ({ row, collectedIn: whole.id })))
  }
  if (owed.length === 0) return null
  return {
    events: hasFailedUnfunded(order) ? ['refund_requested'] : [],
    owed,
    collected,
    postings: owed.flatMap((one) => postingsOf(order, one)),
  }
}

async function ruleFor(
  deps: SmallDeps,
  order: OrderRow,
  { deposit }: Decision,
  one: Owed,
): Promise<SmallAmountRule | undefined> {
  const { organization_id: organizationId, id } = order
  const rail =
    one.rail ?? deposit?.deposit.rail ?? (await selectFundingRail(deps.db, { organizationId, id }))
  return rail === undefined ? undefined : deps.smallAmounts.ruleOf(rail, one.currency)
}

function judge(one: Owed, rule: SmallAmountRule): Owed {
  if (one.amountMinor >= rule.smallest_refund_minor) return lessFee(one, rule)
  const status = rule.below === 'write_off' ? 'WRITTEN_OFF' : 'KEPT'
  return { ...one, status, smallRail: rule.rail }
}

/** A fee that would leave nothing is not taken: it can only be so for what an operator sends. */
function lessFee<One extends Owed>(one: One, rule: SmallAmountRule | undefined): One {
  const feeMinor = rule?.refund_fee_minor ?? 0n
  return feeMinor === 0n || feeMinor >= one.amountMinor
    ? one
    : { ...one, amountMinor: one.amountMinor - feeMinor, borneFeeMinor: feeMinor }
}

const wholeOf = (
  order: OrderRow,
  number: number,
  { currency, minor }: { currency: string; minor: bigint },
  rule: SmallAmountRule | undefined,
  at: Instant,
) =>
  lessFee(
    {
      id: newUuid('rf', at),
      depositId: null,
      currency,
      amountMinor: minor,
      reason: 'collected' as const,
      railKey: collectedKey(keyIdOf(order), number),
    },
    rule,
  )

/**
 * Money that is not sent requests no refund: an order that ended unfunded stays so. Another order has then been refunded,
 * unless it has other refunds to send.
 */
async function eventsOf(
  { db }: Pick<SmallDeps, 'db'>,
  order: OrderRow,
  events: readonly OrderEvent[],
  owed: readonly Owed[],
): Promise<readonly OrderEvent[]> {
  const last = events.at(-1)
  const isSent = owed.some(({ status = 'PENDING' }) => status === 'PENDING')
  if (isSent || last === undefined || !ASKING.includes(last)) return events
  if (order.status === 'STEP_1_AWAITING_FUNDING' || hasFailedUnfunded(order))
    return events.slice(0, -1)
  const owner = { organizationId: order.organization_id, id: order.id }
  return (await selectHasOpenRefunds(db, owner, NO_ID)) ? events : [...events, 'refunded']
}

const ASKING: readonly OrderEvent[] = [
  'refund_requested',
  'payout_rejected',
  'payout_ended',
  'return_refunded',
]

function postingsOf({ organization_id: organizationId }: OrderRow, one: Owed): Posting[] {
  const { currency, amountMinor, status, borneFeeMinor = 0n } = one
  return [
    ...(status === 'WRITTEN_OFF'
      ? [writeOffPosting(organizationId, { currency, amountMinor })]
      : []),
    ...(borneFeeMinor === 0n
      ? []
      : [borneFeePosting(organizationId, { currency, amountMinor: borneFeeMinor })]),
  ]
}

const keptOf = (refunds: readonly RefundRow[], currency?: string): RefundRow[] =>
  refunds.filter(
    (row) => row.status === 'KEPT' && (currency === undefined || row.currency === currency),
  )

const isKept =
  (of: string) =>
  ({ status, currency }: Owed): boolean =>
    status === 'KEPT' && currency === of

const countOf = (refunds: readonly RefundRow[]): number =>
  refunds.filter(({ reason }) => reason === 'collected').length

const sumMinor = (refunds: readonly RefundRow[]): bigint =>
  refunds.reduce((sum, row) => sum + sentMinorOf(row), 0n)
