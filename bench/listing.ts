// The complete list of orders, streamed to one fast reader.
import { once } from 'node:events'
import { request } from 'node:http'
import { monotonicMs } from '../server/src/platform/clock.ts'
import type { Bench } from './compare.ts'
import type { Server } from './operations.ts'
import { residentMb } from './processes.ts'
import { measureRound, type Round, type Row } from './rounds.ts'

const SAMPLE_MS = 50
// This key occurs exactly once in each order.
const MARK = Buffer.from('"reference_number"')

export type Listing = { row: Row; orders: number; growthMb: number[] }

/** Growth of the service's memory in each round. The first round warms up. */
export async function measureListing(bench: Bench): Promise<Listing> {
  const row: Row = { operation: 'GET orders, all', kind: 'durable', connections: 1, rounds: [] }
  const growthMb: number[] = []
  let orders = 0
  for (let round = bench.short ? 1 : 0; round <= bench.rounds; round++) {
    bench.say(`${row.operation}, round ${round} of ${bench.rounds}`)
    const beforeMb = residentMb(bench.durable.pid)
    let mostMb = beforeMb
    const sampling = setInterval(() => {
      mostMb = Math.max(mostMb, residentMb(bench.durable.pid))
    }, SAMPLE_MS)
    const pids = { service: bench.durable.pid, postmaster: bench.postmaster }
    const result: Round = await measureRound(pids, async () => {
      const startedMs = monotonicMs()
      orders = await readAll(bench.durable)
      const tookS = (monotonicMs() - startedMs) / 1000
      return { perSecond: orders / tookS, p50Ms: tookS * 1000, p99Ms: tookS * 1000 }
    })
    clearInterval(sampling)
    if (round === 0) continue
    row.rounds.push(result)
    growthMb.push(mostMb - beforeMb)
  }
  return { row, orders, growthMb }
}

async function readAll({ address, organization, authorization }: Server): Promise<number> {
  const asked = request({ ...address, path: `${organization}/orders`, headers: { authorization } })
  const [response] = await once(asked.end(), 'response')
  let count = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of response) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = bytes.indexOf(MARK)
    let end = 0
    for (; at >= 0; at = bytes.indexOf(MARK, end)) {
      count += 1
      end = at + MARK.length
    }
    rest = bytes.subarray(Math.max(end, bytes.length - MARK.length + 1))
  }
  if (!response.complete) throw new Error('the list was cut off')
  return count
}
