// Writes long answers no faster than the client reads them.
import type { FastifyBaseLogger, FastifyReply } from 'fastify'

type Raw = FastifyReply['raw']

/** How long a client may take to read one written chunk. */
export const DRAIN_TIMEOUT_MS = 30_000

const BUFFER_BYTES = 128 * 1024
/** The most bytes that one UTF-16 unit takes in UTF-8. */
const MOST_BYTES = 3

export type Outflow = {
  /** Returns undefined or resolves when more may be added. Throws when the client disconnected or is too slow. */
  add(text: string): Promise<void> | undefined
  /** Resolves when the socket has accepted all added text. */
  flush(): Promise<void>
}

/** Writes a long answer through one buffer that is reused, so that it leaves no garbage. */
export function openOutflow(raw: Raw, timeoutMs: number): Outflow {
  let buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  let filled = 0

  const hasRoomFor = (text: string) => text.length * MOST_BYTES <= buffer.length - filled
  function put(text: string): void {
    filled += buffer.write(text, filled)
  }
  async function flush(): Promise<void> {
    await writeOut(raw, buffer.subarray(0, filled), timeoutMs)
    filled = 0
  }
  async function addAfterFlush(text: string): Promise<void> {
    if (filled > 0) await flush()
    if (!hasRoomFor(text)) buffer = Buffer.allocUnsafe(text.length * MOST_BYTES)
    put(text)
  }
  return {
    add(text) {
      if (!hasRoomFor(text)) return addAfterFlush(text)
      put(text)
      return undefined
    },
    flush,
  }
}

const GONE = 'the client disconnected'

class ReaderLost extends Error {}

/** Logs why a started answer was not finished. A lost client is normal, so it is no warning. */
export function logCutOff(log: FastifyBaseLogger, what: string, error: unknown, of: object): void {
  const text = `a ${what} was cut off`
  if (error instanceof ReaderLost) log.info({ ...of, reason: error.message }, text)
  else log.warn({ ...of, err: error }, text)
}

/** Resolves when the socket has accepted all bytes. Throws when the client disconnected or is too slow. */
export function writeOut(raw: Raw, bytes: Buffer, timeoutMs: number): Promise<void> {
  if (raw.destroyed) return Promise.reject(new ReaderLost(GONE))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(`the client did not read in ${timeoutMs} ms`), timeoutMs)
    const onClose = () => settle(GONE)
    function settle(loss?: string) {
      clearTimeout(timer)
      raw.off('close', onClose)
      if (loss === undefined) resolve()
      else reject(new ReaderLost(loss))
    }
    raw.on('close', onClose)
    raw.write(bytes, (error) => settle(error?.message))
  })
}
