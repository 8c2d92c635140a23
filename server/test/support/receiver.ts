// A webhook receiver: real HTTP on loopback, records requests and answers as configured.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Received = { method: string; headers: IncomingHttpHeaders; body: string; atMs: number }

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

export async function openReceiver() {
  const received: Received[] = []
  let answer: (response: ServerResponse, request: Received) => unknown = (response) =>
    response.writeHead(204).end()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', headers } = request
      const one = {
        method,
        headers,
        body: Buffer.concat(chunks).toString(),
        atMs: performance.now(),
      }
      received.push(one)
      void answer(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith(next: number | typeof answer) {
      answer =
        typeof next === 'number' ? (response) => void response.writeHead(next).end('x') : next
    },
    /** Waits for `count` requests and returns them. */
    async until(count: number): Promise<Received[]> {
      for (let tries = 0; received.length < count; tries++) {
        if (tries > 6000) throw new Error(`${received.length} of ${count} webhooks came`)
        await sleep(10)
      }
      return received.slice(0, count)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
