// Checks of the desk's own postings, for verify.ts: movements, sweeps, gas and
// deposits that went back.
import type { Db } from '../../platform/db/pool.ts'
import { selectReturnFault } from '../deposits/return-read-queries.ts'
import { selectGasFault } from '../gas/queries.ts'
import { publicId } from '../../platform/ids.ts'
import { selectSweepFault } from '../sweeps/report-queries.ts'
import { selectMovementFault } from '../treasury/queries.ts'

export const verifyDesk = async (db: Db): Promise<string | undefined> =>
  (await verifyMovements(db)) ??
  (await verifySweeps(db)) ??
  (await verifyGas(db)) ??
  (await verifyDepositReturns(db))

async function verifyMovements(db: Db): Promise<string | undefined> {
  const fault = await selectMovementFault(db)
  if (fault === undefined) return undefined
  return fault.id === null
    ? `transfer ${fault.transfer_id} belongs to no treasury movement`
    : `the transfers of ${publicId('mv', fault.id)} differ from its history`
}

async function verifySweeps(db: Db): Promise<string | undefined> {
  const fault = await selectSweepFault(db)
  if (fault === undefined) return undefined
  return fault.id === null
    ? `transfer ${fault.transfer_id} belongs to no sweep`
    : `the fee or the deposits of ${publicId('swp', fault.id)} differ from it`
}

async function verifyGas(db: Db): Promise<string | undefined> {
  const fault = await selectGasFault(db)
  if (fault === undefined) return undefined
  return `the transfers for gas of ${fault.sender} at ${fault.rail} differ from the fees of its transactions`
}

async function verifyDepositReturns(db: Db): Promise<string | undefined> {
  const fault = await selectReturnFault(db)
  if (fault === undefined) return undefined
  return fault.id === null
    ? `transfer ${fault.transfer_id} belongs to no returned deposit`
    : `the postings or the deposit of ${publicId('drt', fault.id)} differ from it`
}
