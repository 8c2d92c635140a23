// Continues orders that wait for liquidity once there is enough for them. The statement of their intent decides again. An
// order that is not covered does not keep smaller ones behind it.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { RouteRow } from '../routes/queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { providersLeft } from '../fills/choose-provider.ts'
import { selectFills, type FillRow } from '../fills/queries.ts'
import { publicId } from '../../platform/ids.ts'
import { netOf } from '../ledger/postings.ts'
import { selectOrdersWithoutLiquidity } from '../orders/operator-queries.ts'
import { onReleased } from '../orders/exit-outcomes.ts'
import { LIQUIDITY, type OrderRow } from '../orders/queries.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import { selectPayouts } from '../payouts/queries.ts'
import type { Rail } from '../../outside/rails/port.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { servingRail } from '../../outside/rails/serving-rail.ts'
import { selectBalanceLeft } from '../treasury/desk-balances.ts'
import { observeRail } from '../treasury/observe-balances.ts'
import { isCovered, selectLiquidityLeft } from './left.ts'

type ResumeDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger; rails: Rails }

const BATCH = 1000

/** A background task. Returns the number of orders that go on. */
export async function resumeOrders(deps: ResumeDeps): Promise<number> {
  const waiting = await selectOrdersWithoutLiquidity(deps.db, BATCH)
  if (waiting.length === 0) return 0
  const isCoveredNow = await coverageOf(deps, waiting)
  let resumed = 0
  for (const order of waiting) {
    if (!(await isCoveredNow(order))) continue
    const released = await transition(
      deps,
      order,
      (present) => (present.parked_reason === LIQUIDITY ? onReleased() : null),
      { at: deps.clock.now() },
    )
    if (released === null) continue
    resumed += 1
    deps.log.info({ order_id: publicId('ord', order.id) }, 'an order found liquidity again')
  }
  return resumed
}

type IsCovered = (order: OrderRow) => Promise<boolean>

async function coverageOf(deps: ResumeDeps, waiting: readonly OrderRow[]): Promise<IsCovered> {
  const unfilled = waiting.filter(({ status }) => status === 'STEP_2_FILLING_FX')
  const fills = Map.groupBy(await selectFills(deps.db, unfilled), (fill) => fill.order_id)
  const atProviders = providerCoverage(deps, (order) => fills.get(order.id) ?? [])
  const atRails = await railCoverage(deps, waiting)
  return (order) => (order.status === 'STEP_2_FILLING_FX' ? atProviders : atRails)(order)
}

/** An order is covered if a provider that it may still ask has room for it, beside the orders before it. */
function providerCoverage(
  deps: ResumeDeps,
  fillsOf: (order: OrderRow) => readonly FillRow[],
): IsCovered {
  const taken = new Map<string, bigint>()
  const takenOf = (provider: string, currency: string) => taken.get(`${provider} ${currency}`) ?? 0n
  return async (order) => {
    const route = await routeOf(deps, order)
    if (route === undefined) return false
    const { payin_currency: payinCurrency, payout_currency: payoutCurrency } = order
    for (const name of providersLeft(route, order, fillsOf(order))) {
      const payinMinor = takenOf(name, payinCurrency) + netOf(order)
      const payoutMinor = takenOf(name, payoutCurrency) + order.payout_total_minor
      const left = await selectLiquidityLeft(deps.db, name, { payinCurrency, payoutCurrency })
      if (!isCovered(left, { payinMinor, payoutMinor })) continue
      taken.set(`${name} ${payinCurrency}`, payinMinor)
      taken.set(`${name} ${payoutCurrency}`, payoutMinor)
      return true
    }
    return false
  }
}

const routeOf = (deps: ResumeDeps, order: OrderRow): Promise<RouteRow | undefined> =>
  deps.catalogue.route({ organizationId: order.organization_id, id: order.route_id }, 'cached')

/**
 * An order is covered if the desk holds enough at the rail of its payout, beside the orders before it. Each rail is asked
 * once.
 */
async function railCoverage(deps: ResumeDeps, waiting: readonly OrderRow[]): Promise<IsCovered> {
  const rails = await deps.rails.all()
  const unpaid = waiting.filter(({ status }) => status !== 'STEP_2_FILLING_FX')
  const payouts = new Map(
    (await selectPayouts(deps.db, unpaid)).map((payout) => [payout.order_id, payout]),
  )
  const asked = new Set<Rail>()
  const left = new Map<string, bigint | null>()
  return async (order) => {
    const { organization_id: organizationId, payout_currency: currency } = order
    const id = payouts.get(order.id)?.instrument_id ?? order.payout_instrument_id
    const instrument = await deps.catalogue.instrument({ organizationId, id })
    if (instrument === undefined) return false
    const rail = servingRail(rails, { ...instrument, currency })
    if (rail === undefined) return false
    if (!asked.has(rail)) await observeRail(deps, rail)
    asked.add(rail)
    const key = `${rail.name} ${currency}`
    if (!left.has(key)) left.set(key, await selectBalanceLeft(deps.db, rail.name, currency))
    const present = left.get(key) ?? null
    if (present !== null && present < order.payout_total_minor) return false
    if (present !== null) left.set(key, present - order.payout_total_minor)
    return true
  }
}
