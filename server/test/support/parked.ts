// An order that waits for an operator.
import { expect } from 'vitest'
import { publicId } from '../../src/platform/ids.ts'
import { park } from '../../src/engine/orders/leases.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { claimDue } from './orders.ts'
import type { TestService } from './service.ts'

/** Funds an order and parks it before its fill. The service must have no worker. */
export async function parkedOrder(corridor: TestService): Promise<OrderJson> {
  const order = await corridor.order()
  expect((await corridor.fund(order.id)).status).toBe(200)
  const due = await claimDue(corridor, 100)
  const claimed = due.find(({ id }) => publicId('ord', id) === order.id)
  if (claimed === undefined) throw new Error('the order is not due')
  await park(corridor.deps, claimed, 'slippage')
  return order
}
