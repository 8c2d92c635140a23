// The client. Each resource holds the operations of its part of the API. operations.ts is generated: it has all calls that
// only send a request and return its data.
import { connect, type Connection, type CorridorOptions } from './connection.ts'
import { Operations, webhooksOperations } from './operations.ts'
import { eventsOf } from './resources/events.ts'
import { ordersOf } from './resources/orders.ts'
import { verifyWebhook } from './verify.ts'

export class Corridor extends Operations {
  readonly orders: ReturnType<typeof ordersOf>
  readonly events: ReturnType<typeof eventsOf>
  readonly webhooks: ReturnType<typeof webhooksOf>

  constructor(options: CorridorOptions) {
    const connection = connect(options)
    super(connection)
    this.orders = ordersOf(connection)
    this.events = eventsOf(connection)
    this.webhooks = webhooksOf(connection)
  }
}

const webhooksOf = (connection: Connection) => ({
  ...webhooksOperations(connection),
  /** Checks signature and time of a request to an endpoint, and returns its typed body. */
  verify: verifyWebhook,
})
