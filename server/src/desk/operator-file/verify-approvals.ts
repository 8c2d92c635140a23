// Compares the rules of approval with the last entry of the audit trail about them. The database role of the service can change
// the rules without an entry.
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { firstRow, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { ApprovalRule } from '../../parties/acts/rules.ts'
import { earlierRulesText, rulesText } from './sections/approvals.ts'

// One statement sees one moment. Then a change and its entry are both there, or neither. A version that waits, was withdrawn or
// refused has changed nothing.
const SELECT_RULES_AND_ENTRY = statement(
  'select_rules_and_entry',
  ['chain'],
  `select r.rules,
          (select change -> 'details' ->> 0
             from (select detail::jsonb as detail from audit_entries
                    where chain = $1 and act like 'configuration.%'
                      and detail::jsonb @> '{"changes": [{"what": "approvals"}]}'
                      and coalesce(detail::jsonb ->> 'status', 'effective') = 'effective'
                    order by number desc limit 1) e,
                  jsonb_array_elements(e.detail -> 'changes') change
            where change ->> 'what' = 'approvals' limit 1) as told
     from approval_rules r`,
)

/** The difference in a sentence; undefined if there is none. */
export async function verifyApprovals(db: Db): Promise<string | undefined> {
  const row = await firstRow<{ rules: ApprovalRule[]; told: string | null }>(
    db,
    SELECT_RULES_AND_ENTRY,
    [DEPLOYMENT],
  )
  if (row === undefined) return 'the rules of approval are gone'
  const { rules, told } = row
  const present = rulesText(rules)
  if (told === null)
    return rules.length === 0
      ? undefined
      : `the rules of approval are ${present}, and no entry of the trail has them`
  // Entries of early versions told neither enterprises nor amounts.
  const isTold = [present, earlierRulesText(rules)].some((text) => told.endsWith(` -> ${text}`))
  return isTold
    ? undefined
    : `the rules of approval are ${present}, and the trail says ${told.split(' -> ').at(-1)}`
}
