// A quote that the route refuses: the code tells which facts the error has.
import { Corridor, CorridorError } from '@corridor/sdk'

const { BASE: baseUrl, KEY: apiKey, ORG: organization } = process.env
const corridor = new Corridor({ baseUrl, apiKey })

try {
  const [offering] = await corridor.offerings.create(organization)
  await corridor.quotes.create(organization, { offering_id: offering.id, payin_amount: '0.01' })
} catch (error) {
  if (!(error instanceof CorridorError)) throw error
  switch (error.code) {
    case 'amount_out_of_limits':
      console.log(`from ${error.problem.limits.min} to ${error.problem.limits.max}`)
      break
    case 'market_closed':
      console.log(`closed until ${error.problem.opens_at}`)
      break
    default:
      console.log(error.code, error.requestId, error.errors)
  }
}
