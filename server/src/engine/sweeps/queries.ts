// All SQL that writes sweeps. The intent is committed with what the rail prepared, before anything is sent.
import type { Instant } from '../../platform/clock.ts'
import { claimDue, leaseEnd } from '../../platform/db/lease.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { allRows, anyRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { IS_SWEEPABLE, markSwept, markUnswept } from '../deposits/queries.ts'
import { sendsAreHaltedOver } from '../halts/queries.ts'
import type { Uuid } from '../../platform/ids.ts'
import { postUnowned, transfersOf, type Posted } from '../ledger/queries.ts'
import type { DepositAccount, Money, RentReturn } from '../../outside/rails/port.ts'

export type UnsweptRow = {
  account: string
  currency: string
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  amount_minor: bigint
  /** Recorded at the account and not credited. */
  kept_minor: bigint
  deposit_ids: readonly Uuid<'dep'>[]
  /** The deposits as their rail names them, and how many sweeps of the account failed. */
  names: readonly string[]
  failures: number
}

/**
 * A page of deposit accounts with money that can be swept, in the order of accounts.
 *
 * An address belongs to the order that shows it, also if an operator assigned a deposit to another order. It is the same
 * account on every chain, so the rail of the order may be another. The time after a failure doubles from 5 minutes to a day.
 */
export const selectUnswept = allRows<
  UnsweptRow,
  [rail: string, after: DepositAccount | null, now: Instant, limit: number]
>(
  'select_unswept',
  ['rail', 'after_account', 'after_currency', 'now', 'limit'],
  `select d.address as account, d.currency, o.organization_id, o.id as order_id,
          sum(d.amount_minor) filter (where ${IS_SWEEPABLE})::bigint as amount_minor,
          coalesce(sum(d.amount_minor) filter (where not (${IS_SWEEPABLE})), 0)::bigint as kept_minor,
          array_agg(d.id order by d.id) filter (where ${IS_SWEEPABLE}) as deposit_ids,
          array_agg(concat_ws(' ', d.transaction, d.output_index, d.occurrence)
                    order by d.transaction, d.output_index, d.occurrence) filter (where ${IS_SWEEPABLE}) as names,
          (select count(*)::int from sweeps f
            where f.rail = $1 and f.account = d.address and f.currency = d.currency and f.status = 'FAILED') as failures
     from deposits d join orders o on o.funding_address = d.address and o.funding_rail <> 'sandbox'
    where d.rail = $1 and d.rail <> 'sandbox' and (d.address, d.currency::text) > ($2, $3)
      and d.sweep_id is null and d.reversed_at is null
      and not exists (
        select count(*) from sweeps f
         where f.rail = d.rail and f.account = d.address and f.currency = d.currency and f.status = 'FAILED'
        having max(f.ended_at) + least(interval '5 minutes' * 2 ^ least(count(*) - 1, 20), interval '1 day') > $4)
    group by d.address, d.currency, o.organization_id, o.id
   -- An address with nothing but small deposits is not worth a look.
   having bool_or(${IS_SWEEPABLE} and not d.is_small)
    order by d.address, d.currency::text
    limit $5`,
  (rail, after, now, limit) => [
    rail,
    after?.account ?? '',
    after?.currency ?? '',
    sqlInstant(now),
    limit,
  ],
)

/** Deposit accounts whose recorded money the payer does not have for certain, beside those with only small deposits. */
export const selectDepositAccounts = allRows<DepositAccount, [rail: string]>(
  'select_deposit_accounts',
  ['rail'],
  `select address as account, currency::text from deposits
    where rail = $1 and rail <> 'sandbox' and sweep_id is null and not is_small
    union
   select account, currency::text from sweeps where rail = $1 and kind = 'deposits' and status = 'OPEN'`,
)

/** Small deposits at accounts that selectDepositAccounts leaves out, as they were recorded. */
export const selectSmallUnswept = allRows<{ currency: string; minor: bigint }, [rail: string]>(
  'select_small_unswept',
  ['rail'],
  `select d.currency::text as currency, sum(d.amount_minor)::bigint as minor
     from deposits d
    where d.rail = $1 and d.is_small and d.sweep_id is null and d.reversed_at is null and d.rail <> 'sandbox'
      and not exists (select from deposits other
                       where other.rail = d.rail and other.address = d.address and other.currency = d.currency
                         and other.sweep_id is null and not other.is_small and other.rail <> 'sandbox')
      and not exists (select from sweeps s
                       where s.rail = d.rail and s.account = d.address and s.currency = d.currency and s.status = 'OPEN')
    group by d.currency`,
)

type NewSweep = {
  id: Uuid<'swp'>
  rail: string
  currency: string
  amountMinor: bigint
  prepared: Sealed
  at: Instant
}

/**
 * Returns false if the deposits changed, another process sweeps one of them, or sends are halted; nothing is written
 * then.
 */
export const insertSweepOfDeposits = anyRow(
  'insert_sweep_of_deposits',
  [
    'id',
    'rail',
    'currency',
    'amount_minor',
    'prepared_key_id',
    'prepared',
    'at',
    'organization_id',
    'order_id',
    'account',
    'deposit_ids',
    'key',
    'note',
  ],
  `with sweepable as materialized (
     select d.amount_minor from deposits d where d.id = any ($11::uuid[]) and ${IS_SWEEPABLE} order by d.id for update
   ), made as (
     insert into sweeps (id, rail, kind, organization_id, order_id, account, currency, amount_minor, deposit_ids,
       prepared_key_id, prepared_sealed, created_at, due_at)
     select $1, $2, 'deposits', $8, $9, $10, $3, $4::bigint, $11, $5, $6, $7, now()
      where (select count(*) = cardinality($11::uuid[]) and sum(amount_minor) = $4::bigint from sweepable)
        and not ${sendsAreHaltedOver('$2')}
     returning id, deposit_ids
   ), marked as (${markSwept('made')}
   ), noted as (
     insert into rent_keys (key, rail, of_kind, of_id, note)
     select $12, $2, 'sweep', id, $13 from made where $13::text is not null
   )
   select id from made`,
  (sweep: NewSweep & { of: UnsweptRow; key: string; note: string | null }) => {
    const { of } = sweep
    return [
      ...valuesOf(sweep),
      of.organization_id,
      of.order_id,
      of.account,
      of.deposit_ids,
      sweep.key,
      sweep.note,
    ]
  },
)

/**
 * Returns false if another process takes back the rent of one of the keys, or sends are halted; nothing is written then.
 */
export const insertSweepOfRent = anyRow(
  'insert_sweep_of_rent',
  [
    'id',
    'rail',
    'currency',
    'amount_minor',
    'prepared_key_id',
    'prepared',
    'at',
    'account',
    'keys',
  ],
  `with held as materialized (
     select key from rent_keys
      where key = any ($9::text[]) and sweep_id is null and returned_at is null order by key for update
   ), made as (
     insert into sweeps (id, rail, kind, account, currency, amount_minor, prepared_key_id, prepared_sealed,
       created_at, due_at)
     select $1, $2, 'rent', $8, $3, $4, $5, $6, $7, now()
      where (select count(*) from held) = cardinality($9::text[]) and not ${sendsAreHaltedOver('$2')}
     returning id
   ), marked as (
     update rent_keys set sweep_id = made.id from made where key = any ($9::text[])
   )
   select id from made`,
  (sweep: NewSweep & { of: RentReturn }) => [...valuesOf(sweep), sweep.of.account, sweep.of.keys],
)

const valuesOf = ({ id, rail, currency, amountMinor, prepared, at }: NewSweep) => [
  id,
  rail,
  currency,
  amountMinor,
  prepared.keyId,
  prepared.bytes,
  sqlInstant(at),
]

export type SweepRow = {
  id: Uuid<'swp'>
  rail: string
  kind: 'deposits' | 'rent'
  order_id: Uuid<'ord'> | null
  account: string
  currency: string
  amount_minor: bigint
  prepared_key_id: string
  prepared_sealed: Buffer
  status: 'OPEN' | 'SETTLED' | 'FAILED'
  reference: string | null
  code: string | null
  fee_currency: string | null
  fee_minor: bigint | null
  created_at: Instant
  ended_at: Instant | null
  attempt: number
  problem: string | null
}

export const SWEEP_COLUMNS = `id, rail, kind, order_id, account, currency, amount_minor, prepared_key_id, prepared_sealed, status,
  reference, code, fee_currency, fee_minor, created_at, ended_at, attempt, problem`

/** Takes up to `limit` due sweeps. They are due again after `leaseMs`. */
export const claimDueSweeps = allRows<SweepRow, [limit: number, leaseMs: number]>(
  'claim_due_sweeps',
  ['limit', 'lease_ms'],
  claimDue('sweeps', 'id', {
    isOpen: `status = 'OPEN'`,
    dueAgain: leaseEnd('$2'),
    columns: SWEEP_COLUMNS,
  }),
)

/** `problem` is for operators; null if there is none. */
export const updateSweepPostponed = write<
  [id: Uuid<'swp'>, waitMs: number, problem: string | null]
>(
  'update_sweep_postponed',
  ['id', 'wait_ms', 'problem'],
  `update sweeps set due_at = now() + $2 * interval '1 millisecond', problem = $3 where id = $1 and status = 'OPEN'`,
)

/** Ends a sweep and posts its fee, once. */
export const settleSweep = write(
  'settle_sweep',
  ['id', 'reference', 'fee_currency', 'fee_minor', 'posting_id', 'at', 'transfers'],
  `with ended as (
     update sweeps
        set status = 'SETTLED', reference = $2, fee_currency = $3, fee_minor = $4, posting_id = $5, ended_at = $6,
            due_at = null, problem = null
      where id = $1 and status = 'OPEN'
     returning id
   ), returned as (
     update rent_keys set returned_at = $6 from ended where sweep_id = ended.id and returned_at is null
   ), posted as (${postUnowned('$7', 'ended', '$6')})
   select id from ended`,
  (id: Uuid<'swp'>, reference: string, fee: Money | null, posted: Posted | null, at: Instant) => [
    id,
    reference,
    fee?.currency,
    fee?.amountMinor,
    posted?.id,
    sqlInstant(at),
    transfersOf(posted),
  ],
)

/** Ends a sweep that moved nothing. Its deposits can be swept again. */
export const updateSweepFailed = write(
  'update_sweep_failed',
  ['id', 'code', 'at'],
  `with ended as (
     update sweeps set status = 'FAILED', code = $2, ended_at = $3, due_at = null, problem = null
      where id = $1 and status = 'OPEN'
     returning id, deposit_ids
   ), released as (${markUnswept('ended')}
   ), kept as (
     update rent_keys set sweep_id = null from ended where sweep_id = ended.id
   )
   select id from ended`,
  (id: Uuid<'swp'>, code: string, at: Instant) => [id, code, sqlInstant(at)],
)

const SELECT_OPEN_SWEEP_COUNT = statement(
  'select_open_sweep_count',
  ['rail'],
  `select count(*)::int as count from sweeps where rail = $1 and status = 'OPEN'`,
)

export async function selectOpenSweepCount(db: Db, rail: string): Promise<number> {
  const [row] = await rows<{ count: number }>(db, SELECT_OPEN_SWEEP_COUNT, [rail])
  return row?.count ?? 0
}
