// The simulated rail: serves every method, settles what it is sent, and its books remember the keys.
import { createHash } from 'node:crypto'
import { methodNames } from '../../instruments/methods.ts'
import type { Simulator } from '../../sandbox/simulator.ts'
import type { PayoutRequest, Rail } from '../port.ts'
import { sandboxFundingDetails } from './funding-details.ts'

export const openSandboxRail = (depositSeed: Uint8Array, simulator: Simulator): Rail => ({
  name: 'sandbox',
  methods: methodNames,
  fundingDetails: (method, orderId) => sandboxFundingDetails(method, depositSeed, orderId),
  sendPayout: async (request) => ({
    state: 'settled',
    reference: await simulator.execute(`rail/${request.key}`, contentOf(request)),
  }),
  async lookUp(key) {
    const reference = await simulator.lookUp(`rail/${key}`)
    return reference === undefined ? { state: 'unknown' } : { state: 'settled', reference }
  },
})

// The destination is remembered as a digest: bank details are kept sealed and nowhere else.
function contentOf({ method, currency, amountMinor, details }: PayoutRequest): string {
  const destination = createHash('sha256').update(JSON.stringify(details)).digest('hex')
  return `pay ${amountMinor} ${currency} by ${method} to ${destination}`
}
