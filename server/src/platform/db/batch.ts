// Batches concurrent calls into one statement. There is no timer: calls made while a statement runs form the next
// batch, so a lone caller never waits.
import type { Uuid } from '../ids.ts'
import { isDeadlock, isLockTimeout, isRowFault } from './pool.ts'

/** Runs one statement for 1 to `maxRows` inputs. Returns one output for each, in order. */
type BatchRun<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>

/** A queue of at most this many inputs is one batch. */
const FEW = 32

export const byOrganization = (input: { organizationId: Uuid<'org'> }): Uuid<'org'> =>
  input.organizationId

/**
 * Options for statements that mostly the worker sends. The worker waits for all answers of a round, so the queue is not
 * halved: halved batches were 10 % slower. 100 is one claim of the worker.
 */
export const inRounds = { tenantOf: byOrganization, takesAll: true, maxRows: 100 }

type Waiting<Input, Output> = {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

/**
 * - `tenantOf`: waiting tenants take turns, and each adds one row until the batch is full. A flood of one tenant delays
 *   the others by one statement.
 * - `keyOf`: inputs with the same key never share a batch.
 * - `takesAll`: every batch has up to `maxRows` rows. Otherwise a batch takes at most half of a queue of more than 64. The
 *   service then handles its answers while the database runs the rest.
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
  /** One queue for each tenant, in the order of their turns. */
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
      // Put the tenant at the end. This loop reaches it again after all others.
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
      // Start in the next turn of the event loop, so that requests parsed in this turn share the batch.
      if (!inFlight) {
        inFlight = true
        setImmediate(() => void drain())
      }
    })
}

// One faulty row must not fail the others: PostgreSQL rolls the statement back, then each input runs alone. The same
// happens after a deadlock with a batch of another process, which may lock the same keys in another order.
async function settle<Input, Output>(
  run: BatchRun<Input, Output>,
  batch: readonly Waiting<Input, Output>[],
): Promise<void> {
  try {
    const outputs = await run(batch.map((waiting) => waiting.input))
    batch.forEach((waiting, index) => {
      const output = outputs[index]
      if (output === undefined)
        waiting.reject(
          new Error(`a batch of ${batch.length} inputs returned ${outputs.length} rows`),
        )
      else waiting.resolve(output)
    })
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error)
    else if (isRowFault(error) || isDeadlock(error))
      for (const one of batch) await settle(run, [one])
    // One input waited for a lock until lock_timeout. Run all concurrently, since it may wait as long again.
    else if (isLockTimeout(error)) await Promise.all(batch.map((one) => settle(run, [one])))
    else for (const waiting of batch) waiting.reject(error)
  }
}
