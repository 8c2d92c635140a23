// Retries of the lost time: their keys follow from the order that they retry, so nothing goes out again for it.
import { expect, test } from 'vitest'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { selectUnknownSends } from '../../src/engine/halts/restore-queries.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { refundOrder } from '../../src/engine/orders/refund-order.ts'
import { transition } from '../../src/engine/orders/transition.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { advanceAll, rowOf, runDueWork, stateOf } from '../support/orders.ts'
import { compare, depositFor, report, resumeAll } from '../support/restored-orders.ts'
import {
  backUp,
  corridor,
  owned,
  restore,
  sentBefore,
  useRestorableWorld,
  verified,
  world,
} from '../support/restored-service.ts'

useRestorableWorld()

let deposits = 0
async function declined(): Promise<OrderJson> {
  const order = await corridor.order()
  await report(corridor, depositFor(order, `retried-tx-${++deposits}`, 1_000_000_000n))
  await transition(corridor.deps, await rowOf(corridor, order), () => ({ events: ['declined'] }), {
    at: world.clock.now(),
  })
  return order
}

const retry = async (order: Pick<OrderJson, 'id' | 'offering_id'>) =>
  corridor.post<OrderJson>(`${corridor.organization}/orders/${order.id}/retry`, {
    quote_id: (await corridor.quote(order.offering_id)).id,
  })

async function unknownKeys(): Promise<string[]> {
  const found = await Promise.all(
    (await selectHalts(corridor.deps.db)).map(({ id }) => selectUnknownSends(corridor.deps.db, id)),
  )
  return found
    .flat()
    .flatMap(({ key, is_put_right: isKnown }) => (key === null || isKnown ? [] : [key]))
}

test('a retry that is made again after a restore sends under the keys of the one that was lost', async () => {
  const order = await declined()
  const backup = await backUp()
  const before = await world.executed('payout')
  const lost = await retry(order)
  expect(lost.status).toBe(201)
  await advanceAll(corridor)
  const [key = '', ...more] = (await world.executed('payout')).filter(
    (one) => !before.includes(one),
  )
  expect(more).toEqual([])

  await restore(backup)
  // A rail without a list: the operator compares its statement, and resumes.
  await corridor.sql`update halts set resumed_at = now()`
  await corridor.deps.halts.present('fresh')
  const again = await retry(order)
  expect(again.status).toBe(201)
  await advanceAll(corridor)
  expect(await stateOf(corridor, again.data)).toBe('STEP_4_COMPLETED')
  expect((await world.executed('payout')).filter((one) => !before.includes(one))).toEqual([key])
  expect(await verified()).toBeUndefined()
})

test('an order whose lost retry paid out is neither refunded nor retried, and ends by what was sent before', async () => {
  const order = await declined()
  const backup = await backUp()
  const before = await world.executed('payout')
  const first = (await retry(order)).data
  await advanceAll(corridor)
  expect(await stateOf(corridor, first)).toBe('STEP_4_COMPLETED')
  const sent = (await world.executed('payout')).filter((one) => !before.includes(one))

  await restore(backup)
  await compare(corridor)
  const [key = ''] = (await unknownKeys()).filter((one) => sent.some((path) => path.endsWith(one)))
  expect(key).toContain(':payout:1')
  await resumeAll(corridor)
  expect((await retry(order)).status).toBe(409)
  await expect(refundOrder(corridor.deps, await owned(order))).rejects.toMatchObject({
    code: 'order_not_refundable',
  })
  expect(
    await endOrder(corridor.deps, await rowOf(corridor, order), 'refund', 'a test'),
  ).toMatchObject({ refused: expect.stringContaining(`its rail lists ${key}`) })

  await sentBefore(order, key)
  const row = await rowOf(corridor, order)
  expect(row.status).toBe('FAILED_DECLINED_BY_LIQ_PROVIDER')
  expect(row.retry_order_id).not.toBeNull()
  expect(await unknownKeys()).not.toContain(key)
  expect((await retry(order)).status).toBe(409)
  await expect(sentBefore(order, key)).rejects.toMatchObject({ code: 'act_refused' })
  await runDueWork(corridor)
  expect((await world.executed('payout')).filter((one) => !before.includes(one))).toEqual(sent)
  expect(await verified()).toBeUndefined()
  const rows = await corridor.sql<{ minor: string }>`select sum(amount_minor)::text as minor
      from ledger_transfers where credit_account = 'unwind' and order_id = ${row.id}`
  expect(rows[0]?.minor).toBe(String(row.payin_total_minor))
})

test('a retry of a lost retry belongs to the last order that the backup has', async () => {
  const order = await declined()
  const backup = await backUp()
  const before = await world.executed('payout')
  const first = (await retry(order)).data
  await transition(corridor.deps, await rowOf(corridor, first), () => ({ events: ['declined'] }), {
    at: world.clock.now(),
  })
  const second = (await retry(first)).data
  await advanceAll(corridor)
  expect(await stateOf(corridor, second)).toBe('STEP_4_COMPLETED')
  const sent = (await world.executed('payout')).filter((one) => !before.includes(one))

  await restore(backup)
  await compare(corridor)
  const [key = ''] = (await unknownKeys()).filter((one) => sent.some((path) => path.endsWith(one)))
  await resumeAll(corridor)
  expect((await retry(order)).status).toBe(409)
  await sentBefore(order, key)
  expect(await verified()).toBeUndefined()
})
