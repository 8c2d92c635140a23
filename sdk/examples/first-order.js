// The first order, in the sandbox. BASE, KEY and ORG come from sandbox.env.
import { Corridor } from '@corridor/sdk'

const { BASE: baseUrl, KEY: apiKey, ORG: organization } = process.env
const corridor = new Corridor({ baseUrl, apiKey })

const [offering] = await corridor.offerings.create(organization)
const quote = await corridor.quotes.create(organization, {
  offering_id: offering.id,
  payin_amount: '1000.00',
})
const order = await corridor.orders.create(organization, { quote_id: quote.id })
await corridor.orders.simulateDemoFunding(organization, order.id)
const done = await corridor.orders.waitFor(organization, order.id)
console.log(done.status.current_status, done.payout.total)
