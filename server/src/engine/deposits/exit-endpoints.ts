// The operator API that ends suspense without an order: a deposit is booked as the desk's own money, or written off.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed, type Closed } from '../../parties/acts/closed.ts'
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
import { selectScreeningOf, type ScreeningRow } from '../../rules/screening/queries.ts'
import { screenDepositNow, type ScreenDepositDeps } from '../screening/screen-deposits.ts'
import { presentDesk, requireDeskAccount } from '../treasury/accounts.ts'
import { selectMovement, type MovementRow } from '../treasury/queries.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { selectContradicted } from '../marks/queries.ts'
import type { Contradicted } from './decide-contradicted.ts'
import { selectMovementIsBooked, type ExitTo } from './exit-queries.ts'
import { leaveSuspense, versionOf } from './leave-suspense.ts'
import { seenDeposits } from './list-queries.ts'
import { deskDepositSchema, deskDepositView, type DeskDeposit } from './operator-endpoints.ts'
import type { DepositRow } from './queries.ts'
import { listedReturnOf } from './return-deposit.ts'

type Deps = ActDeps &
  ScreenDepositDeps & {
    db: ActDeps['db']
    rails: Rails
    halts: Halts
    catalogue: Pick<Catalogue, 'providers'>
  }

export type Suspended = {
  row: DeskDeposit
  screening: ScreeningRow | undefined
  /** A return of it whose recorded outcome its rail contradicts. */
  contradicted: Contradicted | undefined
  /** A rail lists its return after a restore. */
  isReturnListed: boolean
}

/** Deposits in suspense belong to the deployment. */
export const suspended = ({ db }: Pick<ActDeps, 'db'>) => ({
  kind: 'dep' as const,
  params: Type.Object({ deposit_id: pathId('dep', 'The deposit.') }),
  async find(
    operator: Operator,
    { deposit_id }: { deposit_id: string },
  ): Promise<Suspended | undefined> {
    const id = uuidOf('dep', deposit_id)
    if (id === undefined || !seesEnterprise(operator, null)) return undefined
    const row = await seenDeposits.find<DeskDeposit>(db, id)
    if (row === undefined) return undefined
    const [screening, contradicted, listed] = await Promise.all([
      selectScreeningOf(db, deposit_id),
      selectContradicted(db, { depositId: id }),
      listedReturnOf(db, row),
    ])
    return { row, screening, contradicted, isReturnListed: listed !== undefined }
  },
  about: ({ row }: Suspended) => ({
    chain: DEPLOYMENT,
    subject: publicId('dep', row.id),
    version: versionOf(row),
    amounts: [{ currency: row.currency, minor: row.amount_minor }],
  }),
})

export const depositAnswer = {
  tags: ['Deposits'],
  answer: dataOf(deskDepositSchema, 'The deposit as it is now.'),
}

/** Null: the deposit is in suspense, and its present screeners do not hold it. */
export function closedSuspense({ row, screening, contradicted }: Suspended): Closed | null {
  if (row.outcome !== 'unmatched' || row.exit !== null || row.reversed_at !== null)
    return closed('not_in_suspense', 'is not in suspense')
  if (contradicted !== undefined)
    return closed(
      'contradicted',
      `may have gone back: its rail says that ${contradicted.key} is ${contradicted.answer}. Decide with \`corridor deposits mark-return\``,
    )
  const isHeld = screening?.state === 'hold' || screening?.state === 'reject'
  return isHeld && screening.is_present
    ? closed('held_by_screening', 'is held by screening; see `corridor deposits held`')
    : null
}

/** Asks the screeners, if they have not cleared it. */
export async function screenSuspended(deps: ScreenDepositDeps, row: DeskDeposit): Promise<void> {
  if (await deps.screeners.areConfiguredNow()) await screenDepositNow(deps, row.id, null)
}

export function suspenseActs(api: Api, deps: Deps): void {
  const { add } = actsOn(api, deps, suspended(deps))
  const common = { ...depositAnswer, closed: closedSuspense }

  add({
    ...common,
    name: 'deposit.book',
    path: '/deposits/:deposit_id/book',
    command: 'deposits book --from=from_account',
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
    async carryOut({ row }, { from_account, movement_id }, execution) {
      if ((from_account === undefined) === (movement_id === undefined))
        throw refused('give one of from_account and movement_id')
      if (from_account !== undefined) {
        const account = requireDeskAccount(await presentDesk(deps), 'from_account', from_account)
        return leave(deps, row, { exit: 'booked', account, movementId: null }, execution)
      }
      const movement = await requireArrival(deps, row, movement_id ?? '')
      const account = movement.status === 'SENT' ? 'in_transit' : railAccount(row.rail)
      const to = { exit: 'booked', account, movementId: movement.id } as const
      return leave(deps, row, to, execution, movement)
    },
  })

  add({
    ...common,
    name: 'deposit.write-off',
    path: '/deposits/:deposit_id/write-off',
    command: 'deposits keep',
    operationId: 'writeOffDeposit',
    summary: 'Write off a deposit',
    description:
      'For a deposit in suspense that nobody claims. The desk keeps it in the account `unclaimed`.',
    body: actBody,
    carryOut: ({ row }, _body, execution) =>
      leave(deps, row, { exit: 'written_off', account: 'unclaimed', movementId: null }, execution),
  })
}

async function leave(
  deps: Deps,
  row: DeskDeposit,
  to: ExitTo,
  execution: Execution,
  movement: MovementRow | null = null,
) {
  await screenSuspended(deps, row)
  await leaveSuspense(deps, row, to, execution, movement)
  return deskDepositView((await seenDeposits.find<DeskDeposit>(deps.db, row.id)) ?? row)
}

async function requireArrival(deps: Deps, row: DepositRow, written: string): Promise<MovementRow> {
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
