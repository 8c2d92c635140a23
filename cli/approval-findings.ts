// Findings of `corridor doctor` about the rules of approval.
import { selectApprovalRules } from '@corridor/server/parties/acts/queries.ts'
import { actsWithoutRule } from '@corridor/server/parties/acts/rules.ts'
import type { Config } from '@corridor/server/platform/config.ts'
import type { Pool } from '@corridor/server/platform/db/pool.ts'

/** `isAdvice`: nothing is wrong, and it is worth a thought. */
export type Finding = { ok: boolean; isAdvice?: true; what: string; advice?: string }

/** Acts of a live desk that one person alone can do, with the rules to paste into the operator file. */
export async function approvalFindings(db: Pool, { environment }: Config): Promise<Finding[]> {
  if (environment !== 'live') return []
  const rules = await selectApprovalRules(db)
  const money = actsWithoutRule(rules, 'money')
  const people = rules.length === 0 ? [] : actsWithoutRule(rules, 'people')
  const bare = [
    ...money.map(
      (act) =>
        `  - { act: ${act}, from: { currency: USDC, amount: '10000.00' }, roles: [treasurer] }`,
    ),
    ...people.map((act) => `  - { act: ${act}, roles: [admin] }`),
  ]
  if (bare.length === 0) return []
  return [
    {
      ok: true,
      isAdvice: true,
      what: `one person alone may do ${[...money, ...people].join(', ')}`,
      advice: `add rules to the operator file, one for each currency that you move:\napprovals:\n${bare.join('\n')}`,
    },
  ]
}
