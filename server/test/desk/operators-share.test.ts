// Operators who read hold few connections, so that customers and acts of operators do not wait for them.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionsOfReads } from '../../src/platform/db/gate.ts'
import { openPool, type Pool } from '../../src/platform/db/pool.ts'
import { newProgram, openDesk, type Person } from '../support/desk.ts'
import type { TestService } from '../support/service.ts'

const READS = 30

let corridor: TestService
let viewer: Pick<Person, 'act'>
let admin: Pick<Person, 'act'>
let owner: Pool

beforeAll(async () => {
  corridor = (await openDesk()).corridor
  viewer = await newProgram(corridor, 'viewer')
  admin = await newProgram(corridor, 'admin')
  owner = openPool(corridor.database.connection, { size: 2 })
})
afterAll(async () => {
  await owner.end()
  await corridor.close()
})

test('reads that hang hold a few connections of their own, and customers and acts go on', async () => {
  const order = await corridor.order()
  const offering = await corridor.offering()
  // The operator API opens at its first request.
  expect((await viewer.act('GET', '/movements')).status).toBe(200)
  const holder = await owner.connect()
  await holder.query('begin; lock table treasury_movements in access exclusive mode')
  const reads = Array.from({ length: READS }, () => viewer.act('GET', '/movements?limit=200'))
  await sleep(1000)
  const {
    rows: [waiting],
  } = await owner.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'corridor'`,
  )
  const answers = await Promise.all([
    corridor.get(`${corridor.organization}/orders/${order.id}`),
    corridor.get(`${corridor.organization}/orders?limit=50`),
    corridor.post(`${corridor.organization}/quotes`, {
      offering_id: offering.id,
      payin_amount: '1000.00',
    }),
    admin.act('POST', '/halts', { what: 'fills', reason: 'Rates look wrong.' }),
  ])
  await holder.query('rollback')
  holder.release()

  const { poolSize } = corridor.deps.config.database
  expect(waiting?.count).toBeGreaterThan(0)
  expect(waiting?.count).toBeLessThan(connectionsOfReads(poolSize))
  const [act, ...customers] = answers.map(({ status }) => status).toReversed()
  expect(customers).toEqual([201, 200, 200])
  // It is answered at once, whatever the answer.
  expect(act).toBeLessThan(429)
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(
    Array.from({ length: READS }, () => 200),
  )
})
