-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Makes refunds due at `now` if their retry is later than `latest`, or than `latestSeldom` after many attempts.
-- updateRefundsDueSooner in server/src/engine/refunds/due-queries.ts
prepare update_refunds_due_sooner (
  instant, -- $1 now
  timestamp with time zone, -- $2 latest
  timestamp with time zone, -- $3 latest_seldom
  integer -- $4 many_attempts
) as
with late as (
  select organization_id, id from refunds where due_at > case when attempt >= $4 then $3::timestamptz else $2::timestamptz end for update skip locked
)
update refunds d set due_at = $1 from late
 where (d.organization_id, d.id) = (late.organization_id, late.id)
returning d.due_at;

-- Since when the next refund has waited for a worker.
-- selectRefundDue in server/src/engine/refunds/due-queries.ts
prepare select_refund_due (
  timestamp with time zone -- $1 now
) as
select r.due_at
 from refunds r
 join organizations g on g.id = r.organization_id
 join external_payment_instruments e on e.organization_id = r.organization_id
  and e.id = r.destination_instrument_id
 join orders o on o.organization_id = r.organization_id and o.id = r.order_id
where r.due_at <= $1 and (r.leased_until is null or r.leased_until < now())
  and (r.status = 'SENT' or r.attempt > 0
       or (g.status = 'ACTIVE' and e.status = 'ACTIVE' and o.frozen_at is null))
order by r.due_at limit 1;

-- Makes the refunds of these keys due, if they went over this rail.
-- updateRefundsDueNow in server/src/engine/refunds/due-queries.ts
prepare update_refunds_due_now (
  timestamp with time zone, -- $1 now
  text[], -- $2 keys
  text -- $3 rail
) as
with late as (
  select organization_id, id from refunds where due_at > $1 and rail_key = any($2::text[]) and rail = $3 and lease_token is null for update skip locked
)
update refunds d set due_at = $1 from late
 where (d.organization_id, d.id) = (late.organization_id, late.id)
returning d.due_at;

-- selectRefundOfOrganization in server/src/engine/refunds/list-queries.ts
prepare select_refund_of_organization (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select organization_id, id, order_id, deposit_id, currency, amount_minor, reason, destination_instrument_id,
status, rail_key, rail_reference, created_at, updated_at, attempt, lease_token, rail, prepared_key_id, prepared_sealed,
fee_currency, fee_minor, rejection_code, reversed_minor, kept_minor, small_rail,
borne_fee_minor, collected_in from refunds where organization_id = $1 and id = $2;

-- Refunds of all organizations, or of one.
-- seenRefunds in server/src/engine/refunds/list-queries.ts
prepare "select_seen_refunds pace" (
  uuid -- $1 after
) as
select id from orders where id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by id desc offset 20000 limit 1;

-- Refunds of all organizations, or of one.
-- seenRefunds in server/src/engine/refunds/list-queries.ts
prepare "select_seen_refunds pace one" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from refunds where organization_id = $2 and true and id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by organization_id desc, id desc offset 20000 limit 1;

-- Refunds of all organizations, or of one.
-- seenRefunds in server/src/engine/refunds/list-queries.ts
prepare "select_seen_refunds pace oldest" (
  uuid -- $1 after
) as
select id from orders where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) order by id asc offset 20000 limit 1;

-- Refunds of all organizations, or of one.
-- seenRefunds in server/src/engine/refunds/list-queries.ts
prepare "select_seen_refunds pace one oldest" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from refunds where organization_id = $2 and true and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
order by organization_id asc, id asc offset 20000 limit 1;

-- Refunds of all organizations, or of one.
-- seenRefunds in server/src/engine/refunds/list-queries.ts
prepare "select_seen_refunds id" (
  uuid -- $1 id
) as
select t.organization_id, t.id, t.order_id, t.deposit_id, t.currency, t.amount_minor, t.reason, t.destination_instrument_id, t.status, t.rail_key, t.rail_reference, t.created_at, t.updated_at, t.attempt, t.lease_token, t.rail, t.prepared_key_id, t.prepared_sealed, t.fee_currency, t.fee_minor, t.rejection_code, t.reversed_minor, t.kept_minor, t.small_rail, t.borne_fee_minor, t.collected_in, t.prepared_erased_at, g.enterprise_id, g.name as organization_name from (select found.* from organizations owner cross join lateral (select * from refunds where organization_id = owner.id and id = $1 offset 0) found) t left join organizations g on g.id = t.organization_id;

-- Refunds of all organizations, or of one.
-- seenRefunds in server/src/engine/refunds/list-queries.ts
prepare "select_seen_refunds all" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone -- $6 before
) as
select t.organization_id, t.id, t.order_id, t.deposit_id, t.currency, t.amount_minor, t.reason, t.destination_instrument_id, t.status, t.rail_key, t.rail_reference, t.created_at, t.updated_at, t.attempt, t.lease_token, t.rail, t.prepared_key_id, t.prepared_sealed, t.fee_currency, t.fee_minor, t.rejection_code, t.reversed_minor, t.kept_minor, t.small_rail, t.borne_fee_minor, t.collected_in, t.prepared_erased_at, g.enterprise_id, g.name as organization_name from (
 select found.* from (
   select owner.id as owner_id
     from (select owner.id from organizations owner ) owner
    cross join lateral (
      select id from refunds where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc limit 1) newest
    order by newest.id desc limit $1) owners
  cross join lateral (
    select * from refunds where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by organization_id desc, id desc limit $1) found
  order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Refunds of all organizations, or of one.
-- seenRefunds in server/src/engine/refunds/list-queries.ts
prepare "select_seen_refunds enterprises status currency rail read345" (
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
select t.organization_id, t.id, t.order_id, t.deposit_id, t.currency, t.amount_minor, t.reason, t.destination_instrument_id, t.status, t.rail_key, t.rail_reference, t.created_at, t.updated_at, t.attempt, t.lease_token, t.rail, t.prepared_key_id, t.prepared_sealed, t.fee_currency, t.fee_minor, t.rejection_code, t.reversed_minor, t.kept_minor, t.small_rail, t.borne_fee_minor, t.collected_in, t.prepared_erased_at, g.enterprise_id, g.name as organization_name from (
 select found.* from (
   select owner.id as owner_id
     from (select owner.id from organizations owner where owner.enterprise_id = any ($13::uuid[]) and exists (select from listed_values v where v.field = 'refunds.currency' and v.value = $8 and v.organization_id = owner.id) and exists (select from listed_values v where v.field = 'refunds.rail' and v.value = $9 and v.organization_id = owner.id) offset 0) owner
    cross join lateral (
      select id from refunds where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and status = $7
and currency = $8
and rail = $9
and amount_minor >= $10
and amount_minor <= $11
and (coalesce(rail_reference, '') || ' ' || rail_key) ilike $12 order by organization_id desc, id desc limit 1) newest
    order by newest.id desc limit $1) owners
  cross join lateral (
    select * from refunds where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and status = $7
and currency = $8
and rail = $9
and amount_minor >= $10
and amount_minor <= $11
and (coalesce(rail_reference, '') || ' ' || rail_key) ilike $12 order by organization_id desc, id desc limit $1) found
  order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Oldest first.
-- selectRefunds in server/src/engine/refunds/queries.ts
prepare select_refunds_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select organization_id, id, order_id, deposit_id, currency, amount_minor, reason, destination_instrument_id,
status, rail_key, rail_reference, created_at, updated_at, attempt, lease_token, rail, prepared_key_id, prepared_sealed,
fee_currency, fee_minor, rejection_code, reversed_minor, kept_minor, small_rail,
borne_fee_minor, collected_in
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from refunds where organization_id = of_organization and order_id = of_order offset 0) refunds
    order by id;

-- Leases up to `limit` due refunds to a worker.
-- claimDueRefunds in server/src/engine/refunds/queries.ts
prepare claim_due_refunds (
  timestamp with time zone, -- $1 now
  bigint, -- $2 limit
  uuid, -- $3 lease_token
  double precision -- $4 lease_ms
) as
with candidates as (
  select r.organization_id, r.id,
         g.status <> 'ACTIVE' or e.status <> 'ACTIVE' or o.frozen_at is not null as is_held,
         row_number() over (partition by r.order_id order by r.due_at, r.id) as place
    from refunds r
    join organizations g on g.id = r.organization_id
    join external_payment_instruments e on e.organization_id = r.organization_id
     and e.id = r.destination_instrument_id
    join orders o on o.organization_id = r.organization_id and o.id = r.order_id
   where r.due_at <= $1
     and (r.status = 'SENT' or r.attempt > 0
          or (g.status = 'ACTIVE' and e.status = 'ACTIVE' and o.frozen_at is null))
     and not exists (select from refunds other
                      where other.order_id = r.order_id and other.organization_id = r.organization_id
                        and not (other.leased_until is null
 or other.leased_until not between now() and now() + $4 * interval '1 millisecond' + interval '1 minute'))
), due as (
  select r.organization_id, r.id, c.is_held
    from refunds r join candidates c using (organization_id, id)
   where c.place = 1 and (r.leased_until is null
 or r.leased_until not between now() and now() + $4 * interval '1 millisecond' + interval '1 minute')
   order by r.due_at
   limit $2
     for update of r skip locked
)
update refunds r
   set lease_token = $3, leased_until = now() + $4 * interval '1 millisecond', attempt = r.attempt + 1
  from due
 where (r.organization_id, r.id) = (due.organization_id, due.id)
returning r.organization_id, r.id, r.order_id, r.deposit_id, r.currency, r.amount_minor, r.reason, r.destination_instrument_id, r.status, r.rail_key, r.rail_reference, r.created_at, r.updated_at, r.attempt, r.lease_token, r.rail, r.prepared_key_id, r.prepared_sealed, r.fee_currency, r.fee_minor, r.rejection_code, r.reversed_minor, r.kept_minor, r.small_rail, r.borne_fee_minor, r.collected_in, due.is_held;

-- Releases the lease; the refund is due again at `dueAt`.
-- updateRefundPostponed in server/src/engine/refunds/queries.ts
prepare update_refund_postponed (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 lease_token
  instant -- $4 due_at
) as
update refunds set due_at = $4, lease_token = null, leased_until = null
where organization_id = $1 and id = $2 and lease_token = $3;

-- Commits what the rail prepared, before the refund is sent.
-- updateRefundPrepared in server/src/engine/refunds/queries.ts
prepare update_refund_prepared (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 lease_token
  text, -- $4 rail
  text, -- $5 prepared_key_id
  bytea, -- $6 prepared
  timestamp with time zone, -- $7 now
  timestamp with time zone -- $8 again_at
) as
with unfrozen as materialized (
 -- Locked before the refund, as by each change of the order.
 select id from orders
  where organization_id = $1 and id = (select order_id from refunds where organization_id = $1 and id = $2)
    and frozen_at is null
    for share
 ), fit as materialized (
 -- A refund that has a rail may have been sent by an earlier version: nothing is checked.
 select r.organization_id, r.id, r.rail_key, case when r.rail is null then $4 end as rail, r.currency,
        r.amount_minor - r.reversed_minor as amount_minor
   from refunds r, organizations g, external_payment_instruments e
  where r.organization_id = $1 and r.id = $2 and r.lease_token = $3 and r.prepared_sealed is null
    and g.id = r.organization_id and e.organization_id = r.organization_id and e.id = r.destination_instrument_id
    and (r.rail is not null or (g.status = 'ACTIVE' and e.status = 'ACTIVE' and 
(not (select is_on from screening) or exists (
   select from screenings s
    where s.key = r.rail_key and s.state in ('clear', 'released') and s.version = (select version from screening)))
                                and exists (select from unfrozen)))
    and not 
exists (select from halts h where h.resumed_at is null and h.what = 'sends'
           and (h.rail is null or h.rail = $4))
    and not exists (select from orders o where o.organization_id = $1 and o.id = r.order_id
                       and 
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
              and not (u.key = r.rail_key and coalesce((u.currency, u.amount_minor) = (r.currency, r.amount_minor - r.reversed_minor),
                                                       u.amount_minor is null)))
 or 
exists (select from rail_marks m
         where (m.organization_id, m.order_id) = (o.organization_id, o.id) and m.answer <> m.outcome and m.decided_at is null and m.answer = 'settled'
           and (m.kind = 'payout' or m.subject_id = (select r.id from refunds r where r.rail_key = r.rail_key)))))
    for update of r
 ), judged as materialized (
select a.*,
       case when exists (select from outflow_caps where rail in (a.rail, a.signer) and currency = a.currency)
              or exists (select from observed_balances where account = 'rail:' || a.rail and currency = a.currency)
            then judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier) end as refusal
  from (select w.*, r.signer,
               sum(w.amount_minor) over (partition by w.rail, w.currency order by w.amount_minor, w.id) as with_earlier
          from fit w left join rails r on r.name = w.rail
         order by r.signer, w.currency, w.rail, w.amount_minor, w.id offset 0) a
 )
 update refunds r
    set
        rail = case when j.refusal is null then $4 end,
        prepared_key_id = case when j.refusal is null then $5 end,
        prepared_sealed = case when j.refusal is null then $6::bytea end,
        outflow_limited_at = case when j.refusal is not null then coalesce(r.outflow_limited_at, $7::timestamptz) end,
        outflow_limited_by = j.refusal,
        attempt = case when j.refusal is null then r.attempt else 0 end,
        due_at = case when j.refusal is null then r.due_at else $8 end,
        lease_token = case when j.refusal is null then r.lease_token end,
        leased_until = case when j.refusal is null then r.leased_until end
   from judged j
  where (r.organization_id, r.id) = (j.organization_id, j.id)
 returning j.refusal is null as is_within;

-- Whether an order has open refunds other than `but`.
-- selectHasOpenRefunds in server/src/engine/refunds/queries.ts
prepare select_has_open_refunds (
  uuid, -- $1 organization_id
  uuid, -- $2 order_id
  uuid -- $3 but
) as
select exists (select from refunds
where organization_id = $1 and order_id = $2 and id <> $3
  and status in ('PENDING', 'SENT', 'FAILED')) as has;

-- The order keeps a part of an unsent refund.
-- updateRefundKept in server/src/engine/refunds/reversal-queries.ts
prepare update_refund_kept (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  bigint, -- $3 before
  bigint, -- $4 minor
  text, -- $5 reference
  timestamp with time zone -- $6 at
) as
update refunds
   set reversed_minor = reversed_minor + $4::bigint,
       kept_minor = kept_minor + $4::bigint
         + case when reversed_minor + $4::bigint = amount_minor then borne_fee_minor else 0 end,
       status = case when reversed_minor + $4::bigint = amount_minor then 'PROCESSED' else status end,
       rail_reference = case when reversed_minor + $4::bigint = amount_minor then $5 end,
       due_at = case when reversed_minor + $4::bigint < amount_minor then due_at end,
       updated_at = greatest($6::timestamptz, updated_at)
 where organization_id = $1 and id = $2 and reversed_minor = $3::bigint and (status in ('FAILED', 'KEPT') or status = 'PENDING' and rail is null and prepared_sealed is null)
   and (leased_until is null
 or leased_until not between now() and now() + 30000 * interval '1 millisecond' + interval '1 minute')
returning id;

-- Unsent refunds make way for one with this key, with their own keys.
-- updateRefundsReplaced in server/src/engine/refunds/reversal-queries.ts
prepare update_refunds_replaced (
  uuid, -- $1 organization_id
  uuid[], -- $2 ids
  text, -- $3 rail_key
  timestamp with time zone -- $4 at
) as
update refunds
   set rail_key = rail_key || ':replaced', due_at = null, updated_at = greatest($4::timestamptz, updated_at)
 where organization_id = $1
   and (id = any ($2::uuid[]) and (status in ('FAILED', 'KEPT') or status = 'PENDING' and rail is null and prepared_sealed is null)
   and (leased_until is null
 or leased_until not between now() and now() + 30000 * interval '1 millisecond' + interval '1 minute') or rail_key = $3 and status = 'COLLECTED')
returning id = any ($2::uuid[]) as is_asked;

-- An unsent refund gets the key under which the rail sent it before.
-- updateRefundSent in server/src/engine/refunds/reversal-queries.ts
prepare update_refund_sent (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  bigint, -- $3 reversed_minor
  text, -- $4 rail_key
  text -- $5 rail
) as
update refunds set rail_key = $4, rail = $5
 where organization_id = $1 and id = $2 and reversed_minor = $3::bigint and (status in ('FAILED', 'KEPT') or status = 'PENDING' and rail is null and prepared_sealed is null)
   and (leased_until is null
 or leased_until not between now() and now() + 30000 * interval '1 millisecond' + interval '1 minute')
returning id;

-- Gives back an unsent refund that screening holds or has not answered.
-- updateRefundScreened in server/src/engine/refunds/waiting-queries.ts
prepare update_refund_screened (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 lease_token
  instant -- $4 due_at
) as
update refunds set due_at = $4, attempt = 0, lease_token = null, leased_until = null
where organization_id = $1 and id = $2 and lease_token = $3;

-- Makes the refund due now.
-- updateRefundDue in server/src/engine/refunds/waiting-queries.ts
prepare update_refund_due (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  timestamp with time zone -- $3 now
) as
update refunds set due_at = $3
where organization_id = $1 and id = $2 and due_at > $3 and lease_token is null returning id;

-- When the refund is tried next.
-- selectRefundNext in server/src/engine/refunds/waiting-queries.ts
prepare select_refund_next (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select due_at from refunds where organization_id = $1 and id = $2;

-- Refunds that need an operator: rejected, without a destination, on hold, beyond a cap, not cleared by screening, or with many failed attempts.
-- selectWaitingRefunds in server/src/engine/refunds/waiting-queries.ts
prepare select_waiting_refunds (
  integer -- $1 many_attempts
) as
select r.organization_id, r.id, r.order_id, r.deposit_id, r.currency, r.amount_minor, r.reason, r.destination_instrument_id, r.status, r.rail_key, r.rail_reference, r.created_at, r.updated_at, r.attempt, r.lease_token, r.rail, r.prepared_key_id, r.prepared_sealed, r.fee_currency, r.fee_minor, r.rejection_code, r.reversed_minor, r.kept_minor, r.small_rail, r.borne_fee_minor, r.collected_in, g.enterprise_id,
      case when r.due_at is null or (e.status = 'ARCHIVED' and r.attempt = 0) then 'destination'
           when s.key is not null then 'screening'
           when r.attempt >= $1 then 'rail'
           when r.outflow_limited_at is not null and g.status = 'ACTIVE' and e.status = 'ACTIVE'
             then coalesce(r.outflow_limited_by, 'outflow_limit')
           else 'release' end as waits_for
 from refunds r
 join organizations g on g.id = r.organization_id
 left join external_payment_instruments e on e.organization_id = r.organization_id
  and e.id = r.destination_instrument_id
 left join screenings s on s.key = r.rail_key and r.prepared_sealed is null
  and s.state in ('asking', 'hold', 'reject')
where r.status = 'FAILED'
   or (r.status = 'PENDING' and r.due_at is null)
   or (r.due_at is not null
       and (r.attempt >= $1 or s.key is not null or r.outflow_limited_at is not null or g.status <> 'ACTIVE' or e.status <> 'ACTIVE'))
order by r.id;
