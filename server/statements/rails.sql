-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectBankCalendars in server/src/outside/rails/calendar-queries.ts
prepare select_bank_calendars as
select name, timezone, holidays as dates from bank_calendars order by name;

-- Rails that name the calendar get a new version, so that every process reads it again.
-- upsertBankCalendar in server/src/outside/rails/calendar-queries.ts
prepare upsert_bank_calendar (
  text, -- $1 name
  text, -- $2 timezone
  text[] -- $3 holidays
) as
with changed as (
  insert into bank_calendars (name, timezone, holidays) values ($1, $2, $3)
  on conflict (name) do update set timezone = excluded.timezone, holidays = excluded.holidays
  returning name
)
update rails set version = version + 1 where bank_calendar = (select name from changed);

-- Whether an order showed the address to its payer, with the present deposit seed or an older one.
-- isHandedOut in server/src/outside/rails/desk-accounts.ts
prepare select_is_funding_address (
  text -- $1 address
) as
select exists (select from orders where funding_address = $1 and funding_rail <> 'sandbox') as is_ours;

-- Entries that are invalid or could not be taken up, oldest first.
-- selectWaitingEntries in server/src/outside/rails/entry-queries.ts
prepare select_waiting_entries as
select id, rail, transaction, index, kind, entry, payer_key_id, payer_sealed, reported_at, attempt, problem,
occurrence, tied, decision, decided_at from rail_entries where problem is not null order by id limit 1000;

-- selectEntry in server/src/outside/rails/entry-queries.ts
prepare select_entry (
  uuid -- $1 id
) as
select id, rail, transaction, index, kind, entry, payer_key_id, payer_sealed, reported_at, attempt, problem,
occurrence, tied, decision, decided_at from rail_entries where id = $1;

-- Ends an entry.
-- updateEntryDecided in server/src/outside/rails/entry-queries.ts
prepare update_entry_decided (
  uuid, -- $1 id
  text, -- $2 decision
  instant -- $3 at
) as
update rail_entries set decision = $2, decided_at = $3, due_at = null, problem = null
where id = $1 and problem is not null and decision is null and coalesce(claimed_until <= now(), true) returning id;

-- Makes the entry due now, with its correction.
-- updateEntryDue in server/src/outside/rails/entry-queries.ts
prepare update_entry_due (
  uuid, -- $1 id
  jsonb -- $2 tied
) as
update rail_entries set due_at = now(), tied = coalesce($2::jsonb, tied)
where id = $1 and kind <> 'invalid' and problem is not null and decision is null and coalesce(claimed_until <= now(), true) returning id;

-- `moved_at`: null before the first entries.
-- selectRailCursors in server/src/outside/rails/lag-queries.ts
prepare select_rail_cursors as
select rail, case when cursor <> '' then moved_at end as moved_at, read_up_to from rail_cursors order by rail;

-- Undefined: no entry waits.
-- selectEntryLagMs in server/src/outside/rails/lag-queries.ts
prepare select_entry_lag as
select (extract(epoch from now() - due_at) * 1000)::int as late_ms from rail_entries
where due_at is not null and due_at <= now() order by due_at limit 1;

-- selectOutflowCaps in server/src/outside/rails/outflow-caps.ts
prepare select_outflow_caps (
  text -- $1 rail
) as
select rail, currency, max_send_minor, max_hour_minor from outflow_caps
where rail = $1 and num_nonnulls(max_send_minor, max_hour_minor) > 0 order by currency;

-- upsertOutflowCap in server/src/outside/rails/outflow-caps.ts
prepare upsert_outflow_cap (
  text, -- $1 rail
  currency_code, -- $2 currency
  minor_units, -- $3 max_send_minor
  minor_units -- $4 max_hour_minor
) as
insert into outflow_caps (rail, currency, max_send_minor, max_hour_minor) values ($1, $2, $3, $4)
on conflict (rail, currency) do update
  set max_send_minor = excluded.max_send_minor, max_hour_minor = excluded.max_hour_minor;

-- How far a rail was read.
-- selectRailCursor in server/src/outside/rails/queries.ts
prepare select_rail_cursor (
  text -- $1 rail
) as
select nullif(cursor, '') as cursor, read_up_to from rail_cursors where rail = $1;

-- A poll from this cursor found nothing.
-- upsertRailRead in server/src/outside/rails/queries.ts
prepare upsert_rail_read (
  text, -- $1 rail
  text, -- $2 cursor
  instant, -- $3 at
  instant -- $4 read_up_to
) as
insert into rail_cursors (rail, cursor, moved_at, read_up_to) values ($1, $2, $3, $4)
on conflict (rail) do update set read_up_to = greatest(rail_cursors.read_up_to, excluded.read_up_to)
  where rail_cursors.cursor = $2;

-- Stores entries and moves the cursor of their rail, in one statement.
-- insertRailEntries in server/src/outside/rails/queries.ts
prepare insert_rail_entries (
  text, -- $1 rail
  text, -- $2 from
  text, -- $3 to
  instant, -- $4 at
  json, -- $5 entries
  instant -- $6 read_up_to
) as
with moved as (
  insert into rail_cursors (rail, cursor, moved_at, read_up_to) values ($1, $3, $4, $6)
  on conflict (rail) do update
    set cursor = excluded.cursor, moved_at = excluded.moved_at,
        read_up_to = greatest(rail_cursors.read_up_to, excluded.read_up_to)
    where rail_cursors.cursor = coalesce($2, '')
  returning rail, moved_at
)
insert into rail_entries (id, rail, transaction, index, kind, entry, payer_key_id, payer_sealed, reported_at,
  due_at, problem, occurrence)
select e.id, m.rail, e.transaction, e.index, e.kind, e.entry, e.payer_key_id, decode(e.payer_sealed, 'base64'),
       m.moved_at, case when e.problem is null then now() end, e.problem,
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
returning id;

-- Takes up to `limit` due deposits or other entries of a rail, in its order.
-- claimRailEntries in server/src/outside/rails/queries.ts
prepare claim_rail_entries (
  text, -- $1 rail
  boolean, -- $2 is_deposit
  bigint, -- $3 limit
  double precision -- $4 lease_ms
) as
with due as (
   select id as due_id from rail_entries
    where rail = $1 and (kind = 'deposit') = $2 and due_at <= now()
    order by due_at, id limit $3 for update skip locked
 )
 update rail_entries
    set due_at = now() + $4 * interval '1 millisecond', attempt = attempt + 1,
        claimed_until = now() + $4 * interval '1 millisecond'
   from due where id = due_id
 returning id, rail, transaction, index, kind, entry, payer_key_id, payer_sealed, reported_at, attempt, problem,
occurrence, tied, kind = 'deposit' and exists (
   select from rail_entries r
    where r.rail = rail_entries.rail and r.kind = 'reversal'
      and lower(r.entry ->> 'of_transaction') = lower(rail_entries.transaction)
      and r.entry ->> 'of_index' = rail_entries.index::text
      and r.occurrence = rail_entries.occurrence
      -- An operator said that it is none, or of another deposit.
      and r.decision is null and r.tied is null) as is_reversed;

-- The rails that have due entries.
-- selectDueRails in server/src/outside/rails/queries.ts
prepare select_due_rails as
with recursive lanes as (
  (select rail from rail_entries where due_at is not null order by rail limit 1)
  union all
  select (select e.rail from rail_entries e where e.due_at is not null and e.rail > l.rail order by e.rail limit 1)
    from lanes l where l.rail is not null
)
select rail from lanes
 where rail is not null and exists (
   select from rail_entries e
    where e.rail = lanes.rail and (e.kind = 'deposit') in (true, false) and e.due_at <= now());

-- Whether entries of the rail wait to be taken up for the first time.
-- selectHasFreshEntries in server/src/outside/rails/queries.ts
prepare select_has_fresh_entries (
  text -- $1 rail
) as
select exists (select from rail_entries
where rail = $1 and due_at is not null and problem is null) as has_fresh;

-- Marks entries as taken up.
-- updateRailEntriesTaken in server/src/outside/rails/queries.ts
prepare update_rail_entries_taken (
  uuid[] -- $1 ids
) as
update rail_entries set due_at = null, problem = null, claimed_until = null where id = any ($1::uuid[]);

-- Makes an entry due again later.
-- updateRailEntryPostponed in server/src/outside/rails/queries.ts
prepare update_rail_entry_postponed (
  uuid, -- $1 id
  double precision, -- $2 wait_ms
  text -- $3 problem
) as
update rail_entries set due_at = now() + $2 * interval '1 millisecond', problem = $3, claimed_until = null
where id = $1 and due_at is not null;

-- Whether the entry of a deposit was taken up; undefined if the rail never reported it.
-- selectDepositEntryTaken in server/src/outside/rails/queries.ts
prepare select_deposit_entry (
  text, -- $1 rail
  text, -- $2 transaction
  integer, -- $3 index
  integer -- $4 occurrence
) as
select due_at is null as is_taken from rail_entries
where rail = $1 and lower(transaction) = lower($2) and index = $3 and (kind = 'reversal') = false and kind = 'deposit'
  and occurrence = $4;

-- The rails of the operator file.
-- selectRails in server/src/outside/rails/queries.ts
prepare select_rails as
select r.name, r.kind, r.settings, r.version, r.bank_calendar,
      case when c.name is not null then json_build_object('timezone', c.timezone, 'dates', c.holidays) end as calendar
 from rails r left join bank_calendars c on c.name = r.bank_calendar
order by r.name;

-- The stored rows of these rails.
-- selectRailStates in server/src/outside/rails/queries.ts
prepare select_rail_states (
  text[], -- $1 names
  timestamp with time zone -- $2 at
) as
with held as (
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
 order by n.name;

-- Creates a rail, or bumps its version.
-- upsertRail in server/src/outside/rails/queries.ts
prepare upsert_rail (
  text, -- $1 name
  text, -- $2 kind
  jsonb, -- $3 settings
  text -- $4 bank_calendar
) as
insert into rails (name, kind, settings, bank_calendar) values ($1, $2, $3, $4)
on conflict (name) do update
  set kind = excluded.kind, settings = excluded.settings, bank_calendar = excluded.bank_calendar,
      version = rails.version + 1;
