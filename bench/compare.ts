// The operations over HTTP, with and without storage, beside the statements without HTTP: round after round,
// each in its turn.
import type { Pool } from '../server/src/db/pool.ts'
import { numberIn, type Child } from './children.ts'
import { load } from './load.ts'
import {
  operations,
  requireReplay,
  stockQuotes,
  type Operation,
  type Server,
} from './operations.ts'
import { measured, type Kind, type Round, type Row } from './rounds.ts'

export type Bench = {
  postmaster: number
  db: Pool
  durable: Server
  ceiling: Server
  floor: Child
  rounds: number
  seconds: number
  /** Only what is needed to see that all of it works. */
  short: boolean
  say(text: string): void
}

type Entrant = { row: Row; measure(seconds: number): Promise<Round> }

const PLAIN = 'insert of one row'
const OF_FLOOR = ['POST quotes', 'POST orders', 'GET order']
const SHORT_AT_ONE = ['POST orders', PLAIN]

export async function compare(bench: Bench, connections: number): Promise<Row[]> {
  const contests = contestsOf(bench, connections)
  // Round 0 warms up and is not counted.
  for (let round = bench.short ? 1 : 0; round <= bench.rounds; round++) {
    for (const entrants of contests) {
      // Nobody is always the first.
      for (const { row, measure } of round % 2 === 0 ? entrants : entrants.toReversed()) {
        bench.say(
          `${connections} callers, round ${round} of ${bench.rounds}: ${row.operation}, ${row.kind}`,
        )
        const result = await measure(round === 0 ? Math.min(2, bench.seconds) : bench.seconds)
        if (round > 0) row.rounds.push(result)
      }
    }
    // As autovacuum does within a minute with what has been filled. It leaves empty tables alone, and so must
    // this: of one that was analyzed, the planner believes that it stays empty.
    if (round === 0) await bench.db.query('analyze quotes, orders, events')
  }
  return contests.flat().map(({ row }) => row)
}

function contestsOf(bench: Bench, connections: number): Entrant[][] {
  const entrant = (operation: string, kind: Kind, measure: Entrant['measure']): Entrant => ({
    row: { operation, kind, connections, rounds: [] },
    measure,
  })
  const overHttp = (operation: Operation, kind: 'ceiling' | 'durable') => {
    const most = { perSecond: 0 }
    return entrant(operation.name, kind, (seconds) =>
      measureHttp(bench, bench[kind], operation, connections, seconds, most),
    )
  }
  const alone = (operation: string) => {
    const most = { perSecond: 0 }
    return entrant(operation, 'floor', (seconds) =>
      measureFloor(bench, operation, connections, seconds, most),
    )
  }
  const contests = operations
    .filter(({ ratio }) => !bench.short || ratio !== undefined)
    .map((operation) => [
      overHttp(operation, 'ceiling'),
      // Next to what it is held against, in whichever order: the machine has the least time to change.
      overHttp(operation, 'durable'),
      ...(OF_FLOOR.includes(operation.name) ? [alone(operation.name)] : []),
    ])
  if (connections === 1) contests.push([alone(PLAIN)])
  if (!bench.short) return contests
  // Of a short run with one caller, what the plain insert is held against.
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
    await stockQuotes(server, stock(bench, connections, seconds, most))
  if (operation.ratio === 'replay') await requireReplay(server)
  const round = await measured({ service: server.pid, postmaster: bench.postmaster }, () =>
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
  const count = stock({ ...bench, floor, postmaster }, callers, seconds, most)
  await floor.ask({ operation, prepare: count })
  const round = await measured({ service: floor.pid, postmaster }, async () => {
    const answer = await floor.ask({ operation, callers, seconds })
    return {
      perSecond: numberIn(answer, 'perSecond'),
      p50Ms: numberIn(answer, 'p50Ms'),
      p99Ms: numberIn(answer, 'p99Ms'),
    }
  })
  most.perSecond = Math.max(most.perSecond, round.perSecond)
  return round
}

// What a round may use up. One that runs out ends early, and is divided by the time it took.
function stock(
  { short }: Bench,
  callers: number,
  seconds: number,
  most: { perSecond: number },
): number {
  const guess = most.perSecond * 1.3 || (callers === 1 ? 1500 : 8000)
  return Math.ceil((short ? Math.min(guess, 1500) : guess) * seconds)
}
