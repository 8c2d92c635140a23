// The simulated rail: serves every method, settles what it is sent and reports planned deposits. It follows the scenario
// of the order. The simulator stores the keys.
import { createHash } from 'node:crypto'
import { methodNames } from '../../instruments/methods.ts'
import type { Simulator } from '../../sandbox/simulator.ts'
import type { Rail, SendAnswer, SendRequest } from '../first-port.ts'
import { sandboxFundingDetails } from './funding-details.ts'

const LATE_CALLS = 3

export function openSandboxRail(depositSeed: Uint8Array, simulator: Simulator): Rail {
  const settle = async (request: SendRequest): Promise<SendAnswer> => ({
    state: 'settled',
    reference: await simulator.execute(`rail/${request.key}`, contentOf(request)),
  })

  return {
    name: 'sandbox',
    methods: methodNames,
    fundingDetails: (method, orderId) => sandboxFundingDetails(method, depositSeed, orderId),
    async send(request) {
      const [orderId = '', kind = ''] = request.key.split(':')
      const scenario = await simulator.scenarioOf(orderId)
      const calls = async () =>
        scenario === undefined ? 0 : simulator.countCall(`rail/${request.key}`)
      switch (`${kind} ${scenario}`) {
        case 'payout rail_rejects':
        case 'payout refund_fails_then_succeeds':
        case 'payout refund_rejected':
          return { state: 'rejected' }
        case 'refund refund_rejected':
          // The second attempt, which an operator starts, succeeds.
          return request.key.endsWith(':1') ? { state: 'rejected' } : settle(request)
        case 'payout rail_times_out_paid':
          await settle(request)
          if ((await calls()) === 1) throw new Error('the simulated rail timed out')
          return settle(request)
        case 'payout rail_settles_late':
          return (await calls()) < LATE_CALLS ? { state: 'pending' } : settle(request)
        case 'refund refund_fails_then_succeeds':
          if ((await calls()) <= 2) throw new Error('the simulated rail answered 503')
          return settle(request)
        default:
          return settle(request)
      }
    },
    async lookUp(key) {
      const reference = await simulator.lookUp(`rail/${key}`)
      return reference === undefined ? { state: 'unknown' } : { state: 'settled', reference }
    },
    async deposits(at) {
      const due = await simulator.depositsDue(at)
      return due.map(({ transaction, address, reference, currency, amountMinor }) => ({
        transaction,
        outputIndex: 0,
        address,
        reference,
        currency,
        amountMinor,
      }))
    },
    acknowledge: (deposits) =>
      simulator.depositsReported(deposits.map(({ transaction }) => transaction)),
  }
}

// Store the destination as a digest: bank details are stored only encrypted.
function contentOf({ method, currency, amountMinor, details }: SendRequest): string {
  const destination = createHash('sha256').update(JSON.stringify(details)).digest('hex')
  return `pay ${amountMinor} ${currency} by ${method} to ${destination}`
}
