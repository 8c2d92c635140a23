// Reconciles what a chain says: the movements at the accounts of a rail.
import { createHash } from 'node:crypto'
import type { Execution } from '../../parties/acts/execution.ts'
import { instantAt } from '../../platform/clock.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { accountsOf } from '../../engine/entries/watch-rails.ts'
import type { Db } from '../../platform/db/pool.ts'
import { digestOf, optionsIn, type WrittenOptions } from './asked.ts'
import { UnreadableStatement } from './csv.ts'
import { dayOf, referencesIn } from './lines.ts'
import type { ReconciliationWithCounts } from './queries.ts'
import { collectLines, type ReadLine } from './read.ts'
import { reconcile } from './reconcile.ts'
import type { ReconcileDeps } from './reconcile-file.ts'

const DAY_MS = 86_400_000

/** Throws UnreadableStatement or `act_refused`. */
export async function reconcileChain(
  deps: ReconcileDeps & { db: Db; rails: Rails },
  written: WrittenOptions & { from: string; to: string },
  execution: Execution,
): Promise<{ row: ReconciliationWithCounts; isNew: boolean }> {
  const options = await optionsIn(deps, written)
  const { account, currency, period } = options
  const rail = (await deps.rails.all()).find(({ name }) => `rail:${name}` === account)
  const { movements } = rail ?? {}
  if (rail === undefined || movements === undefined || period === null)
    throw new UnreadableStatement(
      `${account} is no rail that can tell its movements: send its statement as a file`,
    )
  const days = {
    from: instantAt(period.from * DAY_MS),
    to: instantAt((period.to + 1) * DAY_MS),
  }
  const watch = accountsOf(deps, rail)
  async function* lines(): AsyncGenerator<ReadLine> {
    let line = 0
    for await (const one of movements?.(days, watch) ?? []) {
      if (one.currency !== currency) continue
      line += 1
      yield {
        line,
        day: dayOf(one.day),
        currency,
        minor: one.amountMinor,
        references: referencesIn([one.transaction]),
        words: [],
        orderNumbers: [],
        content: `${one.transaction}/${one.index}`,
      }
    }
  }
  const statement = await collectLines(lines())
  const content = createHash('sha256')
  for (const { key } of statement.lines) content.update(key)
  const digest = digestOf(content.digest(), 'chain', written)
  return reconcile(deps, { ...options, format: 'chain', digest }, statement, execution)
}
