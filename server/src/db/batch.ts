// Shares one statement among the callers of the same moment. There is no timer: who comes while a statement is in
// flight rides on the next ones, so a lone caller waits for nobody and a crowd shares.
import type { Uuid } from '../ids.ts'
import { isDeadlock, isLockTimeout, isRowFault } from './pool.ts'

/** Runs for 1..maxRows inputs and answers one output for each, in order. */
export type BatchRun<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>

/** Half of no more than these is not worth a statement of its own. */
const FEW = 32

/** `tenantOf` of most statements. */
export const byOrganization = (input: { organizationId: Uuid<'org'> }): Uuid<'org'> =>
  input.organizationId

/**
 * For statements that mostly a worker sends. It waits until all of a round are answered, so nothing is gained by
 * leaving some for the next statement: halved batches made it a tenth slower.
 */
export const inRounds = { tenantOf: byOrganization, takesAll: true }

type Waiting<Input, Output> = {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

/**
 * `tenantOf`: whose input it is; the tenants that wait take turns for the places of a statement, so that a flood
 * of one delays another by one statement and not by all of the flood. `keyOf`: inputs with one key wait for
 * each other instead of sharing a statement. A statement takes more than 32 only where it leaves as many waiting, so
 * that the service has them to work for meanwhile; with `takesAll` it takes what there is place for.
 */
export function batched<Input, Output>(
  run: BatchRun<Input, Output>,
  options: {
    maxRows?: number
    takesAll?: boolean
    tenantOf?: (input: Input) => string
    keyOf?: (input: Input) => string
  } = {},
): (input: Input) => Promise<Output> {
  const { maxRows = 64, takesAll = false, tenantOf = () => '', keyOf } = options
  /** Whose turn is next comes first. */
  const queues = new Map<string, Set<Waiting<Input, Output>>>()
  let inFlight = false

  function nextBatch(): Waiting<Input, Output>[] {
    const batch: Waiting<Input, Output>[] = []
    const waitingCount = queues.values().reduce((count, queue) => count + queue.size, 0)
    const most = takesAll ? maxRows : Math.min(maxRows, Math.max(FEW, waitingCount >> 1))
    const keys = new Set<string>()
    const passed = new Map<string, Set<Waiting<Input, Output>>>()
    for (const [tenant, queue] of queues) {
      if (batch.length === most) break
      queues.delete(tenant)
      const next = firstOf(queue, keys)
      if (next === undefined) {
        passed.set(tenant, queue)
        continue
      }
      batch.push(next)
      queue.delete(next)
      // Behind all others: this loop comes to it again when they have had their turn.
      if (queue.size > 0) queues.set(tenant, queue)
    }
    for (const [tenant, queue] of passed) queues.set(tenant, queue)
    return batch
  }

  function firstOf(
    queue: ReadonlySet<Waiting<Input, Output>>,
    keys: Set<string>,
  ): Waiting<Input, Output> | undefined {
    for (const waiting of queue) {
      if (keyOf === undefined) return waiting
      const key = keyOf(waiting.input)
      if (keys.has(key)) continue
      keys.add(key)
      return waiting
    }
    return undefined
  }

  async function drain(): Promise<void> {
    inFlight = true
    while (queues.size > 0) await settle(run, nextBatch())
    inFlight = false
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const tenant = tenantOf(input)
      const queue = queues.get(tenant) ?? new Set()
      queues.set(tenant, queue.add({ input, resolve, reject }))
      // After the present tick, so that requests parsed in the same turn of the loop ride together.
      if (!inFlight) {
        inFlight = true
        setImmediate(() => void drain())
      }
    })
}

// A fault of one row must not fail its neighbours: the statement is rolled back, then each goes alone. So it
// does after a deadlock with the batch of another process, which may hold the same keys in another order.
async function settle<Input, Output>(
  run: BatchRun<Input, Output>,
  batch: readonly Waiting<Input, Output>[],
): Promise<void> {
  try {
    const outputs = await run(batch.map((waiting) => waiting.input))
    batch.forEach((waiting, index) => {
      const output = outputs[index]
      if (output === undefined) waiting.reject(new Error('a batch answered with too few rows'))
      else waiting.resolve(output)
    })
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error)
    else if (isRowFault(error) || isDeadlock(error))
      for (const one of batch) await settle(run, [one])
    // One of them waits for a lock that somebody else holds; at once, since the wait may be as long again.
    else if (isLockTimeout(error)) await Promise.all(batch.map((one) => settle(run, [one])))
    else for (const waiting of batch) waiting.reject(error)
  }
}
