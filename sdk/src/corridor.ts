// The client. Each resource holds the operations of its part of the API.
import { connect, type CorridorOptions } from './connection.ts'
import { eventsOf } from './resources/events.ts'
import { informationRequestsOf } from './resources/information-requests.ts'
import { instrumentsOf } from './resources/instruments.ts'
import { keysOf } from './resources/keys.ts'
import { liquidityProvidersOf, offeringsOf, routesOf } from './resources/markets.ts'
import { depositsOf, payoutsOf, refundsOf } from './resources/movements.ts'
import { ordersOf } from './resources/orders.ts'
import { organizationsOf } from './resources/organizations.ts'
import { quotesOf } from './resources/quotes.ts'
import { sandboxOf } from './resources/sandbox.ts'
import { enterpriseWebhooksOf, webhooksOf } from './resources/webhooks.ts'

export class Corridor {
  readonly organizations: ReturnType<typeof organizationsOf>
  readonly keys: ReturnType<typeof keysOf>
  readonly instruments: ReturnType<typeof instrumentsOf>
  readonly liquidityProviders: ReturnType<typeof liquidityProvidersOf>
  readonly routes: ReturnType<typeof routesOf>
  readonly offerings: ReturnType<typeof offeringsOf>
  readonly quotes: ReturnType<typeof quotesOf>
  readonly orders: ReturnType<typeof ordersOf>
  readonly deposits: ReturnType<typeof depositsOf>
  readonly payouts: ReturnType<typeof payoutsOf>
  readonly refunds: ReturnType<typeof refundsOf>
  readonly informationRequests: ReturnType<typeof informationRequestsOf>
  readonly events: ReturnType<typeof eventsOf>
  readonly webhooks: ReturnType<typeof webhooksOf>
  readonly enterpriseWebhooks: ReturnType<typeof enterpriseWebhooksOf>
  readonly sandbox: ReturnType<typeof sandboxOf>

  constructor(options: CorridorOptions) {
    const connection = connect(options)
    this.organizations = organizationsOf(connection)
    this.keys = keysOf(connection)
    this.instruments = instrumentsOf(connection)
    this.liquidityProviders = liquidityProvidersOf(connection)
    this.routes = routesOf(connection)
    this.offerings = offeringsOf(connection)
    this.quotes = quotesOf(connection)
    this.orders = ordersOf(connection)
    this.deposits = depositsOf(connection)
    this.payouts = payoutsOf(connection)
    this.refunds = refundsOf(connection)
    this.informationRequests = informationRequestsOf(connection)
    this.events = eventsOf(connection)
    this.webhooks = webhooksOf(connection)
    this.enterpriseWebhooks = enterpriseWebhooksOf(connection)
    this.sandbox = sandboxOf(connection)
  }
}
