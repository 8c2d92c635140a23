// Compares the summaries of charts with the orders and the transfers that they add up, for ledger/verify.ts.
import { toTimestamp } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectLedgerFlowFault } from './flow-queries.ts'
import { selectOrderSumFault } from './order-sum-queries.ts'

export const verifySeries = async (db: Db): Promise<string | undefined> =>
  (await verifyOrderSums(db)) ?? (await verifyLedgerFlows(db))

async function verifyOrderSums(db: Db): Promise<string | undefined> {
  const fault = await selectOrderSumFault(db)
  return fault === undefined
    ? undefined
    : `the summary of the ${fault.unit} from ${toTimestamp(fault.at)}: ${fault.counted} orders to ${fault.status}, but the orders have ${fault.actual}, or other amounts`
}

async function verifyLedgerFlows(db: Db): Promise<string | undefined> {
  const fault = await selectLedgerFlowFault(db)
  return fault === undefined
    ? undefined
    : `the summary of ${fault.account} in the ${fault.unit} from ${toTimestamp(fault.at)}: ${fault.counted} ${fault.currency} minor units, but its transfers sum to ${fault.actual}`
}
