// The operator API that reads movements of the desk's own money.
import Type, { type Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { amountField } from '../../platform/http/money-fields.ts'
import {
  anyText,
  choice,
  currency,
  exact,
  identifier,
  nullable,
  text,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { operatorReads, type ReadDeps } from '../../parties/operators/operator-reads.ts'
import { selectMovement, selectMovementsBefore, type MovementRow } from './queries.ts'
import { closedMovement, movementActs, movementStatuses } from './states.ts'

const status = choice(movementStatuses, 'A status of a movement.', {
  title: 'MovementStatus',
  example: 'SETTLED',
})
const account = (description: string) => Type.String({ description, examples: ['rail:evm:base'] })

export const movementSchema = exact(
  {
    id: identifier('mv', 'The movement.'),
    from_account: account('The account of the desk that it leaves.'),
    to_account: account('The account of the desk that it goes to.'),
    currency: currency('The currency.', 'USDC'),
    amount: amountField,
    value_date: nullable(
      anyText('A day.', '2026-03-02'),
      'The day that the bank counts it. Null if nobody gave one.',
    ),
    status,
    allowed_acts: Type.Array(
      choice(movementActs, 'An act on a movement.', { title: 'MovementAct' }),
      { description: 'What its state allows.' },
    ),
    history: Type.Array(
      exact(
        {
          status: withDescription(status, 'The status.'),
          created_at: timestamp('When it came to that status.'),
          reason: anyText('Why.', 'Rebalance the wallet.'),
          evidence: nullable(
            anyText('Evidence.', 'statement of 2 March'),
            'What shows that it happened outside. Null if there is none.',
          ),
        },
        { title: 'MovementEntry', description: 'A status of a movement, and why.' },
      ),
      { minItems: 1, description: 'Every status up to the present one, oldest first.' },
    ),
    created_at: timestamp('When it was proposed.'),
  },
  { title: 'Movement', description: "A movement of the desk's own money." },
)

export const operatorMovementReads = (api: Api, deps: ReadDeps): void =>
  operatorReads<'mv', MovementRow>(api, deps, {
    name: 'movements',
    commands: { list: 'treasury list', show: 'treasury show' },
    prefix: 'mv',
    tag: 'Treasury',
    schema: movementSchema,
    about:
      "Movements of the desk's own money. They belong to the deployment: an operator of some enterprises sees none.",
    filters: {
      status: Type.Optional(withDescription(status, 'Movements with this status.')),
      currency: Type.Optional(currency('Movements in this currency.', 'USDC')),
      account: Type.Optional(text(100, 'Movements from or to this account.', 'rail:evm:base')),
    },
    made: 'Movements proposed',
    hasFilters: 'none',
    isOfDeployment: true,
    select: (db, _scope, { given, ...period }, before, limit) =>
      selectMovementsBefore(
        db,
        {
          ...period,
          status: given.status,
          currency: given.currency,
          account: given.account,
        },
        before,
        limit,
      ),
    find: selectMovement,
    enterpriseOf: () => null,
    view: movementView,
  })

export const movementView = (row: MovementRow): Static<typeof movementSchema> => ({
  id: publicId('mv', row.id),
  from_account: row.from_account,
  to_account: row.to_account,
  currency: row.currency,
  amount: formatAmount(row.amount_minor, row.currency),
  value_date: row.value_date,
  status: row.status,
  allowed_acts: movementActs.filter((act) => closedMovement(row, act) === null),
  history: row.status_history.map(({ status: was, created_at, reason, evidence }) => ({
    status: was,
    created_at,
    reason,
    evidence,
  })),
  created_at: toTimestamp(row.created_at),
})
