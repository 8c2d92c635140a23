// `node bench/migrations.ts [--orders N]`: how long each migration since the last release keeps the service from its tables.
// A database of the release gets N orders and audit entries. While each migration runs, others ask for the lock that a
// write of each table takes, again and again. The longest wait is what a customer would have waited.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import { runner } from 'node-pg-migrate'
import { monotonicMs } from '../server/src/platform/clock.ts'
import { openPool, type Pool } from '../server/src/platform/db/pool.ts'
import { expectedMigrations, MIGRATIONS_FOLDER } from '../server/src/platform/db/versions.ts'
import { fillTables, readRelease } from '../server/test/support/release-data.ts'
import { store } from './stored.ts'

const { values } = parseArgs({ options: { orders: { type: 'string', default: '5000000' } } })
const orders = Number.parseInt(values.orders, 10)
const RELEASES = join(import.meta.dirname, '../server/test/releases')
/** Connections that ask, each for some of the tables. */
const PROBES = 24
const PAUSE_MS = 5
/** Long enough for several waits of every probe before and after a migration. */
const MARGIN_MS = 200

const say = (text: string) => process.stderr.write(`${text}\n`)
const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
const connection = { connectionString: databaseUrlOf(cluster) }
const owner = openPool(connection, { size: 2 })
try {
  const release = readRelease(join(RELEASES, newestRelease()))
  await migrate(release.migrations)
  await fillTables(owner, release.tables)
  await store(owner, orders, say)
  await storeAudit(owner)
  const missing = expectedMigrations.filter((name) => !release.migrations.includes(name))
  const lines = [rowOf('none, for comparison', await waitsDuring(() => sleep(1000)))]
  const applied = [...release.migrations]
  for (const name of missing) {
    applied.push(name)
    lines.push(rowOf(name, await waitsDuring(() => migrate(applied))))
  }
  const size = await owner.query<{ size: string }>(
    `select pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  say(`${orders} orders, ${size.rows[0]?.size}`)
  process.stdout.write(
    `${['| Migration | Takes, ms | Longest wait of a write, ms |', '|---|--:|---|', ...lines].join('\n')}\n`,
  )
} finally {
  await owner.end()
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}

function newestRelease(): string {
  const newest = readdirSync(RELEASES)
    .filter((name) => /^\d+\.\d+\.\d+\.json\.gz$/.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
  if (newest === undefined) throw new Error(`${RELEASES} has no release`)
  return newest
}

async function migrate(names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-migrations-'))
  for (const name of names)
    copyFileSync(join(MIGRATIONS_FOLDER, `${name}.sql`), join(folder, `${name}.sql`))
  const dbClient = await owner.connect()
  const options = { direction: 'up', migrationsTable: 'migrations', noLock: true } as const
  await runner({ ...options, dbClient, dir: folder, log: () => undefined })
  dbClient.release(true)
  rmSync(folder, { recursive: true })
}

/** A fifth as many audit entries as orders: some desks note much. */
async function storeAudit(db: Pool): Promise<void> {
  say('storing audit entries')
  const { rows } = await db.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = 'audit_entries'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const names = rows.map(({ name }) => name)
  const copied = names.map((name) =>
    name === 'number'
      ? '1000000 + i'
      : name === 'at'
        ? `e.at - i * interval '1 second'`
        : `e.${name}`,
  )
  const client = await db.connect()
  await client.query('set session_replication_role = replica; set statement_timeout = 0')
  await client.query(
    `insert into audit_entries (${names.join(', ')}) overriding system value
     select ${copied.join(', ')} from (select * from audit_entries order by number limit 1) e, generate_series(1, $1::int) as i`,
    [Math.ceil(orders / 5)],
  )
  client.release(true)
}

type Waits = { ms: number; longest: readonly (readonly [table: string, ms: number])[] }

async function waitsDuring(work: () => Promise<unknown>): Promise<Waits> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
        and relname <> 'migrations' order by 1`,
  )
  const probes = openPool(connection, { size: PROBES })
  const longest = new Map<string, number>()
  let isOver = false
  const probing = Array.from({ length: PROBES }, async (_, probe) => {
    const own = tables.filter((_table, index) => index % PROBES === probe)
    while (!isOver) {
      for (const { name } of own) {
        const began = monotonicMs()
        await probes.query(`begin; lock table ${name} in row exclusive mode; commit`)
        longest.set(name, Math.max(longest.get(name) ?? 0, monotonicMs() - began))
      }
      await sleep(PAUSE_MS)
    }
  })
  await sleep(MARGIN_MS)
  const began = monotonicMs()
  await work()
  const ms = monotonicMs() - began
  await sleep(MARGIN_MS)
  isOver = true
  await Promise.all(probing)
  await probes.end()
  return { ms, longest: [...longest].toSorted(([, a], [, b]) => b - a).slice(0, 3) }
}

function rowOf(name: string, { ms, longest }: Waits): string {
  return `| ${name} | ${ms.toFixed(0)} | ${longest.map(([table, most]) => `${table} ${most.toFixed(0)}`).join(', ')} |`
}
