// An operator chooses another provider for a parked order. Never while the outcome of a fill is unknown: the old provider is
// asked about its keys until it has answered. Pairs of providers are never deleted, so that the check of the pair may come
// before the write.
import { providersLeft } from '../fills/choose-provider.ts'
import { pairOf } from '../../outside/providers/view.ts'
import { decideOrder, type OrderActDeps, type Refused } from './decide-order.ts'
import { onProviderChosen } from './exit-outcomes.ts'
import type { OrderRow } from './queries.ts'

/** From now on only this provider may fill the order. */
export const changeProvider = (
  deps: OrderActDeps,
  seen: OrderRow,
  name: string,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(
    deps,
    seen,
    { exit: 'order.provider', action: 'provider_chosen', reason },
    async ({ order, fills }) => {
      const { payin_currency: payin, payout_currency: payout } = order
      const provider = (await deps.catalogue.providers('fresh')).get(name)
      if (provider === undefined || pairOf(provider, payin, payout) === undefined)
        return `cannot be filled at ${name}: no configured provider of that name converts ${payin} to ${payout}`
      const route = { provider_name: name, further_providers: [] }
      const chosen = { priced_provider: null, chosen_provider: name }
      return providersLeft(route, chosen, fills).length === 0
        ? `cannot be filled at ${name}, which has declined it for good`
        : onProviderChosen(name, reason)
    },
  )
