// The SQL by which deposits without an order leave suspense, or are taken back by their rail.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, firstRow, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { newUuid, type Uuid } from '../../platform/ids.ts'
import { suspenseExitPosting, suspenseReversalPosting } from '../ledger/postings.ts'
import { postUnowned, transfersJson } from '../ledger/queries.ts'
import { mayHaveGone } from '../halts/contested.ts'
import { contradictedReturnsOf } from '../marks/queries.ts'
import { isDepositCleared } from '../../rules/screening/queries.ts'
import { COLUMNS, HAS_NO_ORDER, type DepositRow, type SuspenseExit } from './queries.ts'
import type { SealedDeposit } from './screened-queries.ts'

/**
 * SQL condition: the deposit `d` is in suspense, and no rail says that it went back although a person recorded that it did
 * not.
 */
export const IS_IN_SUSPENSE = `
  ${HAS_NO_ORDER}
  and not exists (${contradictedReturnsOf('d.id')})`

/** SQL condition: it also belongs to no order that screening asks about, and is cleared. */
export const MAY_LEAVE_SUSPENSE = `
  ${IS_IN_SUSPENSE} and ${isDepositCleared('d.id')}
  and not exists (select from screenings s where s.deposit_id = d.id and s.order_id is not null)`

export type ExitTo = {
  exit: Exclude<SuspenseExit, 'returned'>
  account: string
  movementId: Uuid<'mv'> | null
}

/** Returns false if the deposit left suspense, was taken back, is for an order, or is not cleared by screening. */
export const updateDepositExited = anyRow(
  'update_deposit_exited',
  ['id', 'exit', 'account', 'movement_id', 'at', 'transfers'],
  `with exited as (
     update deposits d set exit = $2, exit_account = $3, exit_movement_id = $4, exited_at = $5
      where d.id = $1 and ${MAY_LEAVE_SUSPENSE}
     returning d.id
   ), posted as (${postUnowned('$6', 'exited', '$5')})
   select id from exited`,
  (
    { id, currency, amount_minor: amountMinor }: DepositRow,
    { exit, account, movementId }: ExitTo,
    at: Instant,
  ) => {
    const posting = suspenseExitPosting(account, { currency, amountMinor })
    return [
      id,
      exit,
      account,
      movementId,
      sqlInstant(at),
      JSON.stringify(transfersJson(0, newUuid('posting', at), posting)),
    ]
  },
)

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

/**
 * A deposit at this rail, of exactly this amount, that may be the arrival of a movement: it is in suspense, or was booked
 * since then without a movement, from `exit_account`.
 */
export const selectDepositAlike = oneRow<
  { id: Uuid<'dep'>; exit_account: string | null },
  [rail: string, currency: string, amountMinor: bigint, bookedSince: Instant]
>(
  'select_deposit_alike',
  ['rail', 'currency', 'amount_minor', 'booked_since'],
  `select id, exit_account from deposits d
    where d.order_id is null and d.reversed_at is null and d.rail = $1 and d.currency = $2 and d.amount_minor = $3::bigint
      and (d.exited_at is null and not d.is_small
           or (d.exit = 'booked' and d.exit_movement_id is null and d.exited_at >= $4))
    order by d.recorded_at limit 1`,
  (rail, currency, amountMinor, bookedSince) => [
    rail,
    currency,
    amountMinor,
    sqlInstant(bookedSince),
  ],
)

// A deposit that an order or a movement may be about is left to a person.
/** Deposits in suspense of these counterparties about which nobody has to decide, oldest first. */
export const selectDepositsToBook = allRows<
  SealedDeposit & { counterparty: string },
  [counterparties: readonly string[]]
>(
  'select_deposits_to_book',
  ['counterparties'],
  `select ${columnsOf(COLUMNS, 'd')}, d.sender_key_id, d.sender_sealed, d.counterparty from deposits d
    where d.counterparty = any ($1::text[]) and ${MAY_LEAVE_SUSPENSE}
      and not exists (select from deposit_suggestions s where s.deposit_id = d.id)
      and not exists (
        select from treasury_movements m
         where m.to_account = 'rail:' || d.rail and m.currency = d.currency and m.amount_minor = d.amount_minor
           and (m.status in ('PROPOSED', 'APPROVED', 'SENT')
                or (m.status = 'SETTLED' and m.updated_at > d.recorded_at - interval '7 days'))
           and not exists (select from deposits o where o.exit_movement_id = m.id))
    order by d.recorded_at limit 1000`,
)

/**
 * Takes back a deposit that has no order. `withdraws`: its return was not prepared, and is not sent any more. Returns false if
 * it changed since it was read.
 */
export const updateUnmatchedReversed = anyRow(
  'update_unmatched_reversed',
  ['id', 'code', 'at', 'transfers', 'exit_account', 'withdraws'],
  `with withdrawn as (
     update deposit_returns
        set status = 'WITHDRAWN', updated_at = greatest($3::timestamptz, updated_at), due_at = null,
            lease_token = null, leased_until = null, outflow_limited_at = null, outflow_limited_by = null
      where $6 and deposit_id = $1 and status = 'PENDING' and rail is null and not ${mayHaveGone('deposit_returns.rail_key')}
     returning deposit_id
   ), reversed as (
     update deposits
        set reversed_at = $3, reversal_code = $2, loss_minor = 0,
            exit = case when not $6 then exit end, exit_account = case when not $6 then exit_account end,
            exited_at = case when not $6 then exited_at end
      where id = $1 and order_id is null and reversed_at is null and exit_account is not distinct from $5
        and (not $6 or exists (select from withdrawn))
     returning id
   ), posted as (${postUnowned('$4', 'reversed', '$3')})
   select id from reversed`,
  (
    deposit: DepositRow,
    { code, withdraws }: { code: string; withdraws: boolean },
    postingId: Uuid<'posting'>,
    at: Instant,
  ) => {
    const posting = suspenseReversalPosting(
      withdraws ? { ...deposit, exit: null, exit_account: null } : deposit,
    )
    return [
      deposit.id,
      code,
      sqlInstant(at),
      JSON.stringify(transfersJson(0, postingId, posting)),
      deposit.exit_account,
      withdraws,
    ]
  },
)
