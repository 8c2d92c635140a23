// All SQL that writes the screening of deposits, payouts and refunds: the configured screeners, the questions and their
// answers. The statements that credit a deposit or commit an intent check the stored answer: see `isCleared`.
import type { Instant } from '../../platform/clock.ts'
import { claimDue, leaseEnd } from '../../platform/db/lease.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { announceEvents } from '../../platform/events/insert-events.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import type { Lack, Subject } from '../../outside/screener-port.ts'

export type ScreeningState = 'asking' | 'clear' | 'hold' | 'reject' | 'released'

/** SQL condition: screeners are configured. The subquery runs once for each statement. */
export const SCREENING_IS_ON = `(select is_on from screening)`

/**
 * SQL condition: nothing is configured, or the present screeners answered `clear` or an operator released the hold. The
 * answer must be of the present version.
 */
export const isCleared = (key: string): string => `
  (not ${SCREENING_IS_ON} or exists (
     select from screenings s
      where s.key = ${key} and s.state in ('clear', 'released') and s.version = (select version from screening)))`

/** The same for a deposit. A deposit that is held stays held when the screeners are removed. */
export const isDepositCleared = (depositId: string): string => `
  case when ${SCREENING_IS_ON}
       then exists (select from screenings s where s.deposit_id = ${depositId} and s.state in ('clear', 'released')
                      and s.version = (select version from screening))
       else not exists (select from screenings s where s.deposit_id = ${depositId}
                           and s.state in ('asking', 'hold', 'reject')) end`

/** SQL part that begins the screening of the deposits in `recorded`, which has the ids of a deposit and of its order. */
export const insertDepositScreenings = (recorded: string, key: string): string => `
  insert into screenings (key, subject, deposit_id, organization_id, order_id, state, asked_at, due_at)
  select ${key}, 'deposit', r.id, r.for_organization_id, r.for_order_id, 'asking', r.recorded_at, now()
    from ${recorded} r`

export type ConfiguredScreener = {
  name: string
  kind: string
  settings: Record<string, unknown>
  /** The digest of the list file; null for other kinds. */
  digest: string | null
}

export type Screening = { version: number; screeners: readonly ConfiguredScreener[] }

const SELECT_SCREENING = statement(
  'select_screening',
  [],
  `select version, screeners from screening`,
)

/** Nothing is screened while there is no screener. */
export async function selectScreening(db: Db): Promise<Screening> {
  const [row] = await rows<Screening>(db, SELECT_SCREENING)
  if (row === undefined) throw new Error('the table screening has no row')
  return row
}

/** Replaces the screeners. All answers of the version before are asked for again. */
export const updateScreening = write(
  'update_screening',
  ['screeners'],
  `update screening
      set version = version + 1, screeners = $1::jsonb, is_on = jsonb_array_length($1::jsonb) > 0`,
  (screeners: readonly ConfiguredScreener[]) => [JSON.stringify(screeners)],
)

export type ScreeningRow = {
  key: string
  subject: Subject
  deposit_id: Uuid<'dep'> | null
  organization_id: Uuid<'org'> | null
  order_id: Uuid<'ord'> | null
  fingerprint: Buffer | null
  state: ScreeningState
  version: number | null
  screener: string | null
  reason: string | null
  asked_at: Instant
  answered_at: Instant | null
  released_at: Instant | null
  release_reason: string | null
  attempt: number
  /** The round of the question, for screeners with a memory. */
  round: number
  /** The answer is of the present screeners. */
  is_present: boolean
}

const COLUMNS = `key, subject, deposit_id, organization_id, order_id, fingerprint, state, version, screener, reason, asked_at,
  answered_at, released_at, release_reason, attempt, round,
  version is not distinct from (select version from screening) as is_present`

/** `is_rejected_for_good`: a list of the present screeners rejected it, and would do so again. */
export type HeldScreening = ScreeningRow & { is_rejected_for_good: boolean }

export const selectScreeningOf = oneRow<HeldScreening, [key: string]>(
  'select_screening_of_key',
  ['key'],
  `select ${COLUMNS},
          state = 'reject'
          and exists (select from screening s, jsonb_to_recordset(s.screeners) as x (name text, kind text)
                       where s.version = screenings.version and x.name = screener and x.kind = 'list') as is_rejected_for_good
     from screenings where key = $1`,
)

/** Takes up to `limit` due deposits. They are due again after `leaseMs`. */
export const claimScreenings = allRows<ScreeningRow, [limit: number, leaseMs: number]>(
  'claim_screenings',
  ['limit', 'lease_ms'],
  claimDue('screenings', 'key', { dueAgain: leaseEnd('$2'), columns: COLUMNS }),
)

/**
 * Commits a question before it is asked. It keeps a present answer to the same content. A repetition keeps its round, so
 * that a crash asks under the same key again.
 */
export const upsertScreening = write(
  'upsert_screening',
  ['key', 'subject', 'deposit_id', 'organization_id', 'order_id', 'fingerprint', 'at'],
  `insert into screenings (key, subject, deposit_id, organization_id, order_id, fingerprint, state, asked_at, asked_version)
   values ($1, $2, $3, $4, $5, $6, 'asking', $7, (select version from screening))
   on conflict (key) do update
     set fingerprint = excluded.fingerprint, state = 'asking', screener = null, reason = null,
         asked_version = excluded.asked_version,
         round = screenings.round
           + (screenings.asked_version is not null
              and (screenings.asked_version <> excluded.asked_version
                   or screenings.fingerprint is distinct from excluded.fingerprint))::int
   where screenings.version is distinct from (select version from screening)
      or screenings.fingerprint is distinct from excluded.fingerprint
   returning ${COLUMNS}`,
  (
    asked: {
      key: string
      subject: Subject
      depositId: Uuid<'dep'> | null
      order: OrderId | null
      fingerprint: Buffer
    },
    at: Instant,
  ) => [
    asked.key,
    asked.subject,
    asked.depositId,
    asked.order?.organization_id,
    asked.order?.id,
    asked.fingerprint,
    sqlInstant(at),
  ],
)

/**
 * Stores the answer to an asked question, once. Returns undefined if it writes nothing: the screeners or the round have
 * changed since the question was asked, or another worker stored its answer first.
 */
export const updateScreeningAnswered = oneRow<
  ScreeningRow,
  [
    { key: string; fingerprint: Buffer; round: number },
    answer: {
      version: number
      state: 'clear' | 'hold' | 'reject'
      screener: string | null
      reason: string | null
      lacks: Lack | null
    },
    at: Instant,
    events: string,
  ]
>(
  'update_screening_answered',
  [
    'key',
    'fingerprint',
    'version',
    'state',
    'screener',
    'reason',
    'at',
    'round',
    'lacking',
    'lacking_id',
    'events',
  ],
  `with before as (
     select lacking_id as lacked_id from screenings where key = $1
   ), written as (
     update screenings
        set state = $4, version = $3, screener = $5, reason = $6, answered_at = $7, lacking = $9, lacking_id = $10,
            -- A held deposit is handled again when an operator releases it, or when what it lacks is there.
            due_at = case when $4 = 'clear' then due_at end
      where key = $1 and fingerprint = $2 and round = $8 and state = 'asking' and $3 = (select version from screening)
     returning ${COLUMNS}, lacking_id
   ), changed as (
     -- The customer is told once.
     select 0 as position, organization_id, null::uuid as id, null::int as first_event, answered_at as at
       from written, before
      where organization_id is not null and lacked_id is distinct from lacking_id
   ), ${announceEvents('$11', 'changed')}
   select ${COLUMNS} from written`,
  ({ key, fingerprint, round }, answer, at, events) => {
    const { version, state, screener, reason, lacks } = answer
    return [
      key,
      fingerprint,
      version,
      state,
      screener,
      reason,
      sqlInstant(at),
      round,
      lacks?.what,
      lacks?.id,
      events,
    ]
  },
)

/** When a worker handles a deposit next; null for never. A held deposit waits for an operator. */
export const updateScreeningDue = write<[key: string, waitMs: number | null]>(
  'update_screening_due',
  ['key', 'wait_ms'],
  `update screenings
      -- Another worker may have stored a hold meanwhile.
      set due_at = case when state not in ('hold', 'reject') then now() + $2 * interval '1 millisecond' end
    where key = $1 and subject = 'deposit'`,
)

/**
 * Ends a hold. If the screeners have changed since their answer, they are asked again instead. So are those that may
 * have changed their mind after a rejection: all but lists. A rejection by a present list stays, and undefined is
 * returned, as for a question that is not held.
 */
export const updateScreeningReleased = oneRow<
  ScreeningRow,
  [key: string, reason: string, at: Instant]
>(
  'update_screening_released',
  ['key', 'reason', 'at'],
  `with present as (
     select version as present_version,
            (select x.kind from jsonb_to_recordset(screeners) as x (name text, kind text)
              where x.name = (select screener from screenings where key = $1)) as screener_kind
       from screening
   )
   update screenings
      set state = case when state = 'hold' and version = present_version then 'released' else 'asking' end,
          -- Screeners with a memory are asked under a new key.
          round = round + (state = 'reject')::int,
          asked_version = case when state = 'reject' then null else asked_version end,
          version = case when state = 'reject' then null else version end,
          released_at = $3, release_reason = $2,
          due_at = case when subject = 'deposit' then now() end
     from present
    where key = $1
      and (state = 'hold' or (state = 'reject' and (version <> present_version or screener_kind is distinct from 'list')))
   returning ${COLUMNS}`,
  (key, reason, at) => [key, reason, sqlInstant(at)],
)

/** Questions that are held or not yet answered, oldest first; without deposits that were taken back or have left suspense. */
export const selectHeldScreenings = allRows<ScreeningRow, [subject: Subject]>(
  'select_held_screenings',
  ['subject'],
  `select ${COLUMNS} from screenings s
    where state in ('asking', 'hold', 'reject') and subject = $1
      and not exists (select from deposits d where d.id = s.deposit_id and (d.reversed_at is not null or d.exited_at is not null))
    order by asked_at, key limit 1000`,
)

/** All questions about an order, oldest first. */
export const selectScreeningsOfOrder = allRows<ScreeningRow, [order: OrderId]>(
  'select_screenings_of_order',
  ['organization_id', 'order_id'],
  `select ${COLUMNS} from screenings where organization_id = $1 and order_id = $2 order by asked_at, key`,
  (order) => [order.organization_id, order.id],
)

const SELECT_SCREENED_IN_TIME = statement(
  'select_screened_in_time',
  ['organization_ids', 'order_ids', 'funding_expires_at'],
  `select exists (
     select from screenings s join deposits d on d.id = s.deposit_id
      where s.organization_id = o.organization_id and s.order_id = o.id and d.order_id is null
        and d.reversed_at is null and d.exited_at is null and s.state <> 'reject' and coalesce(d.received_at, d.recorded_at) <= o.funding_expires_at) as is_so
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality
            as o (organization_id, id, funding_expires_at, position)
    order by position`,
)

export type ExpiringOrder = OrderId & { funding_expires_at: Instant }

/** Whether each order has a deposit that came in time and is not yet credited, unless a screener rejected it. */
export async function selectScreenedInTime(
  db: Db,
  orders: readonly ExpiringOrder[],
): Promise<boolean[]> {
  const found = await rows<{ is_so: boolean }>(db, SELECT_SCREENED_IN_TIME, [
    orders.map((order) => order.organization_id),
    orders.map((order) => order.id),
    orders.map((order) => sqlInstant(order.funding_expires_at)),
  ])
  return found.map((row) => row.is_so)
}
