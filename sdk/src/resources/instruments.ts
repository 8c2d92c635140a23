// External payment instruments: accounts and wallets that pay in or are paid.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { listOf, type List } from '../pages.ts'
import type { Instrument, QueryOf, Schemas, TravelRule, TravelRuleRecord } from '../schemas.ts'

export const instrumentsOf = (connection: Connection) => {
  const { api } = connection
  return {
    create(
      organization: string,
      body: Schemas['NewInstrument'],
      options?: CreateOptions,
    ): Promise<Instrument> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/organizations/{organization_id}/external_payment_instruments', {
          params: { path: { organization_id: organization }, header },
          body,
          ...carrier,
        }),
      )
    },
    list(
      organization: string,
      query?: QueryOf<'listInstruments'>,
      options?: CallOptions,
    ): List<Instrument> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/external_payment_instruments', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get(
      organization: string,
      instrument: string,
      options?: CallOptions,
    ): Promise<Schemas['ExternalPaymentInstrument']> {
      return connection.call(options, (carrier) =>
        api.GET(
          '/v1/organizations/{organization_id}/external_payment_instruments/{external_payment_instrument_id}',
          {
            params: {
              path: { organization_id: organization, external_payment_instrument_id: instrument },
            },
            ...carrier,
          },
        ),
      )
    },
    archive(organization: string, instrument: string, options?: CallOptions): Promise<Instrument> {
      return connection.call(options, (carrier) =>
        api.DELETE(
          '/v1/organizations/{organization_id}/external_payment_instruments/{external_payment_instrument_id}',
          {
            params: {
              path: { organization_id: organization, external_payment_instrument_id: instrument },
            },
            ...carrier,
          },
        ),
      )
    },
    travelRule(
      organization: string,
      instrument: string,
      options?: CallOptions,
    ): Promise<TravelRule> {
      return connection.call(options, (carrier) =>
        api.GET(
          '/v1/organizations/{organization_id}/external_payment_instruments/{external_payment_instrument_id}/travel-rule',
          {
            params: {
              path: { organization_id: organization, external_payment_instrument_id: instrument },
            },
            ...carrier,
          },
        ),
      )
    },
    giveTravelRuleRecord(
      organization: string,
      instrument: string,
      body: Schemas['TravelRuleContent'],
      options?: CreateOptions,
    ): Promise<TravelRuleRecord> {
      return connection.create(options, (carrier, header) =>
        api.POST(
          '/v1/organizations/{organization_id}/external_payment_instruments/{external_payment_instrument_id}/travel-rule',
          {
            params: {
              path: { organization_id: organization, external_payment_instrument_id: instrument },
              header,
            },
            body,
            ...carrier,
          },
        ),
      )
    },
  }
}
