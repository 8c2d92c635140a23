-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectClaim in server/src/engine/halts/claim-queries.ts
prepare select_claim as
select claimed_at as at, claim as instance from deployment;

-- Halts all sends and fills.
-- haltForNewerClaim in server/src/engine/halts/claim-queries.ts
prepare halt_for_newer_claim (
  uuid, -- $1 seen_by
  instant, -- $2 newer
  text -- $3 why
) as
select halt_for_newer_claim($1, $2, $3) as halted;

-- An operator says that this service is the one.
-- renewClaim in server/src/engine/halts/claim-queries.ts
prepare renew_claim (
  instant -- $1 after
) as
select renew_claim($1);

-- A key among the listed sends that names an order, and that this database never sent under.
-- selectStrangeSend in server/src/engine/halts/claim-queries.ts
prepare select_strange_sends (
  text, -- $1 rail
  text[], -- $2 keys
  text[], -- $3 currencies
  bigint[] -- $4 amounts_minor
) as
select s.key from unnest($2::text[], $3::text[], $4::bigint[]) as s (key, currency, amount_minor)
  where not 
(exists (select from payouts p where p.rail_key = s.key
            and (s.amount_minor is null or (p.currency, p.amount_minor) = (s.currency, s.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = s.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(s.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (s.amount_minor is null
                    or (r.currency = s.currency and s.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = s.key and (d.rail is not null or d.status = 'PENDING')
               and (s.amount_minor is null
                    or (d.currency, d.amount_minor) = (s.currency, s.amount_minor))))
    and not exists (select from unknown_sends u join halts h on h.id = u.halt_id
                     where h.rail = $1 and u.key = s.key)
  order by s.key limit 1;

-- selectContest in server/src/engine/halts/contested.ts
prepare select_contest (
  uuid, -- $1 organization_id
  uuid -- $2 order_id
) as
select array(select u.key from unknown_sends u where u.order_id = o.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))) and u.key is not null order by u.key) as keys,
        
exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends' and coalesce(h.orders_until, h.halted_at) >= o.created_at) as is_compared
   from orders o where o.organization_id = $1 and o.id = $2;

-- A listed refund of the order that the database has not sent, other than `own`.
-- listedUnsent in server/src/engine/halts/contested.ts
prepare select_listed_unsent (
  uuid, -- $1 organization_id
  uuid, -- $2 order_id
  text -- $3 own_key
) as
select coalesce((select u.key from unknown_sends u
                   where u.order_id = o.id and u.put_right_at is null and u.key is distinct from $3
                     and ((u.key like '%:refund:%' or u.key like '%:return:%') and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and r.rail is not null
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and d.rail is not null
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))
                          or $3::text is null and u.key like '%:payout:%' and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))))
                   order by u.key limit 1),
                 case when $3::text is null and 
exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends' and coalesce(h.orders_until, h.halted_at) >= o.created_at) then '' end) as key
   from orders o where o.organization_id = $1 and o.id = $2;

-- Whether the order was created after a restore, and the rail, or any rail, is not compared yet.
-- selectIsAfterRestore in server/src/engine/halts/contested.ts
prepare select_is_after_restore (
  text, -- $1 rail
  timestamp with time zone -- $2 created_at
) as
select exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends'
and (h.rail = $1 or $1::text is null) and not coalesce(h.orders_until, h.halted_at) >= $2::timestamptz) as is_after;

-- A send that a rail has listed after a restore, of which nobody has said whose it is.
-- selectUnknownSend in server/src/engine/halts/contested.ts
prepare select_unknown_send as
select u.halt_id, h.rail, u.reference, u.key from unknown_sends u join halts h on h.id = u.halt_id
  where u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))) order by u.key limit 1;

-- server/src/engine/halts/key-queries.ts
prepare select_payout_keys (
  text, -- $1 after
  bigint, -- $2 limit
  text, -- $3 rail
  timestamp with time zone -- $4 since
) as
select array_agg(rail_key) filter (
       where (rail is null or rail = $3) and (coalesce(settled_at, rejected_at) is null
          or coalesce(settled_at, rejected_at) >= $4)) as keys,
     array_agg(rail_key) filter (where returned_at is not null or rejected_at is not null) as repeated,
     max(rail_key) as last
from (select rail_key, rail, settled_at, rejected_at, returned_at from payouts
       where rail_key > $1 order by rail_key limit $2) scanned;

-- server/src/engine/halts/key-queries.ts
prepare select_refund_keys (
  text, -- $1 after
  bigint, -- $2 limit
  text, -- $3 rail
  timestamp with time zone -- $4 since
) as
select array_agg(rail_key) filter (
       where (rail is null or rail = $3)
         and (status <> 'PROCESSED' or updated_at >= $4)) as keys,
     array_agg(rail_key) filter (where status = 'FAILED') as repeated,
     -- The refund that may have collected a kept one: see collectedKey.
     array_agg(distinct split_part(rail_key, ':', 1) || ':refund:collected-' || 1 + (
       select count(*) from refunds c
        where (c.organization_id, c.order_id) = (scanned.organization_id, scanned.order_id)
          and c.reason = 'collected') || ':1') filter (where status = 'KEPT') as collecting,
     max(rail_key) as last
from (select rail_key, rail, status, updated_at, organization_id, order_id from refunds
       where rail_key > $1 order by rail_key limit $2) scanned;

-- server/src/engine/halts/key-queries.ts
prepare select_next_payouts (
  uuid, -- $1 after
  bigint, -- $2 limit
  timestamp with time zone -- $3 since
) as
select id, key_id, case when due_at is not null or updated_at >= $3 then
        1 + (select count(*)::int from payouts p
              where p.order_id = scanned.id and p.organization_id = scanned.organization_id)
      end as sequence,
      due_at is not null or updated_at >= $3 or parked_reason is not null or awaits_retry as may_refund
 from (select id, key_id, organization_id, due_at, updated_at, parked_reason, awaits_retry from orders
        where id > $1 order by id limit $2) scanned
order by id;

-- server/src/engine/halts/key-queries.ts
prepare select_deposits_read (
  uuid, -- $1 after
  bigint, -- $2 limit
  timestamp with time zone -- $3 since
) as
select d.id, d.rail, d.transaction, d.output_index, d.occurrence, o.id as order_id, o.key_id
 from (select id, organization_id, order_id, rail, transaction, output_index, occurrence, recorded_at, assigned_at from deposits
        where id > $1 order by id limit $2) d
 -- A deposit that is screened is credited later.
 left join screenings s on s.deposit_id = d.id and d.order_id is null
 left join orders o on o.organization_id = coalesce(d.organization_id, s.organization_id)
                   and o.id = coalesce(d.order_id, s.order_id) and greatest(d.recorded_at, d.assigned_at) >= $3
order by d.id;

-- server/src/engine/halts/key-queries.ts
prepare select_deposit_return_keys (
  text, -- $1 after
  bigint, -- $2 limit
  text, -- $3 rail
  timestamp with time zone -- $4 since
) as
select array_agg(rail_key) filter (
       where (rail is null or rail = $3) and (due_at is not null or updated_at >= $4)) as keys,
     -- The lost time may have given it up, and returned its deposit again.
     array_agg(rail_key) filter (where due_at is not null) as repeated,
     max(rail_key) as last
from (select rail_key, rail, due_at, updated_at from deposit_returns
       where rail_key > $1 order by rail_key limit $2) scanned;

-- server/src/engine/halts/key-queries.ts
prepare select_next_deposit_returns (
  uuid, -- $1 after
  bigint -- $2 limit
) as
select id, rail, transaction, output_index, occurrence,
      order_id is null and reversed_at is null and exit is null as may_return,
      1 + (select count(*)::int from deposit_returns r where r.deposit_id = scanned.id) as number
 from (select * from deposits where id > $1 order by id limit $2) scanned
order by id;

-- server/src/engine/halts/key-queries.ts
prepare select_fill_tokens (
  text, -- $1 after
  bigint, -- $2 limit
  text, -- $3 provider
  timestamp with time zone -- $4 since
) as
select json_agg(json_build_object('key', provider_key, 'token', quote_token)) filter (
       where provider_name = $3 and (coalesce(filled_at, declined_at) is null
          or coalesce(filled_at, declined_at) >= $4)) as fills,
     max(provider_key) as last
from (select provider_key, quote_token, provider_name, filled_at, declined_at from fills
       where provider_key > $1 order by provider_key limit $2) scanned;

-- Keys of payouts over the rail, or of fills at the provider, that were made in the period and settled: at most 5000.
-- endedKeysOf in server/src/engine/halts/key-queries.ts
prepare select_settled_keys (
  text, -- $1 after
  bigint, -- $2 limit
  text, -- $3 rail
  timestamp with time zone, -- $4 since
  timestamp with time zone -- $5 until
) as
select array_agg(rail_key) filter (
       where rail = $3 and settled_at is not null and created_at between $4 and $5
         and not exists (select from rail_marks m where m.key = scanned.rail_key)) as keys,
     max(rail_key) as last
from (select rail_key, rail, settled_at, created_at from payouts
       where rail_key > $1 order by rail_key limit $2) scanned;

-- Keys of payouts over the rail, or of fills at the provider, that were made in the period and settled: at most 5000.
-- endedKeysOf in server/src/engine/halts/key-queries.ts
prepare select_filled_keys (
  text, -- $1 after
  bigint, -- $2 limit
  text, -- $3 provider
  timestamp with time zone, -- $4 since
  timestamp with time zone -- $5 until
) as
select array_agg(provider_key) filter (
       where provider_name = $3 and filled_at is not null and created_at between $4 and $5) as keys,
     max(provider_key) as last
from (select provider_key, provider_name, filled_at, created_at from fills
       where provider_key > $1 order by provider_key limit $2) scanned;

-- The present halts, oldest first.
-- selectHalts in server/src/engine/halts/queries.ts
prepare select_halts as
select id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, since, newer_claim_at, read_at, lists_sends,
lists_fills,
(select count(*)::int from unknown_sends u
  where u.halt_id = halts.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))) as unknown_sends,
(select count(*)::int from unknown_fills u
  where u.halt_id = halts.id and u.put_right_at is null and not 
exists (select from fills f where f.provider_key = u.key and f.provider_name = halts.provider
           and (u.sold_minor is null or (f.payin_currency = u.payin_currency
             and f.payout_currency = u.payout_currency and u.sold_minor <= f.payin_minor)))) as unknown_fills from halts where resumed_at is null order by halted_at, id;

-- selectHalt in server/src/engine/halts/queries.ts
prepare select_halt (
  uuid -- $1 id
) as
select id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, since, newer_claim_at, read_at, lists_sends,
lists_fills,
(select count(*)::int from unknown_sends u
  where u.halt_id = halts.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))) as unknown_sends,
(select count(*)::int from unknown_fills u
  where u.halt_id = halts.id and u.put_right_at is null and not 
exists (select from fills f where f.provider_key = u.key and f.provider_name = halts.provider
           and (u.sold_minor is null or (f.payin_currency = u.payin_currency
             and f.payout_currency = u.payout_currency and u.sold_minor <= f.payin_minor)))) as unknown_fills from halts where id = $1;

-- Undefined if an operator has halted the same before.
-- insertHalt in server/src/engine/halts/queries.ts
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
 returning id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, since, newer_claim_at, read_at, lists_sends,
lists_fills,
(select count(*)::int from unknown_sends u
  where u.halt_id = halts.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))) as unknown_sends,
(select count(*)::int from unknown_fills u
  where u.halt_id = halts.id and u.put_right_at is null and not 
exists (select from fills f where f.provider_key = u.key and f.provider_name = halts.provider
           and (u.sold_minor is null or (f.payin_currency = u.payin_currency
             and f.payout_currency = u.payout_currency and u.sold_minor <= f.payin_minor)))) as unknown_fills;

-- The first references of listed sends without a key that belong to no known order and that no operator has named.
-- selectNamelessSends in server/src/engine/halts/queries.ts
prepare select_nameless_sends (
  uuid -- $1 halt_id
) as
select reference from unknown_sends n where n.halt_id = $1 and n.key is null and n.put_right_at is null order by reference limit 3;

-- Undefined if it was resumed before, if the rail or provider was not read again after a restore, or if a send has no name.
-- updateHaltResumed in server/src/engine/halts/queries.ts
prepare update_halt_resumed (
  uuid, -- $1 id
  timestamp with time zone -- $2 at
) as
update halts set resumed_at = greatest($2::timestamptz, halted_at)
  where id = $1 and resumed_at is null and (cause <> 'restore' or read_at is not null)
    and not exists (select reference from unknown_sends n where n.halt_id = halts.id and n.key is null and n.put_right_at is null)
 returning id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, since, newer_claim_at, read_at, lists_sends,
lists_fills,
(select count(*)::int from unknown_sends u
  where u.halt_id = halts.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))) as unknown_sends,
(select count(*)::int from unknown_fills u
  where u.halt_id = halts.id and u.put_right_at is null and not 
exists (select from fills f where f.provider_key = u.key and f.provider_name = halts.provider
           and (u.sold_minor is null or (f.payin_currency = u.payin_currency
             and f.payout_currency = u.payout_currency and u.sold_minor <= f.payin_minor)))) as unknown_fills;

-- Halts the sends of every rail and the fills at every provider: the database lacks changes that were acknowledged.
-- haltRestoredSends in server/src/engine/halts/restore-queries.ts
prepare halt_restored_sends as
select halt_restored_sends();

-- When an order of the database last changed.
-- selectLastChange in server/src/engine/halts/restore-queries.ts
prepare select_last_change as
select max(updated_at)::timestamptz(3) as at from orders;

-- Whether the database was ever restored.
-- selectIsRestored in server/src/engine/halts/restore-queries.ts
prepare select_is_restored as
select exists (select from halts where cause = 'restore') as is_restored;

-- When the newest restore halted the sends of the rail.
-- selectLastRestore in server/src/engine/halts/restore-queries.ts
prepare select_last_restore (
  text -- $1 rail
) as
select halted_at, lists_sends from halts where cause = 'restore' and what = 'sends' and rail = $1
order by halted_at desc limit 1;

-- Notes those sends of the rail that the database does not know, or knows with another amount.
-- insertUnknownSends in server/src/engine/halts/restore-queries.ts
prepare insert_unknown_sends (
  uuid, -- $1 halt_id
  timestamp with time zone, -- $2 halted_at
  bigint, -- $3 most
  text[], -- $4 references
  text[], -- $5 keys
  text[], -- $6 currencies
  bigint[], -- $7 amounts_minor
  uuid[] -- $8 names
) as
with inserted as (
   insert into unknown_sends (halt_id, reference, key, currency, amount_minor, order_id)
   select h.id, s.reference, s.key, s.currency, s.amount_minor, coalesce(
  (select o.id from orders o where o.key_id = s.name),
  (select o.id from orders o where o.id = s.name and o.key_id is null),
  (select o.id from orders o where o.retry_order_id is null and o.id between (left(s.name::text, -4) || '0000')::uuid and (left(s.name::text, -4) || 'ffff')::uuid
    union all
   select o.id from orders o where o.retry_order_id is null and o.key_id between (left(s.name::text, -4) || '0000')::uuid and (left(s.name::text, -4) || 'ffff')::uuid limit 1),
  s.name)
     from halts h, unnest($4::text[], $5::text[], $6::text[], $7::bigint[], $8::uuid[])
                     as s (reference, key, currency, amount_minor, name)
    where h.id = $1 and h.halted_at = $2 and h.cause = 'restore' and h.resumed_at is null and h.lists_sends is null
      and not 
(exists (select from payouts p where p.rail_key = s.key
            and (s.amount_minor is null or (p.currency, p.amount_minor) = (s.currency, s.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = s.key and r.rail is not null
               and (s.amount_minor is null
                    or (r.currency = s.currency and s.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = s.key and d.rail is not null
               and (s.amount_minor is null
                    or (d.currency, d.amount_minor) = (s.currency, s.amount_minor))))
    limit greatest(0, $3 - (select count(*) from unknown_sends u where u.halt_id = $1))
   on conflict do nothing)
 select count(*)::int as count from unknown_sends where halt_id = $1;

-- Notes those fills of the provider that the database does not know, like `insertUnknownSends`.
-- insertUnknownFills in server/src/engine/halts/restore-queries.ts
prepare insert_unknown_fills (
  uuid, -- $1 halt_id
  timestamp with time zone, -- $2 halted_at
  bigint, -- $3 most
  text[], -- $4 references
  text[], -- $5 keys
  text[], -- $6 payin_currencies
  bigint[], -- $7 sold_minor
  text[], -- $8 payout_currencies
  bigint[], -- $9 delivered_minor
  uuid[] -- $10 names
) as
with inserted as (
   insert into unknown_fills (halt_id, reference, key, payin_currency, sold_minor, payout_currency, delivered_minor,
     order_id)
   select h.id, s.reference, s.key, s.payin_currency, s.sold_minor, s.payout_currency, s.delivered_minor,
          coalesce(
  (select o.id from orders o where o.key_id = s.name),
  (select o.id from orders o where o.id = s.name and o.key_id is null),
  (select o.id from orders o where o.retry_order_id is null and o.id between (left(s.name::text, -4) || '0000')::uuid and (left(s.name::text, -4) || 'ffff')::uuid
    union all
   select o.id from orders o where o.retry_order_id is null and o.key_id between (left(s.name::text, -4) || '0000')::uuid and (left(s.name::text, -4) || 'ffff')::uuid limit 1),
  s.name)
     from halts h, unnest($4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::bigint[], $10::uuid[])
                     as s (reference, key, payin_currency, sold_minor, payout_currency, delivered_minor, name)
    where h.id = $1 and h.halted_at = $2 and h.cause = 'restore' and h.resumed_at is null and h.lists_fills is null
      and not 
exists (select from fills f where f.provider_key = s.key and f.provider_name = h.provider
           and (s.sold_minor is null or (f.payin_currency = s.payin_currency
             and f.payout_currency = s.payout_currency and s.sold_minor <= f.payin_minor)))
    limit greatest(0, $3 - (select count(*) from unknown_fills u where u.halt_id = $1))
   on conflict do nothing)
 select count(*)::int as count from unknown_fills where halt_id = $1;

-- Notes that the rail or provider was read again.
-- updateHaltRead in server/src/engine/halts/restore-queries.ts
prepare update_halt_read (
  uuid, -- $1 id
  timestamp with time zone, -- $2 halted_at
  timestamp with time zone, -- $3 at
  boolean -- $4 lists
) as
update halts h
  set read_at = greatest($3::timestamptz, h.halted_at),
      lists_sends = case when h.what = 'sends' then $4::boolean end,
      lists_fills = case when h.what = 'fills' then $4::boolean end
where h.id = $1 and h.halted_at = $2 and h.cause = 'restore' and h.resumed_at is null and h.lists_sends is null and h.lists_fills is null;

-- selectUnknownSends in server/src/engine/halts/restore-queries.ts
prepare select_unknown_sends (
  uuid -- $1 halt_id
) as
select reference, key, currency, amount_minor, put_right_at is not null or 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))) as is_put_right
   from unknown_sends u where halt_id = $1 order by reference;

-- selectUnknownFills in server/src/engine/halts/restore-queries.ts
prepare select_unknown_fills (
  uuid -- $1 halt_id
) as
select reference, key, payin_currency, sold_minor, payout_currency, delivered_minor,
        put_right_at is not null or 
exists (select from fills f where f.provider_key = u.key and f.provider_name = h.provider
           and (u.sold_minor is null or (f.payin_currency = u.payin_currency
             and f.payout_currency = u.payout_currency and u.sold_minor <= f.payin_minor))) as is_put_right
   from unknown_fills u join halts h on h.id = halt_id where halt_id = $1 order by reference;

-- Sends that rails have listed and that are not put right, under the key, or without a key under the reference.
-- selectListedSends in server/src/engine/halts/restore-queries.ts
prepare select_listed_sends (
  text, -- $1 key
  text -- $2 reference
) as
select distinct h.rail, u.reference, u.key, u.currency, u.amount_minor
 from unknown_sends u join halts h on h.id = u.halt_id
where u.put_right_at is null and (u.key = $1 or u.key is null and u.reference = $2);

-- Fills of the order, or of its family, that providers have listed and the database lacks, and the one without a key under the reference.
-- selectListedFills in server/src/engine/halts/restore-queries.ts
prepare select_listed_fills (
  uuid, -- $1 order_id
  text, -- $2 reference
  text -- $3 key_id
) as
select distinct h.provider, u.reference, u.key, u.payin_currency, u.sold_minor, u.payout_currency, u.delivered_minor
   from unknown_fills u join halts h on h.id = u.halt_id
  where (u.order_id = $1 or u.order_id between (left($3::text, -4) || '0000')::uuid and (left($3::text, -4) || 'ffff')::uuid or u.key is null and u.reference = $2)
    and u.put_right_at is null and not 
exists (select from fills f where f.provider_key = u.key and f.provider_name = h.provider
           and (u.sold_minor is null or (f.payin_currency = u.payin_currency
             and f.payout_currency = u.payout_currency and u.sold_minor <= f.payin_minor)))
  order by u.key;

-- A fill that may be the lost one of one of these orders: the provider does not tell its key.
-- selectFillToDecide in server/src/engine/halts/restore-queries.ts
prepare select_fill_to_decide (
  uuid -- $1 halt_id
) as
select u.reference, array_agg(o.id order by o.id) as order_ids
 from unknown_fills u join halts h on h.id = u.halt_id
 join orders o on o.payin_currency = u.payin_currency and o.payout_currency = u.payout_currency
where u.halt_id = $1 and u.key is null and u.put_right_at is null
  and o.status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX') and o.frozen_at is null
  and coalesce(h.orders_until, h.halted_at) >= o.created_at
  and (u.sold_minor is null
       or u.sold_minor = o.payin_total_minor - o.payin_fee_minor - o.payin_tax_minor
            - coalesce((select sum(f.sold_minor) from fills f
                         where f.organization_id = o.organization_id and f.order_id = o.id), 0))
group by u.reference order by u.reference limit 1;

-- An operator has recorded the send, or only the fills.
-- updatePutRight in server/src/engine/halts/restore-queries.ts
prepare update_put_right (
  text, -- $1 key
  text, -- $2 rail
  text, -- $3 reference
  text[], -- $4 providers
  text[], -- $5 fill_references
  instant -- $6 at
) as
with fills_too as (
  update unknown_fills u set put_right_at = $6
    from halts h, unnest($4::text[], $5::text[]) as f (provider, reference)
   where h.id = u.halt_id and u.put_right_at is null and h.provider = f.provider and u.reference = f.reference)
update unknown_sends u set put_right_at = $6
  from halts h
 where h.id = u.halt_id and u.put_right_at is null and h.rail = $2
   and (u.key = $1 or u.key is null and u.reference = $3);

-- An operator says of listed sends that no order of the database made or owes them.
-- updateOfNoOrder in server/src/engine/halts/restore-queries.ts
prepare update_of_no_order (
  uuid, -- $1 halt_id
  text[], -- $2 references
  instant -- $3 at
) as
update unknown_sends set put_right_at = $3
where halt_id = $1 and reference = any ($2::text[]) and put_right_at is null returning reference;

-- An operator has recorded that a retry of the order was lost.
-- updateRetryPutRight in server/src/engine/halts/restore-queries.ts
prepare update_retry_put_right (
  uuid, -- $1 order_id
  text, -- $2 own
  instant -- $3 at
) as
with fills_too as (
  update unknown_fills set put_right_at = $3
   where order_id = $1 and put_right_at is null and not starts_with(key, $2))
update unknown_sends set put_right_at = $3
 where order_id = $1 and put_right_at is null and not starts_with(key, $2);
