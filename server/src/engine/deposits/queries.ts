// All SQL that writes deposits. A deposit is unique by rail, transaction, output index and occurrence: one that was taken back
// may come again at the same place. Two spellings of a transaction that differ in letter case are one.
import type { Instant } from '../../platform/clock.ts'
import { firstRow, joinByIndex, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { OrderId, Uuid } from '../../platform/ids.ts'
import { postUnowned, transfersJson } from '../ledger/queries.ts'
import { depositPosting } from '../ledger/postings.ts'
import { isListedReturn } from '../halts/contested.ts'
import { contradictedReturnsOf } from '../marks/queries.ts'
import { depositReturnKeys } from '../refunds/key.ts'
import type { ReversedRefund } from '../refunds/reversal-queries.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'
import { isDepositCleared, SCREENING_IS_ON } from '../../rules/screening/queries.ts'
import type { outcomesForOrders } from './outcomes.ts'
import type { Suggestion } from './suggest-orders.ts'

export type DepositOutcome = (typeof outcomesForOrders)[number] | 'unmatched'

export type NewDeposit = {
  id: Uuid<'dep'>
  rail: string
  transaction: string
  outputIndex: number
  /** How often it came at this place before, and was taken back. */
  occurrence: number
  address: string
  /** The payer's account, sealed; null if the rail does not tell it. */
  sender: Sealed | null
  currency: string
  amountMinor: bigint
  /** When the money came, by its rail: never after it was recorded. Decides whether it came in time. */
  receivedAt: Instant
}

/**
 * SQL part that inserts the deposits in `json`, joined to `locked` by position. Returns the ids of new deposits. Nothing
 * is inserted if screeners are configured (see insertScreenedDeposit), or if a rail lists after a restore that it went back:
 * it belongs in suspense, where its return is recorded.
 */
export const insertDeposits = (json: string, locked: string): string => `
  insert into deposits (id, rail, transaction, output_index, occurrence, organization_id, order_id, address, sender_key_id,
    sender_sealed, currency, amount_minor, outcome, recorded_at, received_at)
  select d.id, d.rail, d.transaction, d.output_index, d.occurrence, l.organization_id, l.id, d.address, d.sender_key_id,
         decode(d.sender_sealed, 'base64'), d.currency, d.amount_minor, d.outcome, l.at,
         d.received_at
    from json_to_recordset(${json}::json) as d (position int, id uuid, rail text, transaction text,
           output_index int, address text, sender_key_id text, sender_sealed text, currency text,
           amount_minor bigint, outcome text, received_at timestamptz, occurrence int, return_keys text)
    join ${locked} l using (position)
   where not ${SCREENING_IS_ON}
     and not exists (select from unknown_sends u where ${isListedReturn('u', 'd.return_keys')})
  on conflict do nothing
  returning id`

/** SQL part that records what accounts paid for the orders in `paid`. It was screened when it came to them. */
export const insertDepositsOfAccounts = (paid: string): string => `
     insert into deposits (id, rail, transaction, output_index, organization_id, order_id, address, currency, amount_minor,
       outcome, recorded_at, received_at)
     select deposit_id, rail, transaction, 0, organization_id, id, number, currency, amount_minor, 'counted', at, at
       from ${paid}`

/** SQL condition: the deposit `d` belongs to no order, and neither its rail nor the desk took it away. */
export const HAS_NO_ORDER = `d.order_id is null and d.reversed_at is null and d.exited_at is null`

/**
 * SQL part that assigns deposits in suspense, [{position, id, outcome}], to the orders of `locked`. Returns the ids of
 * deposits that were still in suspense, that screening does not hold, and of which no rail says that they went back.
 */
export const assignDeposits = (json: string, locked: string): string => `
  update deposits d
     set organization_id = l.organization_id, order_id = l.id, outcome = i.outcome, assigned_at = l.at
    from json_to_recordset(${json}::json) as i (position int, id uuid, outcome text)
    join ${locked} l using (position)
   where d.id = i.id and ${HAS_NO_ORDER}
     and ${isDepositCleared('i.id')} and not exists (${contradictedReturnsOf('i.id')})
  returning d.id`

/** A deposit that its rail takes back. */
export type Reversal = {
  depositId: Uuid<'dep'>
  code: string
  /** The parts that the order held, and that were already used or sent. Refunds bear the rest. */
  heldMinor: bigint
  lossMinor: bigint
  /** Open refunds that were not sent: nothing is written if one was sent meanwhile. */
  refunds: readonly ReversedRefund[]
}

/**
 * SQL part that marks the deposits in `json` as taken back. Each is taken back once, and only if all `count` refunds are
 * in `unsent`. Returns their ids.
 */
export const reverseDeposits = (json: string, locked: string, unsent: string): string => `
  update deposits d
     set reversed_at = l.at, reversal_code = i.code, reversal_held_minor = i.held_minor, loss_minor = i.loss_minor,
         reversal_order_id = l.id
    from json_to_recordset(${json}::json) as i (position int, id uuid, code text, held_minor bigint, loss_minor bigint,
           refunds int)
    join ${locked} l using (position)
   where d.id = i.id and d.reversed_at is null and d.organization_id = l.organization_id
     and (select count(*) from ${unsent} u where u.position = i.position) = i.refunds
  returning d.id`

export const reversalJson = (position: number, reversal: Reversal) => ({
  position,
  id: reversal.depositId,
  code: reversal.code,
  held_minor: String(reversal.heldMinor),
  loss_minor: String(reversal.lossMinor),
  refunds: reversal.refunds.length,
})

export const depositJson = (position: number, deposit: NewDeposit, outcome: DepositOutcome) => ({
  position,
  id: deposit.id,
  rail: deposit.rail,
  transaction: deposit.transaction,
  output_index: deposit.outputIndex,
  occurrence: deposit.occurrence,
  address: deposit.address,
  sender_key_id: deposit.sender?.keyId ?? null,
  sender_sealed: deposit.sender?.bytes.toString('base64') ?? null,
  currency: deposit.currency,
  amount_minor: String(deposit.amountMinor),
  outcome,
  received_at: sqlInstant(deposit.receivedAt),
  return_keys: depositReturnKeys(deposit),
})

/** SQL condition on deposits `d`: credited or the desk's own, not taken back, and not swept. A screened one has no order until it is clear. */
export const IS_SWEEPABLE =
  'd.sweep_id is null and (d.order_id is not null or d.exited_at is not null) and d.reversed_at is null'

/** SQL part that marks the deposits of new sweeps, rows of `made` with `id` and `deposit_ids`. */
export const markSwept = (made: string): string => `
  update deposits d set sweep_id = ${made}.id from ${made} where d.id = any (${made}.deposit_ids)`

/** SQL part that frees the deposits of sweeps that failed, rows of `failed` with `id` and `deposit_ids`. */
export const markUnswept = (failed: string): string => `
  update deposits d set sweep_id = null from ${failed}
   where d.id = any (${failed}.deposit_ids) and d.sweep_id = ${failed}.id`

/** The columns of a DepositRow. */
export const COLUMNS = `id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
  recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
  exit, exit_account, exit_movement_id, exited_at, is_small`

/** Hints for a person about a deposit in suspense: orders that it may belong to, and the counterparty whose rule it fits. */
export type Hints = { suggestions: readonly Suggestion[]; counterparty: string | null }

/** The parameters of `insertSuspended`. */
export const SUSPENDED = [
  'id',
  'rail',
  'transaction',
  'output_index',
  'address',
  'currency',
  'amount_minor',
  'at',
  'transfers',
  'sender_key_id',
  'sender_sealed',
  'suggestions',
  'received_at',
  'occurrence',
  'counterparty',
] as const

/** SQL part that records a deposit in suspense, as `recorded`. */
export const insertSuspended = (condition: string, returning: string): string => `
   recorded as (
     insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at,
       sender_key_id, sender_sealed, received_at, occurrence, counterparty)
     select $1::uuid, $2, $3, $4::int, $5, $6, $7::bigint, 'unmatched', $8::timestamptz, $10, $11::bytea, $13::timestamptz, $14::int, $15
      where ${condition}
     on conflict do nothing
     returning ${returning}
   ), posted as (${postUnowned('$9', 'recorded', '$8')}
   ), suggested as (
     insert into deposit_suggestions (deposit_id, organization_id, order_id, reason, score)
     select r.id, s.organization_id, s.order_id, s.reason, s.score
       from recorded r, json_to_recordset($12::json) as s (organization_id uuid, order_id uuid, reason text, score int)
   )`

const INSERT_UNMATCHED_DEPOSIT = statement(
  'insert_unmatched_deposit',
  SUSPENDED,
  `with ${insertSuspended(`not ${SCREENING_IS_ON}`, 'id')}
   select id from recorded`,
)

export const suspendedValues = (
  deposit: NewDeposit,
  postingId: Uuid<'posting'>,
  at: Instant,
  { suggestions, counterparty }: Hints,
) => [
  deposit.id,
  deposit.rail,
  deposit.transaction,
  deposit.outputIndex,
  deposit.address,
  deposit.currency,
  deposit.amountMinor,
  sqlInstant(at),
  JSON.stringify(transfersJson(0, postingId, depositPosting(null, deposit.rail, deposit))),
  deposit.sender?.keyId,
  deposit.sender?.bytes,
  JSON.stringify(
    suggestions.map(({ organizationId, id, reason, score }) => ({
      organization_id: organizationId,
      order_id: id,
      reason,
      score,
    })),
  ),
  sqlInstant(deposit.receivedAt),
  deposit.occurrence,
  counterparty,
]

/**
 * Records a deposit that belongs to no order, in suspense, and its suggestions. Returns false if it is already recorded,
 * or if screeners are configured.
 */
export async function insertUnmatchedDeposit(
  db: Db,
  deposit: NewDeposit,
  postingId: Uuid<'posting'>,
  at: Instant,
  hints: Hints,
): Promise<boolean> {
  const values = suspendedValues(deposit, postingId, at, hints)
  return (await rows(db, INSERT_UNMATCHED_DEPOSIT, values)).length > 0
}

const SELECT_DEPOSIT_BY_TRANSACTION = statement(
  'select_deposit_by_transaction',
  ['rail', 'transaction', 'output_index', 'occurrence'],
  `select ${COLUMNS} from deposits where rail = $1 and lower(transaction) = lower($2) and output_index = $3
      and occurrence = $4`,
)

export const selectDepositByTransaction = (
  db: Db,
  rail: string,
  transaction: string,
  outputIndex: number,
  occurrence = 0,
): Promise<DepositRow | undefined> =>
  firstRow(db, SELECT_DEPOSIT_BY_TRANSACTION, [rail, transaction, outputIndex, occurrence])

const SELECT_REVERSED_DEPOSITS = statement(
  'select_reversed_deposits',
  ['organization_ids', 'order_ids'],
  `select ${COLUMNS}
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     ${joinByIndex('deposits', 'organization_id = of_organization and reversal_order_id = of_order')}
    order by reversed_at, id`,
)

/** Deposits whose reversal these orders bore, oldest reversal first. */
export const selectReversedDeposits = (db: Db, orders: readonly OrderId[]): Promise<DepositRow[]> =>
  selectOfOrders(db, SELECT_REVERSED_DEPOSITS, orders)

export type DepositRow = {
  id: Uuid<'dep'>
  rail: string
  transaction: string
  output_index: number
  occurrence: number
  organization_id: Uuid<'org'> | null
  order_id: Uuid<'ord'> | null
  address: string
  currency: string
  amount_minor: bigint
  outcome: DepositOutcome
  recorded_at: Instant
  /** Null for deposits of older versions: they came when they were recorded. */
  received_at: Instant | null
  /** Null unless the deposit was in suspense before. */
  assigned_at: Instant | null
  /** Null unless the rail took the deposit back. */
  reversed_at: Instant | null
  reversal_code: string | null
  /** The part that was already used or sent. */
  loss_minor: bigint | null
  /** The order that bore the reversal: the deposit's own, or the last of its retries. */
  reversal_order_id: Uuid<'ord'> | null
  /** The part that this order held. */
  reversal_held_minor: bigint | null
  /** How it left suspense without an order; null if it did not. */
  exit: SuspenseExit | null
  /** The account that it left suspense to. */
  exit_account: string | null
  /** The movement whose arrival it was. */
  exit_movement_id: Uuid<'mv'> | null
  exited_at: Instant | null
  /** It is below the smallest deposit of its rail. */
  is_small: boolean
}

export type SuspenseExit = 'booked' | 'written_off' | 'returned'

/** When a deposit came. Decides whether it came in time. */
export const receivedAtOf = ({ received_at, recorded_at }: DepositRow): Instant =>
  received_at ?? recorded_at

/** A recorded deposit that is credited to an order. Its sender is stored already. */
export const creditedDeposit = (row: DepositRow): NewDeposit => ({
  id: row.id,
  rail: row.rail,
  transaction: row.transaction,
  outputIndex: row.output_index,
  occurrence: row.occurrence,
  address: row.address,
  sender: null,
  currency: row.currency,
  amountMinor: row.amount_minor,
  receivedAt: receivedAtOf(row),
})

const SELECT_DEPOSITS = ofOrders('deposits', COLUMNS, 'recorded_at, id')

/** Oldest first. */
export const selectDeposits = (db: Db, orders: readonly OrderId[]): Promise<DepositRow[]> =>
  selectOfOrders(db, SELECT_DEPOSITS, orders)

/**
 * Deposits in suspense that belong to no order, oldest first. `ever` adds those that were assigned or reversed since, and
 * those that are being screened or held.
 */
export const selectUnmatchedDeposits = allRows<DepositRow, [ever: boolean]>(
  'select_unmatched_deposits',
  ['ever'],
  `select ${COLUMNS} from deposits d
    where (order_id is null
           and ($1 or (reversed_at is null and exited_at is null and not is_small
                       and not exists (select from screenings s
                                        where s.deposit_id = d.id and (s.state in ('asking', 'hold', 'reject')
                                                                       or s.order_id is not null)))))
       or ($1 and assigned_at is not null) order by recorded_at, id`,
)
