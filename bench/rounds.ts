// Measures one round, and summarizes several.
import { monotonicMs } from '../server/src/platform/clock.ts'
import type { Pace } from './pace.ts'
import { cpuSecondsOf, cpuSecondsOfTree, residentMb } from './processes.ts'

/** NaN where the number does not exist. */
export type Round = Pace & {
  /** Processor seconds per second: 1 is one core. */
  serviceCpu: number
  databaseCpu: number
  loadCpu: number
  serviceRssMb: number
}

/** `ceiling`: without storage. `floor`: without HTTP. `worker`: background work without requests. */
export type Kind = 'ceiling' | 'floor' | 'durable' | 'worker'

export type Row = { operation: string; kind: Kind; connections: number; rounds: Round[] }

export async function measureRound(
  pids: { service: number; postmaster: number },
  work: () => Promise<Pace>,
): Promise<Round> {
  const used = () => ({
    atS: monotonicMs() / 1000,
    service: cpuSecondsOf(pids.service),
    database: cpuSecondsOfTree(pids.postmaster),
    load: cpuSecondsOf(process.pid),
  })
  const before = used()
  const pace = await work()
  const after = used()
  const share = (name: 'service' | 'database' | 'load') =>
    (after[name] - before[name]) / (after.atS - before.atS)
  return {
    ...pace,
    serviceCpu: share('service'),
    databaseCpu: share('database'),
    loadCpu: share('load'),
    serviceRssMb: residentMb(pids.service),
  }
}

export type Spread = { median: number; min: number; max: number }

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? Number.NaN)
  return {
    median: (lower + upper) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  }
}
