// A body with a limit of its own: it may take longer than other requests if its bytes keep coming. A slow line can then
// upload a large file, while a sender that stalls or trickles is refused. server.ts has the limit of all other requests.
import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'
import { failure } from '../errors.ts'

/** 256 kbit/s: 128 MiB then take 68 minutes. */
const LEAST_BYTES_A_SECOND = 32 * 1024
/** Each window must have its bytes. Longer than most interruptions of a line. */
const WINDOW_MS = 30_000
const LEAST_BYTES = (LEAST_BYTES_A_SECOND * WINDOW_MS) / 1000
/** How long a refused sender may go on. The answer would be lost if the connection closed at once. */
const REST_MS = 20_000
/** And one that is too slow. */
const LINGER_MS = 1000

const slow = new WeakSet<IncomingMessage>()

/** The request keeps the limit of its own body. Node reports each request that lasts too long once. */
export const hasOwnLimit = (request: IncomingMessage): boolean => slow.has(request)

/**
 * Runs `work` with the body, which fails with `request_timeout` if its bytes come too slowly, or stop. The request itself
 * stays readable, so that it can be answered.
 */
export async function withSlowBody<T>(
  request: IncomingMessage,
  body: Readable,
  work: (body: Readable) => Promise<T>,
): Promise<T> {
  let bytes = 0
  const limited = new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length
      done(null, part)
    },
  })
  let restMs = REST_MS
  const end = (why: string) => {
    restMs = LINGER_MS
    limited.destroy(failure('request_timeout', {}, why))
  }
  const gone = () => {
    if (!body.readableEnded) end('The connection closed before its end.')
  }
  const timer = setInterval(() => {
    if (bytes < LEAST_BYTES && !body.readableEnded)
      end(`Fewer than ${LEAST_BYTES_A_SECOND / 1024} KiB came in a second, for 30 seconds.`)
    bytes = 0
  }, WINDOW_MS).unref()
  slow.add(request)
  body.once('close', gone)
  // Either may fail while nobody reads it: before the work begins to, or after it has ended.
  for (const stream of [body, limited]) stream.on('error', () => undefined)
  try {
    return await work(body.pipe(limited))
  } finally {
    clearInterval(timer)
    body.off('close', gone)
    body.unpipe(limited)
    if (!request.complete) endLater(request, restMs)
  }
}

/** Node has reported the request already, and would read the rest for ever. */
function endLater(request: IncomingMessage, restMs: number): void {
  const timer = setTimeout(() => request.socket.destroy(), restMs).unref()
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
