// What is written to a reader at the reader's own pace.
import type { FastifyReply } from 'fastify'

type Raw = FastifyReply['raw']

// As large as a socket takes at once; small enough to stay in a processor's caches.
const BUFFER_BYTES = 128 * 1024
/** Of one UTF-16 unit in UTF-8. */
const MOST_BYTES = 3

export type Outflow = {
  /** Whether a text can be added before the next flush. */
  hasRoomFor(text: string): boolean
  add(text: string): void
  /** Sends what was added. Resolves when more may be; throws when the reader is gone or too slow. */
  flush(): Promise<void>
  /** Sends the rest, and resolves when the reader has been sent all of it. */
  end(): Promise<void>
}

/**
 * For long answers: two buffers take turns, one filled while the other is on its way. Nothing of what is written
 * stays behind as garbage.
 */
export function openOutflow(raw: Raw, timeoutMs: number): Outflow {
  let filling = Buffer.allocUnsafe(BUFFER_BYTES)
  let sending = Buffer.allocUnsafe(BUFFER_BYTES)
  let filled = 0
  let sent = Promise.resolve()

  async function flush(): Promise<void> {
    await sent
    sent = writeOut(raw, filling.subarray(0, filled), timeoutMs)
    // That it failed is told at the next flush.
    sent.catch(() => undefined)
    ;[filling, sending] = [sending, filling]
    filled = 0
  }
  return {
    hasRoomFor: (text) => text.length * MOST_BYTES <= filling.length - filled,
    add(text) {
      // Larger than a buffer by itself: it comes after a flush.
      if (text.length * MOST_BYTES > filling.length - filled)
        filling = Buffer.concat([
          filling.subarray(0, filled),
          Buffer.allocUnsafe(text.length * MOST_BYTES),
        ])
      filled += filling.write(text, filled)
    },
    flush,
    async end() {
      await flush()
      await sent
    },
  }
}

/** Resolves when the socket has taken it all; throws when the reader is gone or too slow. */
export function writeOut(raw: Raw, bytes: Buffer | string, timeoutMs: number): Promise<void> {
  if (raw.destroyed) return Promise.reject(new Error('the reader has gone'))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(new Error(`the reader did not drain in ${timeoutMs} ms`)),
      timeoutMs,
    )
    const onClose = () => settle(new Error('the reader has gone'))
    function settle(error?: Error | null) {
      clearTimeout(timer)
      raw.off('close', onClose)
      if (error) reject(error)
      else resolve()
    }
    raw.on('close', onClose)
    raw.write(bytes, settle)
  })
}
