// Bounds how long a round of the worker waits for a screener. A round ends with its slowest order, so one slow answer
// would delay all others.

export type Patience<T> = {
  /** Undefined if the work takes longer than `ms`. It goes on, and a call with the same key joins it. */
  within(ms: number, key: string, work: () => Promise<T>): Promise<T | undefined>
  /** Waits for the work that goes on. */
  end(): Promise<void>
}

export function createPatience<T>(): Patience<T> {
  const running = new Map<string, Promise<T>>()

  function begin(key: string, work: () => Promise<T>): Promise<T> {
    const begun = work().finally(() => running.delete(key))
    running.set(key, begun)
    return begun
  }

  return {
    async within(ms, key, work) {
      const { promise: late, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => resolve(undefined), ms)
      try {
        return await Promise.race([running.get(key) ?? begin(key, work), late])
      } finally {
        clearTimeout(timer)
      }
    },
    end: async () => void (await Promise.allSettled(running.values())),
  }
}
