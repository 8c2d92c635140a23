// A client of a real service, directly and through a faulty proxy.
import { testService, type TestService } from '../../../server/test/support/service.ts'
import { Corridor } from '../../src/corridor.ts'
import type { Offering, Order, Quote } from '../../src/schemas.ts'
import type { CorridorOptions } from '../../src/connection.ts'
import { openFaultyProxy } from './faulty-proxy.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld(options: Parameters<typeof testService>[0] = {}) {
  const service: TestService = await testService(options)
  const proxy = await openFaultyProxy(service.url)
  const { api_key: apiKey, organization_id: organization } = service.sandbox
  const connect = (more: Partial<CorridorOptions> = {}): Corridor =>
    new Corridor({ baseUrl: proxy.url, apiKey, ...more })
  const direct = new Corridor({ baseUrl: service.url, apiKey })

  const offering = async (): Promise<Offering> => {
    const [first] = await direct.offerings.create(organization)
    if (first === undefined) throw new Error('no offering')
    return first
  }
  const quote = async (): Promise<Quote> =>
    direct.quotes.create(organization, {
      offering_id: (await offering()).id,
      payin_amount: '100.00',
    })

  return {
    service,
    proxy,
    apiKey,
    organization,
    connect,
    direct,
    offering,
    quote,
    order: async (): Promise<Order> =>
      direct.orders.create(organization, { quote_id: (await quote()).id }),
    /** Orders that a quote was made into. */
    ordersOf: async (quoteId: string): Promise<Order[]> =>
      (await direct.orders.list(organization).all()).filter((one) => one.quote_id === quoteId),
    async close(): Promise<void> {
      await proxy.close()
      await service.close()
    },
  }
}
