// Shares one statement among the callers of the same moment. There is no timer: what gathers while a
// statement is in flight is the next batch, so a lone caller waits for nobody and a crowd pays once.
import { isDeadlock, isLockTimeout, isRowFault } from './pool.ts'

/** Runs for 1..maxRows inputs and answers one output for each, in order. */
export type BatchRun<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>

type Waiting<Input, Output> = {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

/** `keyOf`: inputs with one key wait for each other instead of sharing a statement. */
export function batched<Input, Output>(
  run: BatchRun<Input, Output>,
  { maxRows = 64, keyOf }: { maxRows?: number; keyOf?: (input: Input) => string } = {},
): (input: Input) => Promise<Output> {
  let queue: Waiting<Input, Output>[] = []
  let inFlight = false

  function nextBatch(): Waiting<Input, Output>[] {
    if (keyOf === undefined) return queue.splice(0, maxRows)
    const batch = new Map<string, Waiting<Input, Output>>()
    const later: Waiting<Input, Output>[] = []
    for (const waiting of queue) {
      const key = keyOf(waiting.input)
      if (batch.size < maxRows && !batch.has(key)) batch.set(key, waiting)
      else later.push(waiting)
    }
    queue = later
    return [...batch.values()]
  }

  async function drain(): Promise<void> {
    inFlight = true
    while (queue.length > 0) await settle(run, nextBatch())
    inFlight = false
  }

  return (input) =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject })
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
