// Drops connections to a silent server: its host died, or the network drops packets. A live server always answers
// earlier, at the latest with the error of statement_timeout.
//
// pg's query_timeout is not used. It assigns a new function to a property of each query, and V8 allocates such functions
// in the old generation. Each then keeps its query and all rows alive until the next full collection: see
// docs/performance.md.
import { Socket } from 'node:net'
import pg from 'pg'

/** `silenceMs`: how long a connection in use may neither send nor receive. */
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
      // Drop the idle connections too. Otherwise each of them would delay another statement as long.
      for (const other of idle) socketOf(other).destroy(silence)
    })
  })
}

export function socketOf(client: pg.ClientBase): Socket {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined
  if (stream instanceof Socket) return stream
  throw new Error('the database connection has no socket')
}

class SilentServer extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(silenceMs: number) {
    super(`The database did not answer for ${silenceMs} ms.`)
  }
}
