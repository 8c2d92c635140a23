// The SQL by which deposits without an order leave suspense, or are taken back by their rail.
import type { Instant } from '../clock.ts'
import { firstRow, rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { suspenseExitPosting, suspenseReversalPosting } from '../ledger/postings.ts'
import { postTransfers, transfersJson } from '../ledger/queries.ts'
import { isDepositCleared } from '../screening/queries.ts'
import type { DepositRow, SuspenseExit } from './queries.ts'

const UPDATE_DEPOSIT_EXITED = statement(
  'update_deposit_exited',
  ['id', 'exit', 'account', 'movement_id', 'at', 'transfers'],
  `with exited as (
     update deposits d set exit = $2, exit_account = $3, exit_movement_id = $4, exited_at = $5
      where d.id = $1 and d.order_id is null and d.reversed_at is null and d.exited_at is null
        and ${isDepositCleared('d.id')}
        and not exists (select from screenings s where s.deposit_id = d.id and s.order_id is not null)
     returning d.id
   ), unowned as (
     select 0 as position, null::uuid as organization_id, null::uuid as id, $5::timestamptz as at from exited
   ), posted as (${postTransfers('$6', 'unowned')})
   select id from exited`,
)

export type ExitTo = { exit: SuspenseExit; account: string; movementId: Uuid<'mv'> | null }

/** Returns false if the deposit left suspense, was taken back, is for an order, or is not cleared by screening. */
export async function updateDepositExited(
  db: Db,
  { id, currency, amount_minor: amountMinor }: DepositRow,
  { exit, account, movementId }: ExitTo,
  at: Instant,
): Promise<boolean> {
  const posting = suspenseExitPosting(account, { currency, amountMinor })
  const exited = await rows(db, UPDATE_DEPOSIT_EXITED, [
    id,
    exit,
    account,
    movementId,
    sqlInstant(at),
    JSON.stringify(transfersJson(0, newUuid('posting', at), posting)),
  ])
  return exited.length > 0
}

const SELECT_MOVEMENT_IS_BOOKED = statement(
  'select_movement_is_booked',
  ['movement_id'],
  `select exists (select from deposits where exit_movement_id = $1) as is_booked`,
)

/** Whether a deposit was booked as the arrival of the movement. */
export async function selectMovementIsBooked(db: Db, id: Uuid<'mv'>): Promise<boolean> {
  const row = await firstRow<{ is_booked: boolean }>(db, SELECT_MOVEMENT_IS_BOOKED, [id])
  return row?.is_booked ?? false
}

const SELECT_SUSPENDED_ALIKE = statement(
  'select_suspended_alike',
  ['rail', 'currency', 'amount_minor'],
  `select id from deposits
    where order_id is null and reversed_at is null and exited_at is null and not is_small
      and rail = $1 and currency = $2 and amount_minor = $3::bigint
    order by recorded_at limit 1`,
)

/** A deposit in suspense at this rail, of exactly this amount. */
export async function selectSuspendedAlike(
  db: Db,
  rail: string,
  currency: string,
  amountMinor: bigint,
): Promise<Uuid<'dep'> | undefined> {
  const values = [rail, currency, amountMinor]
  return (await firstRow<{ id: Uuid<'dep'> }>(db, SELECT_SUSPENDED_ALIKE, values))?.id
}

const UPDATE_UNMATCHED_REVERSED = statement(
  'update_unmatched_reversed',
  ['id', 'code', 'at', 'transfers', 'exit_account'],
  `with reversed as (
     update deposits set reversed_at = $3, reversal_code = $2, loss_minor = 0
      where id = $1 and order_id is null and reversed_at is null and exit_account is not distinct from $5
     returning id
   ), unowned as (
     select 0 as position, null::uuid as organization_id, null::uuid as id, $3::timestamptz as at from reversed
   ), posted as (${postTransfers('$4', 'unowned')})
   select id from reversed`,
)

/** Takes back a deposit that has no order. Returns false if it changed since it was read. */
export async function updateUnmatchedReversed(
  db: Db,
  deposit: DepositRow,
  code: string,
  postingId: Uuid<'posting'>,
  at: Instant,
): Promise<boolean> {
  const posting = suspenseReversalPosting(deposit)
  const reversed = await rows(db, UPDATE_UNMATCHED_REVERSED, [
    deposit.id,
    code,
    sqlInstant(at),
    JSON.stringify(transfersJson(0, postingId, posting)),
    deposit.exit_account,
  ])
  return reversed.length > 0
}
