// TCP proxy to a server: a host of its own. It can be closed, or stop forwarding like a dead network.
import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { TestDatabase } from './database.ts'

export type TcpProxy = {
  port: number
  /** Keeps the connections open and forwards nothing on them. */
  stopForwarding(): void
  /** The same for new connections. */
  cut(): void
  /** Ends what waited, and forwards new connections. */
  forwardAgain(): void
  close(): Promise<void>
}

export const proxyTo = ({ connection }: TestDatabase): Promise<TcpProxy> =>
  tcpProxy({ path: `${connection.host}/.s.PGSQL.${connection.port}` })

export async function tcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stopForwarding = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  // Without it a short message waits 40 ms for the confirmation of the one before.
  const server = createServer({ noDelay: true }, (near) => {
    sockets.add(near)
    near.on('error', () => undefined).on('close', () => sockets.delete(near))
    if (isCut) return
    const far = connect({ ...target, noDelay: true })
    sockets.add(far)
    far.on('error', () => undefined).on('close', () => (sockets.delete(far), near.destroy()))
    near.on('close', () => far.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    stopForwarding,
    cut() {
      isCut = true
      stopForwarding()
    },
    forwardAgain() {
      isCut = false
      endAll()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      endAll()
      await closed
    },
  }
}
