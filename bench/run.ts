// `npm run bench`: quotes and orders a second on a durable database, beside the same server with storage
// removed. Boots everything itself on loopback, interleaves what it compares, and prints medians with min and max.
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { newSecrets } from '@corridor/server/config.ts'
import { openEmbedded } from '@corridor/server/db/embedded/index.ts'
import type { SandboxFile } from '@corridor/server/sandbox/prepare.ts'
import { openPool, type Pool } from '@corridor/server/db/pool.ts'
import { publicId, uuidOf } from '@corridor/server/ids.ts'

const CONNECTIONS = 64

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    json: { type: 'boolean', default: false },
  },
})
const rounds = Number.parseInt(values.rounds, 10)
const seconds = Number.parseInt(values.seconds, 10)

const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
const url = `postgresql://${cluster.user}@/postgres?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`
const db = openPool({ connectionString: url }, { size: 1 })
const secrets = newSecrets()
const durable = await start('durable')
const ceiling = await start('ceiling')
try {
  const rows = [...(await measure()), await measureLife()]
  process.stdout.write(values.json ? `${JSON.stringify(summary(rows))}\n` : table(rows))
} finally {
  for (const server of [durable, ceiling]) server.process.disconnect()
  await Promise.all(
    [durable, ceiling].map(
      ({ process: child }) => new Promise((resolve) => child.once('exit', resolve)),
    ),
  )
  await db.end()
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}

type Server = { process: ChildProcess; url: string; key: string; organizationId: string }

async function start(kind: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'service.ts'), [kind, url, dir], {
    env: { ...process.env, CORRIDOR_SECRETS: secrets },
  })
  const told: Partial<SandboxFile & { url: string }> = {}
  while (told.url === undefined) {
    Object.assign(
      told,
      await new Promise<object>((resolve, reject) => {
        child.once('message', (message) => resolve(Object(message)))
        child.once('exit', () => reject(new Error(`the ${kind} service did not start`)))
      }),
    )
  }
  const { api_key: key = '', organization_id: organizationId = '' } = told
  return { process: child, url: told.url, key, organizationId }
}

type Round = { perSecond: number; p50Ms: number; p99Ms: number }
type Row = { operation: string; server: string; rounds: Round[] }

async function measure(): Promise<Row[]> {
  const quote = await anyQuote(ceiling).then(() => anyQuote(durable))
  const rows: Row[] = []
  for (const operation of ['POST quotes', 'POST orders']) {
    const [ofCeiling, ofDurable]: [Row, Row] = [
      { operation, server: 'without storage', rounds: [] },
      { operation, server: 'durable', rounds: [] },
    ]
    rows.push(ofCeiling, ofDurable)
    // The first round of each warms it up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const [row, server] of [
        [ofCeiling, ceiling],
        [ofDurable, durable],
      ] as const) {
        if (!values.json)
          process.stderr.write(`${operation}, ${row.server}, round ${round} of ${rounds}   \r`)
        const result =
          operation === 'POST quotes'
            ? await postQuotes(server, quote.offeringId)
            : await postOrders(server, quote.id)
        if (round > 0) row.rounds.push(result)
      }
    }
  }
  return rows
}

/** Orders a second from funded to COMPLETED, by one worker. */
async function measureLife(): Promise<Row> {
  const child = fork(join(import.meta.dirname, 'life.ts'), [url, dir, '2000', String(rounds)], {
    env: { ...process.env, CORRIDOR_SECRETS: secrets },
  })
  const measured: Round[] = []
  child.on('message', (message) => measured.push({ p50Ms: 0, p99Ms: 0, ...Object(message) }))
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve(code) : reject(new Error('life.ts failed'))))
  })
  return { operation: 'to COMPLETED', server: 'one worker', rounds: measured }
}

async function anyQuote(server: Server): Promise<{ offeringId: string; id: string }> {
  const offerings: { id: string }[] = await post(server, 'offerings')
  const offeringId = offerings[0]?.id ?? ''
  const quote: { id: string } = await post(server, 'quotes', {
    offering_id: offeringId,
    payin_amount: '1000.00',
  })
  return { offeringId, id: quote.id }
}

async function post(server: Server, what: string, body?: object) {
  const response = await fetch(`${server.url}/v1/organizations/${server.organizationId}/${what}`, {
    method: 'POST',
    headers: headers(server),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text).data
}

function headers(server: Server) {
  return {
    authorization: `Bearer ${server.key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
}

function postQuotes(server: Server, offeringId: string): Promise<Round> {
  return load(server, 'quotes', () =>
    JSON.stringify({ offering_id: offeringId, payin_amount: '1000.00' }),
  )
}

async function postOrders(server: Server, quoteId: string): Promise<Round> {
  const quotes = server === durable ? await freshQuotes(db, quoteId, seconds * 25_000) : undefined
  return load(server, 'orders', () => JSON.stringify({ quote_id: quotes?.pop() ?? quoteId }))
}

/** Copies a quote: a quote of one's own for each order to come. */
async function freshQuotes(db: Pool, quoteId: string, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into quotes
     select (q).* from (
       select jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(), 'idempotency_key', gen_random_uuid())) as q
         from quotes q, generate_series(1, $2) where q.id = $1) as copies
     returning id`,
    [uuidOf('qt', quoteId), count],
  )
  await db.query('analyze quotes')
  return rows.map(({ id }) => publicId('qt', id))
}

async function load(server: Server, what: string, body: () => string): Promise<Round> {
  const path = `/v1/organizations/${server.organizationId}/${what}`
  const result = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          method: 'POST',
          path,
          headers: headers(server),
          body: body(),
        }),
      },
    ],
  })
  if (result.errors + result.timeouts + result.non2xx > 0) {
    throw new Error(
      `${what}: ${result.errors} errors, ${result.timeouts} timeouts, ${result.non2xx} refusals`,
    )
  }
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function perSecond(row: Row | undefined): number {
  return median((row?.rounds ?? []).map((round) => round.perSecond))
}

function ratios(rows: readonly Row[]): Record<string, number> {
  const of = (operation: string, server: string) =>
    perSecond(rows.find((row) => row.operation === operation && row.server === server))
  const ratio = (operation: string) =>
    Math.round((100 * of(operation, 'durable')) / of(operation, 'without storage')) / 100
  return { post_quotes: ratio('POST quotes'), post_orders: ratio('POST orders') }
}

function summary(rows: readonly Row[]) {
  return {
    connections: CONNECTIONS,
    rounds,
    seconds,
    rows,
    ratios: ratios(rows),
  }
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const each = row.rounds.map((round) => Math.round(round.perSecond))
    const p99 = median(row.rounds.map((round) => round.p99Ms))
    return `${row.operation.padEnd(12)} ${row.server.padEnd(16)} ${String(Math.round(perSecond(row))).padStart(7)}/s  (${Math.min(...each)} to ${Math.max(...each)})   p99 ${p99} ms`
  })
  const { post_quotes, post_orders } = ratios(rows)
  return `\n${lines.join('\n')}\n\nratio to no storage: quotes ${post_quotes}, orders ${post_orders}; ${CONNECTIONS} connections, medians of ${rounds} rounds of ${seconds} s\n`
}
