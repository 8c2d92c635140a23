// `node bench/scale.ts`: what an order costs on this machine, what follows for more of them, and how a pair behaves near its
// bound and after an outage. The simulation is fitted to two measured points and printed beside the others.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import { newSecrets } from '../server/src/platform/config.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { startChild } from './children.ts'
import { load } from './load.ts'
import { measureLife } from './measure-life.ts'
import { openServer, operations, stockQuotes } from './operations.ts'
import type { Pace } from './pace.ts'
import { costsOf, simulate, type Costs } from './queueing.ts'
import { spreadOf } from './rounds.ts'
import { raiseBounds } from './world.ts'

const CALLERS = [1, 4, 16, 64, 256]
const ROUNDS = 5
const SECONDS = 1
/** Half of it: the other half is for bursts, for what an outage left behind and for the desk. */
const USED = 0.5
/** Of one database server and of one machine of the service. */
const CORES = { database: 16, service: 8 }
/** What the disk of a server should have to write of WAL: checkpoints and vacuum write about as much again. */
const WAL_MB_S = 50
/** Bytes of a completed order with its events, ledger and four deliveries, indexes included. */
const DISK_BYTES = 12_200
const YEAR_S = 365 * 86_400

const say = (text: string) => process.stderr.write(`${text}\n`)
const [measured] = await measureLife({ rounds: ROUNDS, orders: 1000, stored: 0, say }, [])
if (measured === undefined) throw new Error('no life was measured')
const { stages, life } = measured
const webhooks = 4
const sumOf = (of: 'service_us' | 'database_us') =>
  stages.quote[of].median +
  stages.order[of].median +
  stages.deposit[of].median +
  stages.completed[of].median +
  webhooks * stages.webhook[of].median
const service = sumOf('service_us')
const database = sumOf('database_us')
const walBytes = life.wal_bytes.median

const points = await measurePoints()
const one = points.get(1)
const many = points.get(64)
if (one === undefined || many === undefined) throw new Error('a point is missing')
const costs = costsOf(one.perSecond, { callers: 64, perSecond: many.perSecond })
process.stdout.write(`${[...fitted(costs), '', ...machines(), '', ...outages(costs)].join('\n')}\n`)

/** Medians of POST orders by callers. */
async function measurePoints(): Promise<Map<number, Pace>> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
  const databaseUrl = databaseUrlOf(cluster)
  const owner = openPool({ connectionString: databaseUrl }, { size: 1 })
  const file = new URL('./service.ts', import.meta.url)
  const child = await startChild(file, { databaseUrl, dir, secrets: newSecrets() }, 'durable')
  try {
    const server = await openServer(child)
    await raiseBounds(owner)
    const orders = operations.find(({ name }) => name === 'POST orders')
    if (orders === undefined) throw new Error('there is no POST orders')
    const paces = new Map(CALLERS.map((callers) => [callers, [] as Pace[]]))
    for (let round = 0; round <= ROUNDS; round++)
      for (const callers of CALLERS) {
        say(`round ${round} of ${ROUNDS}, ${callers} callers`)
        await stockQuotes(server, 10_000)
        const pace = await load(server.address, callers, SECONDS, orders.source(server))
        if (round > 0) paces.get(callers)?.push(pace)
      }
    const medianOf = (those: Pace[], of: keyof Pace) =>
      spreadOf(those.map((pace) => pace[of])).median
    return new Map(
      [...paces].map(([callers, those]) => {
        const [perSecond, p50Ms] = [medianOf(those, 'perSecond'), medianOf(those, 'p50Ms')]
        return [callers, { perSecond, p50Ms, p99Ms: medianOf(those, 'p99Ms') }]
      }),
    )
  } finally {
    await child.stop()
    await owner.end()
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function fitted(of: Costs): string[] {
  const rows = [...points].map(([callers, { perSecond, p50Ms, p99Ms }]) => {
    const seen = simulate(of, { callers }, 20_000, callers)
    const cells = [perSecond, seen.perSecond].map((value) => value.toFixed(0))
    const waits = [p50Ms, seen.p50Ms, p99Ms, seen.p99Ms].map((value) => value.toFixed(1))
    return `| ${[callers, ...cells, ...waits].join(' | ')} |`
  })
  return [
    `A batch costs ${of.fixedMs.toFixed(2)} ms and ${of.eachMs.toFixed(3)} ms for each call.`,
    '',
    '| Callers | Per second | Simulated | p50 ms | Simulated | p99 ms | Simulated |',
    '|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ]
}

function machines(): string[] {
  const rows = [1, 100, 1000, 10_000].map((perSecond) => {
    const cores = (us: number) => (perSecond * us) / 1e6 / USED
    const walMb = (perSecond * walBytes) / 1e6
    const pairs = Math.max(
      1,
      Math.ceil(cores(database) / CORES.database),
      Math.ceil(walMb / WAL_MB_S),
    )
    const serving = Math.max(2, Math.ceil(cores(service) / CORES.service))
    const cells = [
      perSecond,
      cores(service).toFixed(1),
      cores(database).toFixed(1),
      serving,
      pairs,
      walMb.toFixed(2),
      ((perSecond * 86_400 * DISK_BYTES) / 1e9).toFixed(0),
      ((perSecond * YEAR_S) / 1e9).toFixed(2),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    `An order costs ${service.toFixed(0)} µs of the service, ${database.toFixed(0)} µs of the database, ${(walBytes / 1000).toFixed(1)} kB of WAL.`,
    '',
    `| Orders a second | Cores, service | Cores, database | Machines of ${CORES.service} cores | Pairs of ${CORES.database} cores | WAL, MB/s | Disk, GB a day | Billion orders a year |`,
    '|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ]
}

/** What callers see of an outage of 12 s, by how much of its bound a pair has to do. */
function outages(of: Costs): string[] {
  const bound = simulate(of, { callers: 256 }, 20_000, 1).perSecond
  const rows = [0.3, 0.5, 0.7, 0.9].map((part) => {
    const outage = { fromMs: 20_000, forMs: 12_000 }
    const calm = simulate(of, { perSecond: part * bound }, 60_000, 7)
    const hit = simulate(of, { perSecond: part * bound, outage }, 180_000, 7)
    const cells = [
      `${part * 100} %`,
      (part * bound).toFixed(0),
      calm.p99Ms.toFixed(1),
      hit.refused,
      hit.drainedMs === 0 ? 'not within 148' : (hit.drainedMs / 1000).toFixed(1),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| Of the bound | Orders a second | p99 ms, calm | Calls told 503 | Everything is served after, s |',
    '|--:|--:|--:|--:|--:|',
    ...rows,
  ]
}
