// Notes requests in memory and writes them once a second in one statement. It never makes a request wait, and never takes
// more than a bounded memory and a bounded table: each key has an allowance, and refusals have one of their own.
import { LruMap } from 'toad-cache'
import type { Logger } from 'pino'
import { monotonicMs } from '../../platform/clock.ts'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { Db } from '../../platform/db/pool.ts'
import { insertRequests, type NewRequest } from './queries.ts'

const WRITE_EVERY_MS = 1000
/** Of one statement. */
const MOST_ROWS = 500
/** The requests of a second, or of longer while the database does not answer. */
const MOST_WAITING = 5000
/** An allowance fills up again in a pause. In seven days a key makes 300,000 rows at most, and an enterprise 1,200,000. */
const OF_KEY: Allowance = { atOnce: 300, perSecond: 0.5 }
const OF_ENTERPRISE: Allowance = { atOnce: 3000, perSecond: 2 }
type Allowance = { atOnce: number; perSecond: number }
/** Keys and enterprises that are remembered. */
const MOST_BUCKETS = 20_000

export type RequestLog = {
  /** Whether a request of this key that is answered now is still noted. Takes one of its and its enterprise's allowance. */
  takes(caller: Pick<Caller, 'id' | 'enterpriseId'>, isRefusal: boolean): boolean
  note(request: NewRequest): void
  /** Writes what waits. */
  close(): Promise<void>
}

type Bucket = { left: number; atMs: number }

export function openRequestLog(db: Db, log: Logger): RequestLog {
  const buckets = new LruMap<Bucket>(MOST_BUCKETS)
  let waiting: NewRequest[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** Entries that the database does not take are dropped: the log is a help, and must not grow. */
  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const part = waiting.slice(0, MOST_ROWS)
      waiting = waiting.slice(MOST_ROWS)
      await insertRequests(db, part).catch((error: unknown) =>
        log.warn({ err: error, requests: part.length }, 'requests are missing in the request log'),
      )
    }
  }

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      writing = write().finally(() => {
        timer = undefined
        if (waiting.length > 0) writeSoon()
      })
    }, WRITE_EVERY_MS).unref()
  }

  function take(name: string, { atOnce, perSecond }: Allowance): boolean {
    const now = monotonicMs()
    const bucket = buckets.get(name) ?? { left: atOnce, atMs: now }
    const left = Math.min(atOnce, bucket.left + ((now - bucket.atMs) / 1000) * perSecond)
    buckets.set(name, { left: left < 1 ? left : left - 1, atMs: now })
    return left >= 1
  }

  return {
    takes({ id, enterpriseId }, isRefusal) {
      const kind = isRefusal ? '!' : ''
      return take(`${id}${kind}`, OF_KEY) && take(`${enterpriseId}${kind}`, OF_ENTERPRISE)
    },
    note(request) {
      if (waiting.length >= MOST_WAITING) return
      waiting.push(request)
      writeSoon()
    },
    async close() {
      clearTimeout(timer)
      timer = undefined
      await writing
      await write()
    },
  }
}
