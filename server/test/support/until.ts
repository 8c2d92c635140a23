// Waits for a condition, never for a fixed time.
import { setTimeout as sleep } from 'node:timers/promises'

/** Long, since the machine may be busy: a test that hangs still ends with its reason. */
const TIMEOUT_MS = 240_000

/** Repeats the read until its value is wanted, and returns that value. */
export async function until<T>(
  read: () => Promise<T>,
  isWanted: (value: T) => boolean,
): Promise<T> {
  for (const end = Date.now() + TIMEOUT_MS; ; await sleep(10)) {
    const value = await read()
    if (isWanted(value)) return value
    if (Date.now() > end) throw new Error(`timed out with the value ${JSON.stringify(value)}`)
  }
}

/** Repeats the check until it holds. */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(4))
    if (await holds()) return
  throw new Error(`timed out after ${TIMEOUT_MS / 1000} s waiting for this: ${what}`)
}
