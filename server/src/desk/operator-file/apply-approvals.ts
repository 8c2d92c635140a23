// Applies the rules of approval of an operator file, which replace all rules there are.
import { isDeepStrictEqual } from 'node:util'
import { selectApprovalRules, updateApprovalRules } from '../../parties/acts/queries.ts'
import type { ApprovalRule } from '../../parties/acts/rules.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { selectEnterprises } from '../../parties/organizations/queries.ts'
import type { Applying } from './applying.ts'
import { changed } from './differences.ts'
import type { ApprovalEntry } from './judge-approvals.ts'
import { nearestFirst } from '../../platform/nearest.ts'

/** Call it after the enterprises of the file were applied. */
export async function applyApprovals(
  { db, changes, problems }: Applying,
  entries: readonly ApprovalEntry[] | undefined,
): Promise<void> {
  if (entries === undefined) return
  const known = entries.some(({ enterprise }) => enterprise !== undefined)
    ? await selectEnterprises(db)
    : []
  const rules = entries.map(({ path, enterprise, rule }): ApprovalRule => {
    const row = known.find(({ name }) => name === enterprise)
    if (enterprise !== undefined && row === undefined) {
      const names = nearestFirst(
        enterprise,
        known.map(({ name }) => name),
      )
      const reason = `there is no enterprise ${enterprise}; enterprises: ${names}`
      problems.push({ path: [...path, 'enterprise'], reason })
    }
    return { ...rule, enterprise_id: row?.id ?? null }
  })
  const before = await selectApprovalRules(db)
  if (isDeepStrictEqual(before, rules)) return
  await updateApprovalRules(db, rules)
  const details = [changed('rules', textOf(before), textOf(rules))]
  changes.push({ verb: 'change', what: 'approvals', details })
}

const textOf = (rules: readonly ApprovalRule[]): string =>
  rules.length === 0
    ? 'none'
    : rules
        .map(({ act, enterprise_id: id, from, roles }) =>
          [
            act,
            ...(id === null ? [] : [`of ${publicId('ent', id)}`]),
            ...(from === null
              ? []
              : [`from ${formatAmount(BigInt(from.minor), from.currency)} ${from.currency}`]),
            `by ${roles.join(' or ')}`,
          ].join(' '),
        )
        .join('; ')
