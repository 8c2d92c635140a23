// The operator API that lists deposits which screening holds, rejected or has not answered about.
import Type from 'typebox'
import { toTimestamp } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import type { Api } from '../http/api-type.ts'
import {
  count,
  dataListOf,
  exact,
  failures,
  identifier,
  nullable,
  timestamp,
} from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { money, moneyView } from '../orders/desk-order.ts'
import { selectHeldScreenings } from '../screening/queries.ts'
import { operatorOfRequest } from '../users/guard.ts'
import { seesEnterprise } from '../users/operator.ts'
import { idOrNull, type Owner } from '../users/operator-reads.ts'
import { seenDeposits } from './list-queries.ts'
import type { DepositRow } from './queries.ts'

const heldSchema = exact(
  {
    deposit_id: identifier('dep', 'The deposit.'),
    amount: money,
    order_id: nullable(identifier('ord', 'An order.'), 'The order that it is for, if known.'),
    state: Type.String({ description: 'The state of its screening.', examples: ['hold'] }),
    screener: nullable(
      Type.String({ description: 'A screener.', examples: ['sanctions'] }),
      'The screener that decided. Null before an answer.',
    ),
    reason: nullable(
      Type.String({ description: 'A reason.', examples: ['listed in line 1'] }),
      'Its reason.',
    ),
    recorded_at: timestamp('When the deposit was recorded.'),
    attempts: count('How often the screeners were asked.', 1),
  },
  { title: 'HeldDeposit', description: 'A deposit that screening has not cleared.' },
)

type Seen = DepositRow & Partial<Owner>

export function heldDepositsEndpoint(api: Api, { db }: { db: Pool }): void {
  api.get(
    '/deposits/held',
    {
      config: { right: 'read' },
      schema: {
        tags: ['Deposits'],
        operationId: 'listHeldDeposits',
        summary: 'List held deposits',
        description:
          'Deposits that screening holds, rejected or has not answered about: the oldest 1,000, unpaged. They belong to no enterprise before they are credited.',
        response: { 200: dataListOf(heldSchema, 'The deposits.'), ...failures() },
      },
    },
    async (request, reply) => {
      if (!seesEnterprise(operatorOfRequest(request), null)) return reply.send({ data: [] })
      const data = []
      for (const row of await selectHeldScreenings(db, 'deposit')) {
        const { deposit_id: id } = row
        const deposit = id === null ? undefined : await seenDeposits.find<Seen>(db, id)
        if (deposit === undefined) continue
        data.push({
          deposit_id: publicId('dep', deposit.id),
          amount: moneyView(deposit.amount_minor, deposit.currency),
          order_id: idOrNull('ord', row.order_id),
          state: row.state,
          screener: row.screener,
          reason: row.reason,
          recorded_at: toTimestamp(deposit.recorded_at),
          attempts: row.attempt,
        })
      }
      return reply.send({ data })
    },
  )
}
