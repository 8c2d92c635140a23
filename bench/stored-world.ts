// A service in a process of its own, over a database with many orders and what belongs to them.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import { newSecrets } from '../server/src/platform/config.ts'
import { openPool, type Pool } from '../server/src/platform/db/pool.ts'
import { startChild, type Child } from './children.ts'
import { makeOrder, openServer, stockQuotes, type Server } from './operations.ts'
import { store } from './stored.ts'
import { storePayouts } from './stored-payouts.ts'
import { storeRest } from './stored-rest.ts'
import { raiseBounds } from './world.ts'

export type StoredWorld = {
  /** As its owner. */
  db: Pool
  service: Child
  /** Starts another process beside the service. */
  beside(file: URL): Promise<Child>
  close(): Promise<void>
}

/** `data` keeps the database and uses it again. `before` runs once, before the orders are stored. */
export async function openStoredWorld(
  orders: number,
  data: string | undefined,
  before: (server: Server) => Promise<void> = async () => undefined,
): Promise<StoredWorld> {
  const dir = data ?? mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const kept = join(dir, 'secrets-of-the-bench')
  const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
  const databaseUrl = databaseUrlOf(cluster)
  const db = openPool({ connectionString: databaseUrl }, { size: 2 })
  const isStored = existsSync(kept)
  const secrets = isStored ? readFileSync(kept, 'utf8') : newSecrets()
  const surroundings = { databaseUrl, dir, secrets }
  const started: Child[] = []
  const start = async (file: string | URL, kind?: string) => {
    const child = await startChild(new URL(file, import.meta.url), surroundings, kind)
    started.push(child)
    return child
  }
  const close = async () => {
    for (const child of started.toReversed()) await child.stop()
    await db.end()
    await cluster.stop()
    if (data === undefined) rmSync(dir, { recursive: true, force: true })
  }
  try {
    const service = await start('service.ts', 'durable')
    if (!isStored) {
      const server = await openServer(service)
      await raiseBounds(db)
      await stockQuotes(server, 1)
      await makeOrder(server)
      await before(server)
      await store(db, orders, say)
      await storePayouts(db, say)
      await storeRest(db, say)
      await db.query('select list_all_values()')
      writeFileSync(kept, secrets, { mode: 0o600 })
    }
    return { db, service, beside: (file) => start(file), close }
  } catch (error) {
    await close()
    throw error
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
