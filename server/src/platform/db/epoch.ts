// Events are ordered by PostgreSQL's transaction ids, which restart in another cluster. So each event has an epoch. A
// new epoch begins when the database was restored into another cluster or recovered to an earlier point in time.
import { write } from './row-functions.ts'

/** Call it before this process writes an event. */
export const settleEventEpoch = write('settle_event_epoch', [], `select settle_event_epoch()`)
