// Events are ordered by PostgreSQL's transaction numbers, which begin anew in another cluster. So each event has an
// epoch. A new epoch begins when the database was restored into another cluster or recovered to an earlier moment.
import { rows, type Db } from './pool.ts'

/** Call it before this process writes an event. */
export async function settleEventEpoch(db: Db): Promise<void> {
  await rows(db, 'settle_event_epoch', `select settle_event_epoch()`)
}
