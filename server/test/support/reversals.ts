// A service whose worker the test drives, and a rail that reports what the test says.
import { expect } from 'vitest'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import { selectUnmatchedDeposits } from '../../src/engine/deposits/queries.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { orderForOperator } from '../../src/engine/orders/operator-view.ts'
import type { TimelineJson } from '../../src/engine/orders/timeline.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { RailEntry, SeenDeposit } from '../../src/outside/rails/port.ts'
import { selectRefunds, sentMinorOf } from '../../src/engine/refunds/queries.ts'
import { selectOpenReversals } from '../../src/engine/reversals/queries.ts'
import { fillDue, minorOf, rowOf, runDueWork } from './orders.ts'
import type { TestService } from './service.ts'
import { reportEntries } from './rails.ts'

export const TOTAL = 1_000_000_000n

export function reversalWorld(corridor: TestService) {
  const { deps } = corridor
  const { owner } = corridor.database
  let transactions = 0

  /** The rail reports entries. Entries that were postponed are due again. */
  async function report(...entries: RailEntry[]): Promise<void> {
    await owner.query('update rail_entries set due_at = now() where due_at is not null')
    await reportEntries(corridor, ...entries)
  }

  const depositFor = (
    order: OrderJson,
    amountMinor = TOTAL,
    more: Partial<SeenDeposit> = {},
  ): SeenDeposit => ({
    kind: 'deposit',
    transaction: `tx-${++transactions}`,
    index: 0,
    account: order.funding_instructions.details['address'] ?? '',
    reference: null,
    sender: null,
    currency: 'USDC',
    amountMinor,
    ...more,
  })

  const reversalOf = (
    deposit: SeenDeposit,
    transaction = `reversal of ${deposit.transaction}`,
  ): RailEntry => ({
    kind: 'reversal',
    transaction,
    index: 0,
    ofTransaction: deposit.transaction,
    ofIndex: deposit.index,
    code: 'AM09',
  })

  return {
    report,
    /** An operator assigns a deposit in suspense. */
    async assign(order: { id: string }, transaction: string) {
      const deposits = await selectUnmatchedDeposits(deps.db, false)
      const row = deposits.find((one) => one.transaction === transaction)
      if (row === undefined) throw new Error(`${transaction} is not in suspense`)
      return assignDeposit(deps, row, await rowOf(corridor, order), { wrongAsset: false })
    },
    depositFor,
    reversalOf,
    /** The first refund of the order comes back as a whole. */
    async returnOfRefund(order: { id: string }): Promise<RailEntry> {
      const [refund] = await selectRefunds(deps.db, [await rowOf(corridor, order)])
      if (refund === undefined) throw new Error('nothing was refunded')
      return {
        kind: 'return',
        transaction: `return of ${refund.rail_key}`,
        index: 0,
        key: refund.rail_key,
        sendReference: null,
        currency: refund.currency,
        amountMinor: sentMinorOf(refund),
        code: 'AC04',
      }
    },
    rowOf: (order: { id: string }) => rowOf(corridor, order),
    fill: () => fillDue(corridor),
    /** Fills and pays out one batch. */
    advance: () => advanceOrders(deps),
    work: () => runDueWork(corridor),
    orderOf: async (amount = '1000.00'): Promise<OrderJson> =>
      corridor.order((await corridor.quote(undefined, amount)).id),
    /** A new order, funded by one deposit. */
    async funded(amount = '1000.00'): Promise<{ order: OrderJson; deposit: SeenDeposit }> {
      const order = await corridor.order((await corridor.quote(undefined, amount)).id)
      const deposit = depositFor(order, minorOf(order.payin.total, 'USDC'))
      await report(deposit)
      return { order, deposit }
    },
    statusOf: async (order: { id: string }) => (await rowOf(corridor, order)).status,
    timelineOf: async (order: { id: string }) =>
      (await corridor.get<TimelineJson>(`${corridor.organization}/orders/${order.id}/timeline`))
        .data,
    forOperator: async (order: { id: string }) =>
      orderForOperator(deps.db, await rowOf(corridor, order)),
    /** What the payer of the order owes, in minor units; undefined if nothing is open. */
    owedFor: async (order: { id: string }) =>
      (await selectOpenReversals(deps.db)).find(
        ({ order_id: id }) => id === uuidOf('ord', order.id),
      )?.owed_minor,
    /** The sum of an account over the transfers of the order. */
    balanceOf: async (order: { id: string }, account: string): Promise<bigint> => {
      const { rows } = await owner.query<{ balance: bigint }>(
        `select coalesce(sum(case when debit_account = $2 then amount_minor else 0 end
                           - case when credit_account = $2 then amount_minor else 0 end), 0)::bigint as balance
           from ledger_transfers where order_id = $1`,
        [uuidOf('ord', order.id), account],
      )
      return rows[0]?.balance ?? 0n
    },
    async expectTaken(): Promise<void> {
      const { rows } = await owner.query(
        'select kind, transaction, problem from rail_entries where due_at is not null',
      )
      expect(rows).toEqual([])
    },
  }
}
