// Events are ordered by PostgreSQL's transaction ids, which restart in another cluster. So each event has an epoch. A
// new epoch begins when the database was restored into another cluster or recovered to an earlier point in time.
import type { ClientBase } from 'pg'
import { isLockTimeout } from './pool.ts'
import { write } from './row-functions.ts'

/** Call it before this process writes an event. */
export const settleEventEpoch = write('settle_event_epoch', [], `select settle_event_epoch()`)

/**
 * The same for a new connection of a running service: its server may have been promoted since the last one, and may lack what
 * readers have seen. A long read of events may hold the table up. The epoch then begins at a later connection.
 */
export async function settleEpochOfServer(client: ClientBase): Promise<void> {
  try {
    await client.query(
      `begin; set local lock_timeout = '300ms'; select settle_event_epoch(); commit`,
    )
  } catch (error) {
    await client.query('rollback')
    if (!isLockTimeout(error)) throw error
  }
}
