// An operator decides about a payout that came back: pay out again, to the same or another instrument, or refund the
// order instead.
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { methodCarries } from '../instruments/methods.ts'
import type { Refused } from '../orders/end-order.ts'
import type { Decision } from '../orders/outcomes.ts'
import { onPaidAgain, onReturnRefunded } from '../orders/return-outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { lackOf } from '../orders/short.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import { hasOpenRefunds } from '../refunds/queries.ts'
import { selectReturns } from '../returns/queries.ts'
import { selectPayouts, type PayoutRow } from './queries.ts'

type AgainDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

/** `instrumentId` null: the instrument of the payout that came back. */
export const payOutAgain = (
  deps: AgainDeps,
  order: OrderRow,
  instrumentId: Uuid<'epi'> | null,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideReturn(deps, order, 'paid out again', reason, async (present, latest) => {
    if (present.short_minor > 0n) return lackOf(present)
    const { organization_id: organizationId } = present
    const id = instrumentId ?? latest.instrument_id ?? present.payout_instrument_id
    const instrument = await deps.catalogue.instrument({ organizationId, id })
    if (instrument === undefined || !methodCarries(instrument.method, present.payout_currency))
      return `${publicId('epi', id)} is no instrument of the organization that carries ${present.payout_currency}`
    const at = deps.clock.now()
    const sequence = latest.sequence + 1
    const payout = {
      id: newUuid('po', at),
      sequence,
      railKey: `${publicId('ord', present.id)}:payout:${sequence}`,
      method: instrument.method,
      instrumentId: id,
      currency: present.payout_currency,
      amountMinor: present.payout_total_minor,
    }
    return onPaidAgain(payout, reason, at)
  })

export const refundReturned = (
  deps: AgainDeps,
  order: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideReturn(deps, order, 'refunded', reason, async (present) =>
    onReturnRefunded(present, await hasOpenRefunds(deps.db, present), reason),
  )

async function decideReturn(
  deps: AgainDeps,
  seen: OrderRow,
  action: string,
  reason: string,
  decide: (present: OrderRow, latest: PayoutRow) => Promise<Decision | string>,
): Promise<OrderRow | Refused> {
  const id = publicId('ord', seen.id)
  let refused = `${id} was changed meanwhile`
  const changed = await transition(
    deps,
    seen,
    async (present) => {
      const latest = await returnedPayoutOf(deps.db, present)
      if (latest === undefined) {
        refused = `${id} is ${present.status} and holds no payout that came back; \`corridor payouts returned\` shows those that do`
        return null
      }
      const decision = await decide(present, latest)
      if (typeof decision !== 'string') return decision
      refused = decision
      return null
    },
    { at: deps.clock.now() },
  )
  if (changed === null) return { refused }
  deps.log.warn({ order_id: id, reason }, `an operator decided that a payout is ${action}`)
  return changed
}

/** The latest payout of a completed order, if its money is held: it came back, or a later attempt was rejected. */
async function returnedPayoutOf(db: Db, order: OrderRow): Promise<PayoutRow | undefined> {
  if (order.status !== 'STEP_4_COMPLETED') return undefined
  const [payouts, returns] = await Promise.all([
    selectPayouts(db, [order]),
    selectReturns(db, [order]),
  ])
  const latest = payouts.at(-1)
  if (latest === undefined) return undefined
  const cameBack = returns.some(({ payout_id }) => payout_id === latest.id)
  return cameBack || latest.rejected_at !== null ? latest : undefined
}
