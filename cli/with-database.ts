// Opens the database for a command, whether or not the service runs. Most commands need nothing else, so the parts of
// the service are loaded when a command asks for them: loading them takes several times as long as the command.
import { hasCluster } from '@corridor/embedded-postgres'
import { systemClock, type Clock } from '@corridor/server/platform/clock.ts'
import { readClientSettings, readConfig, type Config } from '@corridor/server/platform/config.ts'
import { watchCommits } from '@corridor/server/platform/db/commits.ts'
import { migrate } from '@corridor/server/platform/db/migrate.ts'
import { openDatabase } from '@corridor/server/platform/db/open.ts'
import { openPool, type Connection, type Pool } from '@corridor/server/platform/db/pool.ts'
import type { Deps } from '@corridor/server/service/deps.ts'
import { createLog } from '@corridor/server/platform/log.ts'
import { createSandboxClock, selectClock } from '@corridor/server/service/sandbox/clock.ts'

type Context = {
  config: Config
  clock: Clock
  migrated: readonly string[]
  /** How the owner of the tables connects. */
  ownerConnection: Connection
  /** Loads and opens the parts of the service. */
  openDeps(): Promise<Deps>
}

type Work<T> = (db: Pool, context: Context) => Promise<T>

/** In another folder, a command would make a second sandbox, and do its work there. */
export function requireDatabase(): void {
  const { isEmbedded, dataDir } = readClientSettings()
  if (isEmbedded && !hasCluster(dataDir))
    throw new Error(
      `there is no database of a sandbox in ${dataDir}: run the command in the folder of the checkout, or set CORRIDOR_DATA_DIR or DATABASE_URL. \`npm start\` and \`corridor migrate\` make one.`,
    )
}

/** Opens the database of the environment, brings it up to date, and closes it afterwards. */
export const withDatabase = async <T>(work: Work<T>): Promise<T> => {
  requireDatabase()
  return withMadeDatabase(work)
}

/** Makes the database of a sandbox if there is none. */
export async function withMadeDatabase<T>(work: Work<T>): Promise<T> {
  const config = readConfig()
  const database = await openDatabase(config, 'guest')
  try {
    const migrated = await migrate(database.owner, config.environment, systemClock)
    const clock = config.environment === 'sandbox' ? await keptClock(database.owner) : systemClock
    const log = createLog({ logLevel: 'silent' })
    const { service: connection, owner: ownerConnection } = database
    const db = openPool(connection, { size: config.database.poolSize, role: 'corridor_service' })
    const commits = watchCommits([db], connection, log)
    let opened: Deps | undefined
    const openDeps = async (): Promise<Deps> => {
      const load = await import('@corridor/server/service/deps.ts')
      opened ??= load.openDeps({
        config,
        clock,
        log,
        connection,
        ownerConnection,
        // Links to further pages need an address. No service listens there.
        publicUrl: () => config.publicUrl || `http://localhost:${config.port}`,
      })
      return opened
    }
    try {
      return await work(db, { config, clock, migrated, ownerConnection, openDeps })
    } finally {
      await opened?.close()
      commits.stop()
      await db.end()
    }
  } finally {
    await database.close()
  }
}

/** The time of a sandbox as it is now: a command ends before anybody would notice that it moved. */
async function keptClock(connection: Connection): Promise<Clock> {
  // A login that may only migrate has no access to the service's role.
  const owner = openPool(connection, { size: 1 })
  const clock = createSandboxClock(systemClock)
  try {
    clock.moveTo(await selectClock(owner))
  } finally {
    await owner.end()
  }
  return clock
}
