// An order that waits for an operator.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { publicId } from '../../src/platform/ids.ts'
import { park } from '../../src/engine/orders/leases.ts'
import type { ParkedReason } from '../../src/engine/orders/queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { claimDue } from './orders.ts'
import type { TestService } from './service.ts'

/** Funds an order and parks it before its fill. The service must have no worker. */
export async function parkedOrder(
  corridor: TestService,
  reason: ParkedReason = 'slippage',
): Promise<OrderJson> {
  // A service that a test has just told to screen no more holds deposits for another second.
  for (let tries = 0; tries < 10; tries++) {
    // A test may have moved the clock by more than a rate is fresh.
    await corridor.deps.feeds.push()
    const order = await corridor.order()
    expect((await corridor.fund(order.id)).status).toBe(200)
    const due = await claimDue(corridor, 100)
    const claimed = due.find(({ id }) => publicId('ord', id) === order.id)
    if (claimed !== undefined) {
      await park(corridor.deps, claimed, reason)
      return order
    }
    await sleep(500)
  }
  throw new Error('no order is due')
}
