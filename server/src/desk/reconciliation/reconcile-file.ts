// Reconciles a file that arrives.
import type { Clock } from '../../platform/clock.ts'
import type { Execution } from '../../parties/acts/execution.ts'
import {
  accountNumberIn,
  csvOptionsIn,
  digestOf,
  optionsIn,
  type AccountDeps,
  type WrittenOptions,
} from './asked.ts'
import type { ReconciliationWithCounts } from './queries.ts'
import { camtLines } from './read-camt.ts'
import { csvLines } from './read-csv.ts'
import { collectLines } from './read.ts'
import { reconcile } from './reconcile.ts'
import { withSpooled } from './spool.ts'
import { takeTurns, type Turns } from '../../platform/turns.ts'

export type ReconcileDeps = AccountDeps & { clock: Clock }

/**
 * `inTurn` runs what holds the lines in memory: the file arrives before. Throws UnreadableStatement or `act_refused`.
 */
export async function reconcileFile(
  deps: ReconcileDeps,
  format: 'camt.053' | 'csv',
  written: WrittenOptions,
  source: AsyncIterable<Uint8Array>,
  execution: Execution,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  turns: Turns = takeTurns(),
): Promise<{ row: ReconciliationWithCounts; isNew: boolean }> {
  const options = await optionsIn(deps, written)
  const linesOf = await readerOf(deps, format, written)
  return withSpooled(source, (file) =>
    inTurn(async () => {
      const digest = digestOf(file.hash, format, written)
      const statement = await collectLines(linesOf(file.read(), turns), turns)
      return reconcile(deps, { ...options, format, digest }, statement, execution, turns)
    }),
  )
}

async function readerOf({ db }: AccountDeps, format: 'camt.053' | 'csv', written: WrittenOptions) {
  const { currency } = written
  if (format === 'csv') {
    const options = csvOptionsIn(written)
    return (bytes: AsyncIterable<Uint8Array>) => csvLines(bytes, currency, options)
  }
  const account = { number: await accountNumberIn(db, written), currency }
  return (bytes: AsyncIterable<Uint8Array>, turns: Turns) => camtLines(bytes, account, turns)
}
