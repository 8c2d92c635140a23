// The one service of a file of tests that backs its database up and restores it. `corridor` is another one after each start.
import { afterAll, beforeAll } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { recordSentBefore } from '../../src/engine/marks/sent-before.ts'
import { cancelOrder } from '../../src/engine/orders/cancel-order.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { requireUuid } from './ids.ts'
import { rowOf, runDueWork } from './orders.ts'
import { restorableWorld, type RestorableWorld } from './restored-database.ts'
import type { TestService } from './service.ts'

export let world: RestorableWorld
export let corridor: TestService

export function useRestorableWorld(): void {
  beforeAll(async () => {
    world = await restorableWorld()
    await start()
  })
  afterAll(async () => {
    await corridor.close()
    await world.close()
  })
}

export async function start(): Promise<void> {
  corridor = await world.start()
}

/** A backup of this moment. The service goes on. */
export async function backUp(): Promise<string> {
  await corridor.stop()
  const copy = await world.backUp()
  await start()
  return copy
}

/** Without `backup` as of this moment. */
export async function restore(backup?: string): Promise<void> {
  corridor = await world.restore(corridor, backup)
}

export async function work(): Promise<void> {
  for (const _ of [1, 2, 3]) {
    world.clock.advance(60_000)
    await runDueWork(corridor)
  }
}

export const owned = async (order: { id: string }) => ({
  organizationId: (await rowOf(corridor, order)).organization_id,
  id: requireUuid('ord', order.id),
})

export const cancel = async (order: { id: string }) =>
  cancelOrder(corridor.deps, await owned(order))

/** An operator records what the rail lists. */
export const sentBefore = async (order: { id: string }, key: string, more = {}) =>
  recordSentBefore(
    corridor.deps,
    executionBy(corridor.deps, COMMAND, 'order.sent-before', 'compared'),
    await rowOf(corridor, order),
    { key, reason: 'the rail lists it', ...more },
  )

export const verified = async () => (await verifyLedger(corridor.deps.db)).difference
