// The limit of uploads is a least speed instead of a time. A slow line can upload a large file, while a sender that stalls
// or trickles is refused. server.ts has the time limit of all other requests.
import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'
import { failure } from '../errors.ts'

/** 256 kbit/s: 128 MiB then take 68 minutes. */
const LEAST_BYTES_A_SECOND = 32 * 1024
/** The speed is measured in windows of this length, which is longer than most interruptions of a line. */
const WINDOW_MS = 30_000
const LEAST_BYTES = (LEAST_BYTES_A_SECOND * WINDOW_MS) / 1000
/** How long a refused sender may go on sending. Closing the connection at once would lose the answer. */
const REST_MS = 20_000
/** The same for a sender that was refused as too slow. */
const LINGER_MS = 1000

const slow = new WeakSet<IncomingMessage>()

/** Whether the body of the request has the limit of this file, so that Node's report of a timeout is ignored. */
export const hasOwnLimit = (request: IncomingMessage): boolean => slow.has(request)

/**
 * Runs `work` with the body. The body fails with `request_timeout` if its bytes arrive too slowly or stop. The request
 * itself stays readable, so that it can be answered.
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
    if (!body.readableEnded) end('The connection closed before the end of the body.')
  }
  const timer = setInterval(() => {
    if (bytes < LEAST_BYTES && !body.readableEnded)
      end(
        `The body arrived at less than ${LEAST_BYTES_A_SECOND / 1024} KiB a second for ${WINDOW_MS / 1000} seconds.`,
      )
    bytes = 0
  }, WINDOW_MS).unref()
  slow.add(request)
  body.once('close', gone)
  // Either stream may fail before `work` reads it or after `work` has ended. Without a listener, that ends the process.
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

/** Node reports a timeout once for each request, so nothing else would stop a sender that never ends. */
function endLater(request: IncomingMessage, restMs: number): void {
  const timer = setTimeout(() => request.socket.destroy(), restMs).unref()
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
