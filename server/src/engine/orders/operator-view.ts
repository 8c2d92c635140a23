// The operator's view of an order. It adds the provider, its firm rate, the desk's result and accounts, the reason for
// parking and the notes. Customers see timeline.ts.
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { selectDeposits, type DepositRow } from '../deposits/queries.ts'
import { depositView } from '../deposits/view.ts'
import { selectEventsOfOrder } from '../events/queries.ts'
import { eventView } from '../events/view.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectFills, type FillRow } from '../fills/queries.ts'
import { publicId } from '../../platform/ids.ts'
import { deskResult } from '../ledger/desk-result.ts'
import { promisedGrossMinor, promisedMinor } from '../ledger/postings.ts'
import { selectTransfers, type TransferRow } from '../ledger/queries.ts'
import { selectCancellations, type CancellationRow } from '../cancellations/queries.ts'
import { selectMarks, type OrderMarkRow } from '../marks/queries.ts'
import {
  formatAmount,
  formatRate,
  formatSignedAmount,
  parseRate,
} from '../../platform/money/decimal.ts'
import { moneyView } from '../../platform/money/desk-money.ts'
import { selectPayouts } from '../payouts/queries.ts'
import { payoutView } from '../payouts/view.ts'
import { selectRefunds, type RefundRow } from '../refunds/queries.ts'
import { refundView } from '../refunds/view.ts'
import { selectScreeningsOfOrder, type ScreeningRow } from '../../rules/screening/queries.ts'
import { selectNotes, type NoteRow } from './notes.ts'
import type { OperatorOrder } from './operator-queries.ts'

/** The facts that an operator needs for a decision on an order. */
export function orderSummary(order: OperatorOrder) {
  const offered = order.provider_payout_minor
  return {
    order_id: publicId('ord', order.id),
    reference_number: order.reference_number,
    organization_id: publicId('org', order.organization_id),
    organization: order.organization_name,
    status: order.status,
    parked_reason: order.parked_reason,
    parked_at: toTimestampOrNull(order.parked_at),
    payin: `${formatAmount(order.payin_total_minor, order.payin_currency)} ${order.payin_currency}`,
    payout: `${formatAmount(order.payout_total_minor, order.payout_currency)} ${order.payout_currency}`,
    liquidity_provider: order.provider_name,
    promised_rate: rateText(order.exchange_rate),
    firm_rate: order.firm_rate === null ? null : rateText(order.firm_rate),
    /** The desk's result against the promised rate; negative for a loss. */
    result:
      offered === null
        ? null
        : signedAmount(offered - promisedGrossMinor(order), order.payout_currency),
  }
}

export async function orderForOperator(db: Db, order: OperatorOrder) {
  const [
    events,
    deposits,
    fills,
    payouts,
    refunds,
    transfers,
    notes,
    screenings,
    marks,
    cancellations,
  ] = await Promise.all([
    selectEventsOfOrder(db, { organizationId: order.organization_id, id: order.id }),
    selectDeposits(db, [order]),
    selectFills(db, [order]),
    selectPayouts(db, [order]),
    selectRefunds(db, [order]),
    selectTransfers(db, [order]),
    selectNotes(db, [order]),
    selectScreeningsOfOrder(db, order),
    selectMarks(db, [order]),
    selectCancellations(db, [order]),
  ])
  return {
    ...orderSummary(order),
    external_reference_id: order.external_reference_id,
    received: `${formatAmount(order.received_minor, order.payin_currency)} ${order.payin_currency}`,
    ...(order.short_minor === 0n
      ? {}
      : {
          lacks: `${formatAmount(order.short_minor, order.payin_currency)} ${order.payin_currency}`,
        }),
    fee: formatAmount(order.payin_fee_minor, order.payin_currency),
    tax: formatAmount(order.payin_tax_minor, order.payin_currency),
    funding_expires_at: toTimestamp(order.funding_expires_at),
    retry_order_id: order.retry_order_id === null ? null : publicId('ord', order.retry_order_id),
    ...(order.accepted_loss_minor === null
      ? {}
      : {
          accepted_loss: `${formatAmount(order.accepted_loss_minor, order.payout_currency)} ${order.payout_currency}`,
        }),
    ...(order.chosen_provider === null ? {} : { chosen_provider: order.chosen_provider }),
    ...(order.frozen_at === null ? {} : { frozen_at: toTimestamp(order.frozen_at) }),
    attempt: order.attempt,
    status_history: order.status_history,
    notes: notes.map((row) => noteView(order, row)),
    ...(screenings.length === 0 ? {} : { screenings: screenings.map(screeningView) }),
    deposits: deposits.map(operatorDepositView),
    fills: fills.map((row) => fillView(order, row)),
    payouts: payouts.map((row) => ({ ...payoutView(row), rail_key: row.rail_key })),
    refunds: refunds.map(operatorRefundView),
    ...(marks.length === 0 ? {} : { recorded_outcomes: marks.map(markView) }),
    ...(cancellations.length === 0 ? {} : { cancellations: cancellations.map(cancellationView) }),
    desk_result: [...deskResult(transfers)].map(([of, minor]) => moneyView(minor, of)),
    ledger_entries: transfers.map(transferView),
    events: events.map(eventView),
  }
}

const operatorDepositView = (row: DepositRow) => ({
  ...depositView(row),
  rail: row.rail,
  address: row.address,
  ...(row.reversed_at === null
    ? {}
    : {
        reversed_at: toTimestamp(row.reversed_at),
        reversal_code: row.reversal_code,
        lost: `${formatAmount(row.loss_minor ?? 0n, row.currency)} ${row.currency}`,
      }),
})

const operatorRefundView = (row: RefundRow) => ({
  ...refundView(row),
  rail_key: row.rail_key,
  ...(row.reversed_minor === 0n
    ? {}
    : { given_back_by_reversal: formatAmount(row.reversed_minor, row.currency) }),
})

const rateText = (rate: string): string => formatRate(parseRate(rate))

const signedAmount = (minor: bigint, currency: string): string =>
  `${formatSignedAmount(minor, currency)} ${currency}`

const noteView = (order: OperatorOrder, row: NoteRow) => ({
  at: toTimestamp(row.created_at),
  action: row.action,
  reason: row.reason,
  ...(row.provider_payout_minor === null || row.firm_rate === null
    ? {}
    : {
        liquidity_provider: row.provider_name,
        firm_rate: rateText(row.firm_rate),
        result: signedAmount(
          row.provider_payout_minor - promisedGrossMinor(order),
          order.payout_currency,
        ),
      }),
})

const screeningView = (row: ScreeningRow) => ({
  key: row.key,
  subject: row.subject,
  state: row.state,
  screener: row.screener,
  reason: row.reason,
  asked_at: toTimestamp(row.asked_at),
  answered_at: toTimestampOrNull(row.answered_at),
  released_at: toTimestampOrNull(row.released_at),
  release_reason: row.release_reason,
})

const markView = (row: OrderMarkRow) => ({
  key: row.key,
  outcome: row.outcome,
  evidence: row.evidence,
  recorded_at: toTimestamp(row.marked_at),
  answer_of_the_rail: row.answer,
  answered_at: toTimestampOrNull(row.answered_at),
})

const fillView = (order: OperatorOrder, row: FillRow) => {
  const soldMinor = row.sold_minor ?? row.payin_minor
  const deliveredMinor = row.delivered_minor ?? row.provider_payout_minor
  return {
    liquidity_provider: row.provider_name,
    choice: row.choice,
    provider_key: row.provider_key,
    reference: row.provider_reference,
    payin: `${formatAmount(row.payin_minor, row.payin_currency)} ${row.payin_currency}`,
    payout: `${formatAmount(row.provider_payout_minor, row.payout_currency)} ${row.payout_currency}`,
    firm_rate: rateText(row.firm_rate),
    sold:
      row.sold_minor === null
        ? null
        : `${formatAmount(soldMinor, row.payin_currency)} ${row.payin_currency}`,
    delivered:
      row.delivered_minor === null
        ? null
        : `${formatAmount(deliveredMinor, row.payout_currency)} ${row.payout_currency}`,
    fee:
      row.fee_currency === null || row.fee_minor === null
        ? null
        : `${formatAmount(row.fee_minor, row.fee_currency)} ${row.fee_currency}`,
    result: signedAmount(deliveredMinor - promisedMinor(order, soldMinor), row.payout_currency),
    created_at: toTimestamp(row.created_at),
    filled_at: toTimestampOrNull(row.filled_at),
    declined_at: toTimestampOrNull(row.declined_at),
    decline_code: row.decline_code,
  }
}

const transferView = (row: TransferRow) => ({
  posting: row.posting,
  debit_account: row.debit_account,
  credit_account: row.credit_account,
  currency: row.currency,
  amount: formatAmount(row.amount_minor, row.currency),
  posted_at: toTimestamp(row.posted_at),
})

const cancellationView = (row: CancellationRow) => ({
  key: row.key,
  rail: row.rail,
  asked_at: toTimestamp(row.asked_at),
  answer: row.answer,
  detail: row.detail,
  answered_at: toTimestampOrNull(row.answered_at),
})
