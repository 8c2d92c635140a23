// Database connections when the server goes silent, and memory of rows that were read.
import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import {
  inTransaction,
  isUnavailable,
  openPool,
  rows,
  type Db,
} from '../../src/platform/db/pool.ts'
import { forFile } from '../support/for-file.ts'
import { testDatabase } from '../support/database.ts'
import { proxyTo } from '../support/tcp-proxy.ts'

const database = await forFile(testDatabase())

const answer = async (db: Db): Promise<unknown> =>
  (await rows(db, { name: 'answer', text: 'select 42 as answer' }))[0]

test('a statement on a silent database fails, and the next statement gets a new connection', async () => {
  const proxy = await proxyTo(database)
  const { user, database: name } = database.connection
  const pool = openPool(
    { host: '127.0.0.1', port: proxy.port, user, database: name },
    { size: 2, role: 'corridor_service', silenceMs: 300 },
  )
  expect(await answer(pool)).toEqual({ answer: 42 })
  // An idle connection may be silent.
  await sleep(700)
  expect(await answer(pool)).toEqual({ answer: 42 })
  expect(pool.totalCount).toBe(1)

  proxy.stopForwarding()
  const failed: unknown = await answer(pool).catch((error: unknown) => error)
  expect(String(failed)).toContain('The database did not answer for 300 ms.')
  expect(isUnavailable(failed)).toBe(true)
  expect(await answer(pool)).toEqual({ answer: 42 })

  // The connection that was idle meanwhile is closed too.
  await Promise.all([answer(pool), answer(pool)])
  expect(pool.totalCount).toBe(2)
  proxy.stopForwarding()
  await expect(answer(pool)).rejects.toThrow('The database did not answer for')
  // The silent connection would fail this.
  expect(await answer(pool)).toEqual({ answer: 42 })

  const cut: unknown = await inTransaction(pool, async (db) => {
    proxy.stopForwarding()
    return answer(db)
  }).catch((error: unknown) => error)
  expect(isUnavailable(cut)).toBe(true)
  expect(await answer(pool)).toEqual({ answer: 42 })
  await pool.end()
  await proxy.close()
})

// Rows that survive a minor collection fill the old generation, and a major collection delays answers: see
// docs/performance.md.
test('rows that were read are freed by the next minor garbage collection', async () => {
  const pool = openPool(database.connection, { size: 1, role: 'corridor_service' })
  const reads = 200
  const bytes = 50_000
  // An unforced collection meanwhile may promote rows. A driver that keeps rows fails every round.
  const held = [reads]
  for (let round = 0; round < 30 && Math.min(...held) >= reads / 10; round++) {
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
  if (typeof gc !== 'function') throw new Error('this runtime does not expose gc')
  for (let turn = 0; turn < 2; turn++) {
    gc({ type, execution: 'sync' })
    // Buffers are freed a moment later.
    await sleep(100)
  }
}
