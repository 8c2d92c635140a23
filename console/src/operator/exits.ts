// Which exits an order has, and why the others are not open: the rules of docs/exits.md as far as the page knows the facts.
// The service decides; an act that it refuses changes nothing. server/test/engine/exits.test.ts holds the two against each other.
import type { components } from './openapi.ts'

type Schemas = components['schemas']

export const EXITS = [
  'release',
  'accept-loss',
  'provider',
  'pay-again',
  'pay-elsewhere',
  'redirect-refund',
  'send-kept',
  'mark-payout',
  'mark-refund',
  'cancel-payout',
  'cancel-refund',
  'refund',
  'fail',
  'freeze',
  'unfreeze',
] as const
export type Exit = (typeof EXITS)[number]

/** Why an exit is not open. */
export type Closed =
  | 'frozen'
  | 'not_frozen'
  | 'not_parked'
  | 'fill_unknown'
  | 'payout_unknown'
  | 'lacks_money'
  | 'not_for_slippage'
  | 'not_unfilled'
  | 'already_failed'
  | 'retried'
  | 'cannot_end'
  | 'holds_no_payout'
  | 'no_waiting_refund'
  | 'no_kept_refund'
  | 'no_unknown_payout'
  | 'no_unknown_refund'
  | 'freeze_first'
  | 'no_payout_in_flight'
  | 'no_refund_in_flight'

export type ExitState = { exit: Exit; closed: Closed | null }

export type ExitFacts = {
  order: Pick<Schemas['DeskOrder'], 'status' | 'parked_reason' | 'frozen_at'>
  record: Pick<Schemas['OrderRecord'], 'fills' | 'retry_order_id' | 'lacks'>
  payouts: readonly Pick<
    Schemas['DeskPayout'],
    'rail' | 'settled_at' | 'rejected_at' | 'returned_at' | 'sequence'
  >[]
  refunds: readonly Pick<Schemas['DeskRefund'], 'status' | 'rail' | 'attempt'>[]
}

const CHANGEABLE = ['slippage', 'attempts', 'liquidity']

export function exitsOf(facts: ExitFacts): ExitState[] {
  return EXITS.map((exit) => ({ exit, closed: rules[exit](readingOf(facts)) }))
}

type Reading = ReturnType<typeof readingOf>

function readingOf({ order, record, payouts, refunds }: ExitFacts) {
  const latest = payouts.toSorted((a, b) => a.sequence - b.sequence).at(-1)
  const isOpen = latest !== undefined && latest.settled_at === null && latest.rejected_at === null
  const isParked = order.parked_reason !== null
  const isUnsent = isOpen && latest.rail === null
  const fill = record.fills.some((one) => one.filled_at === null && one.declined_at === null)
  const inFlight: Closed | null = fill
    ? 'fill_unknown'
    : isOpen && !(isParked && isUnsent)
      ? 'payout_unknown'
      : null
  const isBack = latest !== undefined && (latest.returned_at ?? latest.rejected_at) !== null
  return {
    status: order.status,
    parked: order.parked_reason,
    isFrozen: order.frozen_at !== null,
    inFlight,
    isShort: record.lacks !== undefined && /[1-9]/.test(record.lacks),
    isRetried: record.retry_order_id !== null,
    /** A completed order whose payout the desk holds again. */
    holdsPayout: order.status === 'STEP_4_COMPLETED' && (isBack || (isParked && isUnsent)),
    hasUnknownPayout: isOpen && !isUnsent,
    hasWaitingRefund: refunds.some(
      ({ status, rail }) => status === 'FAILED' || (status === 'PENDING' && rail === null),
    ),
    hasKeptRefund: refunds.some(({ status }) => status === 'KEPT'),
    hasUnknownRefund: refunds.some(
      ({ status, rail }) => rail !== null && (status === 'PENDING' || status === 'SENT'),
    ),
  }
}

const isUnended = ({ status }: Reading): boolean =>
  status === 'STEP_2_FILLING_FX' || status === 'STEP_3_SETTLING_PAYOUT'

function parkedAndKnown({ parked, inFlight }: Reading): Closed | null {
  return parked === null ? 'not_parked' : inFlight
}

/** A rule for an order that is not frozen. */
const unfrozen =
  (rule: (order: Reading) => Closed | null) =>
  (order: Reading): Closed | null =>
    order.isFrozen ? 'frozen' : rule(order)

const rules: Readonly<Record<Exit, (order: Reading) => Closed | null>> = {
  release: unfrozen(({ parked, inFlight, isShort }) =>
    parked === null ? 'not_parked' : isShort && inFlight === null ? 'lacks_money' : null,
  ),
  'accept-loss': unfrozen((order) =>
    order.parked === null
      ? 'not_parked'
      : order.parked !== 'slippage' || order.status !== 'STEP_2_FILLING_FX'
        ? 'not_for_slippage'
        : order.inFlight,
  ),
  provider: unfrozen((order) =>
    order.parked === null
      ? 'not_parked'
      : order.status !== 'STEP_2_FILLING_FX' || !CHANGEABLE.includes(order.parked)
        ? 'not_unfilled'
        : order.inFlight,
  ),
  'pay-again': unfrozen(({ holdsPayout, isShort }) =>
    holdsPayout ? (isShort ? 'lacks_money' : null) : 'holds_no_payout',
  ),
  'pay-elsewhere': unfrozen((order) => {
    if (order.status !== 'STEP_3_SETTLING_PAYOUT' && !order.holdsPayout) return 'holds_no_payout'
    const closed = order.holdsPayout ? null : parkedAndKnown(order)
    return closed ?? (order.isShort ? 'lacks_money' : null)
  }),
  'redirect-refund': unfrozen((order) => (order.hasWaitingRefund ? null : 'no_waiting_refund')),
  'send-kept': unfrozen((order) => (order.hasKeptRefund ? null : 'no_kept_refund')),
  'mark-payout': ({ hasUnknownPayout, isFrozen, parked }) =>
    !hasUnknownPayout ? 'no_unknown_payout' : isFrozen || parked !== null ? null : 'freeze_first',
  'mark-refund': ({ hasUnknownRefund, isFrozen }) =>
    !hasUnknownRefund ? 'no_unknown_refund' : isFrozen ? null : 'freeze_first',
  'cancel-payout': ({ hasUnknownPayout }) => (hasUnknownPayout ? null : 'no_payout_in_flight'),
  'cancel-refund': ({ hasUnknownRefund }) => (hasUnknownRefund ? null : 'no_refund_in_flight'),
  refund: unfrozen((order) => {
    if (order.status === 'FAILED_DECLINED_BY_LIQ_PROVIDER')
      return order.isRetried ? 'retried' : null
    if (order.holdsPayout) return null
    return isUnended(order) ? parkedAndKnown(order) : 'cannot_end'
  }),
  fail: unfrozen((order) => {
    if (order.status === 'FAILED_DECLINED_BY_LIQ_PROVIDER') return 'already_failed'
    return isUnended(order) ? parkedAndKnown(order) : 'cannot_end'
  }),
  freeze: ({ isFrozen }) => (isFrozen ? 'frozen' : null),
  unfreeze: ({ isFrozen }) => (isFrozen ? null : 'not_frozen'),
}
