// Firm quotes.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type { QueryOf, Quote, Schemas } from '../schemas.ts'

export const quotesOf = (connection: Connection) => {
  const { api } = connection
  return {
    /** By `payin_amount` or by `payout_amount`. */
    create(
      organization: string,
      body: Schemas['NewQuote'],
      options?: CreateOptions,
    ): Promise<Quote> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/organizations/{organization_id}/quotes', {
          params: { path: { organization_id: organization }, header },
          body,
          ...carrier,
        }),
      )
    },
    list(organization: string, query?: QueryOf<'listQuotes'>, options?: CallOptions): List<Quote> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/quotes', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get(organization: string, quote: string, options?: CallOptions): Promise<Quote> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/quotes/{quote_id}', {
          params: { path: { organization_id: organization, quote_id: quote } },
          ...carrier,
        }),
      )
    },
  }
}
