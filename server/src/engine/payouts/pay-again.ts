// An operator pays an order out to another instrument of the organization: a filled order that is parked, or a completed one
// whose payout came back. The latter can also be paid to the same instrument, or refunded. The order keeps naming its
// original instrument; the payout names the one that is paid.
import type { Db } from '../../platform/db/pool.ts'
import { Failure } from '../../platform/errors.ts'
import { contestText } from '../halts/contested.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { methodCarries } from '../../outside/methods/methods.ts'
import {
  decideOrder,
  NOT_PARKED,
  type OrderAct,
  type OrderActDeps,
  type Refused,
} from '../orders/decide-order.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { inFlightOf, unknownOutcome } from '../orders/in-flight.ts'
import { keyNameOf } from '../orders/keys.ts'
import type { Decision } from '../orders/outcomes.ts'
import { onPaidAgain, onReturnRefunded } from '../orders/return-outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { lackOf } from '../orders/short.ts'
import { requireTakesOrders } from '../../parties/organizations/require-active.ts'
import { isDeskAccount } from '../../outside/rails/desk-accounts.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { isPaidOut } from '../../outside/rails/serving-rail.ts'
import { hasOpenRefunds, selectRefunds } from '../refunds/queries.ts'
import { selectReturns } from '../returns/queries.ts'
import { isUnprepared, selectPayouts, withdrawalOf, type PayoutRow } from './queries.ts'

/** `instrumentId` null: the instrument of the payout that came back. */
export const payOutAgain = (
  deps: OrderActDeps & { rails: Rails },
  order: OrderRow,
  instrumentId: Uuid<'epi'> | null,
  reason: string,
): Promise<OrderRow | Refused> => {
  const action = instrumentId === null ? 'paid_again' : 'paid_elsewhere'
  return decideUnpaid(deps, order, { action, reason }, async (present, latest) => {
    if (present.status === 'STEP_3_SETTLING_PAYOUT' && instrumentId === null)
      return 'was not yet paid out: release it, or name another instrument'
    if (present.short_minor > 0n) return lackOf(present)
    const id = instrumentId ?? latest?.instrument_id ?? present.payout_instrument_id
    const problem = await problemOf(deps, present, id)
    if (problem !== undefined) return problem
    const instrument = await deps.catalogue.instrument({
      organizationId: present.organization_id,
      id,
    })
    if (instrument === undefined) return `cannot be paid to ${publicId('epi', id)}`
    const at = deps.clock.now()
    // The first payout of an order goes to its own instrument. Screening keeps answers by key.
    const sequence = (latest?.sequence ?? 1) + 1
    const payout = {
      id: newUuid('po', at),
      sequence,
      railKey: `${keyNameOf(present)}:payout:${sequence}`,
      method: instrument.method,
      instrumentId: id,
      currency: present.payout_currency,
      amountMinor: present.payout_total_minor,
    }
    const words = instrumentId === null ? reason : `${publicId('epi', id)}: ${reason}`
    return onPaidAgain(present, payout, latest ?? null, action, words, at)
  })
}

export const refundReturned = (
  deps: OrderActDeps,
  order: OrderRow,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideUnpaid(
    deps,
    order,
    { action: 'refunded', reason },
    async (present, latest) => {
      if (present.status !== 'STEP_4_COMPLETED') return `is ${present.status}: it was not paid out`
      const refunds = await selectRefunds(deps.db, [present])
      const hasOpen = await hasOpenRefunds(deps.db, present)
      const decision = onReturnRefunded(present, refunds, hasOpen, reason)
      return { ...decision, ...withdrawalOf(latest) }
    },
    'payout_returned',
  )

const decideUnpaid = (
  deps: OrderActDeps,
  seen: OrderRow,
  act: OrderAct,
  decide: (
    present: OrderRow,
    latest: PayoutRow | undefined,
  ) => Promise<Decision | string> | Decision | string,
  refundReason?: 'payout_returned',
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, act, async (present) => {
    const latest = (await selectPayouts(deps.db, [present])).at(-1)
    return (
      (await reasonNotUnpaid(deps.db, present, latest)) ??
      (await contestText(deps.db, present, refundReason)) ??
      decide(present, latest)
    )
  })

/** The reason to refuse; undefined if the desk holds the payout and nothing else can send it. */
export async function reasonNotUnpaid(
  db: Db,
  order: OrderRow,
  latest: PayoutRow | undefined,
): Promise<string | undefined> {
  if (order.status === 'STEP_3_SETTLING_PAYOUT') {
    if (order.parked_reason === null) return NOT_PARKED
    const inFlight = await inFlightOf(db, order)
    return inFlight === undefined ? undefined : unknownOutcome(inFlight)
  }
  const returns = (await selectReturns(db, [order])).filter(
    ({ payout_id }) => payout_id === latest?.id,
  )
  const isHeld =
    order.status === 'STEP_4_COMPLETED' &&
    latest !== undefined &&
    (returns.some(({ stage }) => stage === 'whole') ||
      latest.rejected_at !== null ||
      (order.parked_reason !== null && isUnprepared(latest)))
  if (isHeld) return undefined
  if (order.status === 'STEP_4_COMPLETED' && returns.length > 0) {
    const minor = returns.reduce((sum, { returned_minor }) => sum + returned_minor, 0n)
    return `was paid out, and only ${formatAmount(minor, order.payout_currency)} of ${formatAmount(order.payout_total_minor, order.payout_currency)} ${order.payout_currency} came back so far: the beneficiary may keep the rest. Wait until the whole is back`
  }
  return `is ${order.status} and holds no payout that came back; \`corridor payouts returned\` shows those that do`
}

/** Why the instrument cannot be paid. The statement that inserts the payout checks again that it is ACTIVE. */
async function problemOf(
  deps: OrderActDeps & { rails: Rails },
  order: OrderRow,
  id: Uuid<'epi'>,
): Promise<string | undefined> {
  const { organization_id: organizationId, payout_currency: currency } = order
  const name = publicId('epi', id)
  const instrument = await deps.catalogue.instrument({ organizationId, id })
  if (instrument === undefined || !methodCarries(instrument.method, currency))
    return `cannot be paid to ${name}: the organization has no such instrument for ${currency}`
  if (!isPaidOut(await deps.rails.all(), { ...instrument, currency }))
    return `cannot be paid to ${name}: no rail pays out to it`
  if (await isDeskAccount(deps, instrument))
    return `cannot be paid to ${name}: its account belongs to the desk`
  try {
    await requireTakesOrders(deps.db, organizationId, [id])
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `cannot be paid to ${name}: ${error.message} It is ${String(error.facts['current_status'])}`
  }
}
