// The only reader of the time in this package.

/** Milliseconds since some moment. It never goes back. */
export const monotonicMs = (): number => performance.now()

/** Seconds since the epoch, for the timestamps of webhooks. */
export const epochSeconds = (): number => Date.now() / 1000

/** Rejects with the reason of the signal once it is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}
