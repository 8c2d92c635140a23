// Handles a system clock that was set back. Business time itself never goes back (clock.ts). This file logs when
// business time runs ahead, and makes work due whose due time a wrong clock set too far ahead.
import type { Logger } from 'pino'
import { later, laterOf, type Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/pool.ts'
import { updateOrdersDueSooner } from '../engine/orders/job-queries.ts'
import { LONGEST_BACK_OFF_MS } from '../engine/orders/leases.ts'
import { updateRefundsDueSooner } from '../engine/refunds/due-queries.ts'
import { SELDOM_MS } from '../engine/refunds/send-refunds.ts'
import { RETRY_AFTER_MS } from '../customers/webhooks/attempt-delivery.ts'
import { updateDeliveriesDueSooner } from '../customers/webhooks/delivery-queries.ts'

type StepDeps = { db: Db; clock: Clock; config: Config; log: Logger }

/** Clocks normally disagree by less than this. */
const NOTABLE_MS = 1000

/** A background task: makes work due that is due later than any retry allows. */
export async function mendClockSteps({ db, clock, config, log }: StepDeps): Promise<void> {
  const now = clock.now()
  // Allow for the normal difference to the clocks of other machines.
  const from = later(now, NOTABLE_MS)
  const latest = later(from, Math.max(LONGEST_BACK_OFF_MS, config.sandboxStepMs))
  const orders = await updateOrdersDueSooner(db, now, latest)
  const latestSeldom = laterOf(latest, later(from, SELDOM_MS))
  const refunds = await updateRefundsDueSooner(db, now, latest, latestSeldom)
  const attempts = [0, ...RETRY_AFTER_MS].map((ms) => later(from, ms))
  const webhooks = await updateDeliveriesDueSooner(db, now, attempts)
  if (orders + refunds + webhooks === 0) return
  log.warn(
    { orders, refunds, webhooks },
    'work was due later than any retry allows, because a clock was set back: it is due now',
  )
}

/** Logs once when the system clock was set back, and once when it has caught up. */
export function watchSteps({ clock, log }: { clock: Clock; log: Logger }): () => void {
  let isAhead = false
  const timer = setInterval(() => {
    const leadMs = clock.leadMs?.() ?? 0
    if (!isAhead && leadMs > NOTABLE_MS) {
      isAhead = true
      log.warn(
        { lead_ms: leadMs },
        'the system clock was set back: business time runs at half speed until it has caught up',
      )
    } else if (isAhead && leadMs <= 0) {
      isAhead = false
      log.info('the system clock has caught up with business time')
    }
  }, NOTABLE_MS)
  timer.unref()
  return () => clearInterval(timer)
}
