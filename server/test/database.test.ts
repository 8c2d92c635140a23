// The connections to the database: what becomes of them when it goes silent, and of what was read over them.
import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, isUnavailable, openPool, rows, type Db } from '../src/db/pool.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'
import { wayTo } from './support/way.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const answer = async (db: Db): Promise<unknown> =>
  (await rows(db, { name: 'answer', text: 'select 42 as answer' }))[0]

test('a database that goes silent fails the statement that waits for it, and the next one has a new connection', async () => {
  const way = await wayTo(database)
  const { user, database: name } = database.connection
  const pool = openPool(
    { host: '127.0.0.1', port: way.port, user, database: name },
    { size: 2, role: 'corridor_service', silenceMs: 300 },
  )
  expect(await answer(pool)).toEqual({ answer: 42 })
  // Nobody waits for an idle connection to say anything.
  await sleep(700)
  expect(await answer(pool)).toEqual({ answer: 42 })
  expect(pool.totalCount).toBe(1)

  way.hush()
  const failed: unknown = await answer(pool).catch((error: unknown) => error)
  expect(String(failed)).toContain('The database has been silent for 300 ms.')
  expect(isUnavailable(failed)).toBe(true)
  expect(await answer(pool)).toEqual({ answer: 42 })

  // One that lay idle meanwhile went with it.
  await Promise.all([answer(pool), answer(pool)])
  expect(pool.totalCount).toBe(2)
  way.hush()
  await expect(answer(pool)).rejects.toThrow('The database has been silent')
  // The silent one would fail it.
  expect(await answer(pool)).toEqual({ answer: 42 })

  const cut: unknown = await inTransaction(pool, async (db) => {
    way.hush()
    return answer(db)
  }).catch((error: unknown) => error)
  expect(isUnavailable(cut)).toBe(true)
  expect(await answer(pool)).toEqual({ answer: 42 })
  await pool.end()
  await way.close()
})

// What outlives a young collection makes the old generation grow, and answers wait while that is collected: see
// docs/performance.md.
test('what was read is gone with the next collection of the young generation', async () => {
  const pool = openPool(database.connection, { size: 1, role: 'corridor_service' })
  const reads = 200
  const bytes = 50_000
  // A collection that runs meanwhile by itself keeps what it finds alive; a driver that keeps rows does so each time.
  const held: number[] = []
  for (let round = 0; round < 5; round++) {
    await rows(pool, { name: 'one', text: 'select 1' })
    await collect('major')
    const before = process.memoryUsage().arrayBuffers
    for (let read = 0; read < reads; read++)
      Object.assign(await rows(pool, { name: 'one', text: 'select 1' }), {
        tag: new ArrayBuffer(bytes),
      })
    await collect('minor')
    held.push((process.memoryUsage().arrayBuffers - before) / bytes)
  }
  expect(Math.min(...held)).toBeLessThan(reads / 10)
  await pool.end()
})

async function collect(type: 'minor' | 'major'): Promise<void> {
  v8.setFlagsFromString('--expose-gc')
  const gc: unknown = vm.runInNewContext('gc')
  if (typeof gc !== 'function') throw new Error('this runtime does not show its collector')
  for (let turn = 0; turn < 2; turn++) {
    gc({ type, execution: 'sync' })
    // Buffers are given back a moment later.
    await sleep(100)
  }
}
