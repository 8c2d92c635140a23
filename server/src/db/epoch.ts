// Events are ordered by PostgreSQL's transaction numbers, which begin anew in another cluster. So each event has an
// epoch, and a new one begins when the database is found in another cluster: restored from a dump, or copied.
import { rows, type Db } from './pool.ts'

/** Before this process writes an event. */
export async function settleEventEpoch(db: Db): Promise<void> {
  await rows(db, 'settle_event_epoch', `select settle_event_epoch()`)
}
