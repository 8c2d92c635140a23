// An operator decides about money that reversals took: it was received after all, an unsent refund pays it, or the desk gives
// it up. Ending or releasing the order is decided in orders/.
import type { Logger } from 'pino'
import { closed, type Closed } from '../../parties/acts/closed.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectReversedDeposits, type DepositRow } from '../deposits/queries.ts'
import { listedUnsent } from '../halts/contested.ts'
import { publicId } from '../../platform/ids.ts'
import { owedBy, type ReceivableChange } from '../ledger/receivable-postings.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { refusedFor, type Refused } from '../orders/decide-order.ts'
import type { Decision } from '../orders/outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { onDebtSetOff } from '../orders/reversal-outcomes.ts'
import { least, receivableDecision } from '../orders/short.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import { selectRefunds, type RefundRow } from '../refunds/queries.ts'
import { selectReceivableChanges, type ReceivableRow } from './queries.ts'

type SettleDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }
type Settlement = 'received' | 'written_off' | 'set_off'

/**
 * Settles all that the payer of the order owes in one currency. `received` also restores money that the order held
 * before a reversal. The money is then at the rail that had reversed the deposit.
 */
export async function settleReversal(
  deps: SettleDeps,
  seen: OrderRow,
  currency: string,
  settlement: Settlement,
  reason: string,
): Promise<OrderRow | Refused> {
  const id = publicId('ord', seen.id)
  const settled = await transition(
    deps,
    seen,
    async (present): Promise<Decision | null> => {
      const debts = await selectDebts(deps.db, present)
      const setOff = settlement === 'set_off' ? debtSetOff(debts, currency) : null
      const change =
        settlement === 'set_off' ? setOff?.receivable : changeOf(debts, currency, settlement)
      if (change === undefined) return null
      const restoresMinor = change.kind === 'restored' ? change.amountMinor : 0n
      // After the fill, what the order lacks is a part of what its payer owes.
      const isLack =
        currency === present.payin_currency &&
        (restoresMinor > 0n ||
          ['STEP_3_SETTLING_PAYOUT', 'STEP_4_COMPLETED'].includes(present.status))
      return {
        ...(setOff ?? { events: [], ...receivableDecision(present, change) }),
        receivedMinor: restoresMinor,
        shortMinor: isLack ? -least(present.short_minor, change.amountMinor) : 0n,
        note: { action: settlement, reason, offer: null },
      }
    },
    { at: deps.clock.now() },
  )
  if (settled === null)
    return refusedFor(
      seen,
      closed(
        'owes_nothing',
        `owes no ${currency} that can be ${WORDS[settlement]}; \`corridor deposits reversed\` lists open debts`,
      ),
    )
  deps.log.warn({ order_id: id, currency, settlement, reason }, 'an operator settled a reversal')
  return settled
}

const WORDS = {
  received: 'recorded as received',
  written_off: 'recorded as written off',
  set_off:
    'set off: it needs a refund of the order that was not sent, and that no restore leaves in doubt',
} as const satisfies Record<Settlement, string>

/** Everything about one order that decides which of its debts can be settled. */
export type Debts = {
  order: OrderRow
  reversed: readonly DepositRow[]
  changes: readonly ReceivableRow[]
  refunds: readonly RefundRow[]
  /** A refund that the database has not sent may have been sent in the time that a restore lost. */
  isInDoubt: boolean
}

const selectDebts = async (db: Db, order: OrderRow): Promise<Debts> =>
  debtsOf(db, {
    ...order,
    reversed: await selectReversedDeposits(db, [order]),
    changes: await selectReceivableChanges(db, [order]),
  })

export async function debtsOf(
  db: Db,
  { reversed, changes, ...order }: OrderRow & Pick<Debts, 'reversed' | 'changes'>,
): Promise<Debts> {
  const isNever = reversed.length === 0 && changes.length === 0
  if (isNever) return { order, reversed, changes, refunds: [], isInDoubt: false }
  const [refunds, listed] = await Promise.all([
    selectRefunds(db, [order]),
    listedUnsent(db, order, null),
  ])
  return { order, reversed, changes, refunds, isInDoubt: listed !== null }
}

/** Pure rule: the currencies of which a debt can be settled in this way. */
export const settleable = (debts: Debts, settlement: Settlement): string[] =>
  [...new Set([...debts.reversed, ...debts.changes].map(({ currency }) => currency))].filter(
    (currency) =>
      settlement === 'set_off'
        ? debtSetOff(debts, currency)?.receivable !== undefined
        : changeOf(debts, currency, settlement) !== undefined,
  )

/** Null: at least one debt can be settled in this way. */
export const closedSettlement = (debts: Debts, settlement: Settlement): Closed | null =>
  settleable(debts, settlement).length > 0
    ? null
    : closed(
        'owes_nothing',
        `owes nothing that can be ${WORDS[settlement]}; \`corridor deposits reversed\` lists open debts`,
      )

function debtSetOff(
  { order, reversed, changes, refunds, isInDoubt }: Debts,
  currency: string,
): ReturnType<typeof onDebtSetOff> | null {
  if (isInDoubt) return null
  const reference =
    reversed.findLast((deposit) => deposit.currency === currency)?.transaction ??
    order.reference_number
  const owed = { currency, amountMinor: owedMinorOf(reversed, changes, currency) }
  return onDebtSetOff(order, refunds, owed, reference)
}

function changeOf(
  { order, reversed, changes, refunds }: Debts,
  currency: string,
  settlement: 'received' | 'written_off',
): ReceivableChange | undefined {
  const isOf = (one: { currency: string; rail: string | null }) =>
    one.currency === currency && one.rail !== null
  // The amount that left twice came from the rail of the refund.
  const rail =
    (reversed.findLast(isOf) ?? changes.findLast(isOf) ?? refunds.findLast(isOf))?.rail ?? null
  if (rail === null && settlement === 'received') return undefined
  const owedMinor = owedMinorOf(reversed, changes, currency)
  if (owedMinor > 0n)
    return {
      kind: settlement,
      currency,
      amountMinor: owedMinor,
      rail: settlement === 'received' ? rail : null,
    }
  const isHeldShort =
    currency === order.payin_currency &&
    order.short_minor > 0n &&
    order.retry_order_id === null &&
    ['STEP_2_FILLING_FX', 'FAILED_DECLINED_BY_LIQ_PROVIDER'].includes(order.status)
  return isHeldShort && settlement === 'received'
    ? { kind: 'restored', currency, amountMinor: order.short_minor, rail }
    : undefined
}

function owedMinorOf(
  reversed: readonly DepositRow[],
  changes: readonly ReceivableRow[],
  currency: string,
): bigint {
  let owedMinor = 0n
  for (const deposit of reversed)
    if (deposit.currency === currency) owedMinor += deposit.loss_minor ?? 0n
  for (const change of changes) if (change.currency === currency) owedMinor += owedBy(change)
  return owedMinor
}

/** The debt of the order's payer to the desk in the currency. */
export async function debtMinorOf(db: Db, order: OrderRow, currency: string): Promise<bigint> {
  const reversed = await selectReversedDeposits(db, [order])
  const changes = await selectReceivableChanges(db, [order])
  return owedMinorOf(reversed, changes, currency)
}

/** Says for an operator that the payer of the order owes the desk money in the currency; undefined if nothing is owed. */
export async function debtOf(
  db: Db,
  order: OrderRow,
  currency: string,
): Promise<string | undefined> {
  const owedMinor = await debtMinorOf(db, order, currency)
  return owedMinor > 0n
    ? `has a payer who owes ${formatAmount(owedMinor, currency)} ${currency} and would get the money twice: settle that first with \`corridor deposits set-off\`, \`received\` or \`write-off\``
    : undefined
}
