// Compares the operations over HTTP, with and without storage, with the statements alone. They take turns in each round.
import type { Pool } from '../server/src/platform/db/pool.ts'
import { numberIn, type Child } from './children.ts'
import { load } from './load.ts'
import {
  operations,
  requireReplay,
  stockQuotes,
  type Operation,
  type Server,
} from './operations.ts'
import { measureRound, type Kind, type Round, type Row } from './rounds.ts'

export type Bench = {
  postmaster: number
  db: Pool
  durable: Server
  ceiling: Server
  floor: Child
  rounds: number
  seconds: number
  /** A minimal run to check that everything works. */
  short: boolean
  say(text: string): void
}

type Entrant = { row: Row; measure(seconds: number): Promise<Round> }

const PLAIN = 'insert of one row'
const FLOOR_OPERATIONS = ['POST quotes', 'POST orders', 'GET order']
const SHORT_AT_ONE = ['POST orders', PLAIN]

export async function compare(bench: Bench, connections: number): Promise<Row[]> {
  const contests = contestsOf(bench, connections)
  // Round 0 warms up and is not counted.
  for (let round = bench.short ? 1 : 0; round <= bench.rounds; round++) {
    for (const entrants of contests) {
      // Alternate the order, so that none is always first.
      for (const { row, measure } of round % 2 === 0 ? entrants : entrants.toReversed()) {
        bench.say(
          `${connections} callers, round ${round} of ${bench.rounds}: ${row.operation}, ${row.kind}`,
        )
        const result = await measure(round === 0 ? Math.min(2, bench.seconds) : bench.seconds)
        if (round > 0) row.rounds.push(result)
      }
    }
    // Analyze the filled tables, as autovacuum does within a minute. Leave empty tables alone, as it does: the planner takes
    // an analyzed empty table as empty for good.
    if (round === 0) await bench.db.query('analyze quotes, orders, events')
  }
  return contests.flat().map(({ row }) => row)
}

function contestsOf(bench: Bench, connections: number): Entrant[][] {
  const entrant = (operation: string, kind: Kind, measure: Entrant['measure']): Entrant => ({
    row: { operation, kind, connections, rounds: [] },
    measure,
  })
  const httpEntrant = (operation: Operation, kind: 'ceiling' | 'durable') => {
    const most = { perSecond: 0 }
    return entrant(operation.name, kind, (seconds) =>
      measureHttp(bench, bench[kind], operation, connections, seconds, most),
    )
  }
  const floorEntrant = (operation: string) => {
    const most = { perSecond: 0 }
    return entrant(operation, 'floor', (seconds) =>
      measureFloor(bench, operation, connections, seconds, most),
    )
  }
  const contests = operations
    .filter(({ ratio }) => !bench.short || ratio !== undefined)
    .map((operation) => [
      httpEntrant(operation, 'ceiling'),
      // Measure both next to each other, so that the machine changes least in between.
      httpEntrant(operation, 'durable'),
      ...(FLOOR_OPERATIONS.includes(operation.name) ? [floorEntrant(operation.name)] : []),
    ])
  if (connections === 1) contests.push([floorEntrant(PLAIN)])
  if (!bench.short) return contests
  // A short run with one caller measures only POST orders and the plain insert.
  return contests
    .map((entrants) =>
      entrants.filter(({ row }) =>
        connections === 1
          ? SHORT_AT_ONE.includes(row.operation) && row.kind !== 'ceiling'
          : row.kind !== 'floor',
      ),
    )
    .filter((entrants) => entrants.length > 0)
}

async function measureHttp(
  bench: Bench,
  server: Server,
  operation: Operation,
  connections: number,
  seconds: number,
  most: { perSecond: number },
): Promise<Round> {
  if (operation.name === 'POST orders')
    await stockQuotes(server, inputsForRound(bench, connections, seconds, most))
  if (operation.ratio === 'replay') await requireReplay(server)
  const round = await measureRound({ service: server.pid, postmaster: bench.postmaster }, () =>
    load(server.address, connections, seconds, operation.source(server)),
  )
  most.perSecond = Math.max(most.perSecond, round.perSecond)
  return round
}

async function measureFloor(
  { floor, postmaster, ...bench }: Bench,
  operation: string,
  callers: number,
  seconds: number,
  most: { perSecond: number },
): Promise<Round> {
  const count = inputsForRound({ ...bench, floor, postmaster }, callers, seconds, most)
  await floor.call({ operation, prepare: count })
  const round = await measureRound({ service: floor.pid, postmaster }, async () => {
    const answer = await floor.call({ operation, callers, seconds })
    return {
      perSecond: numberIn(answer, 'perSecond'),
      p50Ms: numberIn(answer, 'p50Ms'),
      p99Ms: numberIn(answer, 'p99Ms'),
    }
  })
  most.perSecond = Math.max(most.perSecond, round.perSecond)
  return round
}

// The inputs that a round may use up. A round that runs out ends early and is divided by its actual time.
function inputsForRound(
  { short }: Bench,
  callers: number,
  seconds: number,
  most: { perSecond: number },
): number {
  const guess = most.perSecond * 1.3 || (callers === 1 ? 1500 : 8000)
  return Math.ceil((short ? Math.min(guess, 1500) : guess) * seconds)
}
