// The steps of an order whose payout was sent in the time that a restore lost: refunds that were not sent are kept, deposits
// count, and the fill and the payout are recorded with the amounts that the provider and the rail list.
import { refused } from '../../parties/acts/refused.ts'
import { updateDepositsCounted } from '../deposits/counted-queries.ts'
import { findContest, listedUnsent } from '../halts/contested.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import { payoutPosting, type Posting } from '../ledger/postings.ts'
import { borneFeePosting } from '../ledger/small-postings.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { keyNameOf } from '../orders/keys.ts'
import { noteOf } from '../orders/notes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { heldMinorOf } from '../orders/short.ts'
import type { OrderEvent, OrderStatus } from '../orders/states.ts'
import {
  insertSentPayout,
  isUnprepared,
  selectPayouts,
  withdrawalOf,
  type PayoutRow,
} from '../payouts/queries.ts'
import { selectRefunds, type RefundRow } from '../refunds/queries.ts'
import { takenOf } from '../refunds/taken.ts'
import { updateRefundKept } from '../refunds/reversal-queries.ts'
import { NOTHING_FILLED, numberIn, recordFills } from './fill-sent-before.ts'
import { isUnsent } from './regroup.ts'
import { Changed, requireAmount, type Recorded, type Recording } from './sent.ts'

export async function payoutSentBefore(order: OrderRow, recording: Recording): Promise<Recorded> {
  const { db, at, sent, reason, step } = recording
  const id = publicId('ord', order.id)
  requireAmount(sent, { currency: order.payout_currency, amountMinor: order.payout_total_minor })
  const payouts = await selectPayouts(db, [order])
  const known = payouts.find(({ rail_key: key }) => key === sent.key)
  if (known !== undefined)
    throw refused(
      `${id} has the payout ${sent.key}: the service asks the rail for it, or record its outcome with \`corridor orders mark\``,
    )
  const sequence = numberIn(sent.key)
  const isNext = Number.isSafeInteger(sequence) && sequence > (payouts.at(-1)?.sequence ?? 0)
  if (!isNext) throw refused(`${sent.key} is not the next payout of ${id}`)
  // An earlier one that was sent too came back. Once a later one is recorded, its return would find no payout.
  const earlier = (await findContest(db, order))?.key ?? null
  if (earlier?.startsWith(`${keyNameOf(order)}:payout:`) === true && numberIn(earlier) < sequence)
    throw refused(
      `${id} has ${earlier} listed too, which was sent before ${sent.key}: record it first`,
    )
  const latest = payouts.at(-1)
  const isAgain = order.status === 'STEP_4_COMPLETED'
  const isFree = latest === undefined || (isAgain && hasNotArrived(latest)) || isUnprepared(latest)
  if (!isFree) throw refused(`${id} has a payout that did not come back`)
  const events = isAgain ? [] : EVENTS[order.status]
  if (events === undefined || order.short_minor > 0n || order.retry_order_id !== null)
    throw refused(`${id} is ${order.status}: book what was sent as movements`)

  const isConverted = isAgain || order.status === 'STEP_3_SETTLING_PAYOUT'
  const kept = isConverted ? NOTHING_KEPT : await keepMoney(order, recording)
  const filled = isAgain ? NOTHING_FILLED : await recordFills(order, recording)
  const payoutId = newUuid('po', at)
  await insertSentPayout(db, order, {
    id: payoutId,
    sequence,
    key: sent.key,
    rail: sent.rail,
    reference: sent.reference,
    instrumentId: payouts.at(-1)?.instrument_id ?? order.payout_instrument_id,
    at,
  })
  const changed = await step(order, {
    events,
    receivedMinor: kept.receivedMinor,
    refundsReversed: kept.whole,
    dueAt: null,
    postings: [...kept.postings, ...filled.postings, payoutPosting(order, sent.rail)],
    ...(order.parked_reason !== null && isAgain ? { parking: 'released' } : {}),
    ...withdrawalOf(latest),
    mark: {
      kind: 'payout',
      subjectId: payoutId,
      key: sent.key,
      rail: sent.rail,
      outcome: 'settled',
      evidence: sent.reference,
    },
    note: noteOf('marked_settled', `${sent.key}, sent before the restore: ${reason}`),
  })
  return { order: changed, fills: filled.fills }
}

/** An operator may have paid it again since. */
const hasNotArrived = ({ returned_at, rejected_at }: PayoutRow): boolean =>
  returned_at !== null || rejected_at !== null

/** The steps that lead from each status to STEP_4_COMPLETED. */
const EVENTS: Partial<Record<OrderStatus, OrderEvent[]>> = {
  STEP_1_AWAITING_FUNDING: ['funded', 'filled', 'paid_out'],
  STEP_2_FILLING_FX: ['filled', 'paid_out'],
  STEP_3_SETTLING_PAYOUT: ['paid_out'],
  FAILED_FUNDING_EXPIRED: ['reinstated', 'paid_out'],
  FAILED_CANCELLED: ['reinstated', 'paid_out'],
  FAILED_DECLINED_BY_LIQ_PROVIDER: ['reinstated', 'paid_out'],
  FAILED_REFUND_REQUESTED: ['reinstated', 'paid_out'],
}

const NOTHING_KEPT = { receivedMinor: 0n, whole: [] as RefundRow[], postings: [] as Posting[] }

/** The order keeps its payin total, from refunds that were not sent. Their deposits count. */
async function keepMoney(order: OrderRow, { db, at, sent }: Recording) {
  let lackingMinor = order.payin_total_minor - heldMinorOf(order)
  const listed = lackingMinor > 0n ? await listedUnsent(db, order, sent.key) : null
  if (listed !== null)
    throw refused(
      `${publicId('ord', order.id)} has a refund that was sent too: record ${listed} first`,
    )
  const kept: RefundRow[] = []
  const whole: RefundRow[] = []
  const postings: Posting[] = []
  for (const row of await selectRefunds(db, [order])) {
    if (!isUnsent(row) || row.currency !== order.payin_currency || lackingMinor <= 0n) continue
    const { minor, isWhole, tookMinor } = takenOf(row, lackingMinor)
    if (minor === 0n) continue
    if (!(await updateRefundKept(db, row, minor, sent.reference, at))) throw new Changed()
    lackingMinor -= tookMinor
    kept.push(row)
    if (isWhole) {
      whole.push(row)
      const fee = { currency: row.currency, amountMinor: row.borne_fee_minor }
      postings.push(borneFeePosting(order.organization_id, fee, { isUndone: true }))
    }
  }
  if (lackingMinor > 0n)
    throw refused(
      `${publicId('ord', order.id)} lacks ${formatAmount(lackingMinor, order.payin_currency)} ${order.payin_currency} of its deposit: wait until its rail is read, or assign the deposit to it`,
    )
  const ids = kept.flatMap(({ deposit_id: id }) => (id === null ? [] : [id]))
  return { receivedMinor: await updateDepositsCounted(db, order, ids), whole, postings }
}
