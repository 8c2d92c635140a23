-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- server/src/halts/key-queries.ts
prepare select_payout_keys (
  text, -- $1 after
  bigint, -- $2 limit
  text, -- $3 rail
  timestamp with time zone -- $4 since
) as
select array_agg(rail_key) filter (
       where (rail is null or rail = $3) and (coalesce(settled_at, rejected_at) is null
          or coalesce(settled_at, rejected_at) >= $4)) as keys,
     max(rail_key) as last
from (select rail_key, rail, settled_at, rejected_at from payouts
       where rail_key > $1 order by rail_key limit $2) scanned;

-- server/src/halts/key-queries.ts
prepare select_refund_keys (
  text, -- $1 after
  bigint, -- $2 limit
  text, -- $3 rail
  timestamp with time zone -- $4 since
) as
select array_agg(rail_key) filter (
       where (rail is null or rail = $3)
         and (status <> 'PROCESSED' or updated_at >= $4)) as keys,
     max(rail_key) as last
from (select rail_key, rail, status, updated_at from refunds
       where rail_key > $1 order by rail_key limit $2) scanned;

-- server/src/halts/key-queries.ts
prepare select_next_payouts (
  uuid, -- $1 after
  bigint, -- $2 limit
  timestamp with time zone -- $3 since
) as
select id, case when due_at is not null or updated_at >= $3 then
        1 + (select count(*)::int from payouts p
              where p.order_id = scanned.id and p.organization_id = scanned.organization_id)
      end as sequence
 from (select id, organization_id, due_at, updated_at from orders
        where id > $1 order by id limit $2) scanned
order by id;

-- SQL condition: fills at the provider are halted.
-- fillsAreHaltedAt in server/src/halts/queries.ts
prepare select_halts as
select id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, read_at, lists_sends,
(select count(*)::int from unknown_sends u where u.halt_id = halts.id) as unknown_sends from halts where resumed_at is null order by halted_at, id;

-- SQL condition: fills at the provider are halted.
-- fillsAreHaltedAt in server/src/halts/queries.ts
prepare select_halt (
  uuid -- $1 id
) as
select id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, read_at, lists_sends,
(select count(*)::int from unknown_sends u where u.halt_id = halts.id) as unknown_sends from halts where id = $1;

-- Undefined if an operator has halted the same before.
-- insertHalt in server/src/halts/queries.ts
prepare insert_halt (
  uuid, -- $1 id
  text, -- $2 what
  text, -- $3 rail
  text, -- $4 provider
  text, -- $5 actor
  text, -- $6 reason
  instant -- $7 at
) as
insert into halts (id, what, rail, provider, actor, reason, halted_at) values ($1, $2, $3, $4, $5, $6, $7)
 on conflict do nothing
 returning id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, read_at, lists_sends,
(select count(*)::int from unknown_sends u where u.halt_id = halts.id) as unknown_sends;

-- Undefined if it was resumed before, or if the rail was not read again after a restore.
-- updateHaltResumed in server/src/halts/queries.ts
prepare update_halt_resumed (
  uuid, -- $1 id
  timestamp with time zone -- $2 at
) as
update halts set resumed_at = greatest($2::timestamptz, halted_at) 
  where id = $1 and resumed_at is null and (cause <> 'restore' or read_at is not null)
 returning id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, read_at, lists_sends,
(select count(*)::int from unknown_sends u where u.halt_id = halts.id) as unknown_sends;

-- Halts the sends of every rail: the database lacks changes that were acknowledged.
-- haltRestoredSends in server/src/halts/restore-queries.ts
prepare halt_restored_sends as
select halt_restored_sends();

-- When an order of the database last changed.
-- selectLastChange in server/src/halts/restore-queries.ts
prepare select_last_change as
select max(updated_at)::timestamptz(3) as at from orders;

-- Notes those sends of the rail that the database does not know.
-- insertUnknownSends in server/src/halts/restore-queries.ts
prepare insert_unknown_sends (
  uuid, -- $1 halt_id
  text[], -- $2 references
  text[], -- $3 keys
  text[], -- $4 currencies
  bigint[] -- $5 amounts_minor
) as
insert into unknown_sends (halt_id, reference, key, currency, amount_minor)
select h.id, s.reference, s.key, s.currency, s.amount_minor
  from halts h, unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as s (reference, key, currency, amount_minor)
 where h.id = $1 and h.cause = 'restore' and h.resumed_at is null and h.lists_sends is null
   and not exists (select from payouts where rail_key = s.key)
   and not exists (select from refunds where rail_key = s.key)
on conflict do nothing;

-- Notes that the rail was read again.
-- updateHaltRead in server/src/halts/restore-queries.ts
prepare update_halt_read (
  uuid, -- $1 id
  timestamp with time zone, -- $2 at
  boolean -- $3 lists_sends
) as
update halts set read_at = greatest($2::timestamptz, halted_at), lists_sends = $3
where id = $1 and cause = 'restore' and lists_sends is null and resumed_at is null;

-- server/src/halts/restore-queries.ts
prepare select_unknown_sends (
  uuid -- $1 halt_id
) as
select reference, key, currency, amount_minor from unknown_sends where halt_id = $1 order by reference;
