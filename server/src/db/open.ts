// Where the database is: the one of DATABASE_URL, else the embedded one in the data folder.
import type { Config } from '../config.ts'
import { EmbeddedError, openEmbedded } from '@corridor/embedded-postgres'
import type { Connection } from './pool.ts'

export type Database = {
  /** For migrations: the owner of the tables. */
  owner: Connection
  /** For the service, which works under the role corridor_service. */
  service: Connection
  /** Resolves when an embedded server is no longer there, and not because it was closed. */
  gone: Promise<void>
  close(): Promise<void>
}

/** Of another process, which closes it. */
export const openedDatabase = (connection: Connection): Database => ({
  owner: connection,
  service: connection,
  gone: new Promise(() => undefined),
  close: async () => undefined,
})

/** `owner`: the service, which stops the embedded server at the end; `guest`: a command beside it. */
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

// The package does not know how Corridor is told of a folder or a database.
function nameOurSettings(error: unknown): never {
  if (!(error instanceof EmbeddedError)) throw error
  throw new EmbeddedError(
    `${error.message}\n` +
      'CORRIDOR_DATA_DIR names the data folder. With DATABASE_URL, Corridor uses a PostgreSQL database of your own.',
  )
}
