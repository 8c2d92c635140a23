// `corridor reset`: deletes the embedded sandbox, so that the next start creates a new one. It refuses DATABASE_URL, so
// it cannot delete the database of a live deployment.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeEmbedded } from '@corridor/embedded-postgres'
import { readConfig } from '@corridor/server/platform/config.ts'

// The server writes these beside the database.
const FILES = ['sandbox.json', 'sandbox.env', 'secrets.json', 'acknowledged']

export async function reset({ yes }: { yes: boolean }): Promise<void> {
  const { environment, dataDir, database } = readConfig()
  if (environment !== 'sandbox') throw new Error('reset works in a sandbox only')
  if (database.url !== '') {
    throw new Error(
      'reset deletes the embedded database only, and DATABASE_URL names another one: ' +
        'drop and create that database yourself, or unset DATABASE_URL',
    )
  }
  if (!yes) {
    throw new Error(
      `reset deletes the sandbox in ${dataDir} with all its orders, API keys and secrets: ` +
        'repeat the command with --yes to confirm',
    )
  }
  await removeEmbedded(dataDir)
  for (const name of FILES) rmSync(join(dataDir, name), { recursive: true, force: true })
  process.stdout.write(`The sandbox in ${dataDir} is deleted. The next start creates a new one.\n`)
}
