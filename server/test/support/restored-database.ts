// Copies all files of a test database, and replaces the database by a copy, as a restore from a backup does.
import { randomBytes } from 'node:crypto'
import { newSecrets } from '../../src/platform/config.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { manualClock, testService, type TestService } from './service.ts'

export type Backups = Awaited<ReturnType<typeof backupsOf>>

export async function backupsOf(database: TestDatabase) {
  const admin = openPool({ ...database.connection, database: 'postgres' }, { size: 1 })
  await admin.query('set statement_timeout = 0')
  const name = database.connection.database

  async function disconnect(): Promise<void> {
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    )
  }

  return {
    /** A copy of all files of the database. */
    async backUp(): Promise<string> {
      const copy = `copy_${randomBytes(6).toString('hex')}`
      await disconnect()
      await admin.query(`create database ${copy} template ${name} strategy file_copy`)
      await admin.query(`alter database ${name} allow_connections true`)
      return copy
    },
    /** Replaces the database by the copy. The simulator is another company's system: it keeps everything. */
    async restore(copy: string): Promise<void> {
      const kept = await Promise.all(SIMULATOR.map((table) => rowsOf(database, table)))
      await disconnect()
      await admin.query(`drop database ${name} with (force)`)
      await admin.query(`alter database ${copy} rename to ${name}`)
      for (const [at, table] of SIMULATOR.entries()) {
        await database.owner.query(`delete from ${table}`)
        await database.owner.query(
          `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
          [kept[at]],
        )
      }
    },
    close: () => admin.end(),
  }
}

const SIMULATOR = ['calls', 'deposits', 'executions', 'report_count', 'scripts'].map(
  (table) => `simulator.${table}`,
)

async function rowsOf({ owner }: TestDatabase, table: string): Promise<string> {
  const { rows } = await owner.query<{ all: string | null }>(
    `select json_agg(t)::text as all from ${table} t`,
  )
  return rows[0]?.all ?? '[]'
}

export type RestorableWorld = Awaited<ReturnType<typeof restorableWorld>>

/** A sandbox without a worker, on a database that is backed up and restored. Its provider and its rail are simulated. */
export async function restorableWorld() {
  const env = { CORRIDOR_SECRETS: newSecrets() }
  const clock = manualClock()
  const database = await testDatabase()
  const backups = await backupsOf(database)
  const start = () => testService({ database, env, clock, worker: false })
  return {
    env,
    clock,
    database,
    backUp: backups.backUp,
    start,
    /** Replaces the database of the service by a copy: without `copy` by one of this moment. */
    async restore(service: TestService, copy?: string): Promise<TestService> {
      await service.stop()
      await backups.restore(copy ?? (await backups.backUp()))
      return start()
    },
    /** The keys of what the simulated companies carried out. */
    async executed(kind: 'fill' | 'payout'): Promise<string[]> {
      const rows = await database.sql<{ key: string }>`select key from simulator.executions
          where key like ${`%:${kind}:%`} order by key`
      return rows.map(({ key }) => key)
    },
    async close(): Promise<void> {
      await backups.close()
      await database.close()
    },
  }
}
