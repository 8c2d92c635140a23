// A person decides between the recorded outcome of a payout or refund and the opposite one, which its rail told later. Until then
// no money of the order that it may have paid is sent another way. If the rail is right, the ledger follows it.
import { onFoundSent, onFoundUnsent, rivalOf } from '../orders/contradiction-outcomes.ts'
import { decideOrder, type OrderActDeps, type Refused } from '../orders/decide-order.ts'
import { noteOf } from '../orders/notes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { selectHasOpenRefunds } from '../refunds/queries.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { MarkedOutcome } from './queries.ts'

type Told = { key: string; outcome: MarkedOutcome; evidence: string; reason: string }

export const decideSend = (
  deps: OrderActDeps,
  seen: OrderRow,
  { key, outcome, evidence, reason }: Told,
): Promise<OrderRow | Refused> => {
  const action = outcome === 'settled' ? 'marked_settled' : 'marked_rejected'
  return decideOrder(deps, seen, { exit: 'order.decide-send', action, reason }, async (facts) => {
    const { order, decidable } = facts
    const mark = decidable.find((one) => one.key === key)
    if (mark === undefined)
      return `has no payout or refund ${key} that its rail contradicts. Known: ${decidable.map((one) => one.key).join(', ')}`
    const recordStands = outcome === mark.outcome
    if (recordStands && mark.decided_at !== null)
      return `has ${key} decided as ${outcome} already: it can only be taken back, with ${mark.answer}`
    const note = noteOf(action, `${key}, ${evidence}, against the rail's contradiction: ${reason}`)
    const decided = { decided: { key, recordStands }, note }
    if (recordStands) return { events: [], ...decided }
    if (outcome === 'rejected') return { ...onFoundUnsent(facts, mark), ...decided }
    const rival = rivalOf(facts, mark)
    if (rival !== undefined)
      return `has ${rival} in flight, which may pay the same money: cancel it, or record its outcome first`
    const owner = { organizationId: order.organization_id, id: order.id }
    const refundId = facts.refunds.find(({ id }) => id === mark.subject_id)?.id ?? NO_ID
    const hasOthers = await selectHasOpenRefunds(deps.db, owner, refundId)
    return { ...onFoundSent(facts, mark, mark.reference ?? evidence, hasOthers), ...decided }
  })
}
