// Writes long responses no faster than the client reads them, and gives up on clients that read too slowly.
import type { FastifyBaseLogger, FastifyReply } from 'fastify'

type Raw = FastifyReply['raw']

/** The time that a client has to read one written chunk. */
export const DRAIN_TIMEOUT_MS = 30_000

const BUFFER_BYTES = 128 * 1024
/** The maximum length in UTF-8 of one UTF-16 unit. */
const MAX_BYTES_OF_UNIT = 3

type BufferedWriter = {
  /** Adds text. Returns a promise only if the buffer must be flushed first; await it before the next call. */
  add(text: string): Promise<void> | undefined
  /** Resolves when all added text has been written to the socket. Rejects as writeOut does. */
  flush(): Promise<void>
}

/** Reuses one buffer for the whole response, so that there is nothing to garbage-collect. */
export function createBufferedWriter(raw: Raw, timeoutMs: number): BufferedWriter {
  let buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  let filled = 0

  const hasRoomFor = (text: string) => text.length * MAX_BYTES_OF_UNIT <= buffer.length - filled
  function append(text: string): void {
    filled += buffer.write(text, filled)
  }
  async function flush(): Promise<void> {
    await writeOut(raw, buffer.subarray(0, filled), timeoutMs)
    filled = 0
  }
  async function addAfterFlush(text: string): Promise<void> {
    if (filled > 0) await flush()
    if (!hasRoomFor(text)) buffer = Buffer.allocUnsafe(text.length * MAX_BYTES_OF_UNIT)
    append(text)
  }
  return {
    add(text) {
      if (!hasRoomFor(text)) return addAfterFlush(text)
      append(text)
      return undefined
    },
    flush,
  }
}

const DISCONNECTED = 'the client disconnected'

class ClientLost extends Error {}

/** Logs why a response was aborted. A lost client is normal, so that its level is info. */
export function logAborted(log: FastifyBaseLogger, what: string, error: unknown, of: object): void {
  const text = `a ${what} was aborted`
  if (error instanceof ClientLost) log.info({ ...of, reason: error.message }, text)
  else log.warn({ ...of, err: error }, text)
}

/** Resolves when all bytes have been written to the socket. Rejects if the client disconnected or reads too slowly. */
export function writeOut(raw: Raw, bytes: Buffer, timeoutMs: number): Promise<void> {
  if (raw.destroyed) return Promise.reject(new ClientLost(DISCONNECTED))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(`the client did not read in ${timeoutMs} ms`), timeoutMs)
    const onClose = () => settle(DISCONNECTED)
    function settle(reason?: string) {
      clearTimeout(timer)
      raw.off('close', onClose)
      if (reason === undefined) resolve()
      else reject(new ClientLost(reason))
    }
    raw.on('close', onClose)
    raw.write(bytes, (error) => settle(error?.message))
  })
}
