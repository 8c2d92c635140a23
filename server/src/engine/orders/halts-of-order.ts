// The halts that cover the next step of an order: of fills at its provider, or of sends over the rail of its payout or of a
// refund. What is in flight already goes on, so no halt holds it.
import { later, parseTimestamp, type Clock, type Instant } from '../../platform/clock.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { servingRail } from '../../outside/rails/serving-rail.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Uuid } from '../../platform/ids.ts'
import { fillsAreHalted, sendsAreHalted } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import type { HaltRow } from '../halts/queries.ts'
import { selectRefunds } from '../refunds/queries.ts'
import { inFlightOf } from './in-flight.ts'
import { seenOrders, type OperatorOrder } from './operator-queries.ts'
import type { OrderStatus } from './states.ts'

export type HaltsOfOrderDeps = {
  db: Db
  catalogue: Pick<Catalogue, 'instrument'>
  halts: Halts
  rails: Rails
}

export async function haltsOfOrder(
  deps: HaltsOfOrderDeps,
  order: OperatorOrder,
): Promise<HaltRow[]> {
  const halts = (await deps.halts.present('cached')).filter(({ what }) => what !== 'quotes')
  if (halts.length === 0) return []
  const { payout_instrument_id: paid, payout_currency: currency } = order
  const rails: (string | undefined)[] = []
  let fillsAt: string | undefined
  const standsStill = order.parked_reason !== null || order.frozen_at !== null
  if (!standsStill && (await inFlightOf(deps.db, order)) === undefined) {
    if (order.status === 'STEP_2_FILLING_FX') fillsAt = order.provider_name
    if (order.status === 'STEP_3_SETTLING_PAYOUT')
      rails.push(await railOf(deps, order, paid, currency))
  }
  for (const refund of await selectRefunds(deps.db, [order]))
    if (refund.status === 'PENDING' && refund.rail === null)
      rails.push(await railOf(deps, order, refund.destination_instrument_id, refund.currency))
  return halts.filter(
    (halt) =>
      (fillsAt !== undefined && fillsAreHalted([halt], fillsAt)) ||
      rails.some((rail) => rail !== undefined && sendsAreHalted([halt], rail)),
  )
}

/** Orders and refunds that a halt may hold are in these statuses. */
const HELD_IN = {
  quotes: [],
  fills: ['STEP_2_FILLING_FX'],
  sends: ['STEP_3_SETTLING_PAYOUT', 'FAILED_REFUND_REQUESTED'],
} as const satisfies Record<HaltRow['what'], readonly OrderStatus[]>

/** No more are looked at in each status: each is a few look-ups, and a person needs no exact count. */
export const MOST_WAITING = 20

/** Orders that wait for a halt, newest first. `isMore`: more than these may wait. */
export async function ordersOfHalt(
  deps: HaltsOfOrderDeps & { clock: Clock },
  { id, what }: Pick<HaltRow, 'id' | 'what'>,
): Promise<{ orders: OperatorOrder[]; isMore: boolean }> {
  const now = deps.clock.now()
  const scope = { enterpriseIds: null, organizationId: null }
  const pages = await Promise.all(
    HELD_IN[what].map((status) =>
      seenOrders.select<OperatorOrder>(
        deps.db,
        scope,
        { given: { status }, now },
        null,
        MOST_WAITING + 1,
      ),
    ),
  )
  const found: OperatorOrder[] = []
  let isMore = false
  for (const page of pages) {
    const orders = Array.isArray(page) ? page : page.rows
    isMore ||= orders.length > MOST_WAITING
    for (const order of orders.slice(0, MOST_WAITING))
      if ((await haltsOfOrder(deps, order)).some((halt) => halt.id === id)) found.push(order)
  }
  return { orders: found, isMore }
}

/**
 * Since when the order waits for these halts, by the clock of orders: since the first of them, or since the order came to its
 * status. Halts have real time, which a sandbox clock leaves, so the ages are compared.
 */
export function haltedSince(
  clock: Clock,
  { status_history: history, created_at }: Pick<OperatorOrder, 'status_history' | 'created_at'>,
  halts: readonly Pick<HaltRow, 'halted_at'>[],
): Instant | null {
  if (halts.length === 0) return null
  const came = parseTimestamp(history.at(-1)?.created_at ?? '') ?? created_at
  const [now, realNow] = [clock.now(), clock.realNow()]
  const ofHalt = Math.max(...halts.map(({ halted_at }) => realNow - halted_at))
  return later(now, -Math.max(0, Math.min(now - came, ofHalt)))
}

async function railOf(
  { catalogue, rails }: HaltsOfOrderDeps,
  { organization_id: organizationId }: OperatorOrder,
  id: Uuid<'epi'> | null,
  currency: string,
): Promise<string | undefined> {
  const instrument = id === null ? undefined : await catalogue.instrument({ organizationId, id })
  if (instrument === undefined) return undefined
  return servingRail(await rails.all(), { ...instrument, currency })?.name
}
