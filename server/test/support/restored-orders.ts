// What tests of restored orders do: the simulated rail reports a deposit, again after each restore, and is compared.
import { executionBy } from '../../src/parties/acts/execution.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { compareFills } from '../../src/engine/halts/compare-fills.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { RailEntry } from '../../src/outside/rails/port.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import type { RestorableWorld } from './restored-database.ts'
import type { TestService } from './service.ts'
import { reportEntries } from './rails.ts'

/** The rail reports these entries, and is compared if it is halted after a restore. */
export async function report(corridor: TestService, ...entries: RailEntry[]): Promise<void> {
  await corridor.sql`update rail_entries set due_at = now() where due_at is not null`
  await reportEntries(corridor, ...entries)
}

export const depositFor = (
  order: OrderJson,
  transaction: string,
  amountMinor: bigint,
): RailEntry => ({
  kind: 'deposit',
  transaction,
  index: 0,
  account: Object(order.funding_instructions.details)['address'] ?? '',
  reference: null,
  sender: null,
  currency: 'USDC',
  amountMinor,
})

/** Reads what the rail reports after a restore, and compares what it sent and what its provider converted. */
export async function compare(corridor: TestService, ...entries: RailEntry[]): Promise<void> {
  await corridor.deps.halts.present('fresh')
  await report(corridor, ...entries)
  // The next poll finds the end of what the rail reports.
  await report(corridor)
  await compareFills(corridor.deps)
  await corridor.deps.halts.present('fresh')
}

/** An operator ends all halts of the restore, as docs/backups.md says. */
export async function resumeAll(corridor: TestService): Promise<void> {
  for (const { id } of await selectHalts(corridor.deps.db)) {
    const resumed = await resume(
      corridor.deps,
      executionBy(corridor.deps, COMMAND, 'resume', 'compared'),
      id,
    )
    if (resumed !== undefined && 'refused' in resumed) throw new Error(resumed.refused)
  }
  await corridor.deps.halts.present('fresh')
}

/** The keys of what the simulated rail has sent for the order. */
export async function sentFor(world: RestorableWorld, { id }: { id: string }): Promise<string[]> {
  const rows = await world.database.sql<{ key: string }>`select substr(key, 6) as key
      from simulator.executions where key like ${`rail/${id}:%`} order by key`
  return rows.map(({ key }) => key)
}
