-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- createSimulator in server/src/outside/simulator/simulator.ts
prepare update_deposits_reported (
  timestamp with time zone -- $1 at
) as
with due as (
  select transaction, row_number() over (order by arrives_at, transaction) as place
    from (select transaction, arrives_at from simulator.deposits
           where arrives_at <= $1 and reported_at is null order by arrives_at limit 1000) arrived
), counted as (
  update simulator.report_count set reported = reported + (select count(*) from due)
   where exists (select from due)
  returning reported
)
update simulator.deposits d
   set number = counted.reported - (select count(*) from due) + due.place, reported_at = now()
  from due, counted
 where d.transaction = due.transaction and d.reported_at is null;

-- createSimulator in server/src/outside/simulator/simulator.ts
prepare select_reports (
  bigint -- $1 after
) as
select number, transaction, address, reference, currency, amount_minor as "amountMinor", entry,
      arrives_at as "arrivedAt" from simulator.deposits
where number > $1 order by number limit 1000;

-- createSimulator in server/src/outside/simulator/simulator.ts
prepare insert_planned_deposit (
  text, -- $1 transaction
  text, -- $2 address
  text, -- $3 reference
  text, -- $4 currency
  bigint, -- $5 amount_minor
  timestamp with time zone, -- $6 arrives_at
  jsonb -- $7 entry
) as
insert into simulator.deposits (transaction, address, reference, currency, amount_minor, arrives_at, entry)
values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing;

-- createSimulator in server/src/outside/simulator/simulator.ts
prepare count_call (
  text -- $1 key
) as
insert into simulator.calls (key, calls) values ($1, 1)
on conflict (key) do update set calls = calls.calls + 1
returning calls;

-- createSimulator in server/src/outside/simulator/simulator.ts
prepare insert_script (
  text, -- $1 order_id
  text -- $2 scenario
) as
insert into simulator.scripts (order_id, scenario) values ($1, $2) on conflict do nothing;

-- server/src/outside/simulator/simulator.ts
prepare select_execution (
  text -- $1 key
) as
select key, request, reference from simulator.executions where key = $1;

-- createSimulator in server/src/outside/simulator/simulator.ts
prepare select_executions_since (
  text, -- $1 beginning
  timestamp with time zone -- $2 since
) as
select key, request, reference from simulator.executions
where starts_with(key, $1) and executed_at >= $2 order by executed_at, key;

-- server/src/outside/simulator/simulator.ts
prepare select_scripts (
  text[] -- $1 order_ids
) as
select order_id, scenario from simulator.scripts where order_id = any ($1::text[]);

-- server/src/outside/simulator/simulator.ts
prepare select_executions (
  text[] -- $1 keys
) as
select e.key, e.request, e.reference
from unnest($1::text[]) as i (key) cross join lateral (select * from simulator.executions where key = i.key offset 0) e;

-- server/src/outside/simulator/simulator.ts
prepare insert_executions (
  text[], -- $1 keys
  text[], -- $2 requests
  text[] -- $3 references
) as
insert into simulator.executions (key, request, reference, executed_at)
select key, request, reference, now() from unnest($1::text[], $2::text[], $3::text[]) as i (key, request, reference)
on conflict do nothing
returning key;
