// The simulated rail: serves every method, settles what it is sent and reports planned entries. It follows the scenario
// of the order. The simulator stores the keys.
import { createHash } from 'node:crypto'
import { later, type Clock } from '../../../platform/clock.ts'
import type { Abilities } from '../../abilities.ts'
import { currenciesOf, methodNames } from '../../methods/methods.ts'
import type { Report, Simulator } from '../../simulator/simulator.ts'
import { onePage } from '../listed-sends.ts'
import type { Rail, RailAbility, RailEntry, SendAnswer, SendRequest } from '../port.ts'
import { sandboxFundingDetails } from './funding-details.ts'
import { SIMULATED_SENDER } from '../../simulator/screener.ts'

/** The name of the simulated rail. */
export const SIMULATED_RAIL = 'sandbox'

/** Every method of accounts outside, with every currency that it carries. */
export const SIMULATED_SERVED = methodNames.map((method) => ({
  method,
  currencies: currenciesOf(method),
}))

/** The simulated rail has no kind: every sandbox has it. */
export const SIMULATED_CAN: Abilities<RailAbility> = {
  returns: 'yes',
  cancel: 'yes',
  sends: 'yes',
}

const LATE_CALLS = 3
const RETURN_AFTER_MS = 2000
const PREPARED = 'simulated'
/** Stands in the place of a request that was cancelled before it was executed. */
const CANCELLED = 'cancelled'

export function openSandboxRail(depositSeed: Uint8Array, simulator: Simulator, clock: Clock): Rail {
  return {
    name: SIMULATED_RAIL,
    served: SIMULATED_SERVED,
    fundingAccount: (method, orderId) => sandboxFundingDetails(method, depositSeed, orderId),
    prepare: async () => PREPARED,
    send: (request) => sendBy(simulator, clock, request),
    async lookUp(key) {
      const known = await simulator.lookUpExecution(`rail/${key}`)
      if (known === undefined) return { state: 'unknown' }
      return known.request === CANCELLED
        ? { state: 'rejected', code: CANCELLED }
        : { state: 'settled', reference: known.reference }
    },
    async cancel(key) {
      const known = await simulator.lookUpExecution(`rail/${key}`)
      if (known === undefined) await simulator.execute(`rail/${key}`, CANCELLED)
      return known === undefined || known.request === CANCELLED
        ? { state: 'cancelled', code: CANCELLED }
        : { state: 'too_late' }
    },
    async poll(cursor) {
      const reports = await simulator.reports(BigInt(cursor ?? '0'), clock.now())
      return {
        cursor: String(reports.at(-1)?.number ?? cursor ?? ''),
        entries: reports.map(entryOf),
      }
    },
    async sends({ since }) {
      const executed = await simulator.executionsSince('rail/', since)
      const sent = executed.filter(({ request }) => request !== CANCELLED)
      const sends = sent.map(({ key, request, reference }) => ({
        key: key.slice('rail/'.length),
        reference,
        ...amountIn(request),
      }))
      return { isComplete: true, pages: onePage(sends) }
    },
    balances: async () => [],
  }
}

async function sendBy(
  simulator: Simulator,
  clock: Clock,
  request: SendRequest,
): Promise<SendAnswer> {
  const settle = async (request: SendRequest): Promise<SendAnswer> => ({
    state: 'settled',
    reference: await simulator.execute(`rail/${request.key}`, contentOf(request)),
  })
  const planReturn = ({ key, currency, amountMinor }: SendRequest): Promise<void> =>
    simulator.planDeposit(
      {
        transaction: `return:${key}`,
        address: '',
        reference: '',
        currency,
        amountMinor,
        entry: { kind: 'return', key },
      },
      later(clock.now(), RETURN_AFTER_MS),
    )
  const reject = (): SendAnswer => ({ state: 'rejected', code: 'simulated' })
  const [orderId = '', kind = ''] = request.key.split(':')
  const scenario = await simulator.scenarioOf(orderId)
  const calls = async () =>
    scenario === undefined ? 0 : simulator.countCall(`rail/${request.key}`)
  switch (`${kind} ${scenario}`) {
    case 'payout rail_rejects':
    case 'payout refund_fails_then_succeeds':
    case 'payout refund_rejected':
      return reject()
    case 'refund refund_rejected':
      // The second attempt, which an operator starts, succeeds.
      return request.key.endsWith(':1') ? reject() : settle(request)
    case 'payout rail_times_out_paid':
      await settle(request)
      if ((await calls()) === 1) throw new Error('the simulated rail timed out')
      return settle(request)
    case 'payout rail_settles_late':
      return (await calls()) < LATE_CALLS ? { state: 'pending' } : settle(request)
    case 'refund refund_fails_then_succeeds':
      if ((await calls()) <= 2) throw new Error('the simulated rail answered 503')
      return settle(request)
    case 'payout payout_returned':
      // The second payout, which an operator asks for, stays.
      if (request.key.endsWith(':1')) await planReturn(request)
      return settle(request)
    default:
      return settle(request)
  }
}

function entryOf(report: Report): RailEntry {
  const { transaction, address, reference, currency, amountMinor, entry, arrivedAt } = report
  if (entry?.['kind'] === 'return') {
    const returned = { key: String(entry['key']), sendReference: null, code: 'simulated' }
    return { kind: 'return', transaction, index: 0, currency, amountMinor, ...returned }
  }
  const payer = { reference, sender: SIMULATED_SENDER }
  return {
    kind: 'deposit',
    transaction,
    index: 0,
    account: address,
    ...payer,
    currency,
    amountMinor,
    receivedAt: arrivedAt,
  }
}

function amountIn(request: string): { currency: string; amountMinor: bigint } {
  const [, minor = '', currency = ''] = /^pay (\d+) (\w+) /.exec(request) ?? []
  return { currency, amountMinor: BigInt(minor) }
}

// Store the destination as a digest: bank details are stored only encrypted.
function contentOf({ method, currency, amountMinor, details }: SendRequest): string {
  const destination = createHash('sha256').update(JSON.stringify(details)).digest('hex')
  return `pay ${amountMinor} ${currency} by ${method} to ${destination}`
}
