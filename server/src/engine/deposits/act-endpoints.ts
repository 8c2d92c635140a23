// The operator API that decides about deposits: assigns those in suspense, and releases those that screening holds.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed, type Closed } from '../../parties/acts/closed.ts'
import { refused } from '../../parties/acts/refused.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { anyText, dataOf, exact, identifier, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import type { Halts } from '../halts/present.ts'
import type { Acknowledged } from '../orders/acknowledged.ts'
import { auditedChanges } from '../orders/audited.ts'
import { deskOrder, deskOrderView } from '../orders/desk-order.ts'
import { aboutOrder, largest, withMoney, type Amounts } from '../orders/act-amounts.ts'
import { seenOrder } from '../orders/operator-endpoints.ts'
import { selectOperatorOrder } from '../orders/operator-queries.ts'
import { selectScreeningOf } from '../../rules/screening/queries.ts'
import { closedRelease, releaseHeld } from '../screening/release.ts'
import { screeningVersion } from '../../rules/screening/screening-version.ts'
import { screenDepositOnce, type ScreenDepositDeps } from '../screening/screen-deposits.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { findSeen } from '../../parties/operators/operator.ts'
import { assignDeposit } from './assign-deposit.ts'
import { closedSuspense, suspended, type Suspended } from './exit-endpoints.ts'
import { seenDeposits } from './list-queries.ts'
import type { DeskDeposit } from './operator-endpoints.ts'
import type { DepositRow } from './queries.ts'
import { selectIsAfterRestore } from '../halts/contested.ts'
import { requireNotReturned } from './return-deposit.ts'
import { selectReturnOfDeposit } from './return-read-queries.ts'

type Deps = ActDeps & ScreenDepositDeps & { acknowledged: Acknowledged; halts: Halts }

const tags = ['Deposits']
const params = Type.Object({ deposit_id: pathId('dep', 'The deposit.') })

const releasedSchema = exact(
  {
    deposit_id: identifier('dep', 'The deposit.'),
    outcome: anyText(
      'What became of it, for people.',
      'dep_01jqe8m2x4fv5s0t6w7y8z9abc is released and will be credited.',
    ),
  },
  { title: 'ReleasedDeposit', description: 'A deposit that is not held any more.' },
)

export function depositActs(api: Api, deps: Deps): void {
  assignDepositAct(api, deps)
  releaseDepositAct(api, deps)
}

function assignDepositAct(api: Api, deps: Deps): void {
  actsOn(api, deps, suspended(deps)).addNaming({
    name: 'deposit.assign',
    operationId: 'assignDeposit',
    path: '/deposits/:deposit_id/assign',
    tags,
    command: 'deposits assign --to=order_id --reason?',
    summary: 'Assign a deposit to an order',
    description:
      'For a deposit in suspense. If it cannot count towards the order, it is refunded. With `wrong_asset` also a deposit in another currency is assigned; it is refunded.',
    body: exact(
      {
        order_id: identifier('ord', 'The order.'),
        wrong_asset: Type.Optional(
          Type.Boolean({ description: 'Also in another currency.', examples: [false] }),
        ),
        reason,
      },
      { title: 'DepositAssignment', description: 'The order that a deposit belongs to.' },
    ),
    answer: dataOf(deskOrder, 'The order as it is now.'),
    named: (_deposit, { order_id }, operator) => seenOrder(deps, operator, order_id),
    closed: closedAssignment,
    about({ found: { row }, named: order }) {
      const about = aboutOrder(order)
      return { ...about, amounts: largest([...moneyOf(row), ...about.amounts]) }
    },
    async carryOut({ found: { row: deposit }, named: order }, body, execution) {
      const id = publicId('dep', deposit.id)
      // A listed return is recorded, or it would be sent again. The sends of a new order do not wait for the halts.
      const isNew = await selectIsAfterRestore(deps.db, null, order)
      await requireNotReturned(deps, deposit, isNew ? 'end' : 'list')
      const also = async () => ({
        subject: publicId('ord', order.id),
        detail: { deposit_id: id },
      })
      const changes = auditedChanges(deps, execution, also)
      const options = { wrongAsset: body.wrong_asset ?? false }
      if ((await assignDeposit({ ...deps, ...changes }, deposit, order, options)) === null)
        throw refused(`${id} was assigned by somebody else meanwhile`)
      return deskOrderView((await selectOperatorOrder(deps.db, order.id)) ?? order)
    },
  })
}

function releaseDepositAct(api: Api, deps: Deps): void {
  actsOn(api, deps, {
    kind: 'dep',
    params,
    async find(operator, { deposit_id }) {
      const row = await findSeen(operator, 'dep', deposit_id, (id) =>
        seenDeposits.find<DeskDeposit>(deps.db, id),
      )
      if (row === undefined) return undefined
      const back =
        row.exit === 'returned' ? await selectReturnOfDeposit(deps.db, row.id) : undefined
      const screening = await selectScreeningOf(deps.db, back?.rail_key ?? deposit_id)
      const id = screening?.order_id ?? null
      const order = id === null ? undefined : await selectOperatorOrder(deps.db, id)
      return { row, screening, order: order && (await withMoney(deps.db, order)) }
    },
    about: ({ row, screening, order }) => ({
      chain: row.enterprise_id ?? DEPLOYMENT,
      subject: publicId('dep', row.id),
      version: screeningVersion(screening),
      // The order may wait for this deposit.
      amounts: largest([
        ...moneyOf(row),
        ...(order === undefined ? [] : aboutOrder(order).amounts),
      ]),
    }),
  }).add({
    name: 'deposit.release',
    path: '/deposits/:deposit_id/release',
    tags,
    operationId: 'releaseDeposit',
    summary: 'Release a held deposit',
    description:
      'Ends the hold of screening, so that the deposit is credited as of when it was recorded, or goes back if its return is held. If the screeners have changed since they answered, they are asked again.',
    body: actBody,
    answer: dataOf(releasedSchema, 'What became of it.'),
    closed: ({ screening }) => closedRelease(screening),
    async carryOut({ row, screening }, body, execution) {
      const id = publicId('dep', row.id)
      await execution.commit(screeningVersion(screening), async (db) => {
        const after = await releaseHeld({ ...deps, db }, screening?.key ?? id, body.reason)
        if ('refused' in after) throw refused(after.refused, after.closed)
        const before = { state: screening?.state ?? null }
        return { result: true, detail: { before, after: { state: after.state } } }
      })
      const isReturned = row.exit === 'returned'
      const outcome = isReturned ? `${id} goes back.` : await screenDepositOnce(deps, id)
      return { deposit_id: id, outcome }
    },
  })
}

/** Unlike the other exits of suspense it does not wait for screeners that have not answered. */
function closedAssignment(found: Suspended): Closed | null {
  const { screening } = found
  const why = closedSuspense(found)
  if (why !== null && why.code !== 'held_by_screening') return why
  if (screening === undefined) return null
  return ['clear', 'released'].includes(screening.state)
    ? null
    : closed(
        'held_by_screening',
        'cannot be assigned: screening holds it; see `corridor deposits held`',
      )
}

const moneyOf = (row: DepositRow): Amounts => [{ currency: row.currency, minor: row.amount_minor }]
