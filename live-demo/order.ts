// One order from its offering to its payout, as a customer's program takes it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { OfferingJson } from '../server/src/engine/offerings/view.ts'
import type { OrderJson } from '../server/src/engine/orders/view.ts'
import type { OrganizationJson } from '../server/src/parties/organizations/view.ts'
import type { QuoteJson } from '../server/src/engine/quotes/view.ts'
import type { Corridor } from './corridor.ts'

type Payin = 'EVM_ADDRESS' | 'SOLANA_ADDRESS'
type Walk = {
  route: string
  payin: Payin
  payout: string
  amount: string
  /** Pays the amount to an address from the customer's wallet. Returns the transaction. */
  pay(address: string, amount: string): Promise<string>
  /** The payout as the outside shows it. */
  proof(): Promise<string>
}
export type Walked = {
  route: string
  payin: Payin
  status: string
  /** From the payment to the end. */
  seconds: number
  address: string
}

const PATIENCE_MS = 300_000

export async function walkOrder(
  corridor: Corridor,
  say: (text: string) => void,
  { route, payin, payout, amount, pay, proof }: Walk,
): Promise<Walked> {
  say(`\n${route}`)
  const [organization] = await corridor.call<OrganizationJson[]>('GET', '/organizations')
  const path = `/organizations/${organization?.id}`
  const offering = await offeringOf(corridor, path, payin, payout)
  const quote = await corridor.call<QuoteJson>('POST', `${path}/quotes`, {
    offering_id: offering.id,
    payin_amount: amount,
  })
  say(
    `  quote ${quote.id}: ${quote.payin.total} USDC for ${quote.payout.total} ${payout} at ${quote.exchange_rate}`,
  )
  const order = await corridor.call<OrderJson>('POST', `${path}/orders`, { quote_id: quote.id })
  const address = String(Object(order.funding_instructions.details)['address'])
  say(`  order ${order.id}: pay ${quote.payin.total} USDC to ${address}`)
  const paidAt = performance.now()
  say(`  paid by the customer in transaction ${await pay(address, quote.payin.total)}`)
  const present = await follow(corridor, `${path}/orders/${order.id}`, say)
  const seconds = Math.round((performance.now() - paidAt) / 100) / 10
  say(`  ${await proof()}`)
  return { route, payin, status: present.status.current_status, seconds, address }
}

// Rates arrive once the worker has opened the provider.
async function offeringOf(
  corridor: Corridor,
  path: string,
  payin: Payin,
  payout: string,
): Promise<OfferingJson> {
  for (const until = performance.now() + PATIENCE_MS; ; await sleep(500)) {
    const failed = await corridor
      .call<OfferingJson[]>('POST', `${path}/offerings`)
      .then((offerings) => {
        const found = offerings.find(
          (one) =>
            one.payin.external_payment_instrument.method === payin &&
            one.payout.external_payment_instrument.currency === payout,
        )
        return found ?? new Error(`no offering from ${payin} to ${payout}`)
      })
      .catch((error: unknown) => error)
    if (!(failed instanceof Error)) return failed as OfferingJson
    if (performance.now() > until) throw failed
  }
}

async function follow(
  corridor: Corridor,
  path: string,
  say: (text: string) => void,
): Promise<OrderJson> {
  let shown = 0
  for (const until = performance.now() + PATIENCE_MS; ; await sleep(100)) {
    const order = await corridor.call<OrderJson>('GET', path)
    for (const { status, created_at } of order.status.status_history.slice(shown)) {
      say(`  ${created_at} ${status}`)
      shown += 1
    }
    const { current_status: status } = order.status
    if (status === 'STEP_4_COMPLETED' || status.startsWith('FAILED')) return order
    if (performance.now() > until) throw new Error(`${path} is still ${status}`)
  }
}
