// One table of the acts of operators on an order: which state allows which act. Pure rules. Each act begins with its rule, and
// the list of open acts is made from the same one. The files of the acts check what a rule cannot know: the fields of the body,
// and what a rail answers.
import { closed, type Closed } from '../../parties/acts/closed.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { judgeContest } from '../halts/contested.ts'
import { isUnprepared, type PayoutRow } from '../payouts/queries.ts'
import type { OrderRefundReason } from '../refunds/key.ts'
import type { RefundRow } from '../refunds/queries.ts'
import { inFlightIn, unknownOutcome } from './in-flight.ts'
import type { OrderFacts } from './order-facts.ts'
import { lackOf } from './short.ts'

type Rule = {
  /** The act is one of the few that a frozen order allows. */
  mayBeFrozen?: true
  closed(facts: OrderFacts): Closed | null
  /** For an act on one refund: why it cannot be about this refund, and the reason if it can be about none. */
  ofRefund?: { closed(refund: RefundRow, facts: OrderFacts): Closed | null; none: Closed }
}

const OPEN = () => null

const rules = {
  'order.release': { closed: releaseClosed },
  'order.accept-loss': {
    closed({ order, ...facts }) {
      const { parked_reason: parked, status } = order
      if (parked === null) return NOT_PARKED
      if (parked !== 'slippage' || status !== 'STEP_2_FILLING_FX')
        return closed(
          'not_for_slippage',
          `is ${status} and parked for ${parked}; a loss can be accepted only for an unfilled order that is parked for slippage`,
        )
      return unknown({ order, ...facts })
    },
  },
  'order.provider': {
    closed({ order, ...facts }) {
      const { parked_reason: parked, status } = order
      if (parked === null) return NOT_PARKED
      if (status !== 'STEP_2_FILLING_FX' || !CHANGEABLE.includes(parked))
        return closed(
          'not_unfilled',
          `is ${status} and parked for ${parked}; only an unfilled order that is parked for ${CHANGEABLE.join(', ')} can get another provider`,
        )
      return unknown({ order, ...facts })
    },
  },
  'order.fail': {
    closed(facts) {
      const { status, retry_order_id: retry } = facts.order
      if (status === 'FAILED_DECLINED_BY_LIQ_PROVIDER' && retry === null)
        return closed(
          'already_failed',
          'has already failed; `corridor orders refund` sends its money back',
        )
      return endingClosed(facts)
    },
  },
  'order.refund': {
    closed: (facts) =>
      facts.order.status === 'STEP_4_COMPLETED'
        ? (unpaidClosed(facts) ?? saidToHaveGone(facts) ?? contested(facts, 'payout_returned'))
        : endingClosed(facts),
  },
  'order.pay-elsewhere': {
    closed: (facts) =>
      unpaidClosed(facts) ??
      saidToHaveGone(facts) ??
      contested(facts) ??
      lacking(facts, 'cannot be paid'),
  },
  'order.pay-again': {
    closed(facts) {
      const { order, payouts } = facts
      if (order.status === 'STEP_3_SETTLING_PAYOUT')
        return closed(
          'holds_no_payout',
          'was not yet paid out: release it, or name another instrument',
        )
      const paid = payouts.at(-1)?.instrument_id ?? order.payout_instrument_id
      return (
        unpaidClosed(facts) ??
        saidToHaveGone(facts) ??
        contested(facts) ??
        lacking(facts, 'cannot be paid') ??
        held(facts, [paid], 'cannot be paid')
      )
    },
  },
  'order.redirect-refund': {
    closed: OPEN,
    ofRefund: {
      none: closed('no_waiting_refund', 'has no refund that waits for a destination'),
      closed: (row, facts) =>
        isWaiting(row)
          ? saidToHaveGone(facts, row.id)
          : closed(
              'no_waiting_refund',
              `has no refund ${publicId('rf', row.id)} that waits for a destination: it is ${row.status}`,
            ),
    },
  },
  'order.send-kept': {
    closed: (facts) =>
      facts.refunds.some(({ status }) => status === 'KEPT')
        ? (saidToHaveGone(facts) ?? contested(facts))
        : closed('no_kept_refund', 'keeps no small refund'),
  },
  'order.mark-payout': {
    mayBeFrozen: true,
    closed: ({ order, payouts }) =>
      payoutInFlight(payouts) === undefined
        ? closed('no_unknown_payout', 'has no payout whose outcome is unknown')
        : order.frozen_at === null && order.parked_reason === null
          ? FREEZE_FIRST
          : null,
  },
  'order.mark-refund': {
    mayBeFrozen: true,
    closed: OPEN,
    ofRefund: {
      none: closed('no_unknown_refund', 'has no refund whose outcome is unknown'),
      closed: (row, { order }) =>
        !isInFlight(row)
          ? closed(
              'no_unknown_refund',
              `has no refund ${publicId('rf', row.id)} whose outcome is unknown: ${stateOf(row)}`,
            )
          : order.frozen_at === null
            ? FREEZE_FIRST
            : null,
    },
  },
  'order.decide-send': {
    mayBeFrozen: true,
    closed: ({ decidable }) =>
      decidable.length > 0
        ? null
        : closed('not_contradicted', 'has no payout or refund that its rail contradicts'),
  },
  'order.cancel-payout': {
    mayBeFrozen: true,
    closed(facts) {
      const payout = payoutInFlight(facts.payouts)
      return payout === undefined
        ? closed('no_payout_in_flight', 'has no payout in flight')
        : cancelling(facts, 'payout', payout.rail_key)
    },
  },
  'order.cancel-refund': {
    mayBeFrozen: true,
    closed: OPEN,
    ofRefund: {
      none: closed('no_refund_in_flight', 'has no refund in flight'),
      closed: (row, facts) =>
        isInFlight(row)
          ? cancelling(facts, 'refund', row.rail_key)
          : closed('no_refund_in_flight', `has no refund in flight with this id: ${stateOf(row)}`),
    },
  },
  'order.freeze': {
    mayBeFrozen: true,
    closed: ({ order }) =>
      order.frozen_at === null ? null : closed('frozen', 'is frozen already'),
  },
  'order.unfreeze': {
    mayBeFrozen: true,
    closed: ({ order }) =>
      order.frozen_at === null ? closed('not_frozen', 'is not frozen') : null,
  },
} as const satisfies Record<`order.${string}`, Rule>

/** An act of an operator on an order. */
export type Exit = keyof typeof rules
/** An act on one refund of an order. */
type RefundExit = {
  [E in Exit]: (typeof rules)[E] extends { ofRefund: object } ? E : never
}[Exit]

const ruleOf = (exit: Exit): Rule => rules[exit]

/** Null: the order allows the act. */
export function closedExit(exit: Exit, facts: OrderFacts): Closed | null {
  const rule = ruleOf(exit)
  if (facts.order.frozen_at !== null && rule.mayBeFrozen !== true) return FROZEN
  const why = rule.closed(facts)
  if (why !== null || rule.ofRefund === undefined) return why
  const { closed: closedFor, none } = rule.ofRefund
  const reasons = facts.refunds.map((row) => closedFor(row, facts))
  // A reason beside that of most refunds says more, such as that the order must be frozen first.
  return reasons.includes(null) ? null : (reasons.find((one) => one?.code !== none.code) ?? none)
}

/** The refunds that the act can be about; null for an act on the whole order. */
export function refundsOpenTo(exit: Exit, facts: OrderFacts): RefundRow[] | null {
  const { ofRefund } = ruleOf(exit)
  return ofRefund === undefined
    ? null
    : facts.refunds.filter((row) => ofRefund.closed(row, facts) === null)
}

/** The refund with this id if the act can be about it; otherwise the reason. */
export function openRefund(
  exit: RefundExit,
  facts: OrderFacts,
  id: Uuid<'rf'> | undefined,
): RefundRow | Closed {
  const { none, closed: closedFor } = rules[exit].ofRefund
  const row = facts.refunds.find((one) => one.id === id)
  return row === undefined
    ? closed(none.code, 'has no refund with this id')
    : (closedFor(row, facts) ?? row)
}

const CHANGEABLE = ['slippage', 'attempts', 'liquidity']
const FROZEN = closed('frozen', 'is frozen: unfreeze it first')
const NOT_PARKED = closed(
  'not_parked',
  'is not parked; `corridor orders parked` shows those that are',
)
const FREEZE_FIRST = closed(
  'freeze_first',
  'is being processed: freeze it first, so that no worker sends under the key',
)

function unknown({ order, fills, payouts }: OrderFacts): Closed | null {
  const inFlight = inFlightIn(order, fills, payouts)
  return inFlight === undefined ? null : closed(inFlight.code, unknownOutcome(inFlight))
}

/** The worker would park the order again. A hold does not stop a fill or payout in flight, whose outcome the worker asks for. */
function releaseClosed(facts: OrderFacts): Closed | null {
  const { order, payouts } = facts
  if (order.parked_reason === null) return NOT_PARKED
  if (unknown(facts) !== null) return null
  const paid = payouts.findLast(isUnprepared)?.instrument_id ?? order.payout_instrument_id
  return (
    held(facts, [order.payin_instrument_id, paid], 'stays parked') ?? lacking(facts, 'stays parked')
  )
}

/** An order with a fill or payout in flight cannot be ended. */
function endingClosed(facts: OrderFacts): Closed | null {
  const { status, retry_order_id: retry, parked_reason: parked } = facts.order
  if (status === 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    return retry === null
      ? contested(facts, 'payout_ended')
      : closed('retried', `was retried as ${publicId('ord', retry)}, which took over its money`)
  const words = `is ${status} and not parked; only parked and declined orders can be ended`
  if (!UNENDED.includes(status)) return closed('cannot_end', words)
  if (parked === null) return closed('not_parked', words)
  // An ending may lead to just the refund that a rail lists after a restore.
  const led = status === 'STEP_1_AWAITING_FUNDING' ? 'cancelled' : 'payout_ended'
  return unknown(facts) ?? contested(facts, led)
}

const UNENDED = ['STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT']

/** Null if the desk holds the payout, and nothing else can send it. */
export function unpaidClosed(facts: OrderFacts): Closed | null {
  const { order, payouts } = facts
  const { status, payout_currency: currency, payout_total_minor: totalMinor } = order
  if (status === 'STEP_3_SETTLING_PAYOUT')
    return order.parked_reason === null ? NOT_PARKED : unknown(facts)
  const none = closed(
    'holds_no_payout',
    `is ${status} and holds no payout that came back; \`corridor payouts returned\` shows those that do`,
  )
  const latest = payouts.at(-1)
  if (status !== 'STEP_4_COMPLETED' || latest === undefined) return none
  // One of before the latest that went after all.
  if (payouts.some((row) => row !== latest && row.settled_at !== null && row.returned_at === null))
    return none
  const returns = facts.returns.filter(({ payout_id: id }) => id === latest.id)
  const isHeld =
    returns.some(({ stage }) => stage === 'whole') ||
    latest.rejected_at !== null ||
    (order.parked_reason !== null && isUnprepared(latest))
  if (isHeld) return null
  if (returns.length === 0) return none
  const minor = returns.reduce((sum, { returned_minor }) => sum + returned_minor, 0n)
  return closed(
    'came_back_in_part',
    `was paid out, and only ${formatAmount(minor, currency)} of ${formatAmount(totalMinor, currency)} ${currency} came back so far: the beneficiary may keep the rest. Wait until the whole is back`,
  )
}

function contested({ contest, order }: OrderFacts, led?: OrderRefundReason): Closed | null {
  const found = judgeContest(contest, order, led)
  return found === undefined ? null : closed('contested', found.why)
}

/**
 * A rail says that a payout, or this refund, went although a person recorded that it did not. Its money goes no other way before
 * somebody has decided.
 */
function saidToHaveGone({ contradicted }: OrderFacts, refundId?: Uuid<'rf'>): Closed | null {
  const mark = contradicted.find(
    ({ answer, kind, subject_id: id }) =>
      answer === 'settled' && (kind === 'payout' || id === refundId),
  )
  return mark === undefined
    ? null
    : closed(
        'contradicted',
        `may have been paid: the rail ${mark.rail} says that ${mark.key} is settled, against the record. Decide with \`corridor orders decide-send\``,
      )
}

const lacking = ({ order }: OrderFacts, what: string): Closed | null =>
  order.short_minor > 0n ? closed('lacks_money', `${what}: ${lackOf(order)}`) : null

/** The organization, or one of these instruments, is not ACTIVE. */
function held(
  { order, inactive }: OrderFacts,
  instruments: readonly Uuid<'epi'>[],
  what: string,
): Closed | null {
  const ids: readonly Uuid[] = [order.organization_id, ...instruments]
  const one = inactive.find(({ id }) => ids.includes(id))
  return one === undefined
    ? null
    : closed('on_hold', `${what}: ${one.named} is ${one.status}. End the hold first`)
}

/** The payout whose outcome is unknown. */
export function payoutInFlight(payouts: readonly PayoutRow[]): PayoutRow | undefined {
  const latest = payouts.at(-1)
  if (latest === undefined || isUnprepared(latest)) return undefined
  return latest.settled_at === null && latest.rejected_at === null ? latest : undefined
}

export const isInFlight = ({ rail, status }: RefundRow): boolean =>
  rail !== null && (status === 'PENDING' || status === 'SENT')

const stateOf = ({ rail, status }: RefundRow): string =>
  `it is ${status}${rail === null ? ' and was not sent' : ''}`

// A refund that was never prepared was never sent, however often it was tried. A worker that has a lease may be preparing it.
const isWaiting = (row: RefundRow): boolean =>
  row.status === 'FAILED' ||
  (row.status === 'PENDING' &&
    row.rail === null &&
    row.prepared_sealed === null &&
    row.lease_token === null)

function cancelling({ cancellations }: OrderFacts, what: string, key: string): Closed | null {
  const before = cancellations.find((one) => one.key === key)
  return before === undefined || before.answer === 'impossible'
    ? null
    : closed(
        'being_cancelled',
        `is having its ${what} ${key} cancelled already: the rail ${before.rail} has not ended it yet`,
      )
}
