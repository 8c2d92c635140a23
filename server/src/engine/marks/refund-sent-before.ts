// The steps of an order whose refund was sent in the time that a restore lost. If the order was not ended yet, it is ended as
// its status allows.
import { closed } from '../../parties/acts/closed.ts'
import { refused, refusedAsClosed } from '../../parties/acts/refused.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectDeposits, type DepositRow } from '../deposits/queries.ts'
import { selectFills } from '../fills/queries.ts'
import { soldBy } from '../fills/sold.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { inFlightOf, unknownOutcome } from '../orders/in-flight.ts'
import { unpaidClosed } from '../orders/open-exits.ts'
import { selectOrderFacts } from '../orders/order-facts.ts'
import { keyIdOf } from '../orders/keys.ts'
import { noteOf } from '../orders/notes.ts'
import { onEnded, type Decision } from '../orders/outcomes.ts'
import { onReturnRefunded } from '../orders/return-outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { onRefundMoved } from '../orders/refund-outcomes.ts'
import { selectPayouts, withdrawalOf } from '../payouts/queries.ts'
import {
  hasOpenRefunds,
  selectHasOpenRefunds,
  selectRefunds,
  sentMinorOf,
  type RefundRow,
} from '../refunds/queries.ts'
import {
  endsOrder,
  isCollectedKey,
  isOfDeposit,
  isSameButAttempt,
  refundKey,
} from '../refunds/key.ts'
import { onKeptSent } from '../orders/small-refunds.ts'
import { updateRefundSent, updateRefundsReplaced } from '../refunds/reversal-queries.ts'
import { isUnsent, regroup } from './regroup.ts'
import { Changed, requireAmount, type Recorded, type Recording, type Sent } from './sent.ts'

export async function refundSentBefore(seen: OrderRow, recording: Recording): Promise<Recorded> {
  const { db, sent, reason, step } = recording
  await requireDeposit(db, seen, sent)
  const [order, row] =
    (await owedNow(seen, recording, { isOnlyOwn: endsOrder(sent.key) })) ??
    (await owedAtEnd(seen, recording))
  requireAmount(sent, { currency: row.currency, amountMinor: sentMinorOf(row) })
  if (!(await updateRefundSent(db, row, sent))) throw new Changed()
  const owner = { organizationId: order.organization_id, id: order.id }
  const isLast = !(await selectHasOpenRefunds(db, owner, row.id))
  const { key, rail, reference } = sent
  const changed = await step(order, {
    ...onRefundMoved(order, isLast, {
      row,
      status: 'PROCESSED',
      reference,
      code: null,
      fee: null,
      rail,
      dueAt: null,
    }),
    mark: { kind: 'refund', subjectId: row.id, key, rail, outcome: 'settled', evidence: reference },
    note: noteOf('marked_settled', `${key}, sent before the restore: ${reason}`),
  })
  return { order: changed, fills: [] }
}

/** A deposit that comes to the order later would lead to a refund under the same key. */
async function requireDeposit(db: Db, order: OrderRow, { key }: Sent): Promise<void> {
  if (!isOfDeposit(key)) return
  const name = keyIdOf(order)
  const isOf = ({ output_index: outputIndex, ...deposit }: DepositRow) =>
    isSameButAttempt(key, refundKey(name, 'late', { ...deposit, outputIndex }))
  if (!(await selectDeposits(db, [order])).some(isOf))
    throw refused(
      `${publicId('ord', order.id)} has no deposit like that of ${key}: assign it first`,
    )
}

type Found = [OrderRow, RefundRow]

/** Ends the order as its status allows, and finds the refund that it then owes. */
async function owedAtEnd(seen: OrderRow, recording: Recording): Promise<Found> {
  const end = (await keptOf(seen, recording)) ?? (await endOf(seen, recording))
  const order = end === null ? seen : await recording.step(seen, end)
  const found = await owedNow(order, recording, { isOnlyOwn: false })
  if (found === undefined) throw refused(await textOfLack(order, recording))
  return found
}

/** The unsent refund that was sent; else one of its amount, or those that can make way for it. */
async function owedNow(
  order: OrderRow,
  recording: Recording,
  { isOnlyOwn }: { isOnlyOwn: boolean },
): Promise<Found | undefined> {
  const { db, sent, step } = recording
  const refunds = await selectRefunds(db, [order])
  const same = refundOf(order, refunds, sent)
  if (same !== undefined && (!isOnlyOwn || same.rail_key === sent.key)) return [order, same]
  const regrouped = isOnlyOwn ? null : regroup(order, refunds, recording)
  if (regrouped === null) return undefined
  const { replaced, decision } = regrouped
  if (!(await updateRefundsReplaced(db, replaced, sent.key, recording.at))) throw new Changed()
  const changed = await step(order, decision)
  const row = (await selectRefunds(db, [changed])).find(({ rail_key: key }) => key === sent.key)
  return row === undefined ? undefined : [changed, row]
}

/** The unsent refund with the key and the amount; else one with the amount. */
function refundOf(
  order: OrderRow,
  refunds: readonly RefundRow[],
  { key, currency, amountMinor }: Sent,
): RefundRow | undefined {
  const own = refunds.find(({ rail_key: railKey }) => railKey === key)
  if (own !== undefined && (own.rail !== null || own.status === 'PROCESSED'))
    throw refused(
      `${publicId('ord', order.id)} has the refund ${key}: the service asks the rail for it, or record its outcome with \`corridor orders mark\``,
    )
  if (own?.status === 'WRITTEN_OFF')
    throw refused(
      `${publicId('ord', order.id)} has written ${key} off: book what was sent as a movement`,
    )
  return refunds.find(
    (row) =>
      (own === undefined || row === own) &&
      isUnsent(row) &&
      row.status !== 'KEPT' &&
      (amountMinor === null
        ? row === own
        : row.currency === currency && sentMinorOf(row) === amountMinor),
  )
}

async function textOfLack(order: OrderRow, { db, sent }: Recording): Promise<string> {
  const id = publicId('ord', order.id)
  const { key, currency, amountMinor } = sent
  const unsent = (await selectRefunds(db, [order])).filter(
    (row) => isUnsent(row) && row.currency === currency,
  )
  if (amountMinor === null || currency === null || unsent.length === 0)
    return `${id} is ${order.status} and owes no refund like ${key}: assign its deposit first`
  const owedMinor = unsent.reduce((sum, row) => sum + sentMinorOf(row), 0n)
  return `${id} owes ${formatAmount(owedMinor, currency)} ${currency}, and ${formatAmount(amountMinor, currency)} were sent under ${key}: assign its deposits first`
}

/** The decision if the refund paid back money that the order keeps; null otherwise. */
const keptOf = async (order: OrderRow, { db, at, sent, smallAmounts }: Recording) =>
  isCollectedKey(sent.key)
    ? onKeptSent({ smallAmounts }, order, await selectRefunds(db, [order]), at, sent)
    : null

/** Null if the order has ended. */
async function endOf(order: OrderRow, { db, at, reason }: Recording): Promise<Decision | null> {
  const id = publicId('ord', order.id)
  const inFlight = await inFlightOf(db, order)
  if (inFlight !== undefined)
    throw refusedAsClosed(id, closed(inFlight.code, unknownOutcome(inFlight)))
  const latest = (await selectPayouts(db, [order])).at(-1)
  const hasOpen = await hasOpenRefunds(db, order)
  if (order.status === 'STEP_4_COMPLETED') {
    // A payout came back, and the operator refunded it.
    const facts = await selectOrderFacts(db, order)
    const why = unpaidClosed(facts)
    if (why !== null) throw refusedAsClosed(id, why)
    const { refunds } = facts
    return { ...onReturnRefunded(order, refunds, hasOpen, reason), ...withdrawalOf(latest) }
  }
  const sold = soldBy(await selectFills(db, [order]))
  const decision = onEnded(order, sold, true, hasOpen, at)
  return decision === null ? null : { ...decision, ...withdrawalOf(latest) }
}
