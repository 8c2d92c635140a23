// A promoted asynchronous standby lacks the last acknowledged changes. The running service, the next process and
// `corridor ledger verify` report it.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool, type Pool } from '../../src/platform/db/pool.ts'
import { findLost, rememberAcknowledged } from '../../src/engine/orders/acknowledged.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { run } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { testService, type TestService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
const lacking = () => lines.filter((line) => line.includes('lacks acknowledged changes of orders'))

let database: TestDatabase
let admin: Pool
let corridor: TestService
beforeAll(async () => {
  database = await testDatabase()
  admin = openPool({ ...database.connection, database: 'postgres' }, { size: 1 })
  corridor = await testService({ database, log })
})
afterAll(async () => {
  await corridor.close()
  await admin.end()
  await database.close()
})

const name = () => database.connection.database
async function disconnect(): Promise<void> {
  await admin.query(`alter database ${name()} allow_connections false`)
  await admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name()}'`,
  )
}

/** Copies the database now. The returned function replaces the database with the copy. */
async function copyDatabase(): Promise<() => Promise<void>> {
  const [copy, newer] = ['copy', 'newer'].map((kind) => `${kind}_${randomBytes(6).toString('hex')}`)
  await disconnect()
  await admin.query(`create database ${copy} template ${name()} strategy file_copy`)
  await admin.query(`alter database ${name()} allow_connections true`)
  return async () => {
    await disconnect()
    await admin.query(`alter database ${name()} rename to ${newer}`)
    await admin.query(`alter database ${copy} rename to ${name()}`)
    await admin.query(`drop database ${newer}`)
  }
}

const verify = () =>
  run(['ledger', 'verify'], {
    DATABASE_URL: database.url,
    CORRIDOR_DATA_DIR: corridor.deps.config.dataDir,
  })

test('a slow disk gets one list at a time, and a list that could not be written is written later', async () => {
  const { id } = await corridor.order()
  const order = await selectOperatorOrder(corridor.deps.db, requireUuid('ord', id))
  if (order === undefined) throw new Error('the order does not exist')
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-acknowledged-'))
  const warnings: string[] = []
  const own = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  const acknowledged = rememberAcknowledged(corridor.deps.db, dataDir, own, () => undefined)
  await acknowledged.open(false)
  const remember = (version: number) => acknowledged.remember([{ ...order, version }])
  const files = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.json'),
    )
  remember(1)
  await expect.poll(files).toHaveLength(1)
  const path = join(dataDir, files()[0] ?? '')
  const newest = () => {
    // A pipe would wait for its writer.
    const kept: { version: number }[] = statSync(path).isFile()
      ? JSON.parse(readFileSync(path, 'utf8'))
      : []
    return kept.at(-1)?.version
  }

  // A pipe takes nothing until somebody reads.
  spawnSync('mkfifo', [`${path}.new`])
  for (let tick = 0; tick < 25; tick++) {
    remember(2 + tick)
    await sleep(100)
  }
  const text = await readFile(`${path}.new`, 'utf8')
  expect(() => JSON.parse(text)).not.toThrow()
  await expect.poll(newest).toBe(26)
  expect(warnings).toEqual([])

  mkdirSync(`${path}.new`)
  remember(27)
  await expect.poll(() => warnings.length).toBe(1)
  rmdirSync(`${path}.new`)
  await expect.poll(newest).toBe(27)
  await acknowledged.close()
  rmSync(dataDir, { recursive: true })
})

test('a change acknowledged during the check does not count as lost', async () => {
  const { id } = await corridor.order()
  const order = await selectOperatorOrder(corridor.deps.db, requireUuid('ord', id))
  if (order === undefined) throw new Error('the order does not exist')
  const pool = openPool(database.connection, { size: 1, role: 'corridor_service' })
  let lost = 0
  const acknowledged = rememberAcknowledged(pool, '', log, (count) => (lost = count))
  acknowledged.remember([order])
  // A new connection triggers the check.
  await pool.query('select 1')
  let checks = 0
  pool.on('acquire', () => {
    checks += 1
    // The check is sent by now, and its answer has not arrived.
    acknowledged.remember([{ ...order, version: order.version + 1 }])
  })
  await expect.poll(() => checks).toBe(1)
  await acknowledged.close()
  expect(lost).toBe(0)
  await pool.end()
})

test('orders with lost acknowledged changes are named', async () => {
  const kept = await corridor.order()
  const moved = await corridor.order()
  // The simulated provider declines this amount.
  const offeringId = (await corridor.offering()).id
  const declined = await corridor.order((await corridor.quote(offeringId, '1911.01')).id)
  const promote = await copyDatabase()
  await expect.poll(async () => (await corridor.fund(moved.id)).status).toBe(200)
  const lost = await corridor.order()
  await corridor.until(moved.id, 'STEP_4_COMPLETED')
  await corridor.fund(declined.id)
  await corridor.until(declined.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
  const retry = await corridor.post<OrderJson>(
    `${corridor.organization}/orders/${declined.id}/retry`,
    { quote_id: (await corridor.quote(offeringId, '1900.00')).id },
  )
  await corridor.until(retry.data.id, 'STEP_4_COMPLETED')
  expect(corridor.deps.acknowledged.lost()).toBe(0)

  await promote()
  await expect
    .poll(async () => (await corridor.get(`${corridor.organization}/orders/${lost.id}`)).status)
    .toBe(404)
  await expect.poll(() => corridor.deps.acknowledged.lost()).toBe(4)
  expect(lacking()).toHaveLength(1)
  expect(lacking()[0]).toContain(`${lost.id} was acknowledged with version 1 and is not there`)
  expect(lacking()[0]).toMatch(
    new RegExp(`${moved.id} was acknowledged with version \\d and has version 1`),
  )
  expect(lacking()[0]).toMatch(
    new RegExp(`${declined.id} was acknowledged with version \\d and has version 1`),
  )
  expect(lacking()[0]).toContain(`${retry.data.id} was acknowledged with version`)
  expect(lacking()[0]).not.toContain(kept.id)
  const readyz = await (await fetch(`${corridor.url}/readyz`)).text()
  expect(readyz).toContain('lacks acknowledged changes of 4 orders')
  expect(await (await fetch(`${corridor.url}/metrics`)).text()).toContain(
    'corridor_acknowledged_orders_lost 4',
  )

  // Changes are written to the data folder within a second.
  const { deps } = corridor
  await expect.poll(() => findLost(deps.db, deps.config.dataDir)).toHaveLength(4)
  const verified = await verify()
  expect(verified).toMatchObject({ status: 1, said: expect.stringContaining(lost.id) })
  expect(verified.said).toContain('the ledger is consistent, but the database lacks acknowledged')

  const doctor = await run(['doctor'], {
    DATABASE_URL: database.url,
    CORRIDOR_DATA_DIR: deps.config.dataDir,
    PORT: '1',
  })
  expect(doctor.stdout).toMatch(/^wrong {2}the database lacks acknowledged changes of 4 orders/m)

  // The next process reads the data folder.
  await corridor.stop()
  lines.length = 0
  const { dataDir } = deps.config
  const next = await testService({ database, log, env: { CORRIDOR_DATA_DIR: dataDir } })
  expect(lacking()).toHaveLength(1)
  await next.close()
})
