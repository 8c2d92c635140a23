// `node bench/against.ts DIR`: compares this checkout with another one, such as a worktree of an older commit with its
// node_modules. Each has its own PostgreSQL. They take turns, so that a slower machine slows both. It prints medians, and
// the median, least and most of the ratios of the turns. The processor time of one operation is that of the service plus
// that of all processes of its database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openEmbedded, databaseUrlOf } from '@corridor/embedded-postgres'
import { newSecrets } from '../server/src/platform/config.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { numberIn, startChild } from './children.ts'
import { load } from './load.ts'
import { makeOrder, openServer, operations, stockQuotes } from './operations.ts'
import { postmasterOf } from './processes.ts'
import { measureRound, spreadOf, type Round } from './rounds.ts'
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
  /** One turn of each operation. */
  turns: Readonly<Record<string, () => Promise<Round>>>
  close(): Promise<void>
}

async function openSide(checkout: string): Promise<Side> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const cluster = await openEmbedded({ dataDir: dir, role: 'owner' })
  const databaseUrl = databaseUrlOf(cluster)
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
  const postmaster = postmasterOf(dir)

  const requests = operations.map((operation) => [
    operation.name,
    async () => {
      if (operation.name === 'POST orders') await stockQuotes(server, ORDERS_A_SECOND * seconds)
      return measureRound({ service: service.pid, postmaster }, () =>
        load(server.address, CALLERS, seconds, operation.source(server)),
      )
    },
  ])
  return {
    turns: Object.fromEntries([
      ...requests,
      [
        'funded to COMPLETED',
        async () => {
          await life.call({ fund: 500 * seconds })
          return measureRound({ service: life.pid, postmaster }, async () => ({
            perSecond: numberIn(await life.call({}), 'perSecond'),
            p50Ms: Number.NaN,
            p99Ms: Number.NaN,
          }))
        },
      ],
      [
        'webhooks accepted',
        async () => {
          // Open the endpoint last, because it gets the events of everything measured after it.
          deliveries ??= await openDeliveries(server, worker, postmaster)
          return deliveries.round(300 * seconds)
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

const median = (rounds: readonly Round[], measure: (round: Round) => number): number =>
  spreadOf(rounds.map(measure)).median
const serviceMs = (round: Round): number => (1000 * round.serviceCpu) / round.perSecond
const databaseMs = (round: Round): number => (1000 * round.databaseCpu) / round.perSecond
const cpuMs = (round: Round): number => serviceMs(round) + databaseMs(round)

/** The ratios of the turns: the median, with the least and the most in brackets. */
function ratioText(ratios: readonly number[]): string {
  const { median, min, max } = spreadOf(ratios)
  return `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`
}

const sides = [await openSide(other), await openSide(join(import.meta.dirname, '..'))] as const
try {
  const [theirs, ours] = sides
  process.stdout.write(
    '| Operation | Other, per second | This, per second | Ratio | Other, CPU ms | This, CPU ms | Other to this |\n' +
      '| --- | --: | --: | --: | --: | --: | --: |\n',
  )
  for (const [name, here] of Object.entries(ours.turns)) {
    const there = theirs.turns[name]
    if (there === undefined || !name.includes(values.only)) continue
    const pairs: { there: Round; here: Round }[] = []
    // The first turn warms up.
    for (let turn = 0; turn <= turns; turn++) {
      const isFirst = turn % 2 === 0
      const early = isFirst ? await here() : await there()
      const late = isFirst ? await there() : await here()
      if (turn > 0)
        pairs.push(isFirst ? { there: late, here: early } : { there: early, here: late })
    }
    const [others, owns] = [pairs.map((pair) => pair.there), pairs.map((pair) => pair.here)]
    const speeds = [others, owns].map((rounds) =>
      Math.round(median(rounds, (one) => one.perSecond)),
    )
    const costs = [others, owns].map((rounds) =>
      [serviceMs, databaseMs].map((cost) => median(rounds, cost).toFixed(3)).join(' + '),
    )
    const faster = ratioText(pairs.map((pair) => pair.here.perSecond / pair.there.perSecond))
    const cheaper = ratioText(pairs.map((pair) => cpuMs(pair.there) / cpuMs(pair.here)))
    process.stdout.write(
      `| ${name} | ${speeds.join(' | ')} | ${faster} | ${costs.join(' | ')} | ${cheaper} |\n`,
    )
  }
} finally {
  for (const side of sides) await side.close()
}
