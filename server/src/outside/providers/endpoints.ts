// The endpoints that list liquidity providers (operation 3 of the specification) and get a provider's exchange rate.
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { addListByKey, addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { anyText, dataListOf, dataOf, exact } from '../../platform/http/schemas.ts'
import { formatRate } from '../../platform/money/decimal.ts'
import { rateUnavailable, type RateBoard } from '../liquidity/rates.ts'
import { exchangeRateSchema, pairOf, providerSchema, providerView, type Providers } from './view.ts'

const tags = ['Liquidity providers']

type Deps = ListDeps & { clock: Clock; catalogue: Providers; rates: RateBoard }

export function providerEndpoints(api: Api, deps: Deps): void {
  addListByKey(api, deps, {
    path: '/liquidity-providers',
    tags,
    operationId: 'listLiquidityProviders',
    summary: 'List liquidity providers',
    description:
      'Sorted by name, with the hours of each pair today and on the next six days, in UTC.',
    querystring: exact(pagingQuery),
    answer: dataListOf(providerSchema, 'The liquidity providers, or a page of them.'),
    async list() {
      const providers = [...(await deps.catalogue.providers('fresh')).values()]
      const at = deps.clock.now()
      return {
        name: 'liquidity-providers',
        keyFrom: (name) => name,
        page: async (after, limit) =>
          providers.filter((provider) => after === null || provider.name > after).slice(0, limit),
        keyOf: (provider) => provider.name,
        views: (shown) => shown.map((provider) => providerView(provider, at)),
      }
    },
  })

  exchangeRateEndpoint(api, deps)
}

function exchangeRateEndpoint(api: Api, deps: Deps): void {
  addRead(api, {
    path: '/liquidity-providers/:name/exchange-rate',
    config: { scope: 'read' },
    tags,
    operationId: 'getExchangeRate',
    summary: "Get a provider's exchange rate",
    description:
      "The current indicative rate of a pair: payout currency for one unit of payin currency. By default of the provider's first pair. Refused with `rate_unavailable` while the provider gives none.",
    params: Type.Object({
      name: anyText('The provider.', 'ALPHA'),
    }),
    querystring: exact({
      payin_currency: Type.Optional(anyText('Send it with `payout_currency`.', 'USDC')),
      payout_currency: Type.Optional(anyText('Send it with `payin_currency`.', 'COP')),
    }),
    answer: dataOf(exchangeRateSchema, 'The current rate.'),
    async data(request) {
      const { payin_currency: payin, payout_currency: payout } = request.query
      if ((payin === undefined) !== (payout === undefined)) {
        const pointer = payin === undefined ? '?payin_currency' : '?payout_currency'
        throw fieldFailure('invalid_request', [
          { pointer, code: 'required', message: 'is required with the other currency' },
        ])
      }
      const provider = (await deps.catalogue.providers('cached')).get(request.params.name)
      const pair =
        payin === undefined || payout === undefined
          ? provider?.pairs[0]
          : pairOf(provider, payin, payout)
      if (provider === undefined || pair === undefined) throw failure('not_found')
      const rate = deps.rates.current(provider.name, pair)
      if (rate === undefined) throw rateUnavailable(provider.name, pair)
      return {
        payin_currency: pair.payinCurrency,
        payout_currency: pair.payoutCurrency,
        exchange_rate: formatRate(rate),
      }
    },
  })
}
