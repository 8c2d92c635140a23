// A statement is planned once for a connection, and its plan outlives what the planner believed of the tables:
// what it reads for an order must not grow with the orders there are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceOrders } from '../src/orders/advance-orders.ts'
import { simulateFunding } from '../src/orders/simulate-funding.ts'
import { uuidOf } from '../src/ids.ts'
import { testService, type TestService } from './support/service.ts'

let corridor: TestService
beforeAll(async () => void (corridor = await testService({ worker: false })))
afterAll(() => corridor.close())

async function complete(count: number): Promise<void> {
  const { deps, sandbox } = corridor
  const organizationId = uuidOf('org', sandbox.organization_id) ?? ''
  const { id: offeringId } = await corridor.offering()
  await Promise.all(
    Array.from({ length: count }, async () => {
      const order = await corridor.order((await corridor.quote(offeringId)).id)
      await simulateFunding(deps, organizationId, uuidOf('ord', order.id) ?? '')
    }),
  )
  while ((await advanceOrders(deps)) > 0);
}

/**
 * Rows that statements read since the last call. Not of the clock, which is read by the time; and not of orders,
 * whose earlier versions are read along until they are vacuumed, which would also make new plans.
 */
async function rowsRead(): Promise<number> {
  const { deps, database } = corridor
  // A connection that is idle keeps what it counted for seconds: each is asked, all at once.
  await Promise.all(
    Array.from({ length: deps.config.database.poolSize }, () =>
      deps.db.query('select pg_stat_force_next_flush(), pg_sleep(0.1)'),
    ),
  )
  const { rows } = await database.owner.query(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_user_tables
      where schemaname = 'public' and relname not in ('sandbox_clock', 'orders')`,
  )
  const before = seen
  seen = rows[0].read
  return seen - before
}
let seen = 0

test('an order reads no more rows among six hundred than among thirty', async () => {
  const orders = 30
  // The plans are made, and kept, while the tables are nearly empty and known to be.
  await corridor.database.owner.query('analyze')
  await complete(orders)
  await corridor.database.owner.query('analyze')
  await rowsRead()
  await complete(orders)
  const amongFew = (await rowsRead()) / orders
  await complete(500)
  await rowsRead()
  await complete(orders)
  const amongMany = (await rowsRead()) / orders
  expect(amongMany, `${amongFew} rows an order at first`).toBeLessThan(amongFew * 2)
})
