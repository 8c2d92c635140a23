// DATABASE_URL may name several servers, in the syntax of libpq, but the driver supports one host only. So each new
// connection first finds the primary, which changes with every failover.
import pg from 'pg'
import { IS_WRITABLE } from './session.ts'
import { socketOf } from './silence.ts'
import { thrownMessage } from '../thrown.ts'

/** Timeout of the check of one server. It must be below the pool's connection timeout. */
const CHECK_TIMEOUT_MS = 2000

/**
 * Splits a URL that names several servers into one URL for each, in the same order. Two forms are valid:
 * `postgres://user@h1:5432,h2:5432/db` and `?host=h1,h2&port=5432`. Throws if the URL is invalid. The message omits the
 * URL, since it may contain a password.
 */
export function serverUrls(url: string): readonly string[] {
  const [, start = '', authority = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)([^?]*)\??([^]*)$/.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const sessionAttrs = parameters.get('target_session_attrs')
  if (sessionAttrs !== null && sessionAttrs !== 'read-write') {
    throw new Error(
      `target_session_attrs=${sessionAttrs} in DATABASE_URL is not supported. Use read-write, since Corridor writes.`,
    )
  }
  const hostsInQuery = parameters.get('host')
  const hosts = (hostsInQuery ?? authority).split(',')
  const ports = (parameters.get('port') ?? '').split(',')
  const urls = hosts.length === 1 ? [url] : hosts.map(urlOf)
  for (const serverUrl of urls) requireValid(serverUrl)
  return urls

  function urlOf(host: string, index: number): string {
    if (host === '' || (ports.length !== 1 && ports.length !== hosts.length)) {
      throw new Error(
        'DATABASE_URL has an empty host, or the numbers of hosts and ports differ. Give one port for all hosts or one port for each.',
      )
    }
    const serverParameters = new URLSearchParams(parameters)
    serverParameters.delete('target_session_attrs')
    const port = ports[index] ?? ports[0] ?? ''
    if (port !== '') serverParameters.set('port', port)
    if (hostsInQuery !== null) serverParameters.set('host', host)
    return `${start}${hostsInQuery === null ? host : authority}${path}?${serverParameters}`
  }
}

function requireValid(url: string): void {
  try {
    void new pg.Client({ connectionString: url })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Error(
      'DATABASE_URL or DATABASE_OWNER_URL is not a PostgreSQL URL. Expected postgres://user:password@host:5432/database.',
    )
  }
}

/** A driver class that connects to the first of the servers that accepts writes. */
export function multiHostClient(urls: readonly string[]): typeof pg.Client {
  // Connections opened at the same time share one search for the primary.
  let searching: Promise<Server> | undefined
  const findPrimary = () =>
    (searching ??= firstWritable(urls).finally(() => {
      searching = undefined
    }))
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void
    override connect(
      callback?: (error: Error | null, client?: pg.Client) => void,
    ): Promise<pg.Client> | void {
      const connected = findPrimary().then((server) => {
        Object.assign(this, server)
        return super.connect()
      })
      if (callback === undefined) return connected
      connected.then(
        (client) => callback(null, client),
        (error: Error) => callback(error),
      )
    }
  }
}

type Server = { host: string; port: number }

// Checks all servers at the same time. Chooses the first writable one in the list, so that all processes agree.
async function firstWritable(urls: readonly string[]): Promise<Server> {
  const reasons: string[] = []
  for (const check of urls.map(checkServer)) {
    const { server, reason } = await check
    if (reason === undefined) return server
    reasons.push(`${server.host}:${server.port} ${reason}`)
  }
  throw new NoWritableServer(reasons)
}

/** `reason`: why the server cannot be used. Absent if it accepts writes. */
async function checkServer(url: string): Promise<{ server: Server; reason?: string }> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  const server = { host: client.host, port: client.port }
  const timer = setTimeout(
    () => socketOf(client).destroy(new Error(`does not answer within ${CHECK_TIMEOUT_MS} ms`)),
    CHECK_TIMEOUT_MS,
  )
  try {
    await client.connect()
    const { rows } = await client.query<{ is_writable: boolean }>(`select ${IS_WRITABLE}`)
    return rows[0]?.is_writable === true ? { server } : { server, reason: 'is read-only' }
  } catch (error) {
    return { server, reason: thrownMessage(error) }
  } finally {
    clearTimeout(timer)
    void client.end().catch(() => undefined)
  }
}

class NoWritableServer extends Error {
  // SQLSTATE 08001: the connection could not be established.
  readonly code = '08001'

  constructor(reasons: readonly string[]) {
    super(`No server of DATABASE_URL accepts writes: ${reasons.join('; ')}.`)
  }
}
