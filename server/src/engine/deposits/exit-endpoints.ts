// The operator API that ends suspense without an order: a deposit is booked as the desk's own money, or written off.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import type { Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, exact, identifier, pathId, text } from '../../platform/http/schemas.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import type { Halts } from '../halts/present.ts'
import { railAccount } from '../ledger/accounts.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { screenDepositNow, type ScreenDepositDeps } from '../screening/screen-deposits.ts'
import { requireDeskAccount } from '../treasury/accounts.ts'
import { settleByDeposit } from '../treasury/move.ts'
import { selectMovement, type MovementRow } from '../treasury/queries.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { selectMovementIsBooked, updateDepositExited, type ExitTo } from './exit-queries.ts'
import { seenDeposits } from './list-queries.ts'
import { deskDepositSchema, deskDepositView, type DeskDeposit } from './operator-endpoints.ts'
import type { DepositRow } from './queries.ts'
import { requireNotReturned } from './return-deposit.ts'

type Deps = ActDeps &
  ScreenDepositDeps & {
    db: ActDeps['db']
    rails: Rails
    halts: Halts
    catalogue: Pick<Catalogue, 'providers'>
  }

/** The common part of acts on deposits in suspense, which belong to the deployment. */
export const ofSuspense = (deps: Pick<ActDeps, 'db'>) => ({
  tags: ['Deposits'],
  params: Type.Object({ deposit_id: pathId('dep', 'The deposit.') }),
  answer: dataOf(deskDepositSchema, 'The deposit as it is now.'),
  async find(operator: Operator, { deposit_id }: { deposit_id: string }) {
    const id = uuidOf('dep', deposit_id)
    return id === undefined || !seesEnterprise(operator, null)
      ? undefined
      : seenDeposits.find<DeskDeposit>(deps.db, id)
  },
  about: (row: DeskDeposit) => ({
    chain: DEPLOYMENT,
    subject: publicId('dep', row.id),
    version: versionOf(row),
    amounts: [{ currency: row.currency, minor: row.amount_minor }],
  }),
})

/** Throws unless the deposit is in suspense. Asks the screeners, if they have not cleared it. */
export async function requireSuspended(deps: ScreenDepositDeps, row: DeskDeposit): Promise<void> {
  if (row.outcome !== 'unmatched' || row.exit !== null || row.reversed_at !== null)
    throw refused(`${publicId('dep', row.id)} is not in suspense`)
  if (await deps.screeners.areConfiguredNow()) await screenDepositNow(deps, row.id, null)
}

export const cannotLeave = (row: DeskDeposit) =>
  refused(
    `${publicId('dep', row.id)} cannot leave suspense: it changed, it is for an order, or screening holds it; see \`corridor deposits held\``,
  )

export function suspenseActs(api: Api, deps: Deps): void {
  const common = ofSuspense(deps)

  addAct(api, deps, {
    ...common,
    name: 'deposit.book',
    path: '/deposits/:deposit_id/book',
    operationId: 'bookDeposit',
    summary: "Book a deposit as the desk's own money",
    description:
      'For a deposit in suspense that is no payment of a customer, such as a top-up or the settlement of a provider. Name the account that it came from, or the treasury movement whose arrival it is: a sent one is then settled, and a settled one is no longer counted twice.',
    body: exact(
      {
        from_account: Type.Optional(text(100, 'The account that it came from.', 'treasury')),
        movement_id: Type.Optional(identifier('mv', 'The movement that it is the arrival of.')),
        reason,
      },
      { title: 'DepositBooking', description: 'Where the money came from: one of the two.' },
    ),
    async carryOut(row, { from_account, movement_id }, execution) {
      if ((from_account === undefined) === (movement_id === undefined))
        throw refused('give one of from_account and movement_id')
      if (from_account !== undefined) {
        const providers = [...(await deps.catalogue.providers('fresh')).keys()]
        const rails = (await deps.rails.all()).map(({ name }) => name)
        const account = requireDeskAccount({ rails, providers }, 'from_account', from_account)
        return leave(row, { exit: 'booked', account, movementId: null }, execution)
      }
      const movement = await requireArrival(row, movement_id ?? '')
      const account = movement.status === 'SENT' ? 'in_transit' : railAccount(row.rail)
      const to = { exit: 'booked', account, movementId: movement.id } as const
      return leave(row, to, execution, movement)
    },
  })

  addAct(api, deps, {
    ...common,
    name: 'deposit.write-off',
    path: '/deposits/:deposit_id/write-off',
    operationId: 'writeOffDeposit',
    summary: 'Write off a deposit',
    description:
      'For a deposit in suspense that nobody claims. The desk keeps it in the account `unclaimed`.',
    body: actBody,
    carryOut: (row, _body, execution) =>
      leave(row, { exit: 'written_off', account: 'unclaimed', movementId: null }, execution),
  })

  async function leave(
    row: DeskDeposit,
    to: ExitTo,
    execution: Execution,
    movement: MovementRow | null = null,
  ) {
    const id = publicId('dep', row.id)
    await requireSuspended(deps, row)
    await requireNotReturned(deps, row, 'waits')
    const left = await execution.commit(versionOf(row), async (db) => {
      const at = deps.clock.now()
      if (!(await updateDepositExited(db, row, to, at))) return undefined
      if (movement?.status === 'SENT')
        await settleByDeposit({ db, clock: deps.clock }, movement, execution.reason, id)
      const after = { exit: to.exit, account: to.account }
      const movementId = to.movementId === null ? null : publicId('mv', to.movementId)
      return { result: true, detail: { after, movement_id: movementId } }
    })
    if (left === undefined) throw cannotLeave(row)
    return deskDepositView((await seenDeposits.find<DeskDeposit>(deps.db, row.id)) ?? row)
  }

  async function requireArrival(row: DepositRow, written: string): Promise<MovementRow> {
    const id = uuidOf('mv', written)
    const movement = id === undefined ? undefined : await selectMovement(deps.db, id)
    const fits =
      movement !== undefined &&
      movement.to_account === railAccount(row.rail) &&
      movement.currency === row.currency &&
      movement.amount_minor === row.amount_minor &&
      ['SENT', 'SETTLED'].includes(movement.status)
    if (!fits)
      throw refused(
        `${written} is not a sent or settled movement of the same amount to ${railAccount(row.rail)}`,
      )
    if (await selectMovementIsBooked(deps.db, movement.id))
      throw refused(`${written} has another deposit as its arrival`)
    return movement
  }
}

export const versionOf = (row: DepositRow): string =>
  [row.order_id, row.reversed_at, row.exited_at].map((one) => one ?? '').join(' ')
