// `node bench/desk-at-work.ts`: what a customer waits for while the desk is idle, and while eight operators read, search, export
// and reconcile, in a database with `--orders` orders. desk-operators.ts has the operators, in a process of their own: here
// their answers would delay the clock that measures the customer.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEmbedded } from '@corridor/embedded-postgres'
import { monotonicMs } from '../server/src/platform/clock.ts'
import { newSecrets } from '../server/src/platform/config.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { startChild, textIn } from './children.ts'
import { makeOrder, openServer, stockQuotes } from './operations.ts'
import { newKeys } from './pages.ts'
import { store } from './stored.ts'
import { storePayouts } from './stored-payouts.ts'
import { storeRest } from './stored-rest.ts'
import { raiseBounds } from './world.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '30' },
  },
})
const orders = Number.parseInt(values.orders, 10)
const seconds = Number.parseInt(values.seconds, 10)
/** Between two requests of the customer, who is no load. */
const PAUSE_MS = 20
const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
const databaseUrl = `postgresql://${cluster.user}@/postgres?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`
const db = openPool({ connectionString: databaseUrl }, { size: 2 })
const secrets = newSecrets()
const child = await startChild(
  new URL('service.ts', import.meta.url),
  { databaseUrl, dir, secrets },
  'durable',
)
const operators = await startChild(new URL('desk-operators.ts', import.meta.url), {
  databaseUrl,
  dir,
  secrets,
})
try {
  const server = await openServer(child)
  await raiseBounds(db)
  await stockQuotes(server, 1)
  await makeOrder(server)
  await store(db, orders, say)
  await storePayouts(db, say)
  await storeRest(db, say)
  await db.query('select list_all_values()')
  const keys = await newKeys(db, 'treasurer')
  const base = textIn(child.hello, 'url')
  const customer = { base, ...server }
  await customerWaits(customer, 2)
  const idle = await customerWaits(customer, seconds)
  await operators.call({ base, keys })
  await sleep(1000)
  const busy = await customerWaits(customer, seconds)
  const { statuses } = await operators.call({})
  process.stdout.write('| Customer | idle p50 | idle p99 | busy p50 | busy p99 | p99 times |\n')
  process.stdout.write('| --- | --: | --: | --: | --: | --: |\n')
  for (const [name, before] of idle) {
    const [from, to] = [before, busy.get(name) ?? []]
    const cells = [at(from, 0.5), at(from, 0.99), at(to, 0.5), at(to, 0.99)]
    const times = at(to, 0.99) / at(from, 0.99)
    process.stdout.write(
      `| ${[name, ...cells.map((ms) => ms.toFixed(1)), times.toFixed(1)].join(' | ')} |\n`,
    )
  }
  process.stdout.write(`operators: ${JSON.stringify(statuses)}\n`)
} finally {
  await operators.stop()
  await child.stop()
  await db.end()
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}

type Customer = { base: string; organization: string; authorization: string; offeringId: string }

/** Milliseconds of each request of a customer who quotes, orders and reads for so long. */
async function customerWaits(
  { base, organization, authorization, offeringId }: Customer,
  forSeconds: number,
): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>()
  const ask = async (name: string, path: string, body?: object): Promise<string> => {
    const beganMs = monotonicMs()
    const response = await fetch(base + organization + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    waits.set(name, [...(waits.get(name) ?? []), monotonicMs() - beganMs])
    if (!response.ok) throw new Error(`${name} was answered ${response.status}`)
    await sleep(PAUSE_MS)
    return String(Object(Object(answer).data ?? answer).id)
  }
  const endMs = monotonicMs() + forSeconds * 1000
  while (monotonicMs() < endMs) {
    const quote = await ask('POST quotes', '/quotes', {
      offering_id: offeringId,
      payin_amount: '1000.00',
    })
    const order = await ask('POST orders', '/orders', { quote_id: quote })
    await ask('GET order', `/orders/${order}`)
    await ask('GET orders, 50', '/orders?limit=50')
  }
  return waits
}

function at(waits: readonly number[], share: number): number {
  const sorted = waits.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
