// Gives up connections whose server went silent without a word: a host that died, a network that drops what is
// sent. One that lives answers before, if only that its statement_timeout is over.
//
// Not pg's query_timeout, which assigns a new function to a property of each query. V8 takes such functions for
// methods and makes them in the old generation. Until that is next collected, each keeps its query and all the rows
// it read: see docs/performance.md.
import { Socket } from 'node:net'
import pg from 'pg'

/** `silenceMs`: how long a connection may neither send nor receive from when it is taken until it is given back. */
export function endSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket.setTimeout(silenceMs)
    socket.on('timeout', () => {
      if (idle.has(client)) return
      const silence = new SilentServer(silenceMs)
      socket.destroy(silence)
      // Those that wait to be used are as old: else each would hold up another statement for as long.
      for (const other of idle) socketOf(other).destroy(silence)
    })
  })
}

export function socketOf(client: pg.ClientBase): Socket {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined
  if (stream instanceof Socket) return stream
  throw new Error('a connection without a socket')
}

class SilentServer extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(silenceMs: number) {
    super(`The database has been silent for ${silenceMs} ms.`)
  }
}
