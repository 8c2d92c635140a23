// Checks the rules of approval of an operator file. apply-approvals.ts finds their enterprises.
import { actNames, actRow } from '../../parties/acts/names.ts'
import type { ApprovalRule } from '../../parties/acts/rules.ts'
import { currencies, isCurrency } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import { mayUse, rolesWith, type Role } from '../../parties/operators/roles.ts'
import type { ApprovalContent, Path } from './file-schema.ts'
import type { Judge } from './judging.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export type ApprovalEntry = {
  path: Path
  /** The name of an enterprise. */
  enterprise: string | undefined
  rule: Omit<ApprovalRule, 'enterprise_id'>
}

export function judgeApproval(
  judge: Judge,
  path: Path,
  one: ApprovalContent,
): ApprovalEntry | undefined {
  const act = actNames.find((name) => name === one.act)
  if (act === undefined) {
    const names = nearestFirst(one.act, actNames)
    judge.addProblem([...path, 'act'], `unknown act ${one.act}; known acts: ${names}`)
    return undefined
  }
  const { right, hasAmount } = actRow(act)
  if (one.from !== undefined && !hasAmount)
    judge.addProblem([...path, 'from'], `${act} moves no amount, so that the rule can have no from`)
  const from = one.from === undefined ? null : fromOf(judge, [...path, 'from'], one.from)
  const approvers = rolesWith('approve').filter((role) =>
    // The approver of a new user or key gets its secret.
    role === 'admin' ? mayUse(role, right) : !['manage_users', 'create_keys'].includes(right),
  )
  const roles = one.roles.flatMap((text, at): Role[] => {
    const role = approvers.find((known) => known === text)
    if (role !== undefined) return [role]
    const names = nearestFirst(text, approvers)
    judge.addProblem(
      [...path, 'roles', at],
      `${text} cannot approve ${act}; roles that can: ${names}`,
    )
    return []
  })
  if (roles.length < one.roles.length) return undefined
  return { path, enterprise: one.enterprise, rule: { act, from, roles: [...new Set(roles)] } }
}

function fromOf(
  judge: Judge,
  path: Path,
  { currency, amount }: { currency: string; amount: string },
): ApprovalRule['from'] {
  if (!isCurrency(currency)) {
    const names = nearestFirst(currency, currencies)
    judge.addProblem(
      [...path, 'currency'],
      `unknown currency ${currency}; known currencies: ${names}`,
    )
    return null
  }
  const parsed = parseAmount(amount, currency)
  if (parsed.ok) return { currency, minor: String(parsed.minor) }
  judge.addProblem(
    [...path, 'amount'],
    `${amount} is not an amount of ${currency} above zero, such as "10.00"`,
  )
  return null
}
