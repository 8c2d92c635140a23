// Keeps a kind of reading from taking every connection: so many at once, the others in the order they came.

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

export function limited(most: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes to the next in line, so that nobody who comes now is faster.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
