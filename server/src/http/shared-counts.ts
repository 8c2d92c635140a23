// Limits that several processes of one service keep together; how they come to know of each other's counts is
// in processes/.
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'

export type SharedCounts = {
  /** One more of `name` in this window of the clock: how many that makes in all, and when the window ends. */
  add(name: string, windowMs: number): { count: number; endsInMs: number }
  /** How many of `name` this process has now, such as open streams. */
  hold(name: string, count: number): void
  heldElsewhere(name: string): number
}

/** Where the limiter of requests keeps its counts. */
export function storeOf(shared: SharedCounts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    incr(
      key: string,
      answer: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = 1000,
    ): void {
      const { count, endsInMs } = shared.add(`${windowMs} ${key}`, windowMs)
      answer(null, { current: count, ttl: endsInMs })
    }

    child(): Store {
      return this
    }
  }
}
