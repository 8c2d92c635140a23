// TCP proxy to the database: a host of its own for the same server. It can be closed or stop forwarding.
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { TestDatabase } from './database.ts'

export type DatabaseProxy = {
  port: number
  /** Keeps connections open and forwards nothing, like a dead network. */
  stopForwarding(): void
  close(): Promise<void>
}

export async function proxyTo({ connection }: TestDatabase): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(`${connection.host}/.s.PGSQL.${connection.port}`)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => (near.destroy(), far.destroy()))
    }
    near.pipe(far)
    far.pipe(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    stopForwarding() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
