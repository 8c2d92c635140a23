// `corridor rails waiting`: entries of rails that are invalid or could not be taken up.
import { toTimestamp } from '@corridor/server/clock.ts'
import { selectWaitingEntries } from '@corridor/server/rails/queries.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const HEADINGS = ['RAIL', 'KIND', 'TRANSACTION', 'REPORTED', 'ATTEMPTS', 'PROBLEM']

export const waitingEntriesCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectWaitingEntries(db)).map((row) => [
      row.rail,
      row.kind,
      `${row.transaction} ${row.index}`,
      toTimestamp(row.reported_at),
      String(row.attempt),
      row.problem ?? '',
    ])
    process.stdout.write(
      lines.length === 0 ? 'No entry of a rail waits.\n' : table(HEADINGS, lines),
    )
  })
