// Uses what runtimes do differently: connections that break, streams, time-outs, signals and WebCrypto. It runs in each
// runtime of the machine, in a project of a user, and prints what it saw.
import { Corridor, decimal, verifyWebhook } from '@corridor/sdk'

const { BASE: baseUrl, KEY: apiKey, ORG: organization, QUOTE, SECRET: secret, BODY } = process.env
const corridor = new Corridor({ baseUrl, apiKey })
const nameOf = (call) => call.then(() => 'none').catch(({ name }) => name)

// Connections break before, during and after this call.
const order = await corridor.orders.create(organization, { quote_id: QUOTE })

const pages = []
for await (const { id } of corridor.orders.list(organization, { limit: 1 })) pages.push(id)

const { cursor } = await corridor.events.list(organization, { order_id: order.id }).page()
const following = (async () => {
  for await (const { event } of corridor.events.stream(organization, {
    order_id: order.id,
    cursor,
  }))
    if (event.type === 'order.completed') return event.type
})()

const statuses = []
await corridor.orders.simulateDemoFunding(organization, order.id)
await corridor.orders.waitFor(organization, order.id, {
  onStatus: ({ status }) => statuses.push(status.current_status),
})

const headers = new Headers(JSON.parse(process.env.HEADERS))
const verified = await verifyWebhook({ body: BODY, headers, secret, tolerance: Infinity })
const call = (options) => corridor.orders.get(organization, order.id, options)

console.log(
  JSON.stringify({
    order: order.id,
    pages,
    last: statuses.at(-1),
    followed: await following,
    verified: verified.payload.type,
    forged: await nameOf(verifyWebhook({ body: `${BODY} `, headers, secret, tolerance: Infinity })),
    aborted: await nameOf(call({ signal: AbortSignal.abort(new RangeError('enough')) })),
    unknown: await nameOf(corridor.orders.get(organization, 'ord_1')),
    unanswered: await nameOf(
      new Corridor({ baseUrl: 'http://127.0.0.1:1', apiKey, retry: { attempts: 1 } }).orders.get(
        organization,
        order.id,
      ),
    ),
    exact: decimal.multiply('4269.32', '988.10', { decimals: 2, rounding: 'down' }),
  }),
)
