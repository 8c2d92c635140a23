// What tests do with the orders of a service: read them, fund some, and do the work that is due.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../src/platform/clock.ts'
import { sealText } from '../../src/platform/db/seal.ts'
import type { Deps } from '../../src/service/deps.ts'
import { newLeaseToken, newUuid, publicId } from '../../src/platform/ids.ts'
import { requireUuid } from './ids.ts'
import { parseAmount } from '../../src/platform/money/decimal.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { claimDueOrders, type ClaimedOrder } from '../../src/engine/orders/job-queries.ts'
import {
  selectOperatorOrder,
  type OperatorOrder,
} from '../../src/engine/orders/operator-queries.ts'
import { simulateFunding } from '../../src/engine/orders/simulate-funding.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { insertPayoutIntents } from '../../src/engine/payouts/queries.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { keepLedgerFlows, keepOrderSums } from '../../src/engine/series/keep-series.ts'
import type { TestService } from './service.ts'

type Named = Pick<OrderJson, 'id'>

/** The order as operators see it. */
export async function rowOf({ deps }: { deps: Deps }, { id }: Named): Promise<OperatorOrder> {
  const row = await selectOperatorOrder(deps.db, requireUuid('ord', id))
  if (row === undefined) throw new Error('the order does not exist')
  return row
}

/** The status, followed by the reason of a parked order. */
export async function stateOf(corridor: { deps: Deps }, order: Named): Promise<string> {
  const { status, parked_reason: reason } = await rowOf(corridor, order)
  return reason === null ? status : `${status} ${reason}`
}

export const statesOf = (corridor: { deps: Deps }, orders: readonly Named[]): Promise<string[]> =>
  Promise.all(orders.map((order) => stateOf(corridor, order)))

/** The status that the customer sees. */
export const statusOf = async ({ get, organization }: TestService, id: string) =>
  (await get<OrderJson>(`${organization}/orders/${id}`)).data.status.current_status

export async function fundedOrder(corridor: TestService, amount?: string): Promise<OrderJson> {
  const order = await corridor.order((await corridor.quote(undefined, amount)).id)
  await corridor.fund(order.id)
  return order
}

/** Funded orders of one size, with the amount that each pays out. */
export async function fundedOrders(
  corridor: TestService,
  count: number,
): Promise<{ orders: OrderJson[]; eachMinor: bigint }> {
  await corridor.deps.feeds.push()
  const { id } = await corridor.offering()
  const orders: OrderJson[] = []
  while (orders.length < count) {
    const order = await corridor.order((await corridor.quote(id)).id)
    await corridor.fund(order.id)
    orders.push(order)
  }
  const [first] = orders
  if (first === undefined) throw new Error('no order was asked for')
  return { orders, eachMinor: (await rowOf(corridor, first)).payout_total_minor }
}

/** Fills due orders and leaves their payouts: the step takes a millisecond, as it takes a second in a sandbox. */
export async function fillDue({ deps, clock }: Pick<TestService, 'deps' | 'clock'>): Promise<void> {
  await advanceOrders({ ...deps, config: { ...deps.config, sandboxStepMs: 1 } })
  clock.advance(1)
}

/** Advances orders until none is due. */
export async function advanceAll({ deps }: { deps: Deps }): Promise<void> {
  while ((await advanceOrders(deps)) > 0);
}

/** Advances orders and sends refunds until nothing is due. */
export async function runDueWork({ deps }: { deps: Deps }): Promise<void> {
  while ((await advanceOrders(deps)) + (await sendRefunds(deps)) > 0);
}

/** The minor units of an amount in a response. */
export function minorOf(amount: string, currency: string): bigint {
  const parsed = parseAmount(amount, currency)
  if (!parsed.ok) throw new Error(`${amount} is no amount of ${currency}`)
  return parsed.minor
}

/** Orders that are due, with a lease, as a worker claims them. */
export const claimDue = ({ deps }: { deps: Deps }, limit: number): Promise<ClaimedOrder[]> =>
  claimDueOrders(deps.db, {
    now: deps.clock.now(),
    leaseToken: newLeaseToken(),
    leaseMs: 30_000,
    limit,
  })

export async function claimFirst(corridor: { deps: Deps }): Promise<ClaimedOrder> {
  const [order] = await claimDue(corridor, 1)
  if (order === undefined) throw new Error('no order is due')
  return order
}

/** Commits the intents of the payouts concurrently, and returns what the statements answered. */
export async function insertIntents(
  { deps }: { deps: Deps },
  claimed: readonly ClaimedOrder[],
  rail: string,
) {
  const answers = claimed.map((order) => {
    const id = newUuid('po', deps.clock.now())
    const intent = {
      organizationId: order.organization_id,
      id,
      orderId: order.id,
      leaseToken: order.lease_token,
      railKey: `${publicId('ord', order.id)}:payout:1`,
      rail,
      prepared: sealText(deps.config.secrets, id, ''),
      createdAt: deps.clock.now(),
    }
    return insertPayoutIntents(deps.db, [intent])
  })
  return (await Promise.all(answers)).flat()
}

/** The balance of an account of the ledger: debits minus credits in minor units. */
export async function ledgerBalance(
  { database }: Pick<TestService, 'database'>,
  account: string,
  currency = 'USDC',
): Promise<bigint> {
  const rows = await database.sql<{
    minor: string
  }>`select coalesce(sum(amount_minor), 0)::text as minor
      from ledger_entries where account = ${account} and currency = ${currency}`
  return BigInt(rows[0]?.minor ?? 0)
}

/** Funds so many orders and carries each to its end. The service must have no worker. */
export async function completeOrders(corridor: TestService, count: number): Promise<void> {
  const { deps, sandbox } = corridor
  const organizationId = requireUuid('org', sandbox.organization_id)
  const { id: offeringId } = await corridor.offering()
  await Promise.all(
    Array.from({ length: count }, async () => {
      const order = await corridor.order((await corridor.quote(offeringId)).id)
      await simulateFunding(deps, { organizationId, id: requireUuid('ord', order.id) })
    }),
  )
  while ((await advanceOrders(deps)) > 0);
}

/** An order whose payout the simulated bank rejects, once it is refunded. The service must have no worker. */
export async function refundedOrder(corridor: TestService): Promise<OrderJson> {
  const order = await fundedOrder(corridor, '1911.06')
  while ((await statusOf(corridor, order.id)) !== 'FAILED_REFUND_PROCESSED') {
    corridor.clock.advance(5000)
    await runDueWork(corridor)
  }
  return order
}

/** Counts what was committed before for charts. Transactions of other tests, which are open meanwhile, may delay it. */
export async function countForCharts({ deps, database }: TestService): Promise<void> {
  const ends =
    await database.sql`select pg_snapshot_xmax(pg_current_snapshot())::text as transaction,
            (select coalesce(max(id), 0) from ledger_transfers)::text as transfer`
  const isCounted = async () => {
    const rows = await database.sql<{
      done: boolean
    }>`select o.up_to >= ${ends[0]?.transaction}::xid8
        and f.up_to >= ${ends[0]?.transfer} as done
        from order_sum_progress o, ledger_flow_progress f`
    return rows[0]?.done === true
  }
  // A test may itself have left a transaction open.
  for (let rounds = 0; rounds < 100; rounds++) {
    await keepOrderSums(deps)
    await keepLedgerFlows(deps)
    if (await isCounted()) return
    await sleep(20)
  }
}

/** The least that an intent of a fill says. */
export const fillIntentOf = (order: ClaimedOrder, at: Instant) => ({
  organizationId: order.organization_id,
  orderId: order.id,
  leaseToken: order.lease_token,
  sequence: 1,
  providerKey: `${order.id}:fill:1`,
  providerName: 'ALPHA',
  payinMinor: 1n,
  firmRate: '1',
  providerPayoutMinor: 1n,
  quoteToken: '',
  quoteExpiresAt: null,
  choice: '',
  keepsPromise: true,
  lossMinor: 0n,
  createdAt: at,
})
