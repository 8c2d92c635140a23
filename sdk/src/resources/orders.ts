// Orders.
import type { CallOptions, Connection, CreateOptions } from '../connection.ts'
import { CorridorError } from '../errors.ts'
import { listOf, type List } from '../pages.ts'
import type { Order, OrderTimeline, QueryOf, Schemas } from '../schemas.ts'
import { waitForOrder, type WaitOptions } from '../wait.ts'

export const ordersOf = (connection: Connection) => {
  const { api } = connection
  const get = async (
    organization: string,
    order: string,
    options?: CallOptions,
  ): Promise<Order> => {
    return connection.call(options, (carrier) =>
      api.GET('/v1/organizations/{organization_id}/orders/{order_id}', {
        params: { path: { organization_id: organization, order_id: order } },
        ...carrier,
      }),
    )
  }
  return {
    create(
      organization: string,
      body: Schemas['NewOrder'],
      options?: CreateOptions,
    ): Promise<Order> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/organizations/{organization_id}/orders', {
          params: { path: { organization_id: organization }, header },
          body,
          ...carrier,
        }),
      )
    },
    list(organization: string, query?: QueryOf<'listOrders'>, options?: CallOptions): List<Order> {
      return listOf(query, (page) =>
        connection.whole(options, (carrier) =>
          api.GET('/v1/organizations/{organization_id}/orders', {
            params: { path: { organization_id: organization }, query: { ...query, ...page } },
            ...carrier,
          }),
        ),
      )
    },
    get,
    /** Deposits, fills, payouts, refunds, ledger entries and events. */
    timeline(organization: string, order: string, options?: CallOptions): Promise<OrderTimeline> {
      return connection.call(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/orders/{order_id}/timeline', {
          params: { path: { organization_id: organization, order_id: order } },
          ...carrier,
        }),
      )
    },
    /** The receipt as HTML, of an order that is completed or refunded. */
    async receipt(organization: string, order: string, options?: CallOptions): Promise<string> {
      const { body } = await connection.whole(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/orders/{order_id}/receipt', {
          params: { path: { organization_id: organization, order_id: order } },
          parseAs: 'text',
          ...carrier,
        }),
      )
      return body
    },
    /** The receipt as PDF. */
    async receiptPdf(
      organization: string,
      order: string,
      options?: CallOptions,
    ): Promise<Uint8Array> {
      const { body } = await connection.whole(options, (carrier) =>
        api.GET('/v1/organizations/{organization_id}/orders/{order_id}/receipt.pdf', {
          params: { path: { organization_id: organization, order_id: order } },
          parseAs: 'arrayBuffer',
          ...carrier,
        }),
      )
      return new Uint8Array(body)
    },
    /** Before it is funded. */
    cancel(organization: string, order: string, options?: CallOptions): Promise<Order> {
      return connection.call(options, (carrier) =>
        api.POST('/v1/organizations/{organization_id}/orders/{order_id}/cancel', {
          params: { path: { organization_id: organization, order_id: order } },
          ...carrier,
        }),
      )
    },
    /** After the conversion was declined. */
    refund(organization: string, order: string, options?: CallOptions): Promise<Order> {
      return connection.call(options, (carrier) =>
        api.POST('/v1/organizations/{organization_id}/orders/{order_id}/refund', {
          params: { path: { organization_id: organization, order_id: order } },
          ...carrier,
        }),
      )
    },
    /** After the conversion was declined: another order with the same money and a fresh quote. */
    retry(
      organization: string,
      order: string,
      body: Schemas['OrderRetry'],
      options?: CreateOptions,
    ): Promise<Order> {
      return connection.create(options, (carrier, header) =>
        api.POST('/v1/organizations/{organization_id}/orders/{order_id}/retry', {
          params: { path: { organization_id: organization, order_id: order }, header },
          body,
          ...carrier,
        }),
      )
    },
    /**
     * Pays the order, in the sandbox. A repetition after a lost answer finds the order funded and returns it.
     */
    async simulateDemoFunding(
      organization: string,
      order: string,
      body: Schemas['SimulatedFunding'] = {},
      options?: CallOptions,
    ): Promise<Order> {
      try {
        return await connection.call(options, (carrier) =>
          api.POST('/v1/organizations/{organization_id}/orders/{order_id}/simulate-demo-funding', {
            params: { path: { organization_id: organization, order_id: order } },
            body,
            ...carrier,
          }),
        )
      } catch (error) {
        const repeated = error instanceof CorridorError && error.attempts > 1
        if (!repeated || error.code !== 'order_not_awaiting_funding') throw error
        const funded = await get(organization, order, options)
        const history = funded.status.status_history.map(({ status }) => status)
        if (!history.includes('STEP_2_FILLING_FX')) throw error
        return funded
      }
    },
    /**
     * Resolves with the order once it has a status of `until`, by default STEP_4_COMPLETED. Rejects with
     * OrderEndedError once it can no longer have one, with OrderTimeoutError after `timeout`, and with the signal's reason.
     */
    waitFor(organization: string, order: string, options?: WaitOptions): Promise<Order> {
      return waitForOrder(
        connection,
        (signal) => get(organization, order, { signal }),
        organization,
        order,
        options,
      )
    },
  }
}
