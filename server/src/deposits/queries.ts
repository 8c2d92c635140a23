// All SQL that writes deposits. A deposit is unique by rail, transaction and output index. Two spellings of a transaction
// that differ in letter case are one.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import type { Sealed } from '../db/seal.ts'
import { statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'
import { postTransfers, transfersJson } from '../ledger/queries.ts'
import { depositPosting } from '../ledger/postings.ts'
import { ofOrders, selectOfOrders, type OrderId } from '../orders/of-orders.ts'
import type { outcomesForOrders } from './outcomes.ts'
import type { Suggestion } from './suggest-orders.ts'

export type DepositOutcome = (typeof outcomesForOrders)[number] | 'unmatched'

export type NewDeposit = {
  id: Uuid<'dep'>
  rail: string
  transaction: string
  outputIndex: number
  address: string
  /** The payer's account, sealed; null if the rail does not tell it. */
  sender: Sealed | null
  currency: string
  amountMinor: bigint
}

/** SQL part that inserts the deposits in `json`, joined to `locked` by position. Returns the ids of new deposits. */
export const insertDeposits = (json: string, locked: string): string => `
  insert into deposits (id, rail, transaction, output_index, organization_id, order_id, address, sender_key_id,
    sender_sealed, currency, amount_minor, outcome, recorded_at)
  select d.id, d.rail, d.transaction, d.output_index, l.organization_id, l.id, d.address, d.sender_key_id,
         decode(d.sender_sealed, 'base64'), d.currency, d.amount_minor, d.outcome, l.at
    from json_to_recordset(${json}::json) as d (position int, id uuid, rail text, transaction text,
           output_index int, address text, sender_key_id text, sender_sealed text, currency text,
           amount_minor bigint, outcome text)
    join ${locked} l using (position)
  on conflict do nothing
  returning id`

/**
 * SQL part that assigns deposits in suspense, [{position, id, outcome}], to the orders of `locked`. Returns the ids of
 * deposits that were still in suspense.
 */
export const assignDeposits = (json: string, locked: string): string => `
  update deposits d
     set organization_id = l.organization_id, order_id = l.id, outcome = i.outcome, assigned_at = l.at
    from json_to_recordset(${json}::json) as i (position int, id uuid, outcome text)
    join ${locked} l using (position)
   where d.id = i.id and d.order_id is null
  returning d.id`

export const depositJson = (position: number, deposit: NewDeposit, outcome: DepositOutcome) => ({
  position,
  id: deposit.id,
  rail: deposit.rail,
  transaction: deposit.transaction,
  output_index: deposit.outputIndex,
  address: deposit.address,
  sender_key_id: deposit.sender?.keyId ?? null,
  sender_sealed: deposit.sender?.bytes.toString('base64') ?? null,
  currency: deposit.currency,
  amount_minor: String(deposit.amountMinor),
  outcome,
})

const COLUMNS = `id, rail, transaction, output_index, organization_id, order_id, address, currency, amount_minor, outcome,
  recorded_at, assigned_at`

const INSERT_UNMATCHED_DEPOSIT = statement(
  'insert_unmatched_deposit',
  [
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
  ],
  `with recorded as (
     insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at,
       sender_key_id, sender_sealed)
     values ($1, $2, $3, $4, $5, $6, $7, 'unmatched', $8, $10, $11)
     on conflict do nothing
     returning id
   ), unowned as (
     select 0 as position, null::uuid as organization_id, null::uuid as id, $8::timestamptz as at from recorded
   ), posted as (${postTransfers('$9', 'unowned')}
   ), suggested as (
     insert into deposit_suggestions (deposit_id, organization_id, order_id, reason, score)
     select r.id, s.organization_id, s.order_id, s.reason, s.score
       from recorded r, json_to_recordset($12::json) as s (organization_id uuid, order_id uuid, reason text, score int)
   )
   select id from recorded`,
)

/** Records a deposit that belongs to no order, in suspense, and its suggestions. Returns false if it is already recorded. */
export async function insertUnmatchedDeposit(
  db: Db,
  deposit: NewDeposit,
  postingId: Uuid<'posting'>,
  at: Instant,
  suggestions: readonly Suggestion[],
): Promise<boolean> {
  const posting = depositPosting(null, deposit.rail, deposit)
  const recorded = await rows<{ id: Uuid<'dep'> }>(db, INSERT_UNMATCHED_DEPOSIT, [
    deposit.id,
    deposit.rail,
    deposit.transaction,
    deposit.outputIndex,
    deposit.address,
    deposit.currency,
    deposit.amountMinor,
    sqlInstant(at),
    JSON.stringify(transfersJson(0, postingId, posting)),
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
  ])
  return recorded.length > 0
}

export type DepositRow = {
  id: Uuid<'dep'>
  rail: string
  transaction: string
  output_index: number
  organization_id: Uuid<'org'> | null
  order_id: Uuid<'ord'> | null
  address: string
  currency: string
  amount_minor: bigint
  outcome: DepositOutcome
  recorded_at: Instant
  /** Null unless the deposit was in suspense before. */
  assigned_at: Instant | null
}

const SELECT_DEPOSITS = ofOrders('deposits', COLUMNS, 'recorded_at, id')

/** Oldest first. */
export const selectDeposits = (db: Db, orders: readonly OrderId[]): Promise<DepositRow[]> =>
  selectOfOrders(db, SELECT_DEPOSITS, orders)

const SELECT_UNMATCHED_DEPOSITS = statement(
  'select_unmatched_deposits',
  ['ever'],
  `select ${COLUMNS} from deposits
    where order_id is null or ($1 and assigned_at is not null) order by recorded_at, id`,
)

/** Deposits in suspense, oldest first. `ever` adds those that were in suspense before. */
export async function selectUnmatchedDeposits(db: Db, ever: boolean): Promise<DepositRow[]> {
  return rows<DepositRow>(db, SELECT_UNMATCHED_DEPOSITS, [ever])
}

export type SuggestedOrder = {
  deposit_id: Uuid<'dep'>
  order_id: Uuid<'ord'>
  reason: Suggestion['reason']
  score: number
}

const SELECT_SUGGESTIONS = statement(
  'select_suggestions',
  [],
  `select s.deposit_id, s.order_id, s.reason, s.score
     from deposit_suggestions s join deposits d on d.id = s.deposit_id
    where d.order_id is null order by s.score desc, s.order_id`,
)

/** The suggested orders of all deposits in suspense, the likeliest first. */
export const selectSuggestions = (db: Db): Promise<SuggestedOrder[]> => rows(db, SELECT_SUGGESTIONS)
