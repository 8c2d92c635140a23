// `node bench/against.ts DIR`: compares this checkout with another one, such as a worktree of an older commit with its
// node_modules. Each has its own PostgreSQL. They take turns, so that a slower machine slows both. It prints medians, and
// the median, least and most of the ratios of the turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openEmbedded } from '@corridor/embedded-postgres'
import { newSecrets } from '../server/src/config.ts'
import { openPool } from '../server/src/db/pool.ts'
import { numberIn, startChild } from './children.ts'
import { load } from './load.ts'
import { makeOrder, openServer, operations, stockQuotes } from './operations.ts'
import { postmasterOf } from './processes.ts'
import { spreadOf } from './rounds.ts'
import { openDeliveries, type Deliveries } from './webhooks.ts'
import { raiseBounds } from './world.ts'

const CALLERS = 64
const ORDERS_A_SECOND = 6000

const { values, positionals } = parseArgs({
  options: {
    turns: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const [other] = positionals
if (other === undefined) throw new Error('name the folder of the other checkout')
const turns = Number.parseInt(values.turns, 10)
const seconds = Number.parseInt(values.seconds, 10)

type Side = {
  /** Requests, orders or webhooks a second, in one turn of an operation. */
  perSecond: Readonly<Record<string, () => Promise<number>>>
  close(): Promise<void>
}

async function openSide(checkout: string): Promise<Side> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
  const databaseUrl = `postgresql://${cluster.user}@/postgres?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`
  const secrets = newSecrets()
  const start = (name: string, kind?: string) =>
    startChild(
      pathToFileURL(join(resolve(checkout), 'bench', name)),
      { databaseUrl, dir, secrets },
      kind,
    )
  const service = await start('service.ts', 'durable')
  const life = await start('life.ts')
  const worker = await start('worker.ts')
  const server = await openServer(service)
  const owner = openPool({ connectionString: databaseUrl }, { size: 1 })
  // Versions without the bound lack the column.
  await raiseBounds(owner).catch((error: unknown) => {
    if (!String(error).includes('max_open_total_minor')) throw error
  })
  await owner.end()
  await stockQuotes(server, 200)
  for (let made = 0; made < 50; made++) await makeOrder(server)
  let deliveries: Deliveries | undefined

  const requests = operations.map((operation) => [
    operation.name,
    async () => {
      if (operation.name === 'POST orders') await stockQuotes(server, ORDERS_A_SECOND * seconds)
      return (await load(server.address, CALLERS, seconds, operation.source(server))).perSecond
    },
  ])
  return {
    perSecond: Object.fromEntries([
      ...requests,
      [
        'funded to COMPLETED',
        async () => {
          await life.call({ fund: 500 * seconds })
          return numberIn(await life.call({}), 'perSecond')
        },
      ],
      [
        'webhooks accepted',
        async () => {
          // Open the endpoint last, because it gets the events of everything measured after it.
          deliveries ??= await openDeliveries(server, worker, postmasterOf(dir))
          return (await deliveries.round(300 * seconds)).perSecond
        },
      ],
    ]),
    async close() {
      await deliveries?.close()
      for (const child of [worker, life, service]) await child.stop()
      await cluster.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const sides = [await openSide(other), await openSide(join(import.meta.dirname, '..'))] as const
try {
  const [theirs, ours] = sides
  process.stdout.write('| Operation | Other, per second | This, per second | Ratio |\n')
  process.stdout.write('| --- | --: | --: | --: |\n')
  for (const [name, here] of Object.entries(ours.perSecond)) {
    const there = theirs.perSecond[name]
    if (there === undefined || !name.includes(values.only)) continue
    const pairs: [there: number, here: number][] = []
    // The first turn warms up.
    for (let turn = 0; turn <= turns; turn++) {
      const isFirst = turn % 2 === 0
      const early = isFirst ? await here() : await there()
      const late = isFirst ? await there() : await here()
      if (turn > 0) pairs.push(isFirst ? [late, early] : [early, late])
    }
    const median = (side: 0 | 1) => Math.round(spreadOf(pairs.map((pair) => pair[side])).median)
    const ratio = spreadOf(pairs.map(([other, own]) => own / other))
    const spread = `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`
    process.stdout.write(`| ${name} | ${median(0)} | ${median(1)} | ${spread} |\n`)
  }
} finally {
  for (const side of sides) await side.close()
}
