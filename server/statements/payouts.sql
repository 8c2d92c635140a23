-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectPayoutOfOrganization in server/src/engine/payouts/list-queries.ts
prepare select_payout_of_organization (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at,
rail, instrument_id, prepared_key_id, prepared_sealed, rail_reference, settled_at, rejected_at, returned_at, fee_currency,
fee_minor, rejection_code from payouts where organization_id = $1 and id = $2;

-- Payouts of all organizations, or of one.
-- seenPayouts in server/src/engine/payouts/list-queries.ts
prepare "select_seen_payouts pace" (
  uuid -- $1 after
) as
select id from orders where id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by id desc offset 20000 limit 1;

-- Payouts of all organizations, or of one.
-- seenPayouts in server/src/engine/payouts/list-queries.ts
prepare "select_seen_payouts pace one" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from payouts where organization_id = $2 and true and id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by organization_id desc, id desc offset 20000 limit 1;

-- Payouts of all organizations, or of one.
-- seenPayouts in server/src/engine/payouts/list-queries.ts
prepare "select_seen_payouts pace oldest" (
  uuid -- $1 after
) as
select id from orders where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) order by id asc offset 20000 limit 1;

-- Payouts of all organizations, or of one.
-- seenPayouts in server/src/engine/payouts/list-queries.ts
prepare "select_seen_payouts pace one oldest" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from payouts where organization_id = $2 and true and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
order by organization_id asc, id asc offset 20000 limit 1;

-- Payouts of all organizations, or of one.
-- seenPayouts in server/src/engine/payouts/list-queries.ts
prepare "select_seen_payouts id" (
  uuid -- $1 id
) as
select t.organization_id, t.id, t.order_id, t.sequence, t.rail_key, t.method, t.currency, t.amount_minor, t.created_at, t.rail, t.instrument_id, t.prepared_key_id, t.prepared_sealed, t.rail_reference, t.settled_at, t.rejected_at, t.returned_at, t.fee_currency, t.fee_minor, t.rejection_code, t.prepared_erased_at, g.enterprise_id, g.name as organization_name from (select found.* from organizations owner cross join lateral (select * from payouts where organization_id = owner.id and id = $1 offset 0) found) t left join organizations g on g.id = t.organization_id;

-- Payouts of all organizations, or of one.
-- seenPayouts in server/src/engine/payouts/list-queries.ts
prepare "select_seen_payouts all" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone -- $6 before
) as
select t.organization_id, t.id, t.order_id, t.sequence, t.rail_key, t.method, t.currency, t.amount_minor, t.created_at, t.rail, t.instrument_id, t.prepared_key_id, t.prepared_sealed, t.rail_reference, t.settled_at, t.rejected_at, t.returned_at, t.fee_currency, t.fee_minor, t.rejection_code, t.prepared_erased_at, g.enterprise_id, g.name as organization_name from (
 select found.* from (
   select owner.id as owner_id
     from (select owner.id from organizations owner ) owner
    cross join lateral (
      select id from payouts where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc limit 1) newest
    order by newest.id desc limit $1) owners
  cross join lateral (
    select * from payouts where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc limit $1) found
  order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Payouts of all organizations, or of one.
-- seenPayouts in server/src/engine/payouts/list-queries.ts
prepare "select_seen_payouts enterprises status currency rail read345" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone, -- $6 before
  text, -- $7 status
  text, -- $8 currency
  text, -- $9 rail
  bigint, -- $10 min_amount
  bigint, -- $11 max_amount
  text, -- $12 text
  uuid[] -- $13 enterprise_ids
) as
select t.organization_id, t.id, t.order_id, t.sequence, t.rail_key, t.method, t.currency, t.amount_minor, t.created_at, t.rail, t.instrument_id, t.prepared_key_id, t.prepared_sealed, t.rail_reference, t.settled_at, t.rejected_at, t.returned_at, t.fee_currency, t.fee_minor, t.rejection_code, t.prepared_erased_at, g.enterprise_id, g.name as organization_name from (
 select found.* from (
   select owner.id as owner_id
     from (select owner.id from organizations owner where owner.enterprise_id = any ($13::uuid[]) and exists (select from listed_values v where v.field = 'payouts.currency' and v.value = $8 and v.organization_id = owner.id) and exists (select from listed_values v where v.field = 'payouts.rail' and v.value = $9 and v.organization_id = owner.id) offset 0) owner
    cross join lateral (
      select id from payouts where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and (case when returned_at is not null then 'RETURNED' when settled_at is not null then 'SETTLED' when rejected_at is not null then 'REJECTED' else 'PENDING' end) = $7
and currency = $8
and rail = $9
and amount_minor >= $10
and amount_minor <= $11
and (coalesce(rail_reference, '') || ' ' || rail_key) ilike $12 order by organization_id desc, id desc limit 1) newest
    order by newest.id desc limit $1) owners
  cross join lateral (
    select * from payouts where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and (case when returned_at is not null then 'RETURNED' when settled_at is not null then 'SETTLED' when rejected_at is not null then 'REJECTED' else 'PENDING' end) = $7
and currency = $8
and rail = $9
and amount_minor >= $10
and amount_minor <= $11
and (coalesce(rail_reference, '') || ' ' || rail_key) ilike $12 order by organization_id desc, id desc limit $1) found
  order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Inserts intents to pay out.
-- insertPayoutIntents in server/src/engine/payouts/queries.ts
prepare insert_payout_intents (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  uuid[], -- $3 order_ids
  uuid[], -- $4 lease_tokens
  text[], -- $5 rail_keys
  timestamp with time zone[], -- $6 created_at
  text[], -- $7 rails
  text[], -- $8 prepared_key_ids
  bytea[] -- $9 prepared
) as
with fit as materialized (
 select o.organization_id, i.id, o.id as order_id, 1 as sequence, i.rail_key, payout.method,
        o.payout_currency as currency, o.payout_total_minor as amount_minor, i.created_at, i.rail,
        payout.id as instrument_id, i.prepared_key_id, i.prepared, 
(not (select is_on from screening) or exists (
   select from screenings s
    where s.key = i.rail_key and s.state in ('clear', 'released') and s.version = (select version from screening))) as is_cleared,
        (
exists (select from halts h where h.resumed_at is null and h.what = 'sends'
           and (h.rail is null or h.rail = i.rail)) or 
(
exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends' and coalesce(h.orders_until, h.halted_at) >= o.created_at)
 or exists (select from unknown_sends u where u.order_id = o.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))
              and not (u.key = i.rail_key and coalesce((u.currency, u.amount_minor) = (o.payout_currency, o.payout_total_minor),
                                                       u.amount_minor is null)))
 or 
exists (select from rail_marks m
         where (m.organization_id, m.order_id) = (o.organization_id, o.id) and m.answer <> m.outcome and m.decided_at is null and m.answer = 'settled'
           and (m.kind = 'payout' or m.subject_id = (select r.id from refunds r where r.rail_key = i.rail_key)))))
          as is_halted
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[], $8::text[],
          $9::bytea[])
        as i (organization_id, id, order_id, lease_token, rail_key, created_at, rail, prepared_key_id, prepared)
   cross join lateral (select * from orders where organization_id = i.organization_id and id = i.order_id and lease_token = i.lease_token
     and status = 'STEP_3_SETTLING_PAYOUT' and short_minor = 0 and frozen_at is null for share offset 0) o
   cross join lateral (select * from fills where organization_id = o.organization_id and order_id = o.id and filled_at is not null limit 1 offset 0) f
   
cross join lateral (select * from organizations where id = o.organization_id and status = 'ACTIVE' offset 0) organization
cross join lateral (select * from external_payment_instruments where organization_id = o.organization_id and id = o.payin_instrument_id and status = 'ACTIVE' offset 0) payin
cross join lateral (select * from external_payment_instruments where organization_id = o.organization_id and id = o.payout_instrument_id and status = 'ACTIVE' offset 0) payout
 ), judged as materialized (
select a.*,
       case when exists (select from outflow_caps where rail in (a.rail, a.signer) and currency = a.currency)
              or exists (select from observed_balances where account = 'rail:' || a.rail and currency = a.currency)
            then judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier) end as refusal
  from (select w.*, r.signer,
               sum(w.amount_minor) over (partition by w.rail, w.currency order by w.amount_minor, w.id) as with_earlier
          from (select * from fit where is_cleared and not is_halted) w left join rails r on r.name = w.rail
         order by r.signer, w.currency, w.rail, w.amount_minor, w.id offset 0) a
 ), inserted as (
 insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor,
   created_at, rail, instrument_id, prepared_key_id, prepared_sealed)
 select organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at, rail,
        instrument_id, prepared_key_id, prepared
   from judged where refusal is null
  -- Sort, so that all rows are judged before the first is inserted: a later one would count it twice.
  order by id
 on conflict do nothing
 returning organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at,
rail, instrument_id, prepared_key_id, prepared_sealed, rail_reference, settled_at, rejected_at, returned_at, fee_currency,
fee_minor, rejection_code)
 select fit.order_id as intent_of, case when fit.is_halted then 'halted' when fit.is_cleared then judged.refusal
                 else 'not_cleared' end as refusal, inserted.organization_id, inserted.id, inserted.order_id, inserted.sequence, inserted.rail_key, inserted.method, inserted.currency, inserted.amount_minor, inserted.created_at, inserted.rail, inserted.instrument_id, inserted.prepared_key_id, inserted.prepared_sealed, inserted.rail_reference, inserted.settled_at, inserted.rejected_at, inserted.returned_at, inserted.fee_currency, inserted.fee_minor, inserted.rejection_code
   from fit left join judged using (organization_id, id) left join inserted using (organization_id, id)
  where inserted.id is not null or fit.is_halted or not fit.is_cleared or judged.refusal is not null;

-- All payouts of the orders, oldest first.
-- selectPayouts in server/src/engine/payouts/queries.ts
prepare select_payouts_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at,
rail, instrument_id, prepared_key_id, prepared_sealed, rail_reference, settled_at, rejected_at, returned_at, fee_currency,
fee_minor, rejection_code
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from payouts where organization_id = of_organization and order_id = of_order offset 0) payouts
    order by sequence;

-- Commits what the rail prepared for a payout that is paid again.
-- updatePayoutPrepared in server/src/engine/payouts/queries.ts
prepare update_payout_prepared (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 order_id
  uuid, -- $4 lease_token
  text, -- $5 rail
  text, -- $6 prepared_key_id
  bytea -- $7 prepared
) as
with fit as materialized (
 select p.organization_id, p.id, p.order_id, p.rail_key, $5 as rail, p.currency, p.amount_minor,
        
(not (select is_on from screening) or exists (
   select from screenings s
    where s.key = p.rail_key and s.state in ('clear', 'released') and s.version = (select version from screening))) as is_cleared,
        (
exists (select from halts h where h.resumed_at is null and h.what = 'sends'
           and (h.rail is null or h.rail = $5)) or 
(
exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends' and coalesce(h.orders_until, h.halted_at) >= o.created_at)
 or exists (select from unknown_sends u where u.order_id = o.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))
              and not (u.key = p.rail_key and coalesce((u.currency, u.amount_minor) = (p.currency, p.amount_minor),
                                                       u.amount_minor is null)))
 or 
exists (select from rail_marks m
         where (m.organization_id, m.order_id) = (o.organization_id, o.id) and m.answer <> m.outcome and m.decided_at is null and m.answer = 'settled'
           and (m.kind = 'payout' or m.subject_id = (select r.id from refunds r where r.rail_key = p.rail_key))))) as is_halted
   from payouts p, orders o, organizations g, external_payment_instruments e, external_payment_instruments s
  where p.organization_id = $1 and p.id = $2 and p.prepared_sealed is null and p.rejected_at is null
    and o.organization_id = $1 and o.id = $3 and o.lease_token = $4 and o.short_minor = 0 and o.frozen_at is null
    and g.id = $1 and g.status = 'ACTIVE'
    and e.organization_id = $1 and e.id = p.instrument_id and e.status = 'ACTIVE'
    and s.organization_id = $1 and s.id = o.payin_instrument_id and s.status <> 'COMPLIANCE_HOLD'
    for update of p for share of o
 ), judged as materialized (
select a.*,
       case when exists (select from outflow_caps where rail in (a.rail, a.signer) and currency = a.currency)
              or exists (select from observed_balances where account = 'rail:' || a.rail and currency = a.currency)
            then judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier) end as refusal
  from (select w.*, r.signer,
               sum(w.amount_minor) over (partition by w.rail, w.currency order by w.amount_minor, w.id) as with_earlier
          from (select * from fit where is_cleared and not is_halted) w left join rails r on r.name = w.rail
         order by r.signer, w.currency, w.rail, w.amount_minor, w.id offset 0) a
 ), prepared as (
 update payouts p
    set rail = $5, prepared_key_id = $6, prepared_sealed = $7
   from judged j
  where (p.organization_id, p.id) = (j.organization_id, j.id) and j.refusal is null
 returning p.organization_id, p.id, p.order_id, p.sequence, p.rail_key, p.method, p.currency, p.amount_minor, p.created_at, p.rail, p.instrument_id, p.prepared_key_id, p.prepared_sealed, p.rail_reference, p.settled_at, p.rejected_at, p.returned_at, p.fee_currency, p.fee_minor, p.rejection_code)
 select fit.order_id as intent_of, case when fit.is_halted then 'halted' when fit.is_cleared then judged.refusal
                 else 'not_cleared' end as refusal, prepared.organization_id, prepared.id, prepared.order_id, prepared.sequence, prepared.rail_key, prepared.method, prepared.currency, prepared.amount_minor, prepared.created_at, prepared.rail, prepared.instrument_id, prepared.prepared_key_id, prepared.prepared_sealed, prepared.rail_reference, prepared.settled_at, prepared.rejected_at, prepared.returned_at, prepared.fee_currency, prepared.fee_minor, prepared.rejection_code
   from fit left join judged using (organization_id, id) left join prepared using (organization_id, id);

-- A payout that the rail carried out in the time that a restore lost.
-- insertSentPayout in server/src/engine/payouts/queries.ts
prepare insert_sent_payout (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 order_id
  integer, -- $4 sequence
  text, -- $5 rail_key
  text, -- $6 rail
  text, -- $7 reference
  uuid, -- $8 instrument_id
  timestamp with time zone -- $9 at
) as
insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at, rail,
  instrument_id, rail_reference, settled_at)
select o.organization_id, $2, o.id, $4, $5, e.method, o.payout_currency, o.payout_total_minor, $9::timestamptz, $6, e.id, $7,
       $9::timestamptz
  from orders o
  join external_payment_instruments e on e.organization_id = o.organization_id and e.id = $8
 where o.organization_id = $1 and o.id = $3;
