// The SQL of deposits in suspense that go back to their senders. A return takes its deposit out of suspense at once, so that
// no other exit takes it. The ledger follows when the rail has settled it.
import type { Instant } from '../../platform/clock.ts'
import { isFree, leaseEnd, newLease } from '../../platform/db/lease.ts'
import { columnsOf, firstRow, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { allRows, anyRow, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { MAY_BE_PAID, mayHaveGone } from '../halts/contested.ts'
import { sendsAreHaltedOver } from '../halts/queries.ts'
import { newUuid, type Uuid } from '../../platform/ids.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'
import { depositReturnPosting, feePostings, type Posting } from '../ledger/postings.ts'
import { railAccount } from '../ledger/accounts.ts'
import { postUnowned, transfersOf } from '../ledger/queries.ts'
import { contradictedReturnsOf } from '../marks/queries.ts'
import { preparedOrRefused, withRefusals } from '../../outside/rails/outflow-caps.ts'
import type { Money } from '../../outside/rails/port.ts'
import { MANY_ATTEMPTS } from '../refunds/queries.ts'
import { isCleared } from '../../rules/screening/queries.ts'
import { IS_IN_SUSPENSE, MAY_LEAVE_SUSPENSE } from './exit-queries.ts'
import type { DepositRow } from './queries.ts'

export type DepositReturnRow = {
  id: Uuid<'drt'>
  deposit_id: Uuid<'dep'>
  currency: string
  amount_minor: bigint
  method: InstrumentMethod
  details_key_id: string
  details_sealed: Buffer
  status: 'PENDING' | 'SENT' | 'PROCESSED' | 'FAILED' | 'WITHDRAWN'
  rail_key: string
  /** Null until it is prepared. */
  rail: string | null
  prepared_key_id: string | null
  prepared_sealed: Buffer | null
  rail_reference: string | null
  rejection_code: string | null
  created_at: Instant
  updated_at: Instant
  attempt: number
  lease_token: Uuid<'lease'> | null
  outflow_limited_by: string | null
  /** Since when nothing is sent under the key. */
  stopped_at: Instant | null
}
export type ClaimedReturn = DepositReturnRow & { lease_token: Uuid<'lease'> }

/** Why a person has to look at an open return; null if nobody has to. */
export const waitsFor = (row: {
  stopped_at: unknown
  outflow_limited_by: string | null
  attempt: number
}): 'outflow_limit' | 'liquidity' | 'evidence' | 'rail' | null => {
  if (row.stopped_at !== null) return 'evidence'
  if (row.outflow_limited_by === 'liquidity') return 'liquidity'
  if (row.outflow_limited_by !== null) return 'outflow_limit'
  return row.attempt >= MANY_ATTEMPTS ? 'rail' : null
}

/** The columns of a DepositReturnRow. */
export const COLUMNS = `id, deposit_id, currency, amount_minor, method, details_key_id, details_sealed, status, rail_key, rail,
  prepared_key_id, prepared_sealed, rail_reference, rejection_code, created_at, updated_at, attempt, lease_token,
  outflow_limited_by, stopped_at`

type NewDepositReturn = {
  id: Uuid<'drt'>
  method: InstrumentMethod
  details: Sealed
  fingerprint: Buffer
  /** The beginning of its key. Its number follows, unless the rail has listed the send under `key`. */
  keys: string
  key: string | null
}

/** Undefined if the deposit left suspense or was taken back, and, without `key`, if it is for an order or screening has not cleared it. */
export const insertDepositReturn = oneRow<
  DepositReturnRow,
  [deposit: DepositRow, NewDepositReturn, at: Instant]
>(
  'insert_deposit_return',
  [
    'deposit_id',
    'id',
    'account',
    'method',
    'details_key_id',
    'details',
    'fingerprint',
    'keys',
    'key',
    'at',
  ],
  `with exited as (
     update deposits d set exit = 'returned', exit_account = $3, exited_at = $10
      -- What is listed has left already, whatever screening says of it now.
      where d.id = $1 and case when $9::text is null then ${MAY_LEAVE_SUSPENSE} else ${IS_IN_SUSPENSE} end
     returning d.id, d.currency, d.amount_minor
   )
   insert into deposit_returns (id, deposit_id, currency, amount_minor, method, details_key_id, details_sealed, fingerprint,
     rail_key, created_at, updated_at, due_at)
   select $2, e.id, e.currency, e.amount_minor, $4, $5, $6, $7,
          coalesce($9, $8 || (1 + (select count(*) from deposit_returns r where r.rail_key like $8 || '%'))::text),
          $10, $10, now()
     from exited e
   returning ${COLUMNS}`,
  (deposit, { id, method, details, fingerprint, keys, key }, at) => [
    deposit.id,
    id,
    railAccount(deposit.rail),
    method,
    details.keyId,
    details.bytes,
    fingerprint,
    keys,
    key,
    sqlInstant(at),
  ],
)

export const claimDueReturns = allRows<
  ClaimedReturn,
  [limit: number, leaseToken: Uuid<'lease'>, leaseMs: number]
>(
  'claim_due_returns',
  ['limit', 'lease_token', 'lease_ms'],
  `with due as (
     select id from deposit_returns where due_at <= now() and ${isFree('leased_until', '$3')}
      order by due_at limit $1 for update skip locked
   )
   update deposit_returns r set ${newLease('$2', '$3')}, attempt = r.attempt + 1
     from due where r.id = due.id
   returning ${columnsOf(COLUMNS, 'r')}`,
)

const UPDATE_RETURN_POSTPONED = statement(
  'update_return_postponed',
  ['id', 'lease_token', 'wait_ms', 'status', 'attempt'],
  `update deposit_returns
      set due_at = now() + $3 * interval '1 millisecond', status = coalesce($4, status), attempt = coalesce($5::int, attempt),
          lease_token = null, leased_until = null
    where id = $1 and lease_token = $2`,
)

/** Gives the lease back. `attempt`: 0 if the wait is no failure. A stale lease writes nothing. */
export async function updateReturnPostponed(
  db: Db,
  row: ClaimedReturn,
  waitMs: number,
  { status, attempt }: { status?: 'SENT'; attempt?: 0 } = {},
): Promise<void> {
  await rows(db, UPDATE_RETURN_POSTPONED, [row.id, row.lease_token, waitMs, status, attempt])
}

// A hold of any enterprise on the account counts: the deposit belongs to none.
const UPDATE_RETURN_PREPARED = statement(
  'update_return_prepared',
  ['id', 'lease_token', 'rail', 'prepared_key_id', 'prepared', 'now', 'wait_ms'],
  `with fit as materialized (
     select r.id, $3 as rail, r.currency, r.amount_minor
       from deposit_returns r
      where r.id = $1 and r.lease_token = $2 and r.status = 'PENDING' and r.prepared_sealed is null
        and r.stopped_at is null and ${isCleared('r.rail_key')} and not ${sendsAreHaltedOver('$3')}
        and not exists (select from account_holds h where h.fingerprint = r.fingerprint and h.released_at is null)
        and not ${MAY_BE_PAID} and not exists (${contradictedReturnsOf('r.deposit_id')})
        for update of r
   ), judged as materialized (${withRefusals('fit')}
   )
   update deposit_returns r
      set${preparedOrRefused('$3', ['$4', '$5', '$6'], leaseEnd('$7'))}
     from judged j
    where r.id = j.id
   returning j.refusal is null as is_within`,
)

/**
 * Commits what the rail prepared, before it is sent. False if nothing may be sent now: after a lost lease or a stop, during a
 * halt or a hold of the account, if screening has not cleared it, beyond a cap, while a send is unknown after a restore, or
 * while a rail says that an earlier return went.
 */
export async function updateReturnPrepared(
  db: Db,
  row: ClaimedReturn,
  rail: string,
  prepared: Sealed,
  now: Instant,
  waitMs: number,
): Promise<boolean> {
  const { keyId, bytes } = prepared
  const values = [row.id, row.lease_token, rail, keyId, bytes, sqlInstant(now), waitMs]
  return (
    (await firstRow<{ is_within: boolean }>(db, UPDATE_RETURN_PREPARED, values))?.is_within ?? false
  )
}

const IS_OPEN_AS_READ = `id = $1 and lease_token is not distinct from $2 and status in ('PENDING', 'SENT')`
const ENDED = `due_at = null, lease_token = null, leased_until = null, outflow_limited_at = null, outflow_limited_by = null`

/** The rail has paid it. False if it is not open any more, or a worker has another lease. */
export const updateReturnSettled = anyRow(
  'update_return_settled',
  [
    'id',
    'lease_token',
    'rail',
    'reference',
    'fee_currency',
    'fee_minor',
    'posting_id',
    'fee_posting_id',
    'account',
    'at',
    'transfers',
  ],
  `with settled as (
     update deposit_returns
        set status = 'PROCESSED', rail = $3, rail_reference = $4, fee_currency = $5, fee_minor = $6::bigint, posting_id = $7,
            fee_posting_id = $8, updated_at = greatest($10::timestamptz, updated_at), ${ENDED}
      where ${IS_OPEN_AS_READ}
     returning deposit_id
   ), "left" as (
     update deposits d set exit_account = $9 from settled s where d.id = s.deposit_id
   ), posted as (${postUnowned('$11', 'settled', '$10')})
   select deposit_id from settled`,
  (
    row: DepositReturnRow,
    { rail, reference, fee }: { rail: string; reference: string; fee: Money | null },
    at: Instant,
  ) => {
    const { currency, amount_minor: amountMinor } = row
    const postings: Posting[] = [
      depositReturnPosting(rail, { currency, amountMinor }),
      ...feePostings(rail, currency, fee),
    ]
    const posted = postings.map((posting) => ({ id: newUuid('posting', at), posting }))
    return [
      row.id,
      row.lease_token,
      rail,
      reference,
      fee?.currency,
      fee?.amountMinor,
      posted[0]?.id,
      posted[1]?.id,
      railAccount(rail),
      sqlInstant(at),
      transfersOf(...posted),
    ]
  },
)

/**
 * The deposit is in suspense again: the rail rejected the return for good, or it was withdrawn before it was prepared. False
 * as for `updateReturnSettled`, and for a withdrawal if it may have gone before a restore.
 */
export const updateReturnUnsent = anyRow(
  'update_return_unsent',
  ['id', 'lease_token', 'status', 'code', 'at'],
  `with ended as (
     update deposit_returns
        set status = $3, rejection_code = $4, updated_at = greatest($5::timestamptz, updated_at), ${ENDED}
      where ${IS_OPEN_AS_READ} and ($3 = 'FAILED' or rail is null and not ${mayHaveGone('deposit_returns.rail_key')})
     returning deposit_id
   ), back as (
     update deposits d set exit = null, exit_account = null, exited_at = null from ended e where d.id = e.deposit_id
   )
   select deposit_id from ended`,
  (
    row: DepositReturnRow,
    { status, code }: { status: 'FAILED' | 'WITHDRAWN'; code: string | null },
    at: Instant,
  ) => [row.id, row.lease_token, status, code, sqlInstant(at)],
)

/** From now on nothing is sent under the key, by no process. The worker goes on asking the rail. */
export const updateReturnStopped = anyRow(
  'update_return_stopped',
  ['id', 'at'],
  `update deposit_returns set stopped_at = coalesce(stopped_at, $2), due_at = now()
    where id = $1 and status in ('PENDING', 'SENT') and rail is not null returning id`,
  (id: Uuid<'drt'>, at: Instant) => [id, sqlInstant(at)],
)

/** Keeps workers from the row in this transaction. False if one is at it. */
export const updateReturnLeased = anyRow<[id: Uuid<'drt'>, token: Uuid<'lease'>, leaseMs: number]>(
  'update_return_leased',
  ['id', 'lease_token', 'lease_ms'],
  `update deposit_returns set lease_token = $2, leased_until = ${leaseEnd('$3')}
    where id = $1 and status in ('PENDING', 'SENT') and ${isFree('leased_until', '$3')} returning id`,
)
