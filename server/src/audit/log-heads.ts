// Writes the heads of the audit trail to the log once an hour. Kept outside of the database, they prove with
// `corridor audit verify --head` that nobody cut off or rewrote what came before.
import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { selectAuditHeads } from './queries.ts'
import { headText } from './verify.ts'

/** A background task. */
export async function logAuditHeads({ db, log }: { db: Db; log: Logger }): Promise<void> {
  const heads = (await selectAuditHeads(db)).map(headText)
  if (heads.length > 0) log.info({ heads }, 'the heads of the audit trail')
}
