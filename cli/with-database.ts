// For commands that look at the database beside a running service, or without one.
import { systemClock, type Clock } from '@corridor/server/clock.ts'
import { readConfig, type Config } from '@corridor/server/config.ts'
import { migrate } from '@corridor/server/db/migrate.ts'
import { openDatabase } from '@corridor/server/db/open.ts'
import { openPool, type Pool } from '@corridor/server/db/pool.ts'
import { createSandboxClock, selectClock } from '@corridor/server/sandbox/clock.ts'

/** Opens the database of the environment, brings it up to date, and closes it afterwards. */
export async function withDatabase<T>(
  work: (
    db: Pool,
    context: { config: Config; clock: Clock; migrated: readonly string[] },
  ) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  const database = await openDatabase(config, 'guest')
  try {
    const migrated = await migrate(database.owner, config.environment, systemClock)
    const pool = openPool(database.service, { size: 2, role: 'corridor_service' })
    try {
      const clock = createSandboxClock(systemClock)
      if (config.environment === 'sandbox') clock.moveTo(await selectClock(pool))
      return await work(pool, { config, clock, migrated })
    } finally {
      await pool.end()
    }
  } finally {
    await database.close()
  }
}
