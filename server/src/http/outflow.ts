// What is written to a reader at the reader's own pace.
import type { FastifyBaseLogger, FastifyReply } from 'fastify'

type Raw = FastifyReply['raw']

/** How long a reader may take over what was written for it. */
export const DRAIN_TIMEOUT_MS = 30_000

const BUFFER_BYTES = 128 * 1024
/** Of one UTF-16 unit in UTF-8. */
const MOST_BYTES = 3

export type Outflow = {
  /** Resolves when more may be added; throws when the reader is gone or too slow, after which nothing may be. */
  add(text: string): Promise<void> | undefined
  /** Resolves when the socket has taken all that was added. */
  flush(): Promise<void>
}

/** For long answers: all of one is written through one buffer, so that no bytes are left behind as garbage. */
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

const GONE = 'the reader has gone'

class ReaderLost extends Error {}

/** Says why an answer that had begun was not ended. Readers come and go: that is no warning. */
export function logCutOff(log: FastifyBaseLogger, what: string, error: unknown, of: object): void {
  const text = `a ${what} was cut off`
  if (error instanceof ReaderLost) log.info({ ...of, reason: error.message }, text)
  else log.warn({ ...of, err: error }, text)
}

/** Resolves when the socket has taken it all; throws when the reader is gone or too slow. */
export function writeOut(raw: Raw, bytes: Buffer, timeoutMs: number): Promise<void> {
  if (raw.destroyed) return Promise.reject(new ReaderLost(GONE))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(`the reader did not drain in ${timeoutMs} ms`), timeoutMs)
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
