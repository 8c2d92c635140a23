// Commits wait for a missing synchronous standby. Callers still get answers, and no order is lost or made twice.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { openThrowaway } from '@corridor/embedded-postgres'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPool, type Pool } from '../../src/platform/db/pool.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { testService, type TestService } from '../support/service.ts'
import { sqlOf } from '../support/database.ts'

/** The promise is 5 s; twice that allows for a loaded machine. Without the watch it would be over 20 s. */
const ANSWER_MS = 10_000

let corridor: TestService
/** This session never waits for the standby. */
let admin: Pool
let end: () => Promise<void>

beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-standby-'))
  const cluster = await openThrowaway({
    dir,
    settings: { wal_level: 'replica', max_wal_senders: '2', synchronous_commit: 'on' },
  })
  const { host, port, user } = cluster
  const connection = { host, port, user, database: 'postgres' }
  await migrate(connection, 'sandbox', systemClock)
  admin = openPool(connection, { size: 1 })
  await admin.query('set synchronous_commit = local')
  corridor = await testService({
    database: {
      connection,
      url: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`,
      owner: admin,
      sql: sqlOf(admin),
      close: async () => undefined,
    },
  })
  end = async () => {
    await corridor.close()
    await admin.end()
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
afterAll(() => end())

/** Sets the standby that commits wait for; an empty name turns waiting off. */
async function waitForStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
  await expect
    .poll(async () => (await admin.query('show synchronous_standby_names')).rows[0])
    .toEqual({ synchronous_standby_names: name })
}

const readiness = async () => {
  const answer = await fetch(`${corridor.url}/readyz`)
  const { checks }: { checks: Record<string, { ok: boolean }> } = JSON.parse(await answer.text())
  return { status: answer.status, commits: checks['commits']?.ok }
}

async function timed<Answer>(work: Promise<Answer>): Promise<Answer> {
  const startedMs = performance.now()
  const answer = await work
  expect(performance.now() - startedMs).toBeLessThan(ANSWER_MS)
  return answer
}

test('callers get 503 within five seconds, reads keep working, and a retry with the key finds the order', async () => {
  const quotes = await Promise.all(Array.from({ length: 4 }, () => corridor.quote()))
  const known = await corridor.order()
  expect(await readiness()).toEqual({ status: 200, commits: true })
  await waitForStandby('nobody')

  const keys = quotes.map(() => randomUUID())
  const createOrder = (index: number) =>
    corridor.post<OrderJson>(
      `${corridor.organization}/orders`,
      { quote_id: quotes[index]?.id },
      { idempotencyKey: keys[index] ?? '' },
    )
  // The first request is a batch of its own; the others wait in the queue behind it.
  const refused = await Promise.all(quotes.map((_, index) => timed(createOrder(index))))
  for (const answer of refused) {
    expect(answer.status, answer.text).toBe(503)
    expect(answer.problem.code).toBe('database_unavailable')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/)
  }
  expect(await timed(readiness())).toEqual({ status: 503, commits: false })

  // Later writes are refused at once.
  const startedMs = performance.now()
  expect((await createOrder(0)).status).toBe(503)
  expect((await corridor.fund(known.id)).status).toBe(503)
  expect((await corridor.post(`${corridor.organization}/offerings`)).status).toBe(503)
  const read = await corridor.get(`${corridor.organization}/orders/${known.id}`)
  expect(read.status).toBe(200)
  expect(performance.now() - startedMs).toBeLessThan(ANSWER_MS)
  // One session waits for each statement that was in flight. Requests refused since have none.
  const { rows: waiting } = await admin.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  expect(waiting[0]?.sessions).toBeLessThan(10)

  await waitForStandby('')
  await expect.poll(readiness).toEqual({ status: 200, commits: true })
  const made = await Promise.all(quotes.map((_, index) => createOrder(index)))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  for (const index of quotes.keys()) expect((await createOrder(index)).text).toBe(made[index]?.text)
  expect((await corridor.fund(known.id)).status).toBe(200)
  await corridor.until(known.id, 'STEP_4_COMPLETED')
})

test('a slow statement is not interrupted while commits are confirmed', async () => {
  const { rows: slept } = await corridor.deps.db.query<{ slept: string }>(
    `select pg_sleep(4)::text as slept`,
  )
  expect(slept).toHaveLength(1)
})
