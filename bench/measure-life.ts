// `npm run bench -- --life`: what the life of an order costs, by stage: processor time of the service, processor time of
// PostgreSQL, and bytes of WAL. An endpoint receives the four events of each order. Another checkout takes turns with this
// one if it is named, each with its own PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import { newSecrets } from '../server/src/platform/config.ts'
import { monotonicMs } from '../server/src/platform/clock.ts'
import { openPool, type Pool } from '../server/src/platform/db/pool.ts'
import { startChild, type Child } from './children.ts'
import { load } from './load.ts'
import { makeOrder, openServer, operations, post, sendOnce, stockQuotes } from './operations.ts'
import { cpuMicrosecondsOf, cpuMicrosecondsOfTree, postmasterOf } from './processes.ts'
import { spreadOf, type Spread } from './rounds.ts'
import { store } from './stored.ts'
import { raiseBounds } from './world.ts'

const CALLERS = 64
const LONGEST_MS = 300_000
const EVENTS = ['order.created', 'order.funded', 'order.filled', 'order.completed']

export const STAGES = ['quote', 'order', 'deposit', 'completed', 'webhook'] as const
type Stage = (typeof STAGES)[number]

/** Of one quote, order, deposit, completed order or webhook. */
type Cost = { service_us: number; database_us: number; wal_bytes: number; per_second: number }
type Round = Record<Stage, Cost>

export type LifeOptions = {
  rounds: number
  /** Orders of a round. */
  orders: number
  /** Orders that are stored before the first round. */
  stored: number
  say(text: string): void
}

export type LifeResult = {
  stages: Record<Stage, Record<keyof Cost, Spread>>
  /** An order with its quote, deposit, payout and four webhooks. */
  life: { us: Spread; wal_bytes: Spread }
}

/** Measures this checkout, and `others` in turns with it. The result of this one comes first. */
export async function measureLife(
  options: LifeOptions,
  others: readonly string[],
): Promise<LifeResult[]> {
  const folders = [join(import.meta.dirname, '..'), ...others.map((other) => resolve(other))]
  const sides: Side[] = []
  try {
    for (const folder of folders) sides.push(await openSide(folder, options))
    const rounds = sides.map((): Round[] => [])
    // Round 0 warms up and is not counted.
    for (let round = 0; round <= options.rounds; round++) {
      const turns = sides.map((side, index) => ({ side, index }))
      for (const { side, index } of round % 2 === 0 ? turns : turns.toReversed()) {
        options.say(`round ${round} of ${options.rounds}, ${folders[index] ?? ''}`)
        const result = await side.round()
        if (round > 0) rounds[index]?.push(result)
      }
    }
    return rounds.map(resultOf)
  } finally {
    for (const side of sides) await side.close()
  }
}

type Side = { round(): Promise<Round>; close(): Promise<void> }

async function openSide(folder: string, { orders, stored, say }: LifeOptions): Promise<Side> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
  const databaseUrl = databaseUrlOf(cluster)
  const owner = openPool({ connectionString: databaseUrl }, { size: 1 })
  const secrets = newSecrets()
  const start = (name: string, kind?: string) =>
    startChild(pathToFileURL(join(folder, 'bench', name)), { databaseUrl, dir, secrets }, kind)
  const children: Child[] = []
  for (const [name, kind] of [['service.ts', 'durable'], ['life.ts'], ['worker.ts']] as const)
    children.push(await start(name, kind))
  const [service, life, worker] = children
  if (service === undefined || life === undefined || worker === undefined)
    throw new Error('a process did not start')
  const server = await openServer(service)
  await raiseBounds(owner)
  if (stored > 0) {
    await stockQuotes(server, 1)
    await makeOrder(server)
    await store(owner, stored, say)
  }
  await withoutCheckpoints(owner)
  const receiver = await openReceiver()
  const body = JSON.stringify({ url: receiver.url, event_types: EVENTS })
  await sendOnce(server, post(server, 'webhook-endpoints', body))
  const postmaster = postmasterOf(dir)

  const measure = async (pid: number, count: number, work: () => Promise<unknown>) => {
    const before = await usedBy(owner, pid, postmaster)
    await work()
    return costOf(before, await usedBy(owner, pid, postmaster), count)
  }
  const made: string[] = []
  const send = (name: string) => {
    const operation = operations.find((one) => one.name === name)?.source(server)
    if (operation === undefined) throw new Error(`there is no operation ${name}`)
    let asked = 0
    return load(server.address, CALLERS, LONGEST_MS / 1000, {
      next: () => (asked++ < orders ? operation.next() : undefined),
      seen: (request, answer) => {
        operation.seen?.(request, answer)
        const id = /"id":"(ord_[0-9a-z]+)"/.exec(answer)?.[1]
        if (id !== undefined) made.push(id)
      },
    })
  }
  return {
    async round() {
      made.length = 0
      server.quotes.length = 0
      receiver.expect(orders * EVENTS.length)
      const quote = await measure(service.pid, orders, () => send('POST quotes'))
      const order = await measure(service.pid, orders, () => send('POST orders'))
      await life.call({ read: made })
      const deposit = await measure(life.pid, orders, () => life.call({ deposit: true }))
      const completed = await measure(life.pid, orders, () => life.call({ keepsWebhooks: true }))
      const webhook = await measure(worker.pid, orders * EVENTS.length, async () => {
        await worker.call({ work: true })
        await receiver.allCame()
        // The outcomes of the last ones are recorded until the worker has stopped.
        await worker.call({ work: false })
      })
      return { quote, order, deposit, completed, webhook }
    },
    async close() {
      for (const child of children) await child.stop()
      receiver.close()
      await owner.end()
      await cluster.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

// A checkpoint makes the next change of each page write the whole page, so its time would decide about the WAL.
async function withoutCheckpoints(owner: Pool): Promise<void> {
  await owner.query(`alter system set max_wal_size = '32GB'`)
  await owner.query(`alter system set checkpoint_timeout = '1d'`)
  await owner.query('select pg_reload_conf()')
  await owner.query('checkpoint')
}

/** Accepts every webhook at once, and knows when all expected ones have come. */
async function openReceiver() {
  const accepted = new Set<string>()
  let expected = 0
  let all = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      accepted.add(String(request.headers['webhook-id']))
      if (accepted.size >= expected) all.resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    expect(count: number) {
      accepted.clear()
      expected = count
      all = Promise.withResolvers()
    },
    async allCame() {
      const late = setTimeout(
        () => all.reject(new Error(`${accepted.size} of ${expected} events arrived`)),
        LONGEST_MS,
      )
      await all.promise
      clearTimeout(late)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Used = { atMs: number; serviceUs: number; databaseUs: number; walBytes: number }

async function usedBy(owner: Pool, pid: number, postmaster: number): Promise<Used> {
  const { rows } = await owner.query<{ bytes: string }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::text as bytes`,
  )
  return {
    atMs: monotonicMs(),
    serviceUs: cpuMicrosecondsOf(pid),
    databaseUs: cpuMicrosecondsOfTree(postmaster),
    walBytes: Number(rows[0]?.bytes),
  }
}

const costOf = (before: Used, after: Used, count: number): Cost => ({
  service_us: (after.serviceUs - before.serviceUs) / count,
  database_us: (after.databaseUs - before.databaseUs) / count,
  wal_bytes: (after.walBytes - before.walBytes) / count,
  per_second: (count * 1000) / (after.atMs - before.atMs),
})

function resultOf(rounds: readonly Round[]): LifeResult {
  const of = (stage: Stage) => {
    const spread = (name: keyof Cost) => spreadOf(rounds.map((round) => round[stage][name]))
    return {
      service_us: spread('service_us'),
      database_us: spread('database_us'),
      wal_bytes: spread('wal_bytes'),
      per_second: spread('per_second'),
    }
  }
  const whole = (of: (cost: Cost) => number) =>
    spreadOf(
      rounds.map((round) =>
        STAGES.reduce(
          (sum, stage) => sum + of(round[stage]) * (stage === 'webhook' ? EVENTS.length : 1),
          0,
        ),
      ),
    )
  return {
    stages: {
      quote: of('quote'),
      order: of('order'),
      deposit: of('deposit'),
      completed: of('completed'),
      webhook: of('webhook'),
    },
    life: {
      us: whole((cost) => cost.service_us + cost.database_us),
      wal_bytes: whole((cost) => cost.wal_bytes),
    },
  }
}

const figure = ({ median, min, max }: Spread): string =>
  `${Math.round(median)} (${Math.round(min)} to ${Math.round(max)})`

export function lifeTable({ stages, life }: LifeResult): string {
  const line = (
    name: string,
    { service_us, database_us, wal_bytes, per_second }: Record<keyof Cost, Spread>,
  ) => `| ${name} | ${[service_us, database_us, wal_bytes, per_second].map(figure).join(' | ')} |\n`
  return (
    '| Stage | Service, µs | Database, µs | WAL, bytes | Per second |\n| --- | --: | --: | --: | --: |\n' +
    STAGES.map((stage) => line(stage, stages[stage])).join('') +
    `\nA life with ${EVENTS.length} webhooks: ${figure(life.us)} µs, ${figure(life.wal_bytes)} bytes of WAL.\n`
  )
}
