// The rows of a database as a file, for the test that upgrades from each release.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Pool } from '../../src/platform/db/pool.ts'
import type { Statement } from '../../src/platform/db/statement.ts'
import { everyStatement } from './statements.ts'

export type ReleaseData = {
  /** The migrations of the release. */
  migrations: string[]
  /** The value of CORRIDOR_SECRETS, without which the rows cannot be read. Made for this file, and of no deployment. */
  secrets: string
  /** Unix milliseconds of the clock when the rows were read. */
  now: number
  tables: { name: string; rows: string }[]
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'simulator')
     and c.relname <> 'migrations'
   order by 1`

export async function readTables(owner: Pool): Promise<ReleaseData['tables']> {
  const { rows: tables } = await owner.query<{ name: string }>(TABLES)
  const read = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ all: string | null }>(
      `select json_agg(t)::text as all from ${name} t`,
    )
    const [one] = rows
    if (one?.all != null) read.push({ name, rows: one.all })
  }
  return read
}

/** Fills migrated tables. What the migrations inserted gives way. */
export async function fillTables(owner: Pool, tables: ReleaseData['tables']): Promise<void> {
  const client = await owner.connect()
  try {
    // Triggers have done their work, and the order of tables does not matter.
    await client.query('set session_replication_role = replica')
    for (const { name, rows } of tables) {
      const { rows: columns } = await client.query<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [name],
      )
      const names = columns.map((column) => column.name).join(', ')
      await client.query(`delete from ${name}`)
      await client.query(
        `insert into ${name} (${names}) overriding system value
         select ${names} from json_populate_recordset(null::${name}, $1)`,
        [rows],
      )
    }
    const { rows: identities } = await client.query<{ relation: string; name: string }>(
      `select attrelid::regclass::text as relation, quote_ident(attname) as name
         from pg_attribute where attidentity <> '' and attrelid::regclass::text <> 'migrations'`,
    )
    for (const { relation, name } of identities)
      await client.query(
        `select setval(pg_get_serial_sequence('${relation}', '${name}'), max(${name})) from ${relation}`,
      )
    // An upgrade happens where the database is. Elsewhere it would be a restored backup, which halts sends.
    await client.query('update deployment set place = null')
  } finally {
    client.release(true)
  }
}

export const writeRelease = (path: string, data: ReleaseData): void =>
  writeFileSync(path, gzipSync(JSON.stringify(data), { level: 9 }))

export const readRelease = (path: string): ReleaseData =>
  JSON.parse(gunzipSync(readFileSync(path)).toString())

type StoredStatement = Pick<Statement, 'name' | 'text'>

/** Writes the statements of this version. */
export async function writeStatements(path: string): Promise<void> {
  const all: StoredStatement[] = (await everyStatement())
    .map(({ name, text }) => ({ name, text }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  writeFileSync(path, gzipSync(JSON.stringify(all), { level: 9 }))
}

export const readStatements = (path: string): readonly StoredStatement[] =>
  JSON.parse(gunzipSync(readFileSync(path)).toString())
