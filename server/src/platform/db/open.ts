// Opens the database: the one of DATABASE_URL, else the embedded one in the data folder.
import type { Config } from '../config.ts'
import { EmbeddedError, openEmbedded } from '@corridor/embedded-postgres'
import type { Connection } from './pool.ts'

export type Database = {
  /** Connects as the owner of the tables, for migrations. */
  owner: Connection
  /** Connects for the service, which works under the role corridor_service. */
  service: Connection
  /** Resolves when an embedded server exits without being closed. */
  gone: Promise<void>
  close(): Promise<void>
}

/** A database that another process has opened and will close. */
export const openedDatabase = (connection: Connection): Database => ({
  owner: connection,
  service: connection,
  gone: new Promise(() => undefined),
  close: async () => undefined,
})

/** `role` matters to an embedded server: the service is its `owner` and stops it; a command is a `guest`. */
export async function openDatabase(
  config: Config,
  role: 'owner' | 'guest',
  log?: (message: string) => void,
): Promise<Database> {
  const { url, ownerUrl } = config.database
  if (url !== '') {
    return {
      owner: { connectionString: ownerUrl },
      service: { connectionString: url },
      gone: new Promise(() => undefined),
      close: async () => undefined,
    }
  }
  const embedded = await openEmbedded({
    dataDir: config.dataDir,
    role,
    settings: { cluster_name: 'corridor' },
    ...(log === undefined ? {} : { log }),
  }).catch(nameOurSettings)
  const connection = {
    host: embedded.host,
    port: embedded.port,
    user: embedded.user,
    database: 'postgres',
  }
  return {
    owner: connection,
    service: connection,
    gone: embedded.gone,
    close: () => embedded.stop(),
  }
}

// The package does not know Corridor's environment variables, so name them here.
function nameOurSettings(error: unknown): never {
  if (!(error instanceof EmbeddedError)) throw error
  throw new EmbeddedError(
    `${error.message}\n` +
      'CORRIDOR_DATA_DIR sets the data folder. To use a PostgreSQL server of your own, set DATABASE_URL.',
  )
}
