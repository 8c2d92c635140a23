// All SQL that writes strays: what deposit addresses hold that is no currency of the desk there, and its returns.
import type { Instant } from '../../platform/clock.ts'
import { claimDue, leaseEnd } from '../../platform/db/lease.ts'
import { sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { allRows, anyRow, countRows, write } from '../../platform/db/row-functions.ts'
import { newUuid, uuidOf, type Uuid } from '../../platform/ids.ts'
import { postUnowned, transfersOf, type Posted } from '../ledger/queries.ts'
import { contradictedStrayOf, isContradicted } from '../marks/queries.ts'
import type { Money } from '../../outside/rails/port.ts'
import type { Stray } from '../../outside/rails/strays-port.ts'

type StrayStatus = 'OPEN' | 'RETURNING' | 'RETURNED' | 'DISMISSED' | 'GONE'

export type StrayRow = {
  id: Uuid<'str'>
  rail: string
  account: string
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  asset: string
  symbol: string
  decimals: number
  units: string
  occurrence: number
  seen_at: Instant
  status: StrayStatus
  ended_at: Instant | null
  key: string | null
  /** When its return was decided, by the clock of the database. Null of returns of earlier versions. */
  returning_at: Instant | null
  /** Since when nothing is sent under the key. */
  stopped_at: Instant | null
  prepared_key_id: string | null
  prepared_sealed: Buffer | null
  attempt: number
  problem: string | null
  reference: string | null
  /** The key of a return of it whose recorded outcome its rail contradicts. */
  contradicted_key: string | null
}

const COLUMNS = `id, rail, account, organization_id, order_id, asset, symbol, decimals, units::text, occurrence, seen_at, status,
  ended_at, key, returning_at, stopped_at, prepared_key_id, prepared_sealed, attempt, problem, reference,
  (select min(key) from (${contradictedStrayOf('strays.id')}) m) as contradicted_key`

/**
 * Records what these accounts hold now. Returns how many are new.
 *
 * A dismissed stray comes back only if more has come. What a return under way moves is no new stray.
 */
export const upsertStrays = countRows(
  'upsert_strays',
  ['rail', 'accounts', 'held', 'at'],
  `with held as (
     select * from json_to_recordset($3::json)
       as h (id uuid, account text, order_id uuid, asset text, symbol text, decimals int, units numeric)
   ), gone as (
     update strays s set status = 'GONE', ended_at = $4
      where s.rail = $1 and s.account = any ($2::text[]) and s.status = 'OPEN'
        and not exists (select from held h where h.account = s.account and h.asset = s.asset)
   ), changed as (
     update strays s set units = h.units from held h
      where s.rail = $1 and s.account = h.account and s.asset = h.asset and s.status = 'OPEN' and s.units <> h.units
   )
   insert into strays (id, rail, account, organization_id, order_id, asset, symbol, decimals, units, occurrence, seen_at, status)
   select h.id, $1, h.account, o.organization_id, o.id, h.asset, h.symbol, h.decimals, h.units,
          coalesce(last.occurrence, 0) + 1, $4, 'OPEN'
     from held h
     join lateral (select organization_id, id from orders where funding_address = h.account and id = h.order_id) o on true
     left join lateral (
       select occurrence, status, units from strays
        where rail = $1 and account = h.account and asset = h.asset order by occurrence desc limit 1) last on true
    where last.status is null or last.status in ('RETURNED', 'GONE')
       or (last.status = 'DISMISSED' and h.units > last.units)
   on conflict do nothing
   returning id`,
  (rail: string, accounts: readonly string[], held: readonly Stray[], at: Instant) => {
    const json = held.map(({ account, orderId, asset, symbol, decimals, units }) => ({
      id: newUuid('str', at),
      account,
      order_id: uuidOf('ord', orderId),
      asset,
      symbol,
      decimals,
      units: String(units),
    }))
    return [rail, accounts, JSON.stringify(json), sqlInstant(at)]
  },
)

export const selectStrays = allRows<StrayRow, [ids: readonly Uuid<'str'>[]]>(
  'select_strays',
  ['ids'],
  `select ${COLUMNS} from strays where id = any ($1::uuid[])`,
)

export const selectStray = async (db: Db, id: Uuid<'str'>): Promise<StrayRow | undefined> =>
  (await selectStrays(db, [id]))[0]

/** SQL condition: it ended, and its rail contradicts how. */
export const ENDED_AND_CONTRADICTED = `
  status in ('RETURNED', 'DISMISSED', 'GONE')
  and id in (select m.subject_id from rail_marks m where m.kind = 'stray' and ${isContradicted('m')})`

/** Strays that wait for a person or are being returned, oldest first. */
export const selectPresentStrays = allRows<StrayRow>(
  'select_present_strays',
  [],
  `select ${COLUMNS} from strays where status in ('OPEN', 'RETURNING') or ${ENDED_AND_CONTRADICTED}
    order by seen_at, id limit 1000`,
)

/**
 * Returns false if it changed since it was read, an enterprise holds the account with this fingerprint, or its rail contradicts
 * the recorded outcome of an earlier return.
 *
 * `returning_at` is in the time of the database, as the instant of a restore is.
 */
export const updateStrayReturning = anyRow(
  'update_stray_returning',
  [
    'id',
    'units',
    'seen_occurrence',
    'occurrence',
    'key',
    'prepared_key_id',
    'prepared',
    'fingerprint',
  ],
  `update strays s set status = 'RETURNING', key = $5, prepared_key_id = $6, prepared_sealed = $7, occurrence = $4,
     attempt = 0, due_at = now(), problem = null, returning_at = now(), stopped_at = null,
     fingerprint = $8
    where id = $1 and status = 'OPEN' and units = $2::numeric and occurrence = $3
      and not exists (select from account_holds h where h.fingerprint = $8 and h.released_at is null)
      and not exists (${contradictedStrayOf('s.id')})
   returning id`,
  (
    { id, units, occurrence: seen }: StrayRow,
    { occurrence, key, prepared }: { occurrence: number; key: string; prepared: Sealed },
    fingerprint: Buffer,
  ) => [id, units, seen, occurrence, key, prepared.keyId, prepared.bytes, fingerprint],
)

/** Returns false if it changed since it was read. */
export const updateStrayDismissed = anyRow(
  'update_stray_dismissed',
  ['id', 'units', 'occurrence', 'at'],
  `update strays set status = 'DISMISSED', ended_at = $4
    where id = $1 and status = 'OPEN' and units = $2::numeric and occurrence = $3
   returning id`,
  ({ id, units, occurrence }: StrayRow, at: Instant) => [id, units, occurrence, sqlInstant(at)],
)

/** Takes up to `limit` due returns. They are due again after `leaseMs`. */
export const claimDueStrays = allRows<StrayRow, [limit: number, leaseMs: number]>(
  'claim_due_strays',
  ['limit', 'lease_ms'],
  claimDue('strays', 'id', {
    isOpen: `status = 'RETURNING'`,
    dueAgain: leaseEnd('$2'),
    columns: COLUMNS,
  }),
)

// A step that took too long may end after the return was decided anew. Its key tells the two apart.
const IS_THIS_RETURN = `id = $1 and key = $2 and status = 'RETURNING'`

export const updateStrayPostponed = write(
  'update_stray_postponed',
  ['id', 'key', 'wait_ms', 'problem'],
  `update strays set due_at = now() + $3 * interval '1 millisecond', problem = $4 where ${IS_THIS_RETURN}`,
  ({ id, key }: StrayRow, waitMs: number, problem: string | null) => [id, key, waitMs, problem],
)

/** Ends a return and posts what it cost, once. False if it has ended. */
export const updateStrayReturned = anyRow(
  'update_stray_returned',
  ['id', 'key', 'reference', 'fee_currency', 'fee_minor', 'posting_id', 'at', 'transfers'],
  `with ended as (
     update strays
        set status = 'RETURNED', reference = $3, fee_currency = $4, fee_minor = $5, posting_id = $6, ended_at = $7,
            due_at = null, problem = null
      where ${IS_THIS_RETURN}
     returning id
   ), posted as (${postUnowned('$8', 'ended', '$7')})
   select id from ended`,
  (
    { id, key }: StrayRow,
    reference: string,
    posted: (Posted & { fee: Money }) | null,
    at: Instant,
  ) => [
    id,
    key,
    reference,
    posted?.fee.currency,
    posted?.fee.amountMinor,
    posted?.id,
    sqlInstant(at),
    transfersOf(posted),
  ],
)

/** The return moved nothing and never will. The next one has another key. False if it has ended. */
export const updateStrayReopened = anyRow(
  'update_stray_reopened',
  ['id', 'key', 'problem'],
  `update strays set status = 'OPEN', occurrence = occurrence + 1, due_at = null, problem = $3, stopped_at = null
    where ${IS_THIS_RETURN} returning id`,
  ({ id, key }: StrayRow, problem: string) => [id, key, problem],
)

/** The rail had moved a return that was recorded as rejected. False if the stray ended, or was returned anew. */
export const updateStrayFoundReturned = anyRow(
  'update_stray_found_returned',
  ['id', 'key', 'reference', 'at'],
  `update strays set status = 'RETURNED', reference = $3, ended_at = $4, problem = null
    where id = $1 and status = 'OPEN' and key = $2 returning id`,
  ({ id }: StrayRow, { key, reference }: { key: string; reference: string }, at: Instant) => [
    id,
    key,
    reference,
    sqlInstant(at),
  ],
)

/** From now on nothing is sent under the key, by no process. The worker goes on asking the rail. */
export const updateStrayStopped = anyRow(
  'update_stray_stopped',
  ['id', 'key', 'at'],
  `update strays set stopped_at = $3, due_at = now() where ${IS_THIS_RETURN} and stopped_at is null returning id`,
  ({ id, key }: StrayRow, at: Instant) => [id, key, sqlInstant(at)],
)
