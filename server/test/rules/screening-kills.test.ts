// The worker is killed at every statement of screening by a connector, among them between asking and storing the answer.
// Each question keeps its key, and the order completes as if nothing had happened. The processes are real.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { instantAt } from '../../src/platform/clock.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { Fault } from '../support/crashing-service.ts'
import { testDatabase } from '../support/database.ts'
import { openDeployment, SECRETS, type Deployment } from '../support/deployment.ts'
import { eventually } from '../support/until.ts'
import { startLyingScreener, type LyingScreener } from '../support/lying-screener.ts'
import { screenedWorld, type ScreenedWorld } from '../support/screening.ts'
import { NOON, testService, type TestService } from '../support/service.ts'

let deployment: Deployment
let corridor: TestService
let world: ScreenedWorld
let screener: LyingScreener

beforeAll(async () => {
  const database = await testDatabase()
  corridor = await testService({ database, worker: false, env: { CORRIDOR_SECRETS: SECRETS } })
  world = screenedWorld(corridor)
  screener = await startLyingScreener()
  await world.apply(screener.section('vendor', 12))
  await corridor.deps.screeners.areConfiguredNow()
  deployment = await openDeployment(database)
})
afterEach(() => screener.answer(screener.clear))
afterAll(async () => {
  screener.close()
  world.close()
  await corridor.close()
  await deployment.close()
})

const STORED = 'update_screening_answered'

const startWorker = (fault: Fault | null) =>
  deployment.start({
    parts: { http: false, worker: true },
    clock: { at: NOON, runsSince: instantAt(Date.now()) },
    fault,
  })

/** Takes a funded order through a worker that dies, if there is a fault, and through the next worker until it holds. */
async function run(fault: Fault | null, until: (order: OrderJson) => Promise<boolean>) {
  const first = await startWorker(fault)
  const order = await corridor.order()
  await corridor.fund(order.id)
  let running = first
  await eventually(`the end of ${order.id}`, async () => {
    if (running === first && first.hasEnded) {
      await deployment.sessionsEnded()
      await deployment.leasesRunOut()
      await deployment.database.sql`update screenings set due_at = now() where due_at is not null`
      running = await startWorker(null)
    }
    return until(order)
  })
  const wasKilled = first.hasEnded
  // A worker without a plan of its own takes up nothing.
  await running.end()
  await deployment.sessionsEnded()
  return { order, wasKilled, statements: first.statements() }
}

const isCompleted = async (order: OrderJson) => (await world.stateOf(order)) === 'STEP_4_COMPLETED'

/** What the order left, without identifiers. */
async function outcomeOf({ id }: OrderJson) {
  const { rows } = await deployment.database.owner.query(
    `select (select jsonb_agg(jsonb_build_array(subject, state, round, screener) order by asked_at, key)
               from screenings where order_id = $1) as screenings,
            (select jsonb_agg(outcome) from deposits where order_id = $1) as deposits,
            (select count(*)::int from payouts where order_id = $1 and settled_at is not null) as payouts,
            (select count(*)::int from payouts where order_id = $1) as intents,
            (select count(*)::int from refunds where order_id = $1) as refunds`,
    [uuidOf('ord', id)],
  )
  return rows[0]
}

const COMPLETED = {
  screenings: [
    ['deposit', 'clear', 1, null],
    ['payout', 'clear', 1, null],
  ],
  deposits: ['counted'],
  payouts: 1,
  intents: 1,
  refunds: 0,
}

test('without a screener, an order takes no statement of screening', async () => {
  await world.screenNobody()
  // The service that records the deposit may still know the screener.
  await corridor.deps.screeners.areConfiguredNow()
  const { order, statements } = await run(null, isCompleted)
  await world.apply(screener.section('vendor', 12))
  await corridor.deps.screeners.areConfiguredNow()
  expect(statements.length).toBeGreaterThan(5)
  expect(statements.filter((name) => name.includes('screen'))).toEqual([])
  expect((await outcomeOf(order)).screenings).toBeNull()
})

test(
  'a worker that is killed at any statement of screening asks again under the same key and decides once',
  { timeout: 900_000 },
  async () => {
    const uninterrupted = await run(null, isCompleted)
    expect(await outcomeOf(uninterrupted.order)).toEqual(COMPLETED)
    const points = uninterrupted.statements.flatMap((name, at) => {
      if (!name.includes('screening')) return []
      // After a statement is before the next one, except for what is asked in between.
      const moments = name === STORED ? (['before', 'after'] as const) : (['before'] as const)
      return moments.map((moment) => ({ name, moment, statement: at + 1 }))
    })
    const killedAt = new Set<string>()
    for (const { name, moment, statement } of points) {
      const where = `killed ${moment} statement ${statement}, ${name}`
      screener.asked.length = 0
      const fault: Fault = { statement, moment, signal: 'SIGKILL' }
      const { order, wasKilled, statements } = await run(fault, isCompleted)
      // The timing of a run may differ from that of the first one.
      if (wasKilled) killedAt.add(`${moment} ${statements.at(-1)}`)
      expect(await outcomeOf(order), where).toEqual(COMPLETED)
      const questions = new Set(screener.asked.map((asked) => JSON.stringify(asked)))
      expect(questions.size, where).toBe(2)
      expect(new Set(screener.asked.map(({ key }) => key)).size, where).toBe(2)
    }
    expect(killedAt).toContain(`before ${STORED}`)
    expect(killedAt).toContain(`after ${STORED}`)
    expect(await verifyLedger(corridor.deps.db)).toMatchObject({ difference: undefined })
    expect(deployment.errors()).toBe('')
  },
)

test.each([
  ['clear', 'held', 'hold'],
  ['clear', 'rejected', 'reject'],
  ['held', 'clear', 'clear'],
])(
  'of an answer %s that was not stored and then %s, the stored one counts',
  { timeout: 300_000 },
  async (lost, second, state) => {
    const uninterrupted = await run(null, isCompleted)
    const statement = uninterrupted.statements.indexOf(STORED) + 1
    const answers = [lost]
    screener.answer((...asked) => {
      const status = answers.shift() ?? second
      return screener.signed(({ key }) => ({ key, status, reason: 'x' }))(...asked)
    })
    const fault: Fault = { statement, moment: 'before', signal: 'SIGKILL' }
    const { order, wasKilled } = await run(fault, async (one) => {
      const [first] = (await outcomeOf(one)).screenings ?? []
      return first?.[1] === state
    })
    expect(wasKilled).toBe(true)
    if (state === 'clear') return
    expect(await outcomeOf(order)).toMatchObject({ deposits: null, intents: 0 })
  },
)
