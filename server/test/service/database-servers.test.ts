// DATABASE_URL with several servers, and sessions that lack the settings the service asked for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverUrls } from '../../src/platform/db/hosts.ts'
import {
  inTransaction,
  isUnavailable,
  openPool,
  rows,
  type Pool,
} from '../../src/platform/db/pool.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { testService } from '../support/service.ts'
import { proxyTo, type TcpProxy } from '../support/tcp-proxy.ts'

let database: TestDatabase
/** TCP proxies to the tests' server: each acts as a host of its own. */
let proxies: TcpProxy[]
beforeAll(async () => {
  database = await testDatabase()
  proxies = [await proxyTo(database), await proxyTo(database)]
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.close()
  await database.close()
})

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  )

describe('addresses of DATABASE_URL', () => {
  test.each([
    ['postgres://u:p@one/db', ['postgres://u:p@one/db']],
    [
      'postgres://u:p%40@one:5433,two/db?target_session_attrs=read-write&sslmode=disable',
      ['postgres://u:p%40@one:5433/db?sslmode=disable', 'postgres://u:p%40@two/db?sslmode=disable'],
    ],
    [
      'postgresql://u@/db?host=one,two&port=5433,5434',
      ['postgresql://u@/db?host=one&port=5433', 'postgresql://u@/db?host=two&port=5434'],
    ],
    ['postgres://u@[::1]:1,two:2/db', ['postgres://u@[::1]:1/db?', 'postgres://u@two:2/db?']],
  ])('%s', (url, addresses) => {
    expect(serverUrls(url)).toEqual(addresses)
  })

  test.each([
    ['postgres://u:secret@one/db?target_session_attrs=standby', 'target_session_attrs=standby'],
    ['postgres://u:secret@one,/db', 'has an empty host'],
    [
      'postgres://u:secret@one,two,three/db?port=1,2',
      'one port for all hosts or one port for each',
    ],
    ['postgres://u:secret@one:port/db', 'is not a PostgreSQL URL'],
  ])('%s is refused, and the message hides the password', (url, why) => {
    expect(() => serverUrls(url)).toThrow(why)
    expect(() => serverUrls(url)).not.toThrow('secret')
  })
})

describe('several servers', () => {
  const urlOf = (ports: readonly number[]) =>
    `postgres://${database.connection.user}@${ports.map((port) => `127.0.0.1:${port}`).join()}/${database.connection.database}?target_session_attrs=read-write`
  const portOf = (pool: Pool) =>
    inTransaction(pool, async (db) => ('port' in db ? Number(db.port) : 0))

  test('the first reachable, writable server is used, and the next one after it goes away', async () => {
    const [one, two] = [await proxyTo(database), await proxyTo(database)]
    const pool = openPool(
      { connectionString: urlOf([1, one.port, two.port]) },
      { size: 1, role: 'corridor_service' },
    )
    try {
      expect(await portOf(pool)).toBe(one.port)
      await one.close()
      await expect.poll(() => pool.totalCount).toBe(0)
      expect(await portOf(pool)).toBe(two.port)
    } finally {
      await pool.end()
      await two.close()
    }
  })

  test('without a writable server the error gives a reason for each, and counts as unavailability', async () => {
    const [one = 0] = proxies.map(({ port }) => port)
    await database.owner.query(
      `alter database ${database.connection.database} set default_transaction_read_only = on`,
    )
    const pool = openPool({ connectionString: urlOf([1, one]) }, { size: 1 })
    const failure = await failureOf(rows(pool, { name: 'answer', text: 'select 42' }))
    await pool.end()
    const alone = openPool(database.connection, { size: 1 })
    const refused = await failureOf(rows(alone, { name: 'answer', text: 'select 42' }))
    await alone.end()
    await database.owner.query(
      `alter database ${database.connection.database} reset default_transaction_read_only`,
    )
    expect(String(failure)).toMatch(
      /accepts writes: 127.0.0.1:1 .*ECONNREFUSED.*; 127.0.0.1:\d+ is read-only/,
    )
    expect(isUnavailable(failure)).toBe(true)
    expect(String(refused)).toContain('The database is read-only')
    expect(isUnavailable(refused)).toBe(true)
  })

  test('a service works with a list of hosts', async () => {
    const listed = { ...database, url: urlOf([1, proxies[0]?.port ?? 0]) }
    const corridor = await testService({ database: listed })
    try {
      const { id } = await corridor.order()
      await corridor.fund(id)
      await corridor.until(id, 'STEP_4_COMPLETED')
    } finally {
      await corridor.close()
    }
  })

  test('a connection whose server became read-only is closed', async () => {
    const pool = openPool(database.connection, { size: 1, role: 'corridor_service' })
    const failure = await failureOf(
      inTransaction(pool, async (db) => {
        await db.query('set session default_transaction_read_only = on')
        await db.query('set transaction read only')
        await rows(db, {
          name: 'update_nothing',
          text: 'update deployment set secrets_digest = null where false',
        })
      }),
    )
    expect(isUnavailable(failure)).toBe(true)
    expect(pool.totalCount).toBe(0)
    await pool.end()
  })
})

test('a session that lacks the requested settings is refused with advice', async () => {
  const withOptions = `${database.url}&options=${encodeURIComponent('-c role=corridor_service')}`
  const pool = openPool({ connectionString: withOptions }, { size: 1, role: 'corridor_service' })
  const failure = await failureOf(rows(pool, { name: 'answer', text: 'select 42' }))
  await pool.end()
  expect(String(failure)).toMatch(
    /statement_timeout is 0, not 15s; .*A pooler in transaction mode drops these settings.*Connect directly/,
  )
  expect(String(failure)).not.toContain('role is')
  expect(isUnavailable(failure)).toBe(true)
})
