// Changes of orders by an operator: the change and its entry in the audit trail are one transaction.
import type { Clock } from '../clock.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { insertAudit } from '../audit/queries.ts'
import type { Acknowledged } from './acknowledged.ts'
import { changeOrders } from './changes.ts'
import type { OrderStatements } from './shared-statements.ts'

type AuditedDeps = { db: Pool; clock: Clock; acknowledged: Acknowledged }

/** Replaces `changeOrder` for one act of an operator on an order of the enterprise. */
export const auditedChanges = (
  { db: pool, clock, acknowledged }: AuditedDeps,
  enterpriseId: Uuid<'ent'>,
  by: { actor: string; act: string; reason: string },
): Pick<OrderStatements, 'changeOrder'> => ({
  async changeOrder(change) {
    const changed = await inTransaction(pool, async (db) => {
      const [row = null] = await changeOrders(db, [change])
      if (row !== null)
        await insertAudit(db, {
          chain: enterpriseId,
          at: clock.realNow(),
          ...by,
          subject: publicId('ord', change.id),
          detail: {
            before: { version: change.order.version },
            after: { version: row.version, status: row.status, parked_reason: row.parked_reason },
          },
        })
      return row
    })
    return acknowledged.remember([changed])[0] ?? null
  },
})
