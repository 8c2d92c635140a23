// Events are ordered by PostgreSQL's transaction ids, which restart in another cluster. So each event has an epoch. A
// new epoch begins when the database was restored into another cluster or recovered to an earlier point in time.
import { rows, type Db } from './pool.ts'
import { statement } from './statement.ts'

const SETTLE_EVENT_EPOCH = statement('settle_event_epoch', [], `select settle_event_epoch()`)

/** Call it before this process writes an event. */
export async function settleEventEpoch(db: Db): Promise<void> {
  await rows(db, SETTLE_EVENT_EPOCH)
}
