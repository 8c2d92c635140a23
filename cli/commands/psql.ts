// `corridor psql`: opens psql on the database of the deployment. It runs the psql of the machine, since the embedded
// PostgreSQL does not include one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { environmentWith, readConfig } from '@corridor/server/platform/config.ts'
import { openDatabase } from '@corridor/server/platform/db/open.ts'
import { libpqOf } from '../libpq.ts'
import { requireDatabase } from '../with-database.ts'
import { thrownCode } from '@corridor/server/platform/thrown.ts'

export async function psql(args: readonly string[], { owner }: { owner: boolean }): Promise<void> {
  requireDatabase()
  const database = await openDatabase(readConfig(), 'guest')
  // Ignore Ctrl-C here: psql uses it to cancel a statement.
  const ignore = () => undefined
  process.on('SIGINT', ignore)
  try {
    const { uri, env } = libpqOf(owner ? database.owner : database.service)
    const child = spawn('psql', [...args, '--dbname', uri], {
      stdio: 'inherit',
      env: environmentWith(env),
    })
    const [status]: unknown[] = await once(child, 'exit').catch((error: unknown) => {
      throw isMissing(error) ? new Error(missing(uri)) : error
    })
    process.exitCode = typeof status === 'number' ? status : 1
  } finally {
    process.off('SIGINT', ignore)
    await database.close()
  }
}

const isMissing = (error: unknown): boolean => thrownCode(error) === 'ENOENT'

const missing = (uri: string): string =>
  'psql is not installed. Install the client of PostgreSQL (Debian and Ubuntu: `apt install postgresql-client`; ' +
  'macOS: `brew install libpq`), or use another client while `npm start` runs:\n' +
  uri
