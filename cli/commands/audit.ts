// `corridor audit verify | list`.
import { headFrom, headText } from '@corridor/server/parties/audit/chain.ts'
import { verifyAudit } from '@corridor/server/parties/audit/verify.ts'
import { verifyApprovals } from '@corridor/server/desk/operator-file/verify-approvals.ts'
import { verifyRights } from '@corridor/server/parties/operators/verify-rights.ts'
import { withDatabase } from '../with-database.ts'

export const verifyCommand = (options: { head: string[] }): Promise<void> =>
  withDatabase(async (db) => {
    const known = options.head.map((text) => {
      const head = headFrom(text)
      if (head === undefined)
        throw new Error(
          `--head ${text} is no head, such as deployment:17: and 64 hexadecimal digits; the log has one each hour`,
        )
      return head
    })
    const { heads, entries, faults } = await verifyAudit(db, known)
    if (faults.length > 0)
      throw new Error(
        `the audit trail was changed:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
      )
    const ofRules = await verifyApprovals(db)
    const differences = [...(await verifyRights(db)), ...(ofRules === undefined ? [] : [ofRules])]
    if (differences.length > 0)
      throw new Error(
        `rights or rules were changed without an entry of the audit trail:\n${differences.map((one) => `  ${one}`).join('\n')}`,
      )
    process.stdout.write(`${entries} entries are as they were written. The heads are now:\n`)
    for (const head of heads) process.stdout.write(`  ${headText(head)}\n`)
  })
