// A fresh migrated database for a test file.
import { randomBytes } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { inject } from 'vitest'
import { openPool, type Pool } from '../../src/platform/db/pool.ts'
import { TEMPLATE } from './cluster.ts'
import { eventually } from './until.ts'

export type TestDatabase = {
  connection: { host: string; port: number; user: string; database: string }
  /** A value for DATABASE_URL. */
  url: string
  /** Owner connections, to read and write behind the service. */
  owner: Pool
  /** The rows of a statement of the owner. Values in the text are its parameters. */
  sql: Sql
  close(): Promise<void>
}
type Sql = <Row extends QueryResultRow>(
  text: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>

export type Cluster = { host: string; port: number; user: string }

export const testDatabase = (options: { empty?: boolean } = {}): Promise<TestDatabase> =>
  databaseOn(inject('cluster'), options)

/** Outside of vitest, on a cluster with the migrated template. */
export async function databaseOn(
  { host, port, user }: Cluster,
  options: { empty?: boolean } = {},
): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = patientPool({ host, port, user, database: 'postgres' }, 1)
  await admin.query(
    options.empty === true
      ? `create database ${database}`
      : `create database ${database} template ${TEMPLATE} strategy file_copy`,
  )
  const connection = { host, port, user, database }
  const owner = patientPool(connection, 2)
  return {
    connection,
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    owner,
    sql: sqlOf(owner),
    async close() {
      await owner.end()
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    },
  }
}

export const sqlOf =
  (owner: Pool): Sql =>
  async <Row extends QueryResultRow>(text: TemplateStringsArray, ...values: unknown[]) => {
    const numbered = text.reduce((before, part, at) => `${before}$${at}${part}`)
    return (await owner.query<Row>(numbered, values)).rows
  }

/** Waits until a statement with this text waits for a lock. Returns the processes of PostgreSQL that wait. */
export async function untilBlocked({ owner }: TestDatabase, text: string): Promise<number[]> {
  const waiting: number[] = []
  await eventually(`a statement with ${text} waits for a lock`, async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0`,
      [text],
    )
    waiting.push(...rows.map(({ pid }) => pid))
    return rows.length > 0
  })
  return waiting
}

/** Has no statement timeout: preparing a test takes long on a busy machine. */
function patientPool(connection: TestDatabase['connection'], size: number): Pool {
  const pool = openPool(connection, { size })
  pool.on('connect', (client) => void client.query('set statement_timeout = 0'))
  return pool
}
