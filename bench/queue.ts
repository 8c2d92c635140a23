// `node bench/queue.ts`: how long operators wait for a page of the queue, of lists and of search, in a database with many
// orders.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import { newSecrets } from '../server/src/platform/config.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { startChild } from './children.ts'
import { makeOrder, openServer, stockQuotes } from './operations.ts'
import { measurePage, newKeys } from './pages.ts'
import { store } from './stored.ts'
import { storePayouts } from './stored-payouts.ts'
import { raiseBounds } from './world.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '300' },
  },
})
const orders = Number.parseInt(values.orders, 10)
const pages = Number.parseInt(values.pages, 10)

const paths = [
  '/queue',
  '/queue?kind=returned_payout',
  '/orders/parked',
  '/orders',
  '/payouts',
  '/payouts?status=RETURNED',
  '/events',
  '/search?q=1000.00',
]

const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
const databaseUrl = databaseUrlOf(cluster)
const db = openPool({ connectionString: databaseUrl }, { size: 2 })
const service = await startChild(
  new URL('service.ts', import.meta.url),
  { databaseUrl, dir, secrets: newSecrets() },
  'durable',
)
try {
  const server = await openServer(service)
  await raiseBounds(db)
  await stockQuotes(server, 1)
  await makeOrder(server)
  await store(db, orders, say)
  await storePayouts(db, say)
  const keys = await newKeys(db, 'viewer')
  const base = `http://${server.address.host}:${server.address.port}/operator/v1`
  for (const path of paths) {
    const { rows, p50Ms, p99Ms } = await measurePage(base, path, keys, pages)
    process.stdout.write(
      `${path}: ${rows} rows, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms\n`,
    )
  }
} finally {
  await service.stop()
  await db.end()
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
