// Keeps what was read lately, so that many callers cost one statement. In its second half of life a value
// is read again while callers still get it: where calls are frequent, none waits for the database.
import { monotonicMs } from './clock.ts'

export type Lately<Value> = {
  /** Not older than `mostAgeMs`. Callers share one reading, and only the first after a pause waits. Throws if it fails. */
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
      const ageMs = known === undefined ? Infinity : monotonicMs() - known.atMs
      if (known !== undefined && ageMs < mostAgeMs / 2) return known.value
      reading ??= fresh().finally(() => void (reading = undefined))
      if (known === undefined || ageMs >= mostAgeMs) return reading
      // If it fails, the next caller who finds the value too old reads again and is told.
      reading.catch(() => undefined)
      return known.value
    },
  }
}
