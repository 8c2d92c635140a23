// A process that dies leaves its pools to the next one, if no connection was in use. A new connection would plan every
// statement again, which took a quarter of the time of a history. The memory of the process is in its deps, not here.
import pg from 'pg'

const RealPool = pg.Pool
let left = new Map<string, pg.Pool[]>()
let keeps = false

const isIdle = (pool: pg.Pool): boolean =>
  pool.idleCount === pool.totalCount && pool.waitingCount === 0

Object.defineProperty(pg, 'Pool', {
  value: new Proxy(RealPool, {
    construct(target, args: [pg.PoolConfig]): pg.Pool {
      const key = JSON.stringify(args)
      const known = left.get(key)?.pop()
      if (known !== undefined) return known
      const pool = new target(...args)
      const end = pool.end.bind(pool)
      pool.end = async () => {
        if (!keeps || !isIdle(pool)) return end()
        for (const event of ['connect', 'acquire', 'release', 'remove', 'error'] as const)
          pool.removeAllListeners(event)
        left.set(key, [...(left.get(key) ?? []), pool])
      }
      return pool
    },
  }),
})

/** While `work` runs, the end of a pool keeps its connections for the next pool with the same options. */
export async function keepPools(work: () => Promise<unknown>): Promise<void> {
  keeps = true
  try {
    await work()
  } finally {
    keeps = false
  }
}

export async function endPools(): Promise<void> {
  const pools = [...left.values()].flat()
  left = new Map()
  await Promise.all(pools.map((pool) => pool.end()))
}
