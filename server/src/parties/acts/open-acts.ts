// Which acts are open on one object, why the others are not, and who must approve: from the rules that carry the acts out.
import { actRow } from './names.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import type { Operator } from '../operators/operator.ts'
import { lackOf, rolesWith, type Lack, type Right, type Role } from '../operators/roles.ts'
import { closed, type Closed } from './closed.ts'
import { selectApprovalRules, selectWaitingApprovals, type WaitingApproval } from './queries.ts'
import type { ActOnObject, Acts } from './registry.ts'
import { coveringRule, type ApprovalRule } from './rules.ts'

export type OpenAct = ActOnObject & {
  right: Right
  roles: readonly Role[]
  /** Why the operator lacks the right; null if he or she has it. */
  lack: Lack | null
  /** The roles that may approve; null if nobody needs to. */
  approvers: readonly Role[] | null
}

/** Undefined if there is no such object, or the operator does not see it. */
export async function openActs(
  { db, clock, acts }: { db: Db; clock: Clock; acts: Acts },
  operator: Operator,
  subject: string,
): Promise<OpenAct[] | undefined> {
  const found = (
    await Promise.all(acts.ofKinds.map((ofKind) => ofKind(operator, subject)))
  ).flatMap((one) => one ?? [])
  if (found.length === 0) return undefined
  const names = found.map(({ name }) => name)
  const subjects = [...new Set(found.map(({ about }) => about.subject))]
  const [rules, waiting] = await Promise.all([
    operator.isDirect === true ? [] : selectApprovalRules(db),
    selectWaitingApprovals(db, names, subjects, clock.realNow()),
  ])
  return found.map((act) => judged(act, operator, rules, waiting))
}

function judged(
  act: ActOnObject,
  operator: Operator,
  rules: readonly ApprovalRule[],
  waiting: readonly WaitingApproval[],
): OpenAct {
  const { name, about } = act
  const { right } = actRow(name)
  const rule = coveringRule(rules, name, about)
  return {
    ...act,
    closed: act.closed ?? (rule === undefined ? null : awaiting(act, waiting)),
    right,
    roles: rolesWith(right),
    lack: operator.isDirect === true ? null : lackOf(operator, right),
    approvers: rule?.roles ?? null,
  }
}

/** The same act in the same state waits for a second person already. */
function awaiting(
  { name, about }: ActOnObject,
  waiting: readonly WaitingApproval[],
): Closed | null {
  const one = waiting.find(
    ({ act, subject, version }) =>
      act === name && subject === about.subject && version === about.version,
  )
  return one === undefined
    ? null
    : closed('awaits_approval', `waits for a decision about ${publicId('apr', one.id)}`)
}
