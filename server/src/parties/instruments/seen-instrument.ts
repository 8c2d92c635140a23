// Finds an instrument for an operator.
import type { Db } from '../../platform/db/pool.ts'
import { findSeen, type Operator } from '../operators/operator.ts'
import { selectInstrumentById, type OwnedInstrument } from './hold-queries.ts'

export const seenInstrument = (
  { db }: { db: Db },
  operator: Operator,
  text: string,
): Promise<OwnedInstrument | undefined> =>
  findSeen(operator, 'epi', text, (id) => selectInstrumentById(db, id))
