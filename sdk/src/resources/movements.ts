// Money that moved: deposits, payouts and refunds.
import type { CallOptions, Connection } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type { Deposit, Payout, QueryOf, Refund } from '../schemas.ts'

export const depositsOf = (connection: Connection) => {
  const { api } = connection
  return {
    list(
      organization: string,
      query?: QueryOf<'listDeposits'>,
      options?: CallOptions,
    ): List<Deposit> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/deposits', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get(organization: string, deposit: string, options?: CallOptions): Promise<Deposit> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/deposits/{deposit_id}', {
          params: { path: { organization_id: organization, deposit_id: deposit } },
          ...carrier,
        }),
      )
    },
  }
}

export const payoutsOf = (connection: Connection) => {
  const { api } = connection
  return {
    list(
      organization: string,
      query?: QueryOf<'listPayouts'>,
      options?: CallOptions,
    ): List<Payout> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/payouts', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get(organization: string, payout: string, options?: CallOptions): Promise<Payout> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/payouts/{payout_id}', {
          params: { path: { organization_id: organization, payout_id: payout } },
          ...carrier,
        }),
      )
    },
  }
}

export const refundsOf = (connection: Connection) => {
  const { api } = connection
  return {
    list(
      organization: string,
      query?: QueryOf<'listRefunds'>,
      options?: CallOptions,
    ): List<Refund> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/refunds', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get(organization: string, refund: string, options?: CallOptions): Promise<Refund> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/refunds/{refund_id}', {
          params: { path: { organization_id: organization, refund_id: refund } },
          ...carrier,
        }),
      )
    },
  }
}
