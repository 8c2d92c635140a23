// The operator API that decides about deposits: assigns those in suspense, and releases those that screening holds.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { refused } from '../../parties/acts/refused.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, exact, identifier, pathId } from '../../platform/http/schemas.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import type { Halts } from '../halts/present.ts'
import type { Acknowledged } from '../orders/acknowledged.ts'
import { auditedChanges } from '../orders/audited.ts'
import { deskOrder, deskOrderView } from '../orders/desk-order.ts'
import { aboutOrder, largest, withMoney, type Amounts } from '../orders/act-amounts.ts'
import { seenOrder } from '../orders/operator-endpoints.ts'
import { selectOperatorOrder } from '../orders/operator-queries.ts'
import { selectScreeningOf } from '../../rules/screening/queries.ts'
import { releaseHeld } from '../screening/release.ts'
import { screeningVersion } from '../../rules/screening/screening-version.ts'
import { screenDepositOnce, type ScreenDepositDeps } from '../screening/screen-deposits.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { findSeen, seesEnterprise } from '../../parties/operators/operator.ts'
import { assignDeposit } from './assign-deposit.ts'
import { seenDeposits } from './list-queries.ts'
import type { DeskDeposit } from './operator-endpoints.ts'
import type { DepositRow } from './queries.ts'
import { requireNotReturned } from './return-deposit.ts'
import { selectReturnOfDeposit } from './return-read-queries.ts'
import { selectDeposit } from './screened-queries.ts'

type Deps = ActDeps & ScreenDepositDeps & { acknowledged: Acknowledged; halts: Halts }

const tags = ['Deposits']
const params = Type.Object({ deposit_id: pathId('dep', 'The deposit.') })

const releasedSchema = exact(
  {
    deposit_id: identifier('dep', 'The deposit.'),
    outcome: Type.String({
      description: 'What became of it, for people.',
      examples: ['dep_01jqe8m2x4fv5s0t6w7y8z9abc is released and will be credited.'],
    }),
  },
  { title: 'ReleasedDeposit', description: 'A deposit that is not held any more.' },
)

export function depositActs(api: Api, deps: Deps): void {
  addAct(api, deps, {
    name: 'deposit.assign',
    path: '/deposits/:deposit_id/assign',
    tags,
    operationId: 'assignDeposit',
    summary: 'Assign a deposit to an order',
    description:
      'For a deposit in suspense. If it cannot count towards the order, it is refunded. With `wrong_asset` also a deposit in another currency is assigned; it is refunded.',
    params,
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
    async find(operator, { deposit_id }, { order_id }) {
      const id = uuidOf('dep', deposit_id)
      // Deposits in suspense belong to the deployment.
      if (id === undefined || !seesEnterprise(operator, null)) return undefined
      const [deposit, order] = await Promise.all([
        selectDeposit(deps.db, id),
        seenOrder(deps, operator, order_id),
      ])
      return deposit === undefined || order === undefined ? undefined : { deposit, order }
    },
    about({ deposit, order }) {
      const about = aboutOrder(order)
      return { ...about, amounts: largest([...moneyOf(deposit), ...about.amounts]) }
    },
    async carryOut({ deposit, order }, body, execution) {
      const id = publicId('dep', deposit.id)
      if (deposit.outcome !== 'unmatched' || deposit.exit !== null)
        throw refused(`${id} is not in suspense`)
      const screening = await selectScreeningOf(deps.db, id)
      if (screening !== undefined && !['clear', 'released'].includes(screening.state))
        throw refused(
          `${id} cannot be assigned: screening holds it; see \`corridor deposits held\``,
        )
      await requireNotReturned(deps, deposit, 'goes on')
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

  addAct(api, deps, {
    name: 'deposit.release',
    path: '/deposits/:deposit_id/release',
    tags,
    operationId: 'releaseDeposit',
    summary: 'Release a held deposit',
    description:
      'Ends the hold of screening, so that the deposit is credited as of when it was recorded, or goes back if its return is held. If the screeners have changed since they answered, they are asked again.',
    params,
    body: actBody,
    answer: dataOf(releasedSchema, 'What became of it.'),
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
    async carryOut({ row, screening }, body, execution) {
      const id = publicId('dep', row.id)
      await execution.commit(screeningVersion(screening), async (db) => {
        const after = await releaseHeld({ ...deps, db }, screening?.key ?? id, body.reason)
        if ('refused' in after) throw refused(after.refused)
        const before = { state: screening?.state ?? null }
        return { result: true, detail: { before, after: { state: after.state } } }
      })
      const isReturned = row.exit === 'returned'
      const outcome = isReturned ? `${id} goes back.` : await screenDepositOnce(deps, id)
      return { deposit_id: id, outcome }
    },
  })
}

const moneyOf = (row: DepositRow): Amounts => [{ currency: row.currency, minor: row.amount_minor }]
