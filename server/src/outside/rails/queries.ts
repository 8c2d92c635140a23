// All SQL that writes the rails' cursors and entries.
import type { EntryProblemCode } from './entry-problem.ts'
import { firstRow, sqlInstant, rows, type Db } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Instant } from '../../platform/clock.ts'
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import type { Uuid } from '../../platform/ids.ts'

const SELECT_RAIL_CURSOR = statement(
  'select_rail_cursor',
  ['rail'],
  `select nullif(cursor, '') as cursor, read_up_to from rail_cursors where rail = $1`,
)

type RailRead = { cursor: string | null; read_up_to: Instant | null }

/** How far a rail was read. No cursor before its first entries. */
export async function selectRailCursor(db: Db, rail: string): Promise<RailRead> {
  const [row] = await rows<RailRead>(db, SELECT_RAIL_CURSOR, [rail])
  return row ?? { cursor: null, read_up_to: null }
}

/** A poll from this cursor found nothing. */
export const upsertRailRead = write(
  'upsert_rail_read',
  ['rail', 'cursor', 'at', 'read_up_to'],
  `insert into rail_cursors (rail, cursor, moved_at, read_up_to) values ($1, $2, $3, $4)
   on conflict (rail) do update set read_up_to = greatest(rail_cursors.read_up_to, excluded.read_up_to)
     where rail_cursors.cursor = $2`,
  (
    rail: string,
    { from, at, readUpTo }: { from: string | null; at: Instant; readUpTo: Instant },
  ) => [rail, from ?? '', sqlInstant(at), sqlInstant(readUpTo)],
)

type EntryKind = 'deposit' | 'return' | 'reversal' | 'invalid'

export type NewEntry = {
  id: Uuid<'entry'>
  transaction: string
  index: number
  kind: EntryKind
  /** The fields of the entry as JSON, without those of the payer. */
  entry: object
  payerKeyId: string | null
  payerSealed: Buffer | null
  /** Why the entry is invalid; null for a valid one. */
  problem: string | null
  /** The rail shows what is there now: see RailEntry. */
  isPresent: boolean
}

// A deposit comes again after as many reversals as it was reported. Another report of what is there now is a repetition.
const INSERT_RAIL_ENTRIES = statement(
  'insert_rail_entries',
  ['rail', 'from', 'to', 'at', 'entries', 'read_up_to'],
  `with moved as (
     insert into rail_cursors (rail, cursor, moved_at, read_up_to) values ($1, $3, $4, $6)
     on conflict (rail) do update
       set cursor = excluded.cursor, moved_at = excluded.moved_at,
           read_up_to = greatest(rail_cursors.read_up_to, excluded.read_up_to)
       where rail_cursors.cursor = coalesce($2, '')
     returning rail, moved_at
   )
   insert into rail_entries (id, rail, transaction, index, kind, entry, payer_key_id, payer_sealed, reported_at,
     due_at, problem, problem_code, occurrence)
   select e.id, m.rail, e.transaction, e.index, e.kind, e.entry, e.payer_key_id, decode(e.payer_sealed, 'base64'),
          m.moved_at, case when e.problem is null then now() end, e.problem,
          case when e.problem is not null then 'unreadable' end,
          case when not e.is_present then 0
               when e.kind = 'deposit' then case when s.reversals >= s.deposits then s.deposits else 0 end
               else case when s.reversals < s.deposits then s.reversals else 0 end end
     from moved m
     cross join json_to_recordset($5::json) as e (id uuid, transaction text, index int, kind text, entry jsonb,
            payer_key_id text, payer_sealed text, problem text, is_present boolean)
     left join lateral (
       select (select count(*)::int from rail_entries d
                where d.rail = m.rail and d.kind = 'deposit' and (d.kind = 'reversal') = false
                  and lower(d.transaction) = lower(coalesce(e.entry ->> 'of_transaction', e.transaction))
                  and d.index = coalesce((e.entry ->> 'of_index')::int, e.index)) as deposits,
              (select count(*)::int from rail_entries r
                where r.rail = m.rail and r.kind = 'reversal'
                  and lower(r.entry ->> 'of_transaction') = lower(coalesce(e.entry ->> 'of_transaction', e.transaction))
                  and r.entry ->> 'of_index' = coalesce(e.entry ->> 'of_index', e.index::text)) as reversals
     ) s on e.is_present
   on conflict do nothing
   returning id`,
)

/**
 * Stores entries and moves the cursor of their rail, in one statement. It writes nothing if the cursor is no longer
 * `from`: another process has stored these entries. Returns the ids of new entries.
 */
export async function insertRailEntries(
  db: Db,
  rail: string,
  {
    from,
    to,
    at,
    readUpTo,
  }: { from: string | null; to: string; at: Instant; readUpTo: Instant | null },
  entries: readonly NewEntry[],
): Promise<Uuid<'entry'>[]> {
  const json = entries.map(({ payerKeyId, payerSealed, isPresent, ...entry }) => ({
    ...entry,
    is_present: isPresent,
    payer_key_id: payerKeyId,
    payer_sealed: payerSealed?.toString('base64') ?? null,
  }))
  const stored = await rows<{ id: Uuid<'entry'> }>(db, INSERT_RAIL_ENTRIES, [
    rail,
    from,
    to,
    sqlInstant(at),
    JSON.stringify(json),
    readUpTo === null ? null : sqlInstant(readUpTo),
  ])
  return stored.map(({ id }) => id)
}

export type Tied =
  | { key: string }
  | { of_transaction: string; of_index: string; occurrence: number }

export type EntryRow = {
  id: Uuid<'entry'>
  rail: string
  transaction: string
  index: number
  kind: EntryKind
  entry: Record<string, unknown>
  payer_key_id: string | null
  payer_sealed: Buffer | null
  reported_at: Instant
  attempt: number
  problem: string | null
  problem_code: EntryProblemCode | null
  /** Counts the deposits at one place that came again, and their reversals. */
  occurrence: number
  /** The correction of an operator: the key of a return, or the deposit of a reversal. */
  tied: Tied | null
  /** A deposit that the rail has taken back since. */
  is_reversed: boolean
}

/** The columns of an EntryRow. */
export const ENTRY_COLUMNS = `id, rail, transaction, index, kind, entry, payer_key_id, payer_sealed, reported_at, attempt, problem,
  problem_code, occurrence, tied`

const CLAIM_RAIL_ENTRIES = statement(
  'claim_rail_entries',
  ['rail', 'is_deposit', 'limit', 'lease_ms'],
  `with due as (
     select id as due_id from rail_entries
      where rail = $1 and (kind = 'deposit') = $2 and due_at <= now()
      order by due_at, id limit $3 for update skip locked
   )
   update rail_entries
      set due_at = now() + $4 * interval '1 millisecond', attempt = attempt + 1,
          claimed_until = now() + $4 * interval '1 millisecond'
     from due where id = due_id
   returning ${ENTRY_COLUMNS}, kind = 'deposit' and exists (
     select from rail_entries r
      where r.rail = rail_entries.rail and r.kind = 'reversal'
        and lower(r.entry ->> 'of_transaction') = lower(rail_entries.transaction)
        and r.entry ->> 'of_index' = rail_entries.index::text
        and r.occurrence = rail_entries.occurrence
        -- An operator said that it is none, or of another deposit.
        and r.decision is null and r.tied is null) as is_reversed`,
)

/** Takes up to `limit` due deposits or other entries of a rail, in its order. They are due again after `leaseMs`. */
export async function claimRailEntries(
  db: Db,
  { rail, areDeposits, limit }: { rail: string; areDeposits: boolean; limit: number },
  leaseMs: number,
): Promise<EntryRow[]> {
  const values = [rail, areDeposits, limit, leaseMs]
  const claimed = await rows<EntryRow>(db, CLAIM_RAIL_ENTRIES, values)
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

// Looks up the next rail in the index, however many entries a rail has.
const SELECT_DUE_RAILS = statement(
  'select_due_rails',
  [],
  `with recursive lanes as (
     (select rail from rail_entries where due_at is not null order by rail limit 1)
     union all
     select (select e.rail from rail_entries e where e.due_at is not null and e.rail > l.rail order by e.rail limit 1)
       from lanes l where l.rail is not null
   )
   select rail from lanes
    where rail is not null and exists (
      select from rail_entries e
       where e.rail = lanes.rail and (e.kind = 'deposit') in (true, false) and e.due_at <= now())`,
)

/** The rails that have due entries. */
export async function selectDueRails(db: Db): Promise<string[]> {
  return (await rows<{ rail: string }>(db, SELECT_DUE_RAILS)).map(({ rail }) => rail)
}

const SELECT_HAS_FRESH = statement(
  'select_has_fresh_entries',
  ['rail'],
  `select exists (select from rail_entries
                   where rail = $1 and due_at is not null and problem is null) as has_fresh`,
)

/** Whether entries of the rail wait to be taken up for the first time. */
export const selectHasFreshEntries = async (db: Db, rail: string): Promise<boolean> =>
  (await firstRow<{ has_fresh: boolean }>(db, SELECT_HAS_FRESH, [rail]))?.has_fresh === true

const UPDATE_RAIL_ENTRIES_TAKEN = statement(
  'update_rail_entries_taken',
  ['ids'],
  `update rail_entries set due_at = null, problem = null, problem_code = null, claimed_until = null
    where id = any ($1::uuid[])`,
)

/** Marks entries as taken up. */
export async function updateRailEntriesTaken(db: Db, ids: readonly Uuid<'entry'>[]): Promise<void> {
  if (ids.length > 0) await rows(db, UPDATE_RAIL_ENTRIES_TAKEN, [ids])
}

/** Makes an entry due again later. `problem` is for operators. */
export const updateRailEntryPostponed = write(
  'update_rail_entry_postponed',
  ['id', 'wait_ms', 'problem', 'problem_code'],
  `update rail_entries set due_at = now() + $2 * interval '1 millisecond', problem = $3, problem_code = $4, claimed_until = null
    where id = $1 and due_at is not null`,
  (
    id: Uuid<'entry'>,
    waitMs: number,
    { message, code }: { message: string; code: EntryProblemCode },
  ) => [id, waitMs, message, code],
)

const SELECT_DEPOSIT_ENTRY = statement(
  'select_deposit_entry',
  ['rail', 'transaction', 'index', 'occurrence'],
  `select due_at is null as is_taken from rail_entries
    where rail = $1 and lower(transaction) = lower($2) and index = $3 and (kind = 'reversal') = false and kind = 'deposit'
      and occurrence = $4`,
)

/** Whether the entry of a deposit was taken up; undefined if the rail never reported it. */
export async function selectDepositEntryTaken(
  db: Db,
  rail: string,
  transaction: string,
  index: number,
  occurrence: number,
): Promise<boolean | undefined> {
  const values = [rail, transaction, index, occurrence]
  const row = await firstRow<{ is_taken: boolean }>(db, SELECT_DEPOSIT_ENTRY, values)
  return row?.is_taken
}

export type ConfiguredRail = {
  name: string
  kind: string
  settings: Record<string, unknown>
  version: number
  /** The calendar of its bank in the operator file. */
  bank_calendar: string | null
  calendar: BankHolidays | null
}

export type RailState = {
  name: string
  /** Null for a rail that is not in the operator file. */
  kind: string | null
  version: number | null
  settings: Record<string, unknown> | null
  /** Null before the first entries. */
  cursor: string | null
  moved_at: Instant | null
  /** Null before a poll could tell. */
  read_up_to: Instant | null
  /** Orders that await funding after their end. */
  held_orders: number
  due_entries: number
  entries_with_problem: number
}

/** The stored rows of these rails. */
export const selectRailStates = allRows<RailState, [names: readonly string[], at: Instant]>(
  'select_rail_states',
  ['names', 'at'],
  `with held as (
          -- Such an order is due again within a minute.
          select funding_rail as rail, count(*)::int as number from orders
           where due_at <= $2::timestamptz + interval '2 minutes' and parked_reason is null
             and status = 'STEP_1_AWAITING_FUNDING' and funding_expires_at < $2
           group by funding_rail),
        due as (select rail, count(*)::int as number from rail_entries where due_at is not null group by rail),
        faulty as (select rail, count(*)::int as number from rail_entries where problem is not null group by rail)
   select n.name, r.kind, r.version, r.settings, nullif(c.cursor, '') as cursor,
          case when c.cursor <> '' then c.moved_at end as moved_at, c.read_up_to,
          coalesce(held.number, 0) as held_orders,
          coalesce(due.number, 0) as due_entries,
          coalesce(faulty.number, 0) as entries_with_problem
     from unnest($1::text[]) n (name)
     left join rails r on r.name = n.name
     left join rail_cursors c on c.rail = n.name
     left join held on held.rail = n.name
     left join due on due.rail = n.name
     left join faulty on faulty.rail = n.name
    order by n.name`,
  (names, at) => [names, sqlInstant(at)],
)

/** Creates a rail, or bumps its version. */
export const upsertRail = write(
  'upsert_rail',
  ['name', 'kind', 'settings', 'bank_calendar'],
  `insert into rails (name, kind, settings, bank_calendar) values ($1, $2, $3, $4)
   on conflict (name) do update
     set kind = excluded.kind, settings = excluded.settings, bank_calendar = excluded.bank_calendar,
         version = rails.version + 1`,
  (rail: Omit<ConfiguredRail, 'version' | 'calendar'>) => {
    const { name, kind, settings, bank_calendar } = rail
    return [name, kind, JSON.stringify(settings), bank_calendar]
  },
)

/** The rails of the operator file. */
export const selectRails = allRows<ConfiguredRail>(
  'select_rails',
  [],
  `select r.name, r.kind, r.settings, r.version, r.bank_calendar,
          case when c.name is not null then json_build_object('timezone', c.timezone, 'dates', c.holidays) end as calendar
     from rails r left join bank_calendars c on c.name = r.bank_calendar
    order by r.name`,
)
