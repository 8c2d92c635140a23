// After `kill -9` between any two statements of an order's life, a restart leads to the same outcome as a run
// without it. The processes are real. Only the wait for a dead worker's lease is shortened.
import { instantAt, later } from '../../src/platform/clock.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidOf } from '../../src/platform/ids.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import type { Fault } from '../support/crashing-service.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { openDeployment, SECRETS, type Deployment } from '../support/deployment.ts'
import { eventually } from '../support/until.ts'
import { NOON, testService, type TestService } from '../support/service.ts'

const LIFE = [
  'STEP_1_AWAITING_FUNDING',
  'STEP_2_FILLING_FX',
  'STEP_3_SETTLING_PAYOUT',
  'STEP_4_COMPLETED',
]
const CLAIM = 'claim_due_orders'

type Answer = { status: number; text: string }

function first<One>(all: readonly One[]): One {
  const [one] = all
  if (one === undefined) throw new Error('the list is empty')
  return one
}

/** Takes one order from offering to completion as a client does that repeats unanswered requests. */
async function runOrder(deployment: Deployment, fault: Fault | null) {
  const { api_key, organization_id } = deployment.sandbox()
  const root = `/v1/organizations/${organization_id}`
  const begun = await deployment.start({ fault })
  const keys = `life-${randomUUID()}`
  let running = begun

  async function restart(): Promise<void> {
    if (running !== begun) throw new Error('the restarted service ended')
    await begun.ended
    await deployment.sessionsEnded()
    await deployment.leasesRunOut()
    running = await deployment.start({ clock: { at: later(NOON, 1), runsSince: null } })
  }

  // How many statements were sent when a request had been answered.
  const answeredAt = new Set([0])

  async function send(method: string, path: string, body?: object): Promise<Answer> {
    const request = {
      method,
      headers: {
        authorization: `Bearer ${api_key}`,
        'idempotency-key': `${keys}${path.slice(root.length)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    for (;;) {
      try {
        const response = await fetch(running.url + path, request)
        const answer = { status: response.status, text: await response.text() }
        answeredAt.add(begun.statements().length)
        return answer
      } catch {
        await restart()
      }
    }
  }

  const answers: { path: string; body: object; answer: Answer }[] = []
  async function create<Data>(path: string, body: object): Promise<Data> {
    const answer = await send('POST', `${root}${path}`, body)
    expect(answer.status, answer.text).toBe(201)
    answers.push({ path, body, answer })
    return JSON.parse(answer.text).data
  }

  const offerings = await create<OfferingJson[]>('/offerings', {})
  const quote = await create<QuoteJson>('/quotes', {
    offering_id: offerings[0]?.id,
    payin_amount: '1000.00',
  })
  const order = await create<OrderJson>('/orders', { quote_id: quote.id })
  const funded = await send('POST', `${root}/orders/${order.id}/simulate-demo-funding`, {})
  // Funding is simulated once. A client that missed the answer gets a refusal when it repeats the request.
  if (running === begun || funded.status === 200) expect(funded.status, funded.text).toBe(200)
  else expect(funded.text).toContain('order_not_awaiting_funding')

  // Watch the database: reads through the service would count as statements.
  await eventually(`${order.id} completes`, async () => {
    if (running.hasEnded) await restart()
    const { rowCount } = await deployment.database.owner.query(
      `select from orders where id = $1 and status = 'STEP_4_COMPLETED'`,
      [uuidOf('ord', order.id)],
    )
    return rowCount === 1
  })
  const read = await send('GET', `${root}/orders/${order.id}`)
  const statements = begun.statements()
  for (const { path, body, answer } of answers) {
    expect(await send('POST', `${root}${path}`, body), `the repeated answer of ${path}`).toEqual(
      answer,
    )
  }
  const wasKilled = begun.hasEnded
  deployment.keep(running)
  return {
    wasKilled,
    statements,
    answeredAt,
    outcome: await outcomeOf(deployment, keys, order.id, read.text),
  }
}

/** Everything a run leaves in the database, without identifiers and instants. */
async function outcomeOf({ database }: Deployment, keys: string, orderId: string, read: string) {
  const all = async (text: string, value: unknown) =>
    (await database.owner.query(text, [value])).rows
  const like = `${keys}%`
  const id = uuidOf('ord', orderId)
  const shown: OrderJson = JSON.parse(read).data
  const times = shown.status.status_history.map((entry) => Date.parse(entry.created_at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.every((at) => at >= NOON && at <= NOON + 1)).toBe(true)
  return {
    statuses: shown.status.status_history.map((entry) => entry.status),
    batches: await all(
      `select (select count(*) from offerings o where o.batch_id = b.id) as offerings
         from offering_batches b where idempotency_key like $1`,
      like,
    ),
    quotes: await all(
      `select payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor,
              payin_tax_minor, payout_total_minor from quotes where idempotency_key like $1`,
      like,
    ),
    orders: await all(
      `select payin_currency, payout_currency, exchange_rate, effective_exchange_rate, payin_total_minor,
              payin_fee_minor, payin_tax_minor, payout_total_minor, status, due_at, attempt, lease_token,
              leased_until from orders where idempotency_key like $1`,
      like,
    ),
    fills: await all(
      `select provider_name, payin_currency, payin_minor, payout_currency, payout_minor, filled_at is not null as is_filled,
              provider_reference = (select reference from simulator.executions where key = provider_name || '/' || provider_key) as is_theirs
         from fills where order_id = $1`,
      id,
    ),
    payouts: await all(
      `select sequence, method, currency, amount_minor, settled_at is not null as is_settled,
              rail_reference = (select reference from simulator.executions where key = 'rail/' || rail_key) as is_theirs
         from payouts where order_id = $1`,
      id,
    ),
    deposits: await all(
      `select currency, amount_minor, outcome from deposits where order_id = $1`,
      id,
    ),
    refunds: await all(`select reason, amount_minor, status from refunds where order_id = $1`, id),
    ledger: await all(
      `select posting, split_part(debit_account, ':', 1) as debit, split_part(credit_account, ':', 1) as credit,
              currency, amount_minor
         from ledger_transfers where order_id = $1 order by id`,
      id,
    ),
    events: await all(
      `select sequence, type from events where order_id = $1 order by sequence`,
      id,
    ),
    executions: await all(
      `select replace(key, $1, 'ord') as key, request from simulator.executions where key like '%' || $1 || '%' order by key`,
      orderId,
    ),
  }
}

/** Expects that every conversion and payment in the database belongs to an order. */
async function expectSumsToMatchOrders(database: TestDatabase, orders: number): Promise<void> {
  const { rows } = await database.owner.query(
    `select (select count(*) from quotes) as quotes,
            (select count(*) from orders where status = 'STEP_4_COMPLETED') as orders,
            (select count(*) from fills where filled_at is not null) as fills,
            (select count(*) from payouts where settled_at is not null) as payouts,
            (select count(*) from simulator.executions where request like 'fill %') as bought,
            (select count(*) from simulator.executions where request like 'pay %') as paid,
            (select sum(payin_total_minor - payin_fee_minor - payin_tax_minor) from orders)
              - (select sum(split_part(request, ' ', 2)::bigint) from simulator.executions where request like 'fill %') as unspent,
            (select sum(payout_total_minor) from orders)
              - (select sum(split_part(request, ' ', 2)::bigint) from simulator.executions where request like 'pay %') as unpaid,
            (select sum(payin_minor) from fills) - (select sum(split_part(request, ' ', 2)::bigint) from simulator.executions where request like 'fill %') as unwritten_fills,
            (select sum(amount_minor) from payouts) - (select sum(payout_total_minor) from orders) as unwritten_payouts`,
  )
  const count = BigInt(orders)
  expect(rows).toEqual([
    {
      quotes: count,
      orders: count,
      fills: count,
      payouts: count,
      bought: count,
      paid: count,
      unspent: '0',
      unpaid: '0',
      unwritten_fills: '0',
      unwritten_payouts: '0',
    },
  ])
}

describe('kill -9 between any two statements of an order', () => {
  let lanes: Deployment[]
  beforeEach(async () => {
    lanes = await Promise.all([1, 2].map(async () => openDeployment(await testDatabase())))
    // The first start creates the demo world.
    for (const lane of lanes) await (await lane.start()).end()
  })
  afterEach(async () => void (await Promise.all(lanes.map((lane) => lane.close()))))

  test('has only statements of the order: those of background tasks are in POLLS', async () => {
    const idle = await first(lanes).start()
    await sleep(3000)
    expect(idle.statements()).toEqual([])
  })

  test(
    'leads, after a restart, to the outcome of an uninterrupted run',
    { timeout: 900_000 },
    async () => {
      const uninterrupted = await runOrder(first(lanes), null)
      expect(uninterrupted.wasKilled).toBe(false)
      expect(uninterrupted.outcome.statuses).toEqual(LIFE)
      // A kill before a statement finds what a kill after the one before it left, unless the client got an answer meanwhile.
      const points = uninterrupted.statements.flatMap((name, index) => [
        ...(uninterrupted.answeredAt.has(index)
          ? [{ name, moment: 'before' as const, statement: index + 1 }]
          : []),
        { name, moment: 'after' as const, statement: index + 1 },
      ])
      await Promise.all(
        lanes.map(async (lane) => {
          let runs = lane === first(lanes) ? 1 : 0
          async function crash(statement: number, moment: Fault['moment'], where: string) {
            runs++
            const fault: Fault = { statement, moment, signal: 'SIGKILL' }
            const crashed = await runOrder(lane, fault).catch((error: unknown) => {
              throw new Error(`${where}: ${String(error)}`, { cause: error })
            })
            expect(crashed.outcome, where).toEqual(uninterrupted.outcome)
            return crashed
          }
          for (let point = points.shift(); point !== undefined; point = points.shift()) {
            const { name, moment, statement } = point
            const where = `killed ${moment} statement ${statement}, ${name}`
            let crashed = await crash(statement, moment, where)
            // The regular poll may claim the order before the wake-up does.
            for (let tries = 0; !crashed.wasKilled && name === CLAIM && tries < 3; tries++) {
              crashed = await crash(statement, moment, where)
            }
            expect(crashed.wasKilled, where).toBe(true)
            expect(crashed.statements.at(-1), where).toBe(name)
          }
          await expectSumsToMatchOrders(lane.database, runs)
          expect(lane.errors()).toBe('')
        }),
      )
    },
  )
})

describe('a worker that is killed or freezes', () => {
  const clock = () => ({ at: NOON, runsSince: instantAt(Date.now()) })
  const parts = { http: false, worker: true }
  let deployment: Deployment
  let corridor: TestService
  beforeAll(async () => {
    const database = await testDatabase()
    corridor = await testService({ database, worker: false, env: { CORRIDOR_SECRETS: SECRETS } })
    deployment = await openDeployment(database)
  })
  afterAll(async () => {
    await corridor.close()
    await deployment.close()
  })

  const funded = async (): Promise<string> => {
    const order = await corridor.order()
    expect((await corridor.fund(order.id)).status).toBe(200)
    return order.id
  }
  const statusOf = async (id: string) =>
    (await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)).data.status
      .current_status

  test('leaves its orders to other workers once its lease has expired, and not before', async () => {
    const id = await funded()
    const holder = await deployment.start({
      parts,
      clock: clock(),
      fault: { statement: 1, moment: 'after', signal: 'SIGKILL' },
    })
    await holder.ended
    expect(holder.statements()).toEqual([CLAIM])
    const other = await deployment.start({ parts, clock: clock() })
    await sleep(600)
    expect(await statusOf(id)).toBe('STEP_2_FILLING_FX')
    await deployment.leasesRunOut()
    await corridor.until(id, 'STEP_4_COMPLETED')
    await other.end()
  })

  test('changes nothing when it wakes up after its lease has expired', async () => {
    const id = await funded()
    const frozen = await deployment.start({
      parts,
      clock: clock(),
      fault: { statement: 1, moment: 'after', signal: 'SIGSTOP' },
    })
    await eventually(
      'the worker freezes with the order',
      async () => frozen.statements().length === 1,
    )
    const other = await deployment.start({ parts, clock: clock() })
    await deployment.leasesRunOut()
    await corridor.until(id, 'STEP_4_COMPLETED')
    await other.end()
    const before = await recordsOf(id)
    frozen.child.kill('SIGCONT')
    await eventually('the frozen worker continues', async () =>
      frozen.statements().some((name) => name.startsWith('change_orders')),
    )
    await sleep(100)
    await frozen.end()
    expect(await recordsOf(id)).toEqual(before)
  })

  const recordsOf = async (id: string) =>
    (
      await deployment.database.owner.query(
        `select to_json(o) as order, to_json(f) as fill, to_json(p) as payout
           from orders o join fills f on f.order_id = o.id join payouts p on p.order_id = o.id where o.id = $1`,
        [uuidOf('ord', id)],
      )
    ).rows

  test(
    'loses none of 600 orders and pays none twice, when workers are killed at random moments',
    { timeout: 300_000 },
    async () => {
      const { owner } = deployment.database
      const { rows: before } = await owner.query<{ n: number }>(
        `select count(*)::int as n from orders`,
      )
      const offering = await corridor.offering()
      for (let made = 0; made < 600; made += 50) {
        await Promise.all(
          Array.from({ length: 50 }, async () =>
            corridor.fund((await corridor.order((await corridor.quote(offering.id)).id)).id),
          ),
        )
      }
      const { rows: earlier } = await owner.query(
        `select count(*)::int as n from orders where due_at is not null`,
      )
      expect(earlier).toEqual([{ n: 600 }])
      const allCompleted = async () =>
        (await owner.query(`select from orders where status <> 'STEP_4_COMPLETED' limit 1`))
          .rowCount === 0

      let kills = 0
      const drawn = fc.sample(
        fc.record({
          // An uninterrupted round advances 300 orders, so the first seven statements suffice.
          statement: fc.integer({ min: 1, max: 7 }),
          moment: fc.constantFrom('before' as const, 'after' as const),
          signal: fc.constant('SIGKILL' as const),
        }),
        { numRuns: 24, seed: 20260304 },
      )
      const runsSince = instantAt(Date.now())
      const killWorkers = async () => {
        for (
          let fault = drawn.pop();
          fault !== undefined && !(await allCompleted());
          fault = drawn.pop()
        ) {
          const worker = await deployment.start({ parts, clock: { at: NOON, runsSince }, fault })
          // Expires the leases of the killed worker and of the other one, which continues without them.
          await deployment.leasesRunOut()
          await eventually(
            'a worker is killed or all orders are completed',
            async () => worker.hasEnded || allCompleted(),
          )
          if (worker.hasEnded) kills++
          await worker.end()
        }
      }
      await Promise.all([killWorkers(), killWorkers()])
      const last = await deployment.start({ parts, clock: { at: NOON, runsSince } })
      await deployment.leasesRunOut()
      await eventually('all orders complete', allCompleted)
      await last.end()
      // The number of kills before completion depends on the speed of the machine.
      expect(kills, 'workers killed').toBeGreaterThan(1)
      const { rows: histories } = await owner.query(
        `select distinct jsonb_path_query_array(status_history, '$[*].status') as statuses from orders`,
      )
      expect(histories).toEqual([{ statuses: LIFE }])
      await expectSumsToMatchOrders(deployment.database, first(before).n + 600)
    },
  )
})
