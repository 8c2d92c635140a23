// Detects a restored database: it is in another cluster, on another timeline, or another database of its cluster. What was
// sent since the backup may be unknown to it, so the sends of every rail are halted.
import { rows, type Db } from './pool.ts'
import { statement } from './statement.ts'

const SETTLE_PLACE = statement('settle_place', [], `select settle_place() as halted`)

/** Call it at each start. Returns the number of rails whose sends it halted. */
export async function settlePlace(db: Db): Promise<number> {
  const [row] = await rows<{ halted: number }>(db, SETTLE_PLACE)
  return row?.halted ?? 0
}
