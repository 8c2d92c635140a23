// `node bench/standby.ts`: what the synchronous standby of a pair costs, and which share of the primary's work the reads of
// operators leave to it. The pair is that of deploy/pair, all on this machine, so the standby's work is on the same cores.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSecrets } from '../server/src/platform/config.ts'
import { openPool, type Pool } from '../server/src/platform/db/pool.ts'
import { startPair, type Node, type Pair } from '../server/test/failover/pair.ts'
import { startChild, textIn, type Child } from './children.ts'
import { load } from './load.ts'
import { openServer, operations, stockQuotes, type Server } from './operations.ts'
import { newKeys } from './pages.ts'
import { cpuMicrosecondsOfTree } from './processes.ts'
import { spreadOf } from './rounds.ts'
import { raiseBounds } from './world.ts'

const TURNS = 5
const SECONDS = 2
const READS_MS = 15_000
const CALLERS = [1, 64]

const say = (text: string) => process.stderr.write(`${text}\n`)

function figure(values: readonly number[], digits: number): string {
  const { median, min, max } = spreadOf(values)
  return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`
}

const pair = await startPair()
const children: Child[] = []
try {
  await pair.untilHealthy()
  await pair.sql('create database corridor', 'postgres')
  const surroundings = { databaseUrl: pair.url, dir: pair.dir, secrets: newSecrets() }
  const start = async (name: string, kind?: string) => {
    const child = await startChild(new URL(name, import.meta.url), surroundings, kind)
    children.push(child)
    return child
  }
  const plain = await start('./service.ts', 'durable')
  process.env['DATABASE_READS_URL'] = pair.standbyUrl
  const reading = await start('./service.ts', 'reading')
  const server = await openServer(plain)
  const owner = openPool({ connectionString: pair.url }, { size: 1 })
  await raiseBounds(owner)
  process.stdout.write(`${(await cost(server)).join('\n')}\n\n`)
  // The orders of the first part are there to read.
  process.stdout.write(`${(await share(owner, { plain, reading }, start)).join('\n')}\n`)
  await owner.end()
} finally {
  for (const child of children.toReversed()) await child.stop()
  await pair.stop()
}

/** Orders a second with the standby confirming each, and without, in turns. */
async function cost(at: Server): Promise<string[]> {
  const orders = operations.find(({ name }) => name === 'POST orders')
  if (orders === undefined) throw new Error('there is no POST orders')
  type Paces = Record<'with' | 'without' | 'ratio', number[]>
  const found = new Map(
    CALLERS.map((callers): [number, Paces] => [callers, { with: [], without: [], ratio: [] }]),
  )
  for (let turn = 0; turn <= TURNS; turn++) {
    const paces = new Map<string, number>()
    for (const isSynchronous of turn % 2 === 0 ? [true, false] : [false, true]) {
      await pair.configure({ synchronous_mode: isSynchronous })
      await (isSynchronous ? pair.untilHealthy() : pair.untilAsynchronous())
      for (const callers of CALLERS) {
        say(`turn ${turn} of ${TURNS}, ${callers} callers, ${isSynchronous ? 'with' : 'without'}`)
        await stockQuotes(at, 8000)
        const { perSecond } = await load(at.address, callers, SECONDS, orders.source(at))
        paces.set(`${callers} ${isSynchronous}`, perSecond)
      }
    }
    // Turn 0 warms up.
    for (const [callers, rows] of turn === 0 ? [] : found) {
      const [on, off] = [paces.get(`${callers} true`) ?? 0, paces.get(`${callers} false`) ?? 1]
      rows.with.push(on)
      rows.without.push(off)
      rows.ratio.push(on / off)
    }
  }
  await pair.configure({ synchronous_mode: true })
  await pair.untilHealthy()
  return [
    '| Callers | Orders a second, synchronous | Asynchronous | Ratio |',
    '|--:|--:|--:|--:|',
    ...[...found].map(
      ([callers, rows]) =>
        `| ${callers} | ${figure(rows.with, 0)} | ${figure(rows.without, 0)} | ${figure(rows.ratio, 2)} |`,
    ),
  ]
}

/** Processor time of the primary for an answer to operators, with and without reads from the standby, in turns. */
async function share(
  owner: Pool,
  services: { plain: Child; reading: Child },
  begin: (name: string) => Promise<Child>,
): Promise<string[]> {
  const keys = await newKeys(owner, 'treasurer')
  const leader = await pair.untilHealthy()
  const used: Record<'plain' | 'reading', number[]> = { plain: [], reading: [] }
  for (let turn = 0; turn <= TURNS; turn++)
    for (const name of ['plain', 'reading'] as const) {
      say(`turn ${turn} of ${TURNS}, ${name}`)
      const operators = await begin('./desk-operators.ts')
      const before = cpuMicrosecondsOfTree(postmaster(pair, leader))
      await operators.call({ base: textIn(services[name].hello, 'url'), keys })
      await sleep(READS_MS)
      const { statuses } = await operators.call({})
      const answers = Object.values(Object(statuses)).reduce<number>(
        (sum, count) => sum + Number(count),
        0,
      )
      const each = (cpuMicrosecondsOfTree(postmaster(pair, leader)) - before) / 1000 / answers
      if (turn > 0) used[name].push(each)
      await operators.stop()
    }
  const taken = used.plain.map((each, turn) => 100 - (100 * (used.reading[turn] ?? 0)) / each)
  return [
    '| Milliseconds of the primary for an answer | Reads on the primary | Reads on the standby | Taken off, % |',
    '|---|--:|--:|--:|',
    `| eight operators | ${figure(used.plain, 1)} | ${figure(used.reading, 1)} | ${figure(taken, 0)} |`,
  ]
}

function postmaster({ dir }: Pair, node: Node): number {
  return Number(readFileSync(join(dir, node, 'postmaster.pid'), 'utf8').split('\n')[0])
}
