// Records a settled payout or refund that came back. The order keeps its status, and the desk owes the money again. Once
// the whole came back, an operator pays a payout out again or refunds the order, and sends a refund to another destination.
import { EntryProblem } from '../../outside/rails/entry-problem.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { selectCancellation } from '../cancellations/queries.ts'
import { divideRoundDown } from '../../platform/money/rounding.ts'
import type { Db } from '../../platform/db/pool.ts'
import { recordDeposit, type DepositDeps } from '../deposits/record-deposit.ts'
import { selectCameBack, selectReturnSent } from '../deposits/return-read-queries.ts'
import { publicId } from '../../platform/ids.ts'
import type { Decision } from '../orders/outcomes.ts'
import { onPayoutReturned, onRefundReturned } from '../orders/return-outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { requireOrder } from '../orders/require-order.ts'
import { transition } from '../orders/transition.ts'
import { selectPayouts } from '../payouts/queries.ts'
import type { CancelAnswer, RailEntry } from '../../outside/rails/port.ts'
import { selectRefunds, sentMinorOf } from '../refunds/queries.ts'
import { selectReturns, selectSentKey, type NewReturn, type ReturnRow } from './queries.ts'

type ReturnEntry = Extract<RailEntry, { kind: 'return' }>
type ReturnDeps = DepositDeps & { clock: Clock; log: Logger }

/** Throws if the payout or refund is unknown or not settled yet: the entry is then taken up again later. */
export async function recordReturn(
  deps: ReturnDeps,
  rail: string,
  entry: ReturnEntry,
): Promise<void> {
  const sent = await selectSentKey(deps.db, rail, entry.key, entry.sendReference)
  if (sent === undefined && (await isOfCancelledRefund(deps, rail, entry))) return
  if (sent === undefined) return recordReturnedDeposit(deps, rail, entry)
  const order = await requireOrder(deps, {
    organizationId: sent.organization_id,
    id: sent.order_id,
  })
  const at = deps.clock.now()
  const returned = await transition(
    deps,
    order,
    (present) => decide(deps.db, present, rail, sent.rail_key, entry),
    { at },
  )
  if (returned === null) return
  deps.log.error(
    { order_id: publicId('ord', order.id), key: sent.rail_key, code: entry.code },
    'a settled payment came back: see `corridor payouts returned` and `corridor refunds waiting`',
  )
}

/** The return of a deposit came back too: what came is another deposit in suspense, which may go elsewhere. */
async function recordReturnedDeposit(
  deps: ReturnDeps,
  rail: string,
  entry: ReturnEntry,
): Promise<void> {
  const { key, sendReference, currency, amountMinor } = entry
  const sent = await selectReturnSent(deps.db, rail, key, sendReference)
  if (sent === undefined)
    throw new EntryProblem('unknown_send', 'the returned payout or refund is not known')
  if (sent.status === 'FAILED' && sent.currency === currency) {
    const cancellation = await selectCancellation(deps.db, sent.rail_key)
    if (isCancelled(cancellation, entry, sent.amount_minor)) return
  }
  if (sent.status !== 'PROCESSED')
    throw new EntryProblem('send_not_settled', `${sent.rail_key} came back and is not settled`)
  if (sent.rail !== rail)
    throw new EntryProblem('other_rail', `${sent.rail_key} was sent over ${sent.rail}`)
  const beforeMinor = await selectCameBack(deps.db, { rail, key: sent.rail_key }, entry)
  // It may be the same money, told under another name. Payouts are judged in the same way.
  if (sent.currency !== currency || sent.amount_minor < beforeMinor + amountMinor)
    throw new EntryProblem(
      'more_than_sent',
      `${amountMinor} ${currency} came back for ${sent.rail_key}, which sent ${sent.amount_minor} ${sent.currency} and of which ${beforeMinor} came back before`,
    )
  await recordDeposit(
    deps,
    { name: rail },
    { ...entry, kind: 'deposit', account: sent.rail_key, reference: null, sender: null },
    null,
  )
}

/** Banks on the way may keep a fee. What lacks more is a part, and the order waits for the rest. */
const MOST_FEE_PERCENT = 10n

async function decide(
  db: Db,
  order: OrderRow,
  rail: string,
  key: string,
  entry: ReturnEntry,
): Promise<Decision | null> {
  const earlier = (await selectReturns(db, [order])).filter((one) => one.key === key)
  if (earlier.some((one) => isSameReturn(one, rail, entry))) return null
  const isBack = earlier.some(({ stage }) => stage === 'whole')
  const payout = (await selectPayouts(db, [order])).find((one) => one.rail_key === key)
  const refund = (await selectRefunds(db, [order])).find((one) => one.rail_key === key)
  const row = payout ?? refund
  const sentMinor = refund === undefined ? (row?.amount_minor ?? 0n) : sentMinorOf(refund)
  const isSettled =
    payout === undefined ? refund?.status === 'PROCESSED' : payout.settled_at !== null
  if (row !== undefined && row.rail !== null && row.rail !== rail)
    throw new EntryProblem('other_rail', `${key} was sent over ${row.rail}`)
  const isRejected =
    payout === undefined ? refund?.status === 'FAILED' : payout.rejected_at !== null
  if (row?.currency === entry.currency && isRejected && !isBack) {
    if (isCancelled(await selectCancellation(db, key), entry, sentMinor)) return null
  }
  if (row === undefined || !(isSettled || isBack))
    throw new EntryProblem('send_not_settled', `${key} came back and is not settled`)
  const beforeMinor = earlier.reduce((sum, { returned_minor }) => sum + returned_minor, 0n)
  const lackMinor = sentMinor - beforeMinor - entry.amountMinor
  // It may be other money, or the same told under another name: only a person can know.
  if (row.currency !== entry.currency || lackMinor < 0n)
    throw new EntryProblem(
      'more_than_sent',
      `${entry.amountMinor} ${entry.currency} came back for ${key}, which sent ${sentMinor} ${row.currency} and of which ${beforeMinor} came back before`,
    )
  // The order is owed the whole amount once it came back, so a part must not count as the whole.
  const isPart = lackMinor > mostFeeOf(sentMinor)
  const stage = isBack ? 'rest' : isPart ? 'part' : 'whole'
  const returned: NewReturn = {
    rail,
    transaction: entry.transaction,
    index: entry.index,
    payoutId: payout?.id ?? null,
    refundId: refund?.id ?? null,
    key,
    currency: row.currency,
    sentMinor,
    returnedMinor: entry.amountMinor,
    stage,
    feeMinor: stage === 'whole' ? lackMinor : 0n,
    code: entry.code.slice(0, 200),
  }
  if (payout !== undefined) return onPayoutReturned(order, payout, returned)
  return refund === undefined ? null : onRefundReturned(order, refund, returned)
}

/**
 * The rail executed the send, took it back, and said only that it cancelled it. The ledger has neither the debit nor the
 * credit, and their sum is zero. What lacks of it shows as a difference of the balance.
 */
function isCancelled(
  cancellation: { answer: CancelAnswer['state'] | null } | undefined,
  { amountMinor, code }: ReturnEntry,
  sentMinor: bigint,
): boolean {
  // Anybody can quote a payment in a transfer of the same amount.
  if (code === 'NO_REASON') return false
  const lackMinor = sentMinor - amountMinor
  // It has no final answer if evidence ended the send.
  const isAsked = cancellation !== undefined && cancellation.answer !== 'impossible'
  return isAsked && lackMinor >= 0n && lackMinor <= mostFeeOf(sentMinor)
}

/** The key of a refund that was cancelled, and got another key with its new destination before the rail told the return. */
async function isOfCancelledRefund(
  deps: ReturnDeps,
  rail: string,
  entry: ReturnEntry,
): Promise<boolean> {
  const { key, currency } = entry
  const cancellation = key === null ? undefined : await selectCancellation(deps.db, key)
  if (cancellation?.kind !== 'refund' || cancellation.rail !== rail) return false
  const { organization_id: organizationId, order_id: id } = cancellation
  const order = await requireOrder(deps, { organizationId, id })
  // A refund that settled and came back whole was recorded then.
  if ((await selectReturns(deps.db, [order])).some((one) => one.key === key)) return false
  const refund = (await selectRefunds(deps.db, [order])).find(
    (one) => one.id === cancellation.subject_id,
  )
  return refund?.currency === currency && isCancelled(cancellation, entry, sentMinorOf(refund))
}

const mostFeeOf = (sentMinor: bigint): bigint => divideRoundDown(sentMinor * MOST_FEE_PERCENT, 100n)

const isSameReturn = (row: ReturnRow, rail: string, { transaction, index }: ReturnEntry): boolean =>
  row.rail === rail &&
  row.index === index &&
  row.transaction.toLowerCase() === transaction.toLowerCase()
