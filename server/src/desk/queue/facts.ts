// Loads the facts for decisions on the items of a page, with one statement for each kind on it.
import { entryProblemCodeOf } from '../../outside/rails/entry-problem.ts'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId, writtenUuid } from '../../platform/ids.ts'
import { deskOrderView } from '../../engine/orders/desk-order.ts'
import { moneyOrNull, moneyView } from '../../platform/money/desk-money.ts'
import { waitsFor as waitsForOf } from '../../engine/deposits/return-queries.ts'
import { selectOpenReversals } from '../../engine/reversals/queries.ts'
import {
  selectApprovalFacts,
  selectConditionFacts,
  selectContradictedFacts,
  selectDepositFacts,
  selectDepositReturnFacts,
  selectEntryFacts,
  selectHaltFacts,
  selectHitsOfOrders,
  selectInformationFacts,
  selectInstrumentFacts,
  selectOrganizationFacts,
  selectParkedFacts,
  selectRefundFacts,
  selectReturnFacts,
  selectScreeningFacts,
  selectSuggestionFacts,
  selectUserFacts,
  selectWebhookFacts,
  type HitRow,
  type HoldFacts,
  type RefundFacts,
  type ScreeningFacts,
  type SuggestionFacts,
} from './fact-queries.ts'
import { selectDifferences } from '../reconciliation/difference-queries.ts'
import { differenceFactsView } from '../reconciliation/view.ts'
import { selectStrays } from '../../engine/strays/queries.ts'
import { strayFactsView } from '../../engine/strays/view.ts'
import { idOrNull } from '../../parties/operators/operator-reads.ts'
import { keyOfEntry, moneyOfEntry } from '../../engine/entries/entry-view.ts'
import type { QueueKind } from './kinds.ts'
import type { QueueRow } from './queries.ts'

type Loader = (db: Db, items: readonly QueueRow[]) => Promise<[subject: string, facts: object][]>

const loader =
  <Row extends { subject: string }>(
    select: (db: Db, items: readonly QueueRow[]) => Promise<Row[]>,
    view: (row: Row) => object,
  ): Loader =>
  async (db, items) =>
    (await select(db, items)).map((row) => [row.subject, view(row)])

const conditions = loader(selectConditionFacts, ({ facts }) => facts)
const screenings = loader(selectScreeningFacts, screeningView)

const loaders: Readonly<Record<QueueKind, Loader>> = {
  async parked_order(db, items) {
    const [orders, hits] = await Promise.all([
      selectParkedFacts(db, items),
      selectHitsOfOrders(db, items),
    ])
    const bySubject = Map.groupBy(hits, ({ subject }) => subject)
    return orders.map((order) => [
      order.subject,
      { order: deskOrderView(order), hits: (bySubject.get(order.subject) ?? []).map(hitView) },
    ])
  },
  async unmatched_deposit(db, items) {
    const [deposits, suggestions] = await Promise.all([
      selectDepositFacts(db, items),
      selectSuggestionFacts(db, items),
    ])
    const bySubject = Map.groupBy(suggestions, ({ subject }) => subject)
    return deposits.map(({ subject, rail, transaction, output_index, address, ...money }) => [
      subject,
      {
        rail,
        transaction,
        output_index,
        address,
        amount: moneyView(money.amount_minor, money.currency),
        counterparty: money.counterparty,
        suggestions: (bySubject.get(subject) ?? []).map(suggestionView),
      },
    ])
  },
  deposit_return: loader(selectDepositReturnFacts, (row) => ({
    deposit_id: publicId('dep', row.deposit_id),
    amount: moneyView(row.amount_minor, row.currency),
    rail: row.rail,
    status: row.status,
    waits_for: row.is_contradicted ? 'contradiction' : (waitsForOf(row) ?? 'rail'),
    attempts: row.attempt,
  })),
  rail_entry: loader(selectEntryFacts, (row) => {
    const amount = moneyOfEntry(row)
    return {
      rail: row.rail,
      reports: row.kind,
      transaction: row.transaction,
      index: row.index,
      amount: moneyOrNull(amount?.minor ?? null, amount?.currency ?? null),
      key: keyOfEntry(row),
      problem: row.problem ?? '',
      problem_code: entryProblemCodeOf(row) ?? 'other',
      attempts: row.attempt,
    }
  }),
  refund: loader(selectRefundFacts, (refund) => ({
    reference_number: refund.reference_number,
    amount: moneyView(refund.amount_minor, refund.currency),
    returned: moneyOrNull(refund.returned_minor, refund.currency),
    reason: refund.reason,
    status: refund.status,
    waits_for: waitsFor(refund),
    destination_instrument_id:
      refund.destination_instrument_id === null
        ? null
        : publicId('epi', refund.destination_instrument_id),
    rejection_code: refund.rejection_code,
    attempts: refund.attempt,
  })),
  // Reversals are few, and their statement reads all that are open.
  async reversal(db) {
    return (await selectOpenReversals(db)).map((one) => [
      `${one.order_id}:${one.currency}`,
      {
        status: one.status,
        owed: moneyView(one.owed_minor, one.currency),
        short: moneyOrNull(one.short_minor, one.currency),
        deposits: one.deposits.map(({ id }) => publicId('dep', id)),
      },
    ])
  },
  organization_hold: loader(selectOrganizationFacts, holdView),
  instrument_hold: loader(selectInstrumentFacts, (row) => ({
    alias: row.alias,
    method: row.method,
    currency: row.currency,
    ...holdView(row),
  })),
  screening_hit: screenings,
  unanswered_screening: screenings,
  returned_payout: loader(selectReturnFacts, (row) => ({
    reference_number: row.reference_number,
    amount: moneyView(row.amount_minor, row.currency),
    returned: moneyView(row.returned_minor, row.currency),
    rail: row.rail,
    code: row.code,
  })),
  contradicted_send: loader(selectContradictedFacts, (row) => ({
    reference_number: row.reference_number,
    what: row.kind,
    key: row.key,
    rail: row.rail,
    amount: moneyView(row.amount_minor, row.currency),
    recorded: row.outcome,
    evidence: row.evidence,
    recorded_at: toTimestamp(row.marked_at),
    answer: row.answer,
    reference: row.reference,
  })),
  balance_difference: conditions,
  low_liquidity: conditions,
  stale_rate: conditions,
  approval: loader(selectApprovalFacts, (row) => ({
    act: row.act,
    about: row.about,
    reason: row.reason,
    roles: row.roles,
    proposed_by: row.proposed_by,
    expires_at: toTimestamp(row.expires_at),
  })),
  information_request: loader(selectInformationFacts, (row) => ({
    status: row.status,
    message: row.message,
    deadline: toTimestamp(row.deadline),
    answered_at: toTimestampOrNull(row.answered_at),
    reference_number: row.reference_number,
  })),
  async reconciliation_difference(db, items) {
    const found = await selectDifferences(
      db,
      items.map(({ subject }) => writtenUuid('dif', subject)),
    )
    return found.map((row) => [row.id, differenceFactsView(row)])
  },
  halt: loader(selectHaltFacts, ({ what, rail, provider, cause, actor, reason }) => ({
    what,
    rail,
    provider,
    cause,
    actor,
    reason,
  })),
  new_user: loader(selectUserFacts, ({ login, role, invited_by, needs_admission }) => ({
    login,
    role,
    invited_by,
    needs_admission,
  })),
  async stray(db, items) {
    const found = await selectStrays(
      db,
      items.map(({ subject }) => writtenUuid('str', subject)),
    )
    return found.map((row) => [row.id, strayFactsView(row)])
  },
  webhook_disabled: loader(selectWebhookFacts, (row) => ({
    url: row.url,
    disabled_reason: row.disabled_reason,
    failing_since: toTimestampOrNull(row.failing_since),
  })),
}

/** The items with their facts, in their order. Items that were done meanwhile are left out. */
export async function withFacts(
  db: Db,
  items: readonly QueueRow[],
): Promise<{ item: QueueRow; facts: object }[]> {
  const byKind = Map.groupBy(items, ({ kind }) => kind)
  const loaded = await Promise.all(
    [...byKind].map(async ([kind, ofKind]) => {
      const found = await loaders[kind](db, ofKind)
      return [kind, new Map(found)] as const
    }),
  )
  const facts = new Map(loaded)
  return items.flatMap((item) => {
    const known = facts.get(item.kind)?.get(item.subject)
    return known === undefined ? [] : [{ item, facts: known }]
  })
}

const hitView = ({ key, state, screener, reason }: HitRow) => ({ key, state, screener, reason })

function holdView({ was_active, created_at }: HoldFacts) {
  return { is_new: !was_active, created_at: toTimestamp(created_at) }
}

function screeningView(row: ScreeningFacts) {
  return {
    ...hitView(row),
    screened: row.screened,
    held_id:
      row.held_deposit_id !== null
        ? publicId('dep', row.held_deposit_id)
        : idOrNull('rf', row.held_refund_id),
    attempts: row.attempt,
    amount: moneyOrNull(row.amount_minor, row.currency),
    reference_number: row.reference_number,
  }
}

const suggestionView = (one: SuggestionFacts) => ({
  order_id: publicId('ord', one.order_id),
  reference_number: one.reference_number,
  organization_id: publicId('org', one.organization_id),
  organization_name: one.organization_name,
  reason: one.reason,
  score: one.score,
  status: one.status,
  payin: moneyView(one.payin_total_minor, one.payin_currency),
  received: moneyView(one.received_minor, one.payin_currency),
})

function waitsFor(refund: RefundFacts): string {
  if (refund.status === 'PROCESSED') return 'rest'
  if (refund.status === 'FAILED') return 'rejected'
  if (refund.due_at === null) return 'destination'
  return refund.outflow_limited_by ?? 'rail'
}
