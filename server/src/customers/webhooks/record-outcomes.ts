// Records the outcomes of attempts in large batches: outcomes wait a few milliseconds for others. A process that dies
// meanwhile leaves them due, and they are sent again.
import type { Logger } from 'pino'
import { batched } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { updateDeliveries, type AttemptOutcome } from './outcome-queries.ts'
import { FAILING_MS } from './endpoint-health.ts'
import type { OwnedEndpoint } from './queries.ts'

type RecordDeps = { db: Db; log: Logger; metrics: Metrics }

/** With so many, or after so long, outcomes wait no longer. */
const ENOUGH = 64
const GATHER_MS = 10

export type Recorder = {
  /** `isLast`: nothing else is being sent, so nothing is worth waiting for. */
  record(outcome: AttemptOutcome, isLast: boolean): Promise<void>
  /** Resolves after the statement that runs now. */
  running(): Promise<unknown>
}

/** `releasedBy`: the endpoints whose leases end with these outcomes. */
export function createRecorder(
  deps: RecordDeps,
  leaseToken: Uuid<'lease'>,
  releasedBy: (outcomes: readonly AttemptOutcome[]) => readonly OwnedEndpoint[],
): Recorder {
  let gathered: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  const write = batched<AttemptOutcome, true>(
    async (outcomes) => {
      for (const { health } of outcomes) deps.metrics.webhooks.inc({ outcome: health })
      const recorded = updateDeliveries(
        deps.db,
        outcomes,
        FAILING_MS,
        leaseToken,
        releasedBy(outcomes),
      )
      running = recorded.catch(() => undefined)
      for (const { id, disabled_reason } of await recorded) {
        deps.log.warn(
          { webhook_endpoint_id: publicId('whe', id), reason: disabled_reason },
          'a webhook endpoint was disabled',
        )
      }
      return outcomes.map(() => true)
    },
    { takesAll: true, maxRows: 2 * ENOUGH },
  )

  function writeGathered(): void {
    clearTimeout(timer)
    timer = undefined
    const starts = gathered
    gathered = []
    for (const start of starts) start()
  }

  return {
    record(outcome, isLast) {
      const written = new Promise<void>((resolve, reject) => {
        gathered.push(() => void write(outcome).then(() => resolve(), reject))
      })
      if (isLast || gathered.length >= ENOUGH) writeGathered()
      else timer ??= setTimeout(writeGathered, GATHER_MS)
      return written
    },
    running: () => running,
  }
}
