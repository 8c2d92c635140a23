// A process that opens an embedded database, for the tests to kill. It prints one line, stops on SIGTERM, and on SIGINT
// writes one more row first, as a draining service does.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedError, openEmbedded, openThrowaway } from '../../src/index.ts'

const [role = '', dir = ''] = process.argv.slice(2)

try {
  const log = (message: string) => process.stderr.write(`${message}\n`)
  const database =
    role === 'throwaway' || role === 'forgotten'
      ? await openThrowaway({ dir })
      : await openEmbedded({ dataDir: dir, role: role === 'guest' ? 'guest' : 'owner', log })
  const { host, port, user, started } = database
  const stay = setInterval(() => undefined, 1000)
  if (role === 'forgotten') stay.unref()
  const leave = async () => {
    await database.stop()
    clearInterval(stay)
  }
  process.once('SIGTERM', leave)
  process.once('SIGINT', async () => {
    await sleep(200)
    const client = new pg.Client({ host, port, user, database: 'postgres' })
    await client.connect()
    await client.query("insert into kept values ('written while draining')")
    await client.end()
    await leave()
  })
  process.stdout.write(`${JSON.stringify({ host, port, user, started })}\n`)
} catch (error) {
  if (!(error instanceof EmbeddedError)) throw error
  process.stdout.write(`${JSON.stringify({ refused: error.message })}\n`)
}
