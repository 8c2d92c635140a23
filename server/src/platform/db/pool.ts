// Opens connection pools, runs statements and classifies their errors. Instants are read as milliseconds, int8 as
// bigint, rates as decimal text.
import pg from 'pg'
import { instantAt, monotonicMs, toTimestamp, type Instant } from '../clock.ts'
import type { Kind, OwnedId, Uuid } from '../ids.ts'
import { serverUrls, multiHostClient } from './hosts.ts'
import { inTime, optionsOf, requireSession, sessionOf, type Use } from './session.ts'
import { endSilentConnections } from './silence.ts'
import { isWrite, type Statement } from './statement.ts'
import { thrownCode } from '../thrown.ts'

/** A pool or one connection inside a transaction. */
export type Db = Pick<pg.Pool | pg.PoolClient, 'query'>
export type Pool = pg.Pool

const INT8 = 20
const TIMESTAMPTZ = 1184

// Parses `2026-03-02 14:05:09.12+00`; every session is in UTC. Caches the last date, since rows repeat it.
function parseInstant(text: string): Instant {
  const date = text.slice(0, 10)
  if (date !== lastDate.text) lastDate = { text: date, dayAt: Date.parse(date) }
  const digit = (at: number) => text.charCodeAt(at) - 48
  const two = (at: number) => digit(at) * 10 + digit(at + 1)
  let ms = ((two(11) * 60 + two(14)) * 60 + two(17)) * 1000
  for (let at = 20, unit = 100; unit >= 1 && at < text.length - 3; at++, unit /= 10)
    ms += digit(at) * unit
  return instantAt(lastDate.dayAt + ms)
}
let lastDate = { text: '', dayAt: 0 }

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return BigInt
    if (oid === TIMESTAMPTZ) return parseInstant
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)
  }) as typeof pg.types.getTypeParser,
}

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/** `role`: the role of the sessions. Without it they keep the role of the login. */
export function openPool(
  connection: Connection,
  options: {
    size: number
    role?: 'corridor_service'
    silenceMs?: number
    use?: Use
    /** Runs on each new connection before anything else does. */
    prepare?: (client: pg.ClientBase) => Promise<void>
  },
): Pool {
  const { use = 'writes' } = options
  const session = sessionOf(options.role, use)
  const urls = 'connectionString' in connection ? serverUrls(connection.connectionString) : []
  const [first] = urls
  const pool = new pg.Pool({
    ...(first === undefined ? connection : { connectionString: first }),
    ...(urls.length > 1 ? { Client: multiHostClient(urls) } : {}),
    onConnect: async (client) => {
      await requireSession(client, session, use)
      if (options.prepare !== undefined) await inTime(options.prepare(client))
    },
    types,
    max: options.size,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: optionsOf(session),
    application_name: 'corridor',
  })
  // The limit is above statement_timeout. Migrations, which set no role, may take longer.
  if (options.role !== undefined) endSilentConnections(pool, options.silenceMs ?? 20_000)
  // A broken connection fails its statement, and the pool replaces it. Without these listeners the error of an idle
  // connection would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Pools whose commits hang: see commits.ts. */
const refusing = new WeakSet<object>()
export function refuseWrites(pool: Pool, refuses: boolean): void {
  if (refuses) refusing.add(pool)
  else refusing.delete(pool)
}

export class CommitsHang extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super(
      'The database does not confirm commits. The write may still take effect: retry with the same idempotency key.',
    )
  }
}

export async function rows<Row extends pg.QueryResultRow>(
  db: Db,
  { name, text }: Pick<Statement, 'name' | 'text'>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if (refusing.has(db) && isWrite(name)) throw new CommitsHang()
  const result = await db.query<Row>({ name, text, values: [...values] })
  return result.rows
}

/** For a statement that returns at most one row. */
export const firstRow = async <Row extends pg.QueryResultRow>(
  db: Db,
  statement: Pick<Statement, 'name' | 'text'>,
  values: readonly unknown[] = [],
): Promise<Row | undefined> => (await rows<Row>(db, statement, values))[0]

/** Runs `work` in one transaction. `work` must not await anything remote. */
export async function inTransaction<T>(
  pool: Pool,
  work: (db: pg.PoolClient) => Promise<T>,
): Promise<T> {
  if (refusing.has(pool)) throw new CommitsHang()
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed))
    // Drop the connection: a server that became read-only stays so, and a session behind a pooler stays unusable.
    if (error instanceof Error && isUnavailable(error)) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/** Like `inTransaction`, for reads of one state of the database. The first statement makes the snapshot. */
export const inSnapshot = <T>(pool: Pool, work: (db: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (db) => {
    await db.query('set transaction isolation level repeatable read, read only')
    return work(db)
  })

/**
 * The start of a keyset list: it sorts before every identifier. Use `id > coalesce($2, NIL_UUID)`, which seeks in the
 * index. With `$2 is null or id > $2` the generic plan reads all rows before the page.
 */
export const NIL_UUID = `'00000000-0000-0000-0000-000000000000'::uuid`
/** The same for a list that begins with its newest row: `id < coalesce($2, LAST_UUID)`. */
export const LAST_UUID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/**
 * SQL join that always reads the table through an index, for each row of the relations before it. The planner's estimate
 * of the table's size then does not matter: "offset 0" keeps it from scanning the whole table first.
 */
export const joinByIndex = (table: string, where: string, name = table): string =>
  `cross join lateral (select * from ${table} where ${where} offset 0) ${name}`

/** Prefixes each column of a list with a relation. */
export const columnsOf = (columns: string, relation: string): string =>
  columns
    .split(',')
    .map((name) => `${relation}.${name.trim()}`)
    .join(', ')

/** One row for each wanted id, in order. Null when the organization has no such row. */
export function inOrder<K extends Kind, Row extends { organization_id: Uuid<'org'>; id: Uuid<K> }>(
  found: readonly Row[],
  wanted: readonly OwnedId<K>[],
): (Row | null)[] {
  const byId = new Map(found.map((row) => [row.id, row]))
  return wanted.map(({ organizationId, id }) => {
    const row = byId.get(id)
    return row?.organization_id === organizationId ? row : null
  })
}

/** Formats an instant as a parameter. */
export const sqlInstant = (at: Instant): string => toTimestamp(at)

// Format arrays as parameters of hot statements. The driver would check each element for quotes, which these never have.
export const sqlUuids = (ids: readonly Uuid[]): string => `{${ids.join(',')}}`
export const sqlNumbers = (numbers: readonly (bigint | number)[]): string =>
  `{${numbers.join(',')}}`
export const sqlInstants = (instants: readonly Instant[]): string =>
  `{${instants.map(sqlInstant).join(',')}}`

const sqlState = (error: unknown): string => thrownCode(error)?.toString() ?? ''

/** The database is unavailable: refused, gone, full, starting or stopping. The statement may have taken effect. */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error)
  if (/^(08|53|57P)/.test(code) || code === '57014') return true
  // A standby cancelled the read, which held its replay up.
  if (code === '40001') return true
  // A prepared statement already exists, or is unknown: a pooler shares the session.
  if (code === '42P05' || code === '26000') return true
  // FATAL: the session has ended, for whatever reason. 25006: the server is read-only, so it is a standby now.
  if (error instanceof pg.DatabaseError && (error.severity === 'FATAL' || code === '25006'))
    return true
  if (/^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code)) return true
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|pool after calling end/.test(
      error.message,
    )
  )
}

/** PostgreSQL cancelled this statement to resolve a deadlock. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01'

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/** One row violates a constraint or a type. The connection works. */
export const isRowFault = (error: unknown): boolean => /^2[23]/.test(sqlState(error))

/** Round trip in milliseconds, or undefined when the database does not answer. */
export async function ping(db: Db): Promise<number | undefined> {
  const startedMs = monotonicMs()
  try {
    await db.query('select 1')
    return monotonicMs() - startedMs
  } catch {
    return undefined
  }
}
