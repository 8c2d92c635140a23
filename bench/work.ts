// Measures the background work: orders from funded to COMPLETED, and webhook deliveries. They have nothing to compare
// with, so each is measureRound alone.
import { numberIn, type Child } from './children.ts'
import type { Bench } from './compare.ts'
import { measureRound, type Row } from './rounds.ts'
import { openDeliveries } from './webhooks.ts'

const WORKER = { kind: 'worker', connections: 1 } as const

export async function measureWork(bench: Bench, life: Child, worker: Child): Promise<Row[]> {
  const { rounds, seconds, short, postmaster, say } = bench
  const completed: Row = { operation: 'funded to COMPLETED', ...WORKER, rounds: [] }
  const delivered: Row = { operation: 'webhooks accepted', ...WORKER, rounds: [] }

  for (let round = short ? 1 : 0; round <= rounds; round++) {
    say(`${completed.operation}, round ${round} of ${rounds}`)
    await life.call({ fund: short ? 50 : 500 * seconds })
    const result = await measureRound({ service: life.pid, postmaster }, async () => ({
      perSecond: numberIn(await life.call({}), 'perSecond'),
      p50Ms: Number.NaN,
      p99Ms: Number.NaN,
    }))
    if (round > 0) completed.rounds.push(result)
  }

  const deliveries = await openDeliveries(bench.durable, worker, postmaster)
  try {
    for (let round = short ? 1 : 0; round <= rounds; round++) {
      say(`${delivered.operation}, round ${round} of ${rounds}`)
      const result = await deliveries.round(short ? 50 : 100 * seconds)
      if (round > 0) delivered.rounds.push(result)
    }
  } finally {
    await deliveries.close()
  }
  return [completed, delivered]
}
