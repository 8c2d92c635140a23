// Connections, statements and what their failures mean. Instants cross as milliseconds, counts of
// minor units as bigint, rates as decimal text.
import pg from 'pg'
import { instantAt, monotonicMs, toTimestamp, type Instant } from '../clock.ts'
import type { Kind, OwnedId, Uuid } from '../ids.ts'
import { addressesOf, clientOfSeveral } from './hosts.ts'
import { optionsOf, requireSession, sessionOf } from './session.ts'
import { endSilentConnections } from './silence.ts'
import { isWrite, type Statement } from './statement.ts'

/** A pool or one connection inside a transaction. */
export type Db = Pick<pg.Pool | pg.PoolClient, 'query'>
export type Pool = pg.Pool

const INT8 = 20
const TIMESTAMPTZ = 1184

// `2026-03-02 14:05:09.12+00`, since sessions are in UTC. The calendar is asked once for each day, as in clock.ts.
function parseInstant(text: string): Instant {
  const date = text.slice(0, 10)
  if (date !== read.date) read = { date, dayAt: Date.parse(date) }
  const digit = (at: number) => text.charCodeAt(at) - 48
  const two = (at: number) => digit(at) * 10 + digit(at + 1)
  let ms = ((two(11) * 60 + two(14)) * 60 + two(17)) * 1000
  for (let at = 20, unit = 100; unit >= 1 && at < text.length - 3; at++, unit /= 10)
    ms += digit(at) * unit
  return instantAt(read.dayAt + ms)
}
let read = { date: '', dayAt: 0 }

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

/** `role`: the role the sessions work under; the owner's own when it is absent. */
export function openPool(
  connection: Connection,
  options: { size: number; role?: 'corridor_service'; silenceMs?: number },
): Pool {
  const session = sessionOf(options.role)
  const addresses = 'connectionString' in connection ? addressesOf(connection.connectionString) : []
  const [first] = addresses
  const pool = new pg.Pool({
    ...(first === undefined ? connection : { connectionString: first }),
    ...(addresses.length > 1 ? { Client: clientOfSeveral(addresses) } : {}),
    onConnect: (client) => requireSession(client, session),
    types,
    max: options.size,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: optionsOf(session),
    application_name: 'corridor',
  })
  // Longer than statement_timeout. Migrations may take longer.
  if (options.role !== undefined) endSilentConnections(pool, options.silenceMs ?? 20_000)
  // A connection that dies fails the statement that uses it, and is replaced on the next use. Without listeners
  // one that is idle or in a transaction would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** The pools whose commits hang: see commits.ts. */
const refusing = new WeakSet<object>()
export function refuseWrites(pool: Pool, refuses: boolean): void {
  if (refuses) refusing.add(pool)
  else refusing.delete(pool)
}

export class CommitsHang extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super(
      'The database does not confirm commits. The write may still take effect: ask again under the same key.',
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

/** One transaction on one connection. Nothing remote may be awaited inside. */
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
    // A server that became read-only stays so, and a pooled session stays unfit: drop the connection.
    if (error instanceof Error && isUnavailable(error)) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Before every identifier, where a keyset page begins at the start. With `$2 is null or id > $2` the generic
 * plan reads all rows before the page and drops them; with a coalesce it seeks.
 */
export const NIL_UUID = `'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * For another statement: the rows of a table for each row before it, read through an index whatever the planner
 * believes of the table's size. "offset 0" keeps it from reading the table first and joining it afterwards.
 */
export const joinByIndex = (table: string, where: string, name = table): string =>
  `cross join lateral (select * from ${table} where ${where} offset 0) ${name}`

/** The columns of a list, each from the named relation. */
export const columnsOf = (columns: string, relation: string): string =>
  columns
    .split(',')
    .map((name) => `${relation}.${name.trim()}`)
    .join(', ')

/** One answer for each wanted, in order; null where there is none in that organization. */
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

/** An instant as a statement's parameter. */
export const sqlInstant = (at: Instant): string => toTimestamp(at)

// Arrays as parameters of statements that many share. The driver takes any array, but looks for quotes in each
// element; in these there are none.
export const sqlUuids = (ids: readonly Uuid[]): string => `{${ids.join(',')}}`
export const sqlNumbers = (numbers: readonly (bigint | number)[]): string =>
  `{${numbers.join(',')}}`
export const sqlInstants = (instants: readonly Instant[]): string =>
  `{${instants.map(sqlInstant).join(',')}}`

const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The database cannot serve: refused, gone, full, starting or stopping. Nothing was learned of the effect. */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error)
  if (/^(08|53|57P)/.test(code) || code === '57014') return true
  // A prepared statement exists twice, or not at all: a pooler shares the session.
  if (code === '42P05' || code === '26000') return true
  // FATAL: no session, whatever the reason. 25006: a standby that took the place of the primary, or the other way round.
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

/** Two statements held rows the other wanted, and this one was taken back. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01'

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/** A row broke a constraint or a type: the fault is in the data of one row, not in the connection. */
export const isRowFault = (error: unknown): boolean => /^2[23]/.test(sqlState(error))

/** Milliseconds for a round trip, or undefined when the database does not answer. */
export async function ping(db: Db): Promise<number | undefined> {
  const startedMs = monotonicMs()
  try {
    await db.query('select 1')
    return monotonicMs() - startedMs
  } catch {
    return undefined
  }
}
