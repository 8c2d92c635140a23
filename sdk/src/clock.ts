// The only reader of the time in this package.

/** Milliseconds since some moment. It never goes back. */
export const monotonicMs = (): number => performance.now()

/** Seconds since the epoch, for the timestamps of webhooks. */
export const epochSeconds = (): number => Date.now() / 1000

/** setTimeout ends a longer wait at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Acts once after any number of milliseconds, also Infinity. The result cancels it. */
export function after(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const start = (leftMs: number): void => {
    timer = setTimeout(
      () => (leftMs > LONGEST_TIMER_MS ? start(leftMs - LONGEST_TIMER_MS) : act()),
      Math.min(leftMs, LONGEST_TIMER_MS),
    )
  }
  start(ms)
  return () => clearTimeout(timer)
}

/** Rejects with the reason of the signal once it is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const cancel = after(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    const abort = (): void => {
      cancel()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}
