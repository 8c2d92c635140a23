// Small refunds of a restored database: what was sent together in the lost time has a key of its own, whatever the order in
// which the deposits are read again, and goes out once.
import { expect, test } from 'vitest'
import { cancelOrder } from '../../src/engine/orders/cancel-order.ts'
import { sendKept } from '../../src/engine/refunds/send-kept.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { requireUuid } from '../support/ids.ts'
import { smallAmounts } from '../support/operator-files.ts'
import { rowOf, stateOf } from '../support/orders.ts'
import { compare, depositFor, report, resumeAll, sentFor } from '../support/restored-orders.ts'
import {
  backUp,
  corridor,
  restore,
  sentBefore,
  useRestorableWorld,
  verified,
  work,
  world,
} from '../support/restored-service.ts'

useRestorableWorld()

const rule = (below: string) => smallAmounts(corridor, below)
async function cancelled(): Promise<OrderJson> {
  const order = await corridor.order()
  const { organization_id: organizationId } = await rowOf(corridor, order)
  await cancelOrder(corridor.deps, { organizationId, id: requireUuid('ord', order.id) })
  return order
}
const statuses = async (order: { id: string }) =>
  (await selectRefunds(corridor.deps.db, [await rowOf(corridor, order)]))
    .map(({ amount_minor, status }) => `${amount_minor} ${status}`)
    .toSorted()
const late = (order: OrderJson, name: string, minor: bigint) =>
  depositFor(order, `${order.id}-${name}`, minor)

test('kept refunds that were sent after the backup are recorded under their key, and nothing goes twice', async () => {
  await rule('keep')
  const order = await cancelled()
  const [a, b] = [late(order, 'a', 1_000_000n), late(order, 'b', 2_000_000n)]
  const backup = await backUp()
  await report(corridor, a)
  await report(corridor, b)
  await sendKept(corridor.deps, await rowOf(corridor, order), 'the payer asks')
  await work()
  const key = `${order.id}:refund:collected-1:1`
  expect(await sentFor(world, order)).toEqual([key])

  await restore(backup)
  await compare(corridor, b, a)
  await resumeAll(corridor)
  await work()
  const refused = await sendKept(corridor.deps, await rowOf(corridor, order), 'asks again')
  expect(refused).toMatchObject({ refused: expect.stringContaining(key) })
  await sentBefore(order, key)
  await work()
  expect(await statuses(order)).toEqual([
    '1000000 COLLECTED',
    '2000000 COLLECTED',
    '3000000 PROCESSED',
  ])
  expect(await stateOf(corridor, order)).toBe('FAILED_REFUND_PROCESSED')
  expect(await sentFor(world, order)).toEqual([key])
  expect(await verified()).toBeUndefined()
})

test('small refunds that were collected after the backup count once, in whichever order they are read again', async () => {
  await rule('collect')
  const order = await cancelled()
  const parts = [1, 2, 3].map((n) => late(order, `part-${n}`, BigInt(n) * 1_000_000n))
  const backup = await backUp()
  for (const part of parts) await report(corridor, part)
  await work()
  const key = `${order.id}:refund:collected-1:1`
  expect(await sentFor(world, order)).toEqual([key])

  await restore(backup)
  await compare(corridor, ...parts.toReversed())
  await resumeAll(corridor)
  await report(corridor, late(order, 'more', 500_000n))
  await work()
  expect(await statuses(order)).not.toContain('6000000 PENDING')
  await sentBefore(order, key)
  await work()
  expect(await statuses(order)).toContain('6000000 PROCESSED')
  expect(await statuses(order)).toContain('500000 KEPT')
  expect(await sentFor(world, order)).toEqual([key])
  expect(await verified()).toBeUndefined()
})
