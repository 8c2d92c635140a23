// The system clock is set back or forward by an hour, while the service runs and between two runs.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { steadyClock } from '../../src/platform/clock.ts'
import { mendClockSteps } from '../../src/service/clock-steps.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { testService, type TestService } from '../support/service.ts'

const HOUR_MS = 3_600_000

/** The service's clock on a system whose time is wrong by `stepMs`. */
function steppingClock(startMs = 0) {
  let stepMs = startMs
  const clock = steadyClock(() => Date.now() + stepMs)
  return {
    ...clock,
    set: (at: number) => void (stepMs = at - Date.now()),
    advance: (ms: number) => void (stepMs += ms),
  }
}

function expectOneDirection(orders: readonly OrderJson[]): void {
  for (const { id, status } of orders) {
    const times = status.status_history.map((entry) => entry.created_at)
    expect(times, id).toEqual(times.toSorted())
  }
}

test('business time follows a step forward at once, and runs at half speed after a step back', () => {
  let system = 1_000_000
  let elapsed = 0
  const clock = steadyClock(
    () => system,
    () => elapsed,
  )
  const pass = (ms: number) => ((system += ms), (elapsed += ms))
  pass(500)
  expect([clock.now(), clock.leadMs()]).toEqual([1_000_500, 0])
  system += HOUR_MS
  expect([clock.now(), clock.leadMs()]).toEqual([1_000_500 + HOUR_MS, 0])
  system -= HOUR_MS
  expect([clock.now(), clock.leadMs()]).toEqual([1_000_500 + HOUR_MS, HOUR_MS])
  pass(1000)
  expect([clock.now(), clock.leadMs()]).toEqual([1_001_000 + HOUR_MS, HOUR_MS - 500])
  pass(2 * HOUR_MS)
  expect([clock.now(), clock.leadMs()]).toEqual([1_001_500 + 2 * HOUR_MS, 0])
})

describe('a clock that steps while the service runs', () => {
  const clock = steppingClock()
  let corridor: TestService
  beforeAll(async () => {
    corridor = await testService({ clock, env: { CORRIDOR_SANDBOX_STEP_MS: '100' } })
    // The simulated rate moves with the clock. A wide slippage limit keeps orders from being parked.
    await corridor.sql`update configured_routes set max_slippage_bps = 10000`
  })
  afterAll(() => corridor.close())

  test('every funded order completes, whether the clock jumps forward or back', async () => {
    const orders: string[] = []
    const some = async () => {
      // Rates are pushed for the present second of business time.
      await corridor.deps.feeds.push()
      const made = [await corridor.order(), await corridor.order()]
      for (const { id } of made) orders.push(id)
      return made
    }
    const before = await some()
    clock.advance(HOUR_MS)
    for (const { id } of before) expect((await corridor.fund(id)).status).toBe(200)
    const between = await some()
    clock.advance(-2 * HOUR_MS)
    for (const { id } of between) expect((await corridor.fund(id)).status).toBe(200)
    for (const { id } of await some()) expect((await corridor.fund(id)).status).toBe(200)
    clock.advance(HOUR_MS)
    const ended = []
    for (const id of orders) ended.push(await corridor.until(id, 'STEP_4_COMPLETED'))
    expectOneDirection(ended)
    // The key that created the orders still works.
    expect(await corridor.organizations()).not.toHaveLength(0)
  })

  test('/readyz reports that business time is ahead of a clock that was set back', async () => {
    clock.advance(-HOUR_MS)
    const answer = await fetch(`${corridor.url}/readyz`)
    const { checks }: { checks: { clock: { detail: string } } } = JSON.parse(await answer.text())
    expect(checks.clock.detail).toMatch(/the clock was set back: business time is \d{4} s ahead/)
    clock.advance(HOUR_MS)
  })
})

describe('a clock that steps between two runs', () => {
  const env = { CORRIDOR_SANDBOX_STEP_MS: '100', CORRIDOR_SECRETS: newSecrets() }
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  test('the next process at once does the work deferred by a process whose clock was an hour ahead', async () => {
    const ahead = await testService({
      database,
      clock: steppingClock(HOUR_MS),
      worker: false,
      env,
    })
    const funded = [await ahead.order(), await ahead.order()]
    for (const { id } of funded) expect((await ahead.fund(id)).status).toBe(200)
    const unfunded = await ahead.order()
    const { key } = await ahead.newKey()
    await ahead.close()

    const now = await testService({ database, clock: steppingClock(), env })
    try {
      // A key created an hour in the future works too.
      expect((await now.get(`${now.organization}/orders`, { key })).status).toBe(200)
      expect((await now.fund(unfunded.id)).status).toBe(200)
      const ended = []
      for (const { id } of [...funded, unfunded])
        ended.push(await now.until(id, 'STEP_4_COMPLETED'))
      expectOneDirection(ended)
    } finally {
      await now.close()
    }
  })

  test('an order deferred by a wrong clock becomes due, and an order with a proper delay stays deferred', async () => {
    const corridor = await testService({ database, clock: steppingClock(), worker: false, env })
    try {
      const { id } = await corridor.order()
      const waiting = await corridor.order()
      for (const order of [id, waiting.id]) expect((await corridor.fund(order)).status).toBe(200)
      const { owner } = database
      await owner.query(
        `update orders set due_at = now() + case when id = $1 then interval '1 hour' else interval '5 minutes' end
          where id in ($1, $2)`,
        [uuidOf('ord', id), uuidOf('ord', waiting.id)],
      )
      await mendClockSteps(corridor.deps)
      const { rows: left } = await owner.query<{ late: boolean }>(
        `select due_at > now() + interval '1 minute' as late from orders where id in ($1, $2) order by id`,
        [uuidOf('ord', id), uuidOf('ord', waiting.id)],
      )
      expect(left).toEqual([{ late: false }, { late: true }])
    } finally {
      await corridor.close()
    }
  })
})

test('a lease from before the database clock was set back delays no worker', async () => {
  const corridor = await testService({ worker: false })
  try {
    const { id } = await corridor.order()
    await corridor.fund(id)
    await corridor.sql`update orders
        set lease_token = gen_random_uuid(), leased_until = now() + interval '1 hour'
        where id = ${uuidOf('ord', id)}`
    for (let round = 0; round < 40; round++) {
      await advanceOrders(corridor.deps)
      await sleep(5)
    }
    await corridor.until(id, 'STEP_4_COMPLETED')
  } finally {
    await corridor.close()
  }
})
