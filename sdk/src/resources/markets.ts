// The markets: liquidity providers, routes, and the offerings made of them.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type {
  ConfiguredRoute,
  ExchangeRate,
  LiquidityProvider,
  Offering,
  QueryOf,
} from '../schemas.ts'

export const liquidityProvidersOf = (connection: Connection) => {
  const { api } = connection
  return {
    list(
      query?: QueryOf<'listLiquidityProviders'>,
      options?: CallOptions,
    ): List<LiquidityProvider> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/liquidity-providers', {
            params: { query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    exchangeRate(
      name: string,
      query: QueryOf<'getExchangeRate'>,
      options?: CallOptions,
    ): Promise<ExchangeRate> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/liquidity-providers/{name}/exchange-rate', {
          params: { path: { name }, query },
          ...carrier,
        }),
      )
    },
  }
}

export const routesOf = (connection: Connection) => {
  const { api } = connection
  return {
    list(
      organization: string,
      query?: QueryOf<'listConfiguredRoutes'>,
      options?: CallOptions,
    ): List<ConfiguredRoute> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/configured-routes', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
  }
}

export const offeringsOf = (connection: Connection) => {
  const { api } = connection
  return {
    /** One for each pair of instruments that a route connects, with costs and an indicative rate. */
    create(organization: string, options?: CreateOptions): Promise<Offering[]> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/organizations/{organization_id}/offerings', {
          params: { path: { organization_id: organization }, header },
          ...carrier,
        }),
      )
    },
    get(organization: string, offering: string, options?: CallOptions): Promise<Offering> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/offerings/{offering_id}', {
          params: { path: { organization_id: organization, offering_id: offering } },
          ...carrier,
        }),
      )
    },
  }
}
