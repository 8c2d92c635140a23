// The background task that sends webhooks. It claims due deliveries and sends them without awaiting the answers, so a
// silent endpoint delays no other. An attempt without a recorded outcome is retried when its lease ends. Receivers
// deduplicate by webhook-id. lanes.ts decides which of the claimed ones are sent now.
import type { Logger } from 'pino'
import { monotonicMs, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newLeaseToken, publicId, type Uuid } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { CallSums } from '../../engine/series/call-sums.ts'
import { attempt, openKeys, type KeysOf } from './attempt-delivery.ts'
import { claimDueDeliveries, type ClaimedDelivery } from './claim-queries.ts'
import { updateLeasesEnded, type AttemptOutcome } from './outcome-queries.ts'
import { createLanes } from './lanes.ts'
import { createRecorder } from './record-outcomes.ts'
import { FAST_MS, SLOTS } from './slots.ts'
import type { Targets } from '../../platform/outgoing/target.ts'

type DeliverDeps = {
  callSums: CallSums
  db: Db
  clock: Clock
  config: Config
  log: Logger
  metrics: Metrics
  targets: Targets
}

// Must be longer than the wait in a lane, an attempt and the write of its outcome. A claim begins it anew.
const LEASE_MS = 25_000
// When the process stops, attempts in flight are aborted after this time.
const STOP_TIMEOUT_MS = 2_000

type Deliverer = {
  /** Claims what the limits allow. Calls `wake` whenever a claim would find more. */
  run(deps: DeliverDeps, wake: () => void): Promise<void>
  /** Waits for the attempts in flight. Aborts slow ones; their deliveries stay due. */
  stop(): Promise<void>
}

export function createDeliverer(deps: DeliverDeps): Deliverer {
  const leaseToken = newLeaseToken()
  const lanes = createLanes()
  const working = new Set<Promise<void>>()
  let isClaiming = false
  /** The last claim found more than there were slots. */
  let isShort = false
  const recorder = createRecorder(deps, leaseToken, (outcomes) =>
    // A claim that runs may add deliveries to the endpoints. Their leases end later then.
    isClaiming ? [] : lanes.emptyAfter(outcomes),
  )

  const wantsMore = (endpointId: Uuid<'whe'>) => isShort || lanes.wantsMore(endpointId)

  const noteTime = timesOf(deps.callSums)
  const fail = failing(deps.log, lanes)

  async function deliver(
    { delivery, keysOf }: { delivery: ClaimedDelivery; keysOf: KeysOf },
    wake: () => void,
  ): Promise<void> {
    const { endpoint_id: endpointId } = delivery
    const outcome = await attempt(deps, delivery, keysOf).catch((error: unknown) => {
      fail(delivery, error)
      return undefined
    })
    lanes.answered(delivery, outcome ?? UNSENT)
    const isFast = outcome?.health === 'accepted' && (outcome.tookMs ?? 0) < FAST_MS
    if (!isFast) lanes.giveBack(endpointId)
    sendNext(endpointId, wake)
    if (outcome === undefined) return
    noteTime(endpointId, outcome)
    if (isFast && wantsMore(endpointId)) wake()
    if (outcome.health !== 'unsent' || outcome.status === 'FAILED') await record(outcome)
    else lanes.ended(delivery)
    if (!isFast && wantsMore(endpointId)) wake()
  }

  async function record(outcome: AttemptOutcome): Promise<void> {
    const { delivery } = outcome
    await recorder.record(outcome, lanes.sending() === 0).then(
      () => lanes.ended(delivery),
      (error: unknown) => fail(delivery, error),
    )
  }

  function sendNext(endpointId: Uuid<'whe'>, wake: () => void): void {
    for (let next = lanes.next(endpointId); next !== undefined; next = lanes.next(endpointId)) {
      const work = deliver(next, wake).finally(() => working.delete(work))
      working.add(work)
    }
  }

  return {
    async run(_deps, wake) {
      lanes.late(monotonicMs()).forEach(lanes.giveBack)
      // Wait until the current write of outcomes has ended: one large claim is cheaper than many small ones.
      await recorder.running()
      isShort = lanes.sending() >= SLOTS
      if (isShort) return
      isClaiming = true
      const claim = await claimFree(deps, leaseToken, lanes).finally(() => (isClaiming = false))
      // Another process claimed at the same time. Claim again.
      if (claim === undefined) return wake()
      isShort = claim.isShort
      lanes.add(claim.deliveries, openKeys(deps.config), monotonicMs())
      const endpoints = new Set(claim.deliveries.map((one) => one.endpoint_id))
      for (const endpointId of endpoints) sendNext(endpointId, wake)
      if ([...endpoints].some(lanes.wantsMore)) wake()
    },
    async stop() {
      lanes.endpoints().forEach(lanes.giveBack)
      const timer = setTimeout(() => deps.targets.abort(), STOP_TIMEOUT_MS)
      while (working.size > 0) await Promise.all(working)
      clearTimeout(timer)
      deps.targets.close()
      await endLeases(deps, leaseToken)
    },
  }
}

const UNSENT = { health: 'unsent' } as const

type Lanes = ReturnType<typeof createLanes>

/** Nothing is recorded. The delivery is not claimed again before the lease would have ended. */
const failing =
  (log: Logger, lanes: Lanes) =>
  (delivery: ClaimedDelivery, error: unknown): void => {
    log.error(
      { err: error, event_id: publicId('evt', delivery.event_id) },
      'a webhook could not be sent, or its outcome could not be recorded',
    )
    setTimeout(() => lanes.ended(delivery), LEASE_MS).unref()
  }

const claimFree = (deps: DeliverDeps, leaseToken: ReturnType<typeof newLeaseToken>, lanes: Lanes) =>
  claimDueDeliveries(deps.db, {
    now: deps.clock.now(),
    leaseToken,
    leaseMs: LEASE_MS,
    free: SLOTS - lanes.sending(),
    usedSlots: lanes.usedSlots(),
    held: lanes.held(),
  })

function timesOf(callSums: CallSums) {
  const note = callSums.note('webhook_endpoint')
  return (endpointId: Uuid<'whe'>, { health, tookMs }: AttemptOutcome): void => {
    if (tookMs === null) return
    note(endpointId, 'post', health === 'accepted' ? 'answered' : 'failed', tookMs / 1000)
  }
}

const endLeases = ({ db, log }: DeliverDeps, leaseToken: ReturnType<typeof newLeaseToken>) =>
  updateLeasesEnded(db, leaseToken).catch((error: unknown) =>
    log.warn({ err: error }, 'the leases of webhook endpoints could not be ended'),
  )
