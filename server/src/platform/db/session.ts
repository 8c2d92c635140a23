// The settings of every session, and the check that they took effect. A pooler that shares sessions drops them. Without
// the check, the service would run as the owner of the tables and fail later, with SQLSTATE 42P05 or 26000.
import type { ClientBase } from 'pg'
import { SIGN } from './versions.ts'

/** Timeout for the check of a new session. */
const CHECK_TIMEOUT_MS = 3000

/** Names and values in the form that `current_setting` returns. */
const SETTINGS = {
  TimeZone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '5s',
  plan_cache_mode: 'force_generic_plan',
  // A plan that was cached while its tables were empty would scan them even after they have grown.
  enable_seqscan: 'off',
  // The cost of a scan that cannot be avoided would start the compiler, which takes longer than any statement here.
  jit: 'off',
}

type Session = Readonly<Record<string, string>>

/** The purpose of a session. `reads` are those of operators, on the primary or on a standby, and write nothing. */
export type Use = 'writes' | 'reads' | 'reads_of_standby'

/** A search through everything must not occupy a processor for long. */
const TIMEOUT_OF_READS = '10s'

export const sessionOf = (role: string | undefined, use: Use): Session => ({
  ...SETTINGS,
  ...(role === undefined ? {} : { role }),
  ...(use === 'writes'
    ? {}
    : { statement_timeout: TIMEOUT_OF_READS, default_transaction_read_only: 'on' }),
})

// A server that was the primary before a failover has old rows, also for reads.
const FITS = {
  writes: `not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`,
  reads: 'not pg_is_in_recovery()',
  reads_of_standby: 'true',
} as const satisfies Record<Use, string>

/** SQL column: whether the session can write. False on a standby. */
export const IS_WRITABLE = `(${FITS.writes}) as is_writable`

/** The `options` parameter of the startup packet. */
export const optionsOf = (session: Session): string =>
  Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Takes the sign of this version. Throws when a new connection lacks these settings, or when its server does not fit its use. */
export async function requireSession(
  client: ClientBase,
  session: Session,
  use: Use,
): Promise<void> {
  const columns = Object.keys(session).map((name) => `current_setting('${name}') as "${name}"`)
  const {
    rows: [row = {}],
  } = await inTime(
    client.query<Record<string, unknown>>(
      `select ${[...columns, `(${FITS[use]}) as fits`, SIGN].join(', ')}`,
    ),
  )
  const different = Object.entries(session).filter(([name, value]) => row[name] !== value)
  if (different.length > 0) {
    const differences = different.map(
      ([name, value]) => `${name} is ${String(row[name])}, not ${value}`,
    )
    throw new UnfitSession(
      `The database session lacks settings that Corridor needs: ${differences.join('; ')}. ` +
        'A pooler in transaction mode drops these settings, and `options` in DATABASE_URL replaces them. ' +
        'Connect directly, or through a proxy that forwards whole sessions, such as HAProxy in TCP mode.',
    )
  }
  if (row['fits'] !== true) {
    throw new UnfitSession(
      'The database is read-only: it is a standby, or default_transaction_read_only is on. Connect to the primary, ' +
        'or name all servers in DATABASE_URL: postgres://user@host1,host2/database?target_session_attrs=read-write.',
    )
  }
}

/** What a new connection is asked is answered soon, or the connection is dropped: nothing else watches it yet. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new UnfitSession(`The database does not answer within ${CHECK_TIMEOUT_MS} ms.`)),
      CHECK_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([answer, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

class UnfitSession extends Error {
  // SQLSTATE 08004, a refused connection: callers get 503, and the pool drops the connection.
  readonly code = '08004'
}
