// A proxy on loopback between the client and a real service. It does to each request what a test asks for.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export type Fault =
  | 'none'
  /** The service never sees the request. */
  | 'cut before'
  /** The service has answered, and the answer is lost. */
  | 'cut after'
  /** The answer ends in the middle of its body. */
  | 'cut body'
  /** The service answers late. */
  | 'slow'
  /** An answer of the proxy itself. The service never sees the request. */
  | { status: number; retryAfter?: number | string; body?: string }

type Seen = { method: string; path: string; key: string | undefined; fault: Fault }

/** `files` are served by the proxy itself, for pages that call the API. */
export async function openFaultyProxy(
  target: string,
  files: (path: string) => { type: string; text: string } | undefined = () => undefined,
) {
  const seen: Seen[] = []
  const streams = new Set<ServerResponse>()
  let faults: Fault[] = []
  let faultOf: (request: Seen) => Fault | undefined = () => undefined
  let holdStreams = false

  async function handle(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const file = files(from.url ?? '')
    if (file !== undefined)
      return void to.writeHead(200, { 'content-type': file.type }).end(file.text)
    const body = await buffer(from)
    const key = from.headers['idempotency-key']
    const one: Seen = {
      method: from.method ?? '',
      path: from.url ?? '',
      key: typeof key === 'string' ? key : undefined,
      fault: 'none',
    }
    const isStream = from.headers.accept === 'text/event-stream'
    one.fault = faultOf(one) ?? (isStream ? 'none' : (faults.shift() ?? 'none'))
    seen.push(one)
    const { fault } = one
    if (fault === 'cut before') return void from.socket.destroy()
    if (fault === 'slow') await sleep(300)
    if (typeof fault === 'object') {
      const retry = fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` }
      return void to.writeHead(fault.status, retry).end(fault.body ?? 'no service')
    }
    const url = new URL(one.path, target)
    const forwarded = request(url, { method: one.method, headers: from.headers, agent: false })
    to.on('close', () => forwarded.destroy())
    forwarded.on('error', () => from.socket.destroy())
    forwarded.end(body)
    const [answer]: IncomingMessage[] = await once(forwarded, 'response').catch(() => [])
    if (answer === undefined) return
    if (isStream) {
      streams.add(to)
      to.on('close', () => streams.delete(to))
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      // A proxy that buffers passes nothing on.
      if (!holdStreams) answer.pipe(to)
      return
    }
    const bytes = await buffer(answer)
    if (fault === 'cut after') return void from.socket.destroy()
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    if (fault !== 'cut body') return void to.end(bytes)
    to.write(bytes.subarray(0, bytes.length / 2), () => from.socket.destroy())
  }

  const server = createServer((from, to) => {
    handle(from, to).catch(() => from.socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    /** Faults of the next requests that are not streams, one each. */
    next(...given: Fault[]): void {
      faults = given
      seen.length = 0
    },
    /** Takes precedence over `next` where it returns a fault. */
    decide(given: typeof faultOf): void {
      faultOf = given
    },
    /** Streams that open from now on pass nothing on. */
    holdStreams(hold: boolean): void {
      holdStreams = hold
    },
    openStreams: () => streams.size,
    cutStreams(): void {
      for (const stream of streams) stream.destroy()
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
