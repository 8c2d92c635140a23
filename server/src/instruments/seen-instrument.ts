// Finds an instrument for an operator.
import type { Db } from '../db/pool.ts'
import { uuidOf } from '../ids.ts'
import { seesEnterprise, type Operator } from '../users/operator.ts'
import { selectInstrumentById, type OwnedInstrument } from './hold-queries.ts'

/** Undefined for an instrument that is unknown, or of an enterprise that the operator does not see. */
export async function seenInstrument(
  { db }: { db: Db },
  operator: Operator,
  text: string,
): Promise<OwnedInstrument | undefined> {
  const id = uuidOf('epi', text)
  const row = id === undefined ? undefined : await selectInstrumentById(db, id)
  return row !== undefined && seesEnterprise(operator, row.enterprise_id) ? row : undefined
}
