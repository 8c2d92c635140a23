// Changes of orders by an operator: the change and its entry in the audit trail are one transaction.
import type { Execution } from '../../parties/acts/execution.ts'
import type { AuditDetail } from '../../parties/audit/queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Acknowledged } from './acknowledged.ts'
import { changeOrders } from './changes.ts'
import type { OrderStatements } from './shared-statements.ts'

/** Replaces `changeOrder` in a transaction that writes more. */
export const changesIn = (db: Db): Pick<OrderStatements, 'changeOrder'> => ({
  changeOrder: async (change) => (await changeOrders(db, [change]))[0] ?? null,
})

/** Writes more than the change of an order, in the same transaction. It may name another subject. */
type AlsoWritten = (db: Db) => Promise<{ subject: string; detail: AuditDetail }>

/** Replaces `changeOrder` for one act of an operator on an order. */
export const auditedChanges = (
  { acknowledged }: { acknowledged: Acknowledged },
  execution: Execution,
  also?: AlsoWritten,
): Pick<OrderStatements, 'changeOrder'> => ({
  async changeOrder(change) {
    const { version } = change.order
    const changed = await execution.commit(String(version), async (db) => {
      const row = await changesIn(db).changeOrder(change)
      if (row === null) return undefined
      const { status, parked_reason } = row
      const after = { version: row.version, status, parked_reason }
      const more = await also?.(db)
      const detail = { ...more?.detail, before: { version }, after }
      return { result: row, ...more, detail }
    })
    return acknowledged.remember([changed ?? null])[0] ?? null
  },
})
