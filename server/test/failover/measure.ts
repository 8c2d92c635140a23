// Runs a case under load on a pair, and judges what its callers saw.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSecrets } from '../../src/platform/config.ts'
import { readSandbox, run, start, type Env, type Running } from '../support/command.ts'
import type { Case } from './cases.ts'
import { startLoad } from './load.ts'
import { startPair, type Pair } from './pair.ts'

/** Statuses that callers may see: refused for now, and an order that another try of the same caller had funded. */
const EXPECTED = ['200', '201', '409', '503']

export type Measured = {
  case: string
  /** Longest time without a successful write. */
  gapMs: number
  slowestMs: number
  above5s: number
  acknowledged: number
  missing: number
  answers: Readonly<Record<string, number>>
  /** What no fault may cause, in words. */
  problems: readonly string[]
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** A pair with a service on it, in the data folder `dataDir`. */
export async function startWorld() {
  const pair = await startPair()
  await pair.untilHealthy()
  await pair.sql('create database corridor', 'postgres')
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-failover-'))
  const env: Env = {
    PORT: '0',
    DATABASE_URL: pair.url,
    CORRIDOR_DATA_DIR: dataDir,
    CORRIDOR_SECRETS: newSecrets(),
    CORRIDOR_SANDBOX_STEP_MS: '0',
    CORRIDOR_RATE_LIMIT: '100000',
  }
  const service = await startPatiently(env)
  return {
    pair,
    env,
    sandbox: readSandbox(dataDir),
    service,
    async stop(): Promise<void> {
      await service.stop()
      await pair.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** On a busy machine the pair may change its primary while a service starts, which then ends; a supervisor starts it again. */
async function startPatiently(env: Env): Promise<Running> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(['serve'], env)
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

export async function measure(
  { pair, sandbox, env, service }: World,
  one: Case,
): Promise<Measured> {
  const leader = await pair.untilHealthy()
  const load = startLoad(sandbox)
  await load.untilWrites(40)
  load.begin()
  try {
    await one.run(pair, load, leader)
  } catch (error) {
    await load.stop()
    throw new Error(
      `${one.name}: ${String(error)}\n${pair.logs()}\n${service.stdout().slice(-3000)}`,
    )
  }
  const outcome = await load.stop()
  await pair.untilHealthy()
  const missing = await load.missing()
  const unexpected = Object.keys(outcome.answers).filter((status) => !EXPECTED.includes(status))
  const problems = [
    ...missing.slice(0, 3).map((id) => `${id} was acknowledged and is not there`),
    ...unexpected.map((status) => `callers saw ${status}`),
    ...(await ordersOfOneQuote(pair)),
    ...(await ledgerProblems(env)),
  ]
  const { acknowledged, ...seen } = outcome
  return {
    case: one.name,
    ...seen,
    acknowledged: acknowledged.length,
    missing: missing.length,
    problems,
  }
}

const ordersOfOneQuote = async (pair: Pair): Promise<string[]> =>
  (
    await pair.sql<{ quote_id: string }>(
      'select quote_id from orders group by quote_id having count(*) > 1 limit 3',
    )
  ).map(({ quote_id }) => `quote ${quote_id} has more than one order`)

async function ledgerProblems(env: Env): Promise<string[]> {
  const { status, said } = await run(['ledger', 'verify'], env)
  return status === 0 ? [] : [said]
}
