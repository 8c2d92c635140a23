// The operator API of reversed deposits: which orders they left a debt with, and the acts that settle it.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { refused } from '../../parties/acts/refused.ts'
import { toTimestamp } from '../../platform/clock.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  currency,
  dataListOf,
  dataOf,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import type { Acknowledged } from '../orders/acknowledged.ts'
import { auditedChanges } from '../orders/audited.ts'
import type { OrderActDeps } from '../orders/decide-order.ts'
import { deskOrder, deskOrderView } from '../orders/desk-order.ts'
import { money, moneyOrNull, moneyView } from '../../platform/money/desk-money.ts'
import { aboutOrder } from '../orders/act-amounts.ts'
import { orderParams, seenOrder } from '../orders/operator-endpoints.ts'
import { selectOperatorOrder } from '../orders/operator-queries.ts'
import { orderStatus } from '../orders/view.ts'
import { operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise } from '../../parties/operators/operator.ts'
import { selectOpenReversals, type OpenReversal } from './queries.ts'
import { closedSettlement, debtsOf, settleable, settleReversal } from './settle.ts'

type Deps = ActDeps & OrderActDeps & { acknowledged: Acknowledged }

const tags = ['Reversals']
const code = anyText('A code of the rail.', 'R01')

const reversalSchema = exact(
  {
    order_id: identifier('ord', 'The order.'),
    organization_id: identifier('org', 'The organization.'),
    organization_name: anyText('Its name.', 'Acme SA'),
    status: orderStatus,
    parked_reason: nullable(
      anyText('A reason.', 'reversed_deposit'),
      'Why the order waits for an operator. Null if it does not wait.',
    ),
    owed: money,
    lacks: nullable(money, 'What the order lacks. Null for another currency than its payin.'),
    deposits: Type.Array(
      exact(
        {
          deposit_id: identifier('dep', 'The deposit.'),
          rail: anyText('Its rail.', 'evm:base'),
          transaction: anyText('Its transaction.', 'tx-1'),
          code,
        },
        { title: 'ReversedDeposit', description: 'A deposit that its rail took back.' },
      ),
      { description: 'The reversed deposits.' },
    ),
    reversed_at: timestamp('When the last of them was reversed.'),
  },
  { title: 'OpenReversal', description: 'What the payer of an order owes after reversals.' },
)

const acts = [
  {
    name: 'reversal.received',
    settlement: 'received',
    path: 'received',
    operationId: 'receiveReversal',
    summary: 'Note that reversed money was received',
    description: 'The money of the reversed deposits is at its rail again.',
  },
  {
    name: 'reversal.write-off',
    settlement: 'written_off',
    path: 'write-off',
    operationId: 'writeOffReversal',
    summary: 'Write off reversed money',
    description: 'The desk gives up what the payer of the order owes.',
  },
  {
    name: 'reversal.set-off',
    settlement: 'set_off',
    path: 'set-off',
    operationId: 'setOffReversal',
    summary: 'Set refunds off against reversed money',
    description:
      'Refunds of the order that were not sent pay what its payer owes. The rest of a larger refund is sent, and the rest of a larger debt stays.',
  },
] as const

export function reversalEndpoints(api: Api, deps: Deps): void {
  addRead(api, {
    path: '/reversals',
    config: { right: 'read', command: 'deposits reversed' },
    tags,
    operationId: 'listReversals',
    summary: 'List open reversals',
    description:
      'Orders whose payers owe the desk money, or which lack money, after reversals. Oldest first, unpaged.',
    answer: dataListOf(reversalSchema, 'All open reversals.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      const open = await selectOpenReversals(deps.db)
      const seen = open.filter((one) => seesEnterprise(operator, one.enterprise_id))
      return seen.map(view)
    },
  })

  const { add } = actsOn(api, deps, {
    kind: 'ord',
    params: orderParams,
    async find(operator, { order_id }) {
      const order = await seenOrder(deps, operator, order_id)
      return order && { order, debts: await debtsOf(deps.db, order) }
    },
    about: ({ order }) => aboutOrder(order),
  })
  for (const { path, settlement, ...texts } of acts)
    add({
      ...texts,
      path: `/orders/:order_id/reversal/${path}`,
      tags,
      body: exact(
        { currency: currency('The currency that is owed.', 'USDC'), reason },
        { title: 'ReversalSettlement', description: 'Which debt, and why.' },
      ),
      answer: dataOf(deskOrder, 'The order as it is now.'),
      closed: ({ debts }) => closedSettlement(debts, settlement),
      targets: ({ debts }) => ({ field: 'currency', ids: settleable(debts, settlement) }),
      async carryOut({ order }, body, execution) {
        const audited = { ...deps, ...auditedChanges(deps, execution) }
        const after = await settleReversal(audited, order, body.currency, settlement, body.reason)
        if ('refused' in after) throw refused(after.refused, after.closed)
        return deskOrderView((await selectOperatorOrder(deps.db, order.id)) ?? order)
      },
    })
}

const view = (row: OpenReversal) => ({
  order_id: publicId('ord', row.order_id),
  organization_id: publicId('org', row.organization_id),
  organization_name: row.organization_name,
  status: row.status,
  parked_reason: row.parked_reason,
  owed: moneyView(row.owed_minor, row.currency),
  lacks: moneyOrNull(row.short_minor, row.currency),
  deposits: row.deposits.map(({ id, rail, transaction, code: of }) => ({
    deposit_id: publicId('dep', id),
    rail,
    transaction,
    code: of,
  })),
  reversed_at: toTimestamp(row.reversed_at),
})
