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
import { selectFills } from '../fills/queries.ts'
import { selectPayouts } from '../payouts/queries.ts'
import { inFlightIn } from './in-flight.ts'
import { byOrder } from './of-orders.ts'
import type { OrderRow } from './queries.ts'
import { seenOrders, type OperatorOrder } from './operator-queries.ts'
import type { OrderStatus } from './states.ts'

export type HaltsOfOrderDeps = {
  db: Db
  catalogue: Pick<Catalogue, 'instrument'>
  halts: Halts
  rails: Rails
}

/** The steps that a halt may hold, in words of customers. */
export const haltedSteps = ['conversion', 'payout', 'refund'] as const

/** `provider_name`: of its next fill, unless an operator chose another. */
type HaltedOrder = Pick<
  OrderRow,
  | 'organization_id'
  | 'id'
  | 'status'
  | 'payout_instrument_id'
  | 'payout_currency'
  | 'parked_reason'
  | 'frozen_at'
  | 'chosen_provider'
> & { provider_name: string }
type Wait<Order> = { order: Order; step: (typeof haltedSteps)[number]; halts: HaltRow[] }

export async function haltsOfOrder(
  deps: HaltsOfOrderDeps,
  order: OperatorOrder,
): Promise<HaltRow[]> {
  const waits = await waitsOfOrders(deps, [order])
  return [...new Set(waits.flatMap(({ halts }) => halts))]
}

/** One for each halted step of each order. An order may wait with two: its payout, and the refund of an excess. */
export async function waitsOfOrders<Order extends HaltedOrder>(
  deps: HaltsOfOrderDeps,
  orders: readonly Order[],
): Promise<Wait<Order>[]> {
  const present = (await deps.halts.present('cached')).filter(({ what }) => what !== 'quotes')
  if (present.length === 0 || orders.length === 0) return []
  const [fills, payouts, refunds] = await Promise.all([
    selectFills(deps.db, orders),
    selectPayouts(deps.db, orders),
    selectRefunds(deps.db, orders),
  ])
  const [fillsOf, payoutsOf] = [byOrder(orders, fills), byOrder(orders, payouts)]
  const refundsOf = byOrder(orders, refunds)
  const waits: Wait<Order>[] = []
  for (const [at, order] of orders.entries()) {
    const sendsTo = async (id: Uuid<'epi'> | null, currency: string): Promise<HaltRow[]> => {
      const rail = await railOf(deps, order, id, currency)
      return rail === undefined ? [] : present.filter((halt) => sendsAreHalted([halt], rail))
    }
    const unsent = (refundsOf[at] ?? []).filter(
      (one) => one.status === 'PENDING' && one.rail === null,
    )
    const standsStill = order.parked_reason !== null || order.frozen_at !== null
    const mayGoOn =
      !standsStill && inFlightIn(order, fillsOf[at] ?? [], payoutsOf[at] ?? []) === undefined
    const ofRefunds = await Promise.all(
      unsent.map((one) => sendsTo(one.destination_instrument_id, one.currency)),
    )
    const held: Record<Wait<Order>['step'], HaltRow[]> = {
      conversion:
        mayGoOn && order.status === 'STEP_2_FILLING_FX'
          ? present.filter((halt) =>
              fillsAreHalted([halt], order.chosen_provider ?? order.provider_name),
            )
          : [],
      payout:
        mayGoOn && order.status === 'STEP_3_SETTLING_PAYOUT'
          ? await sendsTo(order.payout_instrument_id, order.payout_currency)
          : [],
      refund: [...new Set(ofRefunds.flat())],
    }
    for (const step of haltedSteps)
      if (held[step].length > 0) waits.push({ order, step, halts: held[step] })
  }
  return waits
}

/** Orders and refunds that a halt may hold are in these statuses. */
const HELD_IN = {
  quotes: [],
  fills: ['STEP_2_FILLING_FX'],
  sends: ['STEP_3_SETTLING_PAYOUT', 'FAILED_REFUND_REQUESTED'],
} as const satisfies Record<HaltRow['what'], readonly OrderStatus[]>

/** The most orders of a status that are looked at. Each order looks up its instruments, and a person needs no exact count. */
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
    const looked = orders.slice(0, MOST_WAITING)
    const waits = await waitsOfOrders(deps, looked)
    const held = waits.filter(({ halts }) => halts.some((halt) => halt.id === id))
    found.push(...new Set(held.map(({ order }) => order)))
  }
  return { orders: found, isMore }
}

/**
 * Since when the order waits for these halts, by the clock of orders: since the first of them, or since the order came to its
 * status. Halts have real time, which a sandbox clock leaves, so the ages are compared.
 */
export function haltedSince(
  clock: Clock,
  { status_history: history, created_at }: Pick<OrderRow, 'status_history' | 'created_at'>,
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
  { organization_id: organizationId }: Pick<OrderRow, 'organization_id'>,
  id: Uuid<'epi'> | null,
  currency: string,
): Promise<string | undefined> {
  const instrument = id === null ? undefined : await catalogue.instrument({ organizationId, id })
  if (instrument === undefined) return undefined
  return servingRail(await rails.all(), { ...instrument, currency })?.name
}
