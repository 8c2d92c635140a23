// `npm run bench`: starts everything itself on loopback and runs the rounds. The compared ones alternate within each
// round, so that a slower machine slows all.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newSecrets } from '../server/src/platform/config.ts'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import { openPool } from '../server/src/platform/db/pool.ts'
import { startChild, type Child } from './children.ts'
import { compare, type Bench } from './compare.ts'
import { commitOf, describeMachine } from './machine.ts'
import { lifeTable, measureLife } from './measure-life.ts'
import { measureListing, type Listing } from './listing.ts'
import { makeOrder, openServer, stockQuotes } from './operations.ts'
import { writeBeside, writePage } from './page.ts'
import { postmasterOf } from './processes.ts'
import { listingOf, ratiosOf, resultRow, tableOf, type Results } from './report.ts'
import type { Row } from './rounds.ts'
import { measureSeries, seriesTable } from './series.ts'
import { store } from './stored.ts'
import { measureWork } from './work.ts'
import { raiseBounds } from './world.ts'

const MOST_CONNECTIONS = 64

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    stored: { type: 'string', default: '0' },
    life: { type: 'boolean', default: false },
    series: { type: 'boolean', default: false },
    orders: { type: 'string' },
    page: { type: 'string' },
    beside: { type: 'string' },
  },
})

if (values.life) await runLife()
else if (values.series) await runSeries()
else if (values.page === undefined) await run()
else if (values.beside === undefined) writePage(values.page)
else writeBeside(values.page, values.beside)

async function runLife(): Promise<void> {
  const { short } = values
  const stored = Number.parseInt(values.stored, 10)
  const orders = short ? 50 : Number.parseInt(values.orders ?? '1000', 10)
  const rounds = short ? 1 : Number.parseInt(values.rounds, 10)
  const others = values.beside === undefined ? [] : [values.beside]
  const results = await measureLife({ rounds, orders, stored, say }, others)
  const [own] = results
  const commit = commitOf(import.meta.dirname)
  const text = values.json
    ? JSON.stringify({ commit, rounds, orders, stored, ...own, beside: results.slice(1) })
    : results.map(lifeTable).join('\n')
  process.stdout.write(`${text}\n`)
}

async function runSeries(): Promise<void> {
  const sizes = (values.orders ?? (values.short ? '0,200' : '0,20000,1000000')).split(',')
  const results = await measureSeries(
    sizes.map((size) => Number.parseInt(size, 10)),
    say,
  )
  const commit = commitOf(import.meta.dirname)
  process.stdout.write(
    `${values.json ? JSON.stringify({ commit, results }) : seriesTable(results)}\n`,
  )
}

async function run(): Promise<void> {
  const { short } = values
  const rounds = short ? 1 : Number.parseInt(values.rounds, 10)
  const seconds = short ? 1 : Number.parseInt(values.seconds, 10)
  const stored = Number.parseInt(values.stored, 10)
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
  const databaseUrl = databaseUrlOf(cluster)
  const db = openPool({ connectionString: databaseUrl }, { size: 1 })
  const children: Child[] = []
  const start = async (name: string, kind?: string) => {
    const file = new URL(name, import.meta.url)
    const child = await startChild(file, { databaseUrl, dir, secrets }, kind)
    children.push(child)
    return child
  }
  const secrets = newSecrets()
  const end = once(async () => {
    await Promise.all(children.map((child) => child.stop()))
    await db.end()
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void end().finally(() => process.exit(1)))
  try {
    say('starting')
    const bench: Bench = {
      postmaster: postmasterOf(dir),
      db,
      // Start them one after the other: the first creates the schema and the sandbox.
      durable: await openServer(await start('./service.ts', 'durable')),
      ceiling: await openServer(await start('./service.ts', 'ceiling')),
      floor: await start('./floor.ts'),
      rounds,
      seconds,
      short,
      say,
    }
    await raiseBounds(db)
    if (stored > 0) {
      await stockQuotes(bench.durable, 1)
      await makeOrder(bench.durable)
      await store(db, stored, say)
    }
    const rows: Row[] = []
    for (const connections of [MOST_CONNECTIONS, 1])
      rows.push(...(await compare(bench, connections)))
    rows.push(...(await measureWork(bench, await start('./life.ts'), await start('./worker.ts'))))
    const listing = await measureListing(bench)
    rows.push(listing.row)
    const machine = await describeMachine(db, dir)
    printResults({ machine, rounds, seconds, stored, rows, listing })
  } finally {
    await end()
  }
}

// An interruption ends the run as well, so end only once.
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

type Run = Pick<Results, 'machine' | 'rounds' | 'seconds' | 'stored'> & {
  rows: Row[]
  listing: Listing
}

function printResults(run: Run): void {
  const commit = commitOf(import.meta.dirname)
  const rows = run.rows.map((row) => resultRow(row, run.rows))
  const results: Results = {
    commit,
    ...run,
    rows,
    ratios: ratiosOf(rows, MOST_CONNECTIONS),
    listing: listingOf(run.listing),
  }
  process.stdout.write(values.json ? `${JSON.stringify(results)}\n` : tableOf(results))
  if (values.short) return
  const today = new Date().toISOString().slice(0, 10)
  const of = run.stored === 0 ? '' : `-${run.stored}-orders`
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${today}-${commit}${of}.json`)
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
  say(`written to ${file}`)
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
