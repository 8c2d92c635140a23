// `node bench/neighbours.ts`: measures how long a customer with ten requests a second waits while a neighbour floods the
// service over a hundred connections, for each kind of flood. Starts everything itself on loopback.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { randomUUID } from 'node:crypto'
import { newSecrets } from '../server/src/platform/config.ts'
import { monotonicMs } from '../server/src/platform/clock.ts'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import { openPool } from '../server/src/platform/db/pool.ts'
import { startChild, textIn, type Answer, type Child } from './children.ts'
import { commitOf } from './machine.ts'
import { store } from './stored.ts'

const PER_SECOND = 10
const SETTLE_MS = 1500
const GIVE_UP_MS = 20_000
/** A fifth of the orders belong to the flooding organization. */
const ORDERS = 50_000
const ENTERPRISES = ['Flood Enterprise', 'Demo Enterprise']

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
  },
})
const seconds = Number.parseInt(values.seconds, 10)

type RequestSpec = { method: string; path: string; body?: object }
type Flood = { name: string; spec?: RequestSpec }
type Waits = { name: string; tookMs: number[]; failures: Record<string, number> }

const commit = commitOf(import.meta.dirname)

async function run(enterprise: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
  const databaseUrl = databaseUrlOf(cluster)
  const db = openPool({ connectionString: databaseUrl }, { size: 1 })
  const children: Child[] = []
  const start = async (name: string, kind: string) => {
    const surroundings = { databaseUrl, dir, secrets }
    const child = await startChild(new URL(name, import.meta.url), surroundings, kind)
    children.push(child)
    return child
  }
  const secrets = newSecrets()
  async function end(): Promise<void> {
    await Promise.all(children.map((child) => child.stop()))
    await db.end()
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  const interrupted = () => void end().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupted)
  try {
    const service = await start('./neighbours-service.ts', enterprise)
    const flooder = await start('./flood.ts', '')
    const hello = service.hello
    const url = textIn(hello, 'url')
    const floods = await prepareFloods(hello, (count) => store(db, count, () => undefined))
    const victims = await prepareVictims(hello)
    for (const { name, spec } of floods) {
      if (!name.includes(values.only)) continue
      if (spec !== undefined) {
        await flooder.call({
          url: url + spec.path,
          method: spec.method,
          body: spec.body === undefined ? '' : JSON.stringify(spec.body),
          key: textIn(hello, 'flood_key'),
          connections: Number.parseInt(values.connections, 10),
        })
      }
      await sleep(SETTLE_MS)
      const seen = await Promise.all(
        victims.map((victim) =>
          measureWaits(url, textIn(hello, 'api_key'), victim.name, victim.spec),
        ),
      )
      const answers = await flooder.call({})
      const perSecond = Object.entries(answers).map(
        ([status, count]) =>
          `${status}: ${Math.round(Number(count) / (seconds + SETTLE_MS / 1000))}`,
      )
      for (const { name: victim, tookMs, failures } of seen) {
        const of = enterprise === ENTERPRISES[0] ? 'another enterprise' : 'the same enterprise'
        const failed = Object.entries(failures).map(([status, count]) => `${status}: ${count}`)
        const figures = [percentile(tookMs, 0.5), percentile(tookMs, 0.99)].map((ms) =>
          ms.toFixed(1),
        )
        print(
          [
            commit,
            of,
            name,
            perSecond.join(', '),
            victim,
            ...figures,
            failed.join(', ') || '0',
          ].join(' | '),
        )
      }
      await sleep(SETTLE_MS)
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupted)
    await end()
  }
}

/** Creates the neighbour's orders and endpoint. Returns its floods; the first one is none. */
async function prepareFloods(
  hello: Answer,
  storeOrders: (count: number) => Promise<void>,
): Promise<Flood[]> {
  const organization = `/v1/organizations/${textIn(hello, 'flood_organization_id')}`
  const make = creator(hello, 'flood_key', organization)
  const offering = await make('offerings')
  const quote = await make('quotes', { offering_id: offering, payin_amount: '100.00' })
  const order = await make('orders', { quote_id: quote })
  await storeOrders(ORDERS)
  // No program listens there, so redeliveries are refused at once.
  const endpoint = await make('webhook-endpoints', { url: 'http://127.0.0.1:9/' })
  const range = {
    created_after: '2000-01-01T00:00:00Z',
    created_before: '2999-01-01T00:00:00Z',
  }
  const get = (path: string) => ({ method: 'GET', path })
  return [
    { name: 'none' },
    { name: 'POST offerings', spec: { method: 'POST', path: `${organization}/offerings` } },
    {
      name: 'POST redeliver',
      spec: {
        method: 'POST',
        path: `${organization}/webhook-endpoints/${endpoint}/redeliver`,
        body: range,
      },
    },
    {
      name: 'GET orders, filtered',
      spec: get(`${organization}/orders?offering_id=${offering}&status=FAILED_CANCELLED&limit=50`),
    },
    { name: 'GET orders, all', spec: get(`${organization}/orders`) },
    { name: 'GET timeline', spec: get(`${organization}/orders/${order}/timeline`) },
    { name: 'GET unknown organizations', spec: get('/v1/organizations/org_0{random}') },
  ]
}

async function prepareVictims(hello: Answer): Promise<{ name: string; spec: RequestSpec }[]> {
  const organization = `/v1/organizations/${textIn(hello, 'organization_id')}`
  const make = creator(hello, 'api_key', organization)
  const offering = await make('offerings')
  const body = { offering_id: offering, payin_amount: '100.00' }
  let order = ''
  for (let made = 0; made < 50; made++)
    order = await make('orders', { quote_id: await make('quotes', body) })
  return [
    { name: 'POST quotes', spec: { method: 'POST', path: `${organization}/quotes`, body } },
    { name: 'GET order', spec: { method: 'GET', path: `${organization}/orders/${order}` } },
    { name: 'GET orders, 50', spec: { method: 'GET', path: `${organization}/orders?limit=50` } },
  ]
}

/** Sends a fixed number of requests per second, however long the answers take. */
async function measureWaits(
  url: string,
  key: string,
  name: string,
  what: RequestSpec,
): Promise<Waits> {
  const seen: Waits = { name, tookMs: [], failures: {} }
  const agent = new Agent({ keepAlive: true })
  const beganMs = monotonicMs()
  const asked = Array.from({ length: seconds * PER_SECOND }, async (_, index) => {
    const dueMs = beganMs + (index * 1000) / PER_SECOND
    await sleep(dueMs - beganMs)
    const status = await sendRequest(agent, url, key, what)
    seen.tookMs.push(monotonicMs() - dueMs)
    if (!status.startsWith('2')) seen.failures[status] = (seen.failures[status] ?? 0) + 1
  })
  await Promise.all(asked)
  agent.destroy()
  return seen
}

function sendRequest(agent: Agent, url: string, key: string, what: RequestSpec): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url + what.path, {
      agent,
      method: what.method,
      timeout: GIVE_UP_MS,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
        ...(what.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    sent.on('response', (response) =>
      response.resume().on('end', () => resolve(String(response.statusCode))),
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error) => resolve(error.message))
    sent.end(what.body === undefined ? '' : JSON.stringify(what.body))
  })
}

/** Returns a function that creates an object and returns the first identifier in the answer. */
const creator =
  (hello: Answer, key: string, organization: string) =>
  async (kind: string, body?: object): Promise<string> => {
    const response = await fetch(`${textIn(hello, 'url')}${organization}/${kind}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${textIn(hello, key)}`,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const id = /"id":"([a-z]+_[0-9a-z]{26})"/.exec(text)?.[1]
    if (id === undefined) throw new Error(`POST ${kind}: ${response.status} ${text}`)
    return id
  }

function percentile(tookMs: readonly number[], part: number): number {
  const sorted = Float64Array.from(tookMs).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

print('Commit | Neighbour | Flood | Answers to it a second | Victim | p50 ms | p99 ms | Failures')
for (const enterprise of ENTERPRISES) await run(enterprise)
