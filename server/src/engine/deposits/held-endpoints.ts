// The operator API that lists deposits which screening holds, rejected or has not answered about.
import { toTimestamp } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  count,
  dataListOf,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { money, moneyView } from '../../platform/money/desk-money.ts'
import { selectHeldScreenings, type ScreeningRow } from '../../rules/screening/queries.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { seesEnterprise } from '../../parties/operators/operator.ts'
import { idOrNull } from '../../parties/operators/operator-reads.ts'
import type { DepositRow } from './queries.ts'
import { selectDepositsById } from './screened-queries.ts'

const heldSchema = exact(
  {
    deposit_id: identifier('dep', 'The deposit.'),
    amount: money,
    order_id: nullable(identifier('ord', 'An order.'), 'The order that it is for, if known.'),
    state: anyText('The state of its screening.', 'hold'),
    screener: nullable(
      anyText('A screener.', 'sanctions'),
      'The screener that decided. Null before an answer.',
    ),
    reason: nullable(anyText('A reason.', 'listed in line 1'), 'Its reason.'),
    recorded_at: timestamp('When the deposit was recorded.'),
    attempts: count('How often the screeners were asked.', 1),
  },
  { title: 'HeldDeposit', description: 'A deposit that screening has not cleared.' },
)

export function heldDepositsEndpoint(api: Api, { db }: { db: Pool }): void {
  addRead(api, {
    path: '/deposits/held',
    config: { right: 'read' },
    tags: ['Deposits'],
    operationId: 'listHeldDeposits',
    summary: 'List held deposits',
    description:
      'Deposits that screening holds, rejected or has not answered about: the oldest 1,000, unpaged. They belong to no enterprise before they are credited.',
    answer: dataListOf(heldSchema, 'The deposits.'),
    async data(request) {
      if (!seesEnterprise(operatorOfRequest(request), null)) return []
      const held = await selectHeldScreenings(db, 'deposit')
      const ids = held.flatMap((row) => row.deposit_id ?? [])
      const deposits = new Map((await selectDepositsById(db, ids)).map((row) => [row.id, row]))
      const data = held.flatMap((row) => {
        const deposit = row.deposit_id === null ? undefined : deposits.get(row.deposit_id)
        return deposit === undefined ? [] : heldView(row, deposit)
      })
      return data
    },
  })
}

const heldView = (row: ScreeningRow, deposit: DepositRow) => ({
  deposit_id: publicId('dep', deposit.id),
  amount: moneyView(deposit.amount_minor, deposit.currency),
  order_id: idOrNull('ord', row.order_id),
  state: row.state,
  screener: row.screener,
  reason: row.reason,
  recorded_at: toTimestamp(deposit.recorded_at),
  attempts: row.attempt,
})
