// The load generator: each connection sends the next request when the last is answered. It knows only the HTTP that the
// service uses, so that it takes little CPU time.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { paceOf, type Pace } from './pace.ts'

export type Source = {
  /** The next complete request, or undefined when there are no more. */
  next(): string | undefined
  /** Called with every answer. */
  seen?(request: string, body: string): void
}

export async function load(
  address: { host: string; port: number },
  connections: number,
  seconds: number,
  source: Source,
): Promise<Pace> {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ ...address, noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  try {
    const callers = sockets.map((socket) => {
      const send = sender(socket)
      return async () => {
        const request = source.next()
        if (request === undefined) return false
        const answer = await send(request)
        source.seen?.(request, answer)
        return true
      }
    })
    return await paceOf(callers, seconds)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

function sender(socket: Socket): (request: string) => Promise<string> {
  let received: Buffer = Buffer.alloc(0)
  let settle: { resolve(body: string): void; reject(error: Error): void } | undefined

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = received.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      settle?.reject(new Error(`an answer without a length: ${head}`))
      return
    }
    const bodyStart = headEnd + 4
    if (received.length < bodyStart + Number.parseInt(length, 10)) return
    const body = received.toString('utf8', bodyStart)
    received = Buffer.alloc(0)
    if (head.startsWith('HTTP/1.1 2')) settle?.resolve(body)
    else settle?.reject(new Error(`${head.split('\r\n')[0]} ${body}`))
  })
  socket.on('error', (error) => settle?.reject(error))
  socket.on('close', () => settle?.reject(new Error('the service closed a connection')))

  return (request) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject }
      socket.write(request)
    })
}
