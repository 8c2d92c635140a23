// The steps of an order whose refund was sent in the time that a restore lost. If the order was not ended yet, it is ended as
// its status allows.
import { refused } from '../acts/refused.ts'
import type { Db } from '../db/pool.ts'
import { selectFills } from '../fills/queries.ts'
import { soldBy } from '../fills/sold.ts'
import { publicId } from '../ids.ts'
import { inFlightOf, unknownOutcome } from '../orders/in-flight.ts'
import { noteOf } from '../orders/notes.ts'
import { onEnded, type Decision } from '../orders/outcomes.ts'
import { onReturnRefunded } from '../orders/return-outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { onRefundMoved } from '../orders/refund-outcomes.ts'
import { reasonNotUnpaid } from '../payouts/pay-again.ts'
import { selectPayouts, withdrawalOf } from '../payouts/queries.ts'
import {
  hasOpenRefunds,
  selectHasOpenRefunds,
  selectRefunds,
  sentMinorOf,
  type RefundRow,
} from '../refunds/queries.ts'
import { isCollectedKey } from '../refunds/key.ts'
import { onKeptSent } from '../orders/small-refunds.ts'
import { updateRefundSent } from '../refunds/reversal-queries.ts'
import { Changed, requireAmount, type Recorded, type Recording, type Sent } from './sent.ts'

export async function refundSentBefore(seen: OrderRow, recording: Recording): Promise<Recorded> {
  const { db, sent, reason, step } = recording
  const id = publicId('ord', seen.id)
  const before = await refundOf(db, seen, sent)
  const order =
    before === undefined
      ? await step(seen, (await keptOf(seen, recording)) ?? (await endOf(seen, recording)))
      : seen
  const row = before ?? (await refundOf(db, order, sent))
  if (row === undefined)
    throw refused(`${id} owes no refund like ${sent.key}: assign its deposit first`)
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

/** The unsent refund with the key; else one of the same amount. */
async function refundOf(db: Db, order: OrderRow, sent: Sent): Promise<RefundRow | undefined> {
  const refunds = await selectRefunds(db, [order])
  const own = refunds.find(({ rail_key: key }) => key === sent.key)
  if (own !== undefined && (own.rail !== null || own.status === 'PROCESSED'))
    throw refused(
      `${publicId('ord', order.id)} has the refund ${sent.key}: the service asks the rail for it, or record its outcome with \`corridor orders mark\``,
    )
  const unsent = refunds.filter((row) => row.rail === null && row.status === 'PENDING')
  return (
    own ??
    unsent.find((row) => row.currency === sent.currency && sentMinorOf(row) === sent.amountMinor)
  )
}

/** The decision if the refund paid back money that the order keeps; null otherwise. */
const keptOf = async (order: OrderRow, { db, at, sent, smallAmounts }: Recording) =>
  isCollectedKey(sent.key)
    ? onKeptSent({ smallAmounts }, order, await selectRefunds(db, [order]), at, sent)
    : null

async function endOf(order: OrderRow, { db, at, reason }: Recording): Promise<Decision> {
  const id = publicId('ord', order.id)
  const inFlight = await inFlightOf(db, order)
  if (inFlight !== undefined) throw refused(`${id} ${unknownOutcome(inFlight)}`)
  const latest = (await selectPayouts(db, [order])).at(-1)
  const hasOpen = await hasOpenRefunds(db, order)
  if (order.status === 'STEP_4_COMPLETED') {
    // A payout came back, and the operator refunded it.
    const refusal = await reasonNotUnpaid(db, order, latest)
    if (refusal !== undefined) throw refused(`${id} ${refusal}`)
    return { ...onReturnRefunded(order, hasOpen, reason), ...withdrawalOf(latest) }
  }
  const sold = soldBy(await selectFills(db, [order]))
  const decision = onEnded(order, sold, true, hasOpen, at)
  if (decision === null) throw refused(`${id} is ${order.status}: assign its deposit first`)
  return { ...decision, ...withdrawalOf(latest) }
}
