// Keeps what was read lately, so that many callers cost one statement.
import { monotonicMs } from './clock.ts'

export type Lately<Value> = {
  /** Not older than `mostAgeMs`. Callers meanwhile share one reading. Throws if it fails. */
  present(): Promise<Value>
  /** Reads anew. */
  fresh(): Promise<Value>
}

export function lately<Value>(mostAgeMs: number, read: () => Promise<Value>): Lately<Value> {
  let known: { value: Value; atMs: number } | undefined
  let reading: Promise<Value> | undefined

  async function fresh(): Promise<Value> {
    // The age counts from before the query, which may wait for a connection.
    const atMs = monotonicMs()
    const value = await read()
    if (known === undefined || known.atMs < atMs) known = { value, atMs }
    return value
  }

  return {
    fresh,
    async present() {
      if (known !== undefined && monotonicMs() - known.atMs < mostAgeMs) return known.value
      reading ??= fresh().finally(() => void (reading = undefined))
      return reading
    },
  }
}
