// The memory of the simulated providers and rails: what another company's system would remember of the
// calls it received. It has its own connections and schema, so that no transaction spans it and ours.
import { createHash } from 'node:crypto'
import { batched } from '../db/batch.ts'
import { rows, type Db } from '../db/pool.ts'

export type Simulator = {
  /** Carries out a request once. The same key with other content throws: a real system would refuse it. */
  execute(key: string, request: string): Promise<string>
  /** The reference of what was carried out under a key. */
  lookUp(key: string): Promise<string | undefined>
}

type Execution = { key: string; request: string; reference: string }

export function createSimulator(db: Db): Simulator {
  const insert = batched<{ key: string; request: string }, Execution>((inputs) =>
    insertExecutions(db, inputs),
  )
  return {
    async execute(key, request) {
      const execution = await insert({ key, request })
      if (execution.request !== request)
        throw new Error(`the simulated system was sent ${key} with other content`)
      return execution.reference
    },
    async lookUp(key) {
      const [found] = await rows<Execution>(
        db,
        'select_execution',
        `select key, request, reference from simulator.executions where key = $1`,
        [key],
      )
      return found?.reference
    },
  }
}

async function insertExecutions(
  db: Db,
  inputs: readonly { key: string; request: string }[],
): Promise<Execution[]> {
  const proposed = inputs.map(({ key, request }) => ({ key, request, reference: referenceOf(key) }))
  await rows(
    db,
    'insert_executions',
    `insert into simulator.executions (key, request, reference, executed_at)
     select key, request, reference, now() from unnest($1::text[], $2::text[], $3::text[]) as i (key, request, reference)
     on conflict do nothing`,
    [
      proposed.map((one) => one.key),
      proposed.map((one) => one.request),
      proposed.map((one) => one.reference),
    ],
  )
  const found = await rows<Execution>(
    db,
    'select_executions',
    `select key, request, reference from simulator.executions where key = any ($1::text[])`,
    [proposed.map((one) => one.key)],
  )
  const byKey = new Map(found.map((one) => [one.key, one]))
  return proposed.map(({ key }) => {
    const execution = byKey.get(key)
    if (execution === undefined) throw new Error(`the simulated system lost ${key}`)
    return execution
  })
}

const referenceOf = (key: string): string =>
  `SIM-${createHash('sha256').update(key).digest('hex').slice(0, 16).toUpperCase()}`
