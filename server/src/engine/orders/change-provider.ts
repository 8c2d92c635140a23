// An operator chooses another provider for a parked order. Never while the outcome of a fill is unknown: the old provider is
// asked about its keys until it has answered. Pairs of providers are never deleted, so that the check of the pair may come
// before the write.
import { providersLeft } from '../fills/choose-provider.ts'
import { selectFills } from '../fills/queries.ts'
import { pairOf } from '../../outside/providers/view.ts'
import { decideOrder, NOT_PARKED, type OrderActDeps, type Refused } from './decide-order.ts'
import { onProviderChosen } from './exit-outcomes.ts'
import { inFlightOf, unknownOutcome } from './in-flight.ts'
import type { OrderRow } from './queries.ts'

const CHANGEABLE = ['slippage', 'attempts', 'liquidity']

/** From now on only this provider may fill the order. */
export const changeProvider = (
  deps: OrderActDeps,
  seen: OrderRow,
  name: string,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, { action: 'provider_chosen', reason }, async (order) => {
    const { parked_reason: parked, payin_currency: payin, payout_currency: payout } = order
    if (parked === null) return NOT_PARKED
    if (order.status !== 'STEP_2_FILLING_FX' || !CHANGEABLE.includes(parked))
      return `is ${order.status} and parked for ${parked}; only an unfilled order that is parked for ${CHANGEABLE.join(', ')} can get another provider`
    const provider = (await deps.catalogue.providers('fresh')).get(name)
    if (provider === undefined || pairOf(provider, payin, payout) === undefined)
      return `cannot be filled at ${name}: no configured provider of that name converts ${payin} to ${payout}`
    const inFlight = await inFlightOf(deps.db, order)
    if (inFlight !== undefined) return unknownOutcome(inFlight)
    const route = { provider_name: name, further_providers: [] }
    const fills = await selectFills(deps.db, [order])
    if (providersLeft(route, { priced_provider: null, chosen_provider: name }, fills).length === 0)
      return `cannot be filled at ${name}, which has declined it for good`
    return onProviderChosen(name, reason)
  })
