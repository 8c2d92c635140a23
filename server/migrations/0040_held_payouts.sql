-- Orders whose payout came back and waits for an operator: the queue reads them without reading all returns.
-- Up Migration

-- Since when the desk holds a payout that came back. Null while it holds none. Like frozen_at, it is null for nearly all
-- orders, so changes of them stay in place.
alter table orders add column payout_held_since instant;

update orders o set payout_held_since = held.since
  from (
    select r.organization_id, r.order_id, max(r.recorded_at) as since
      from returns r
      join payouts p on p.organization_id = r.organization_id and p.id = r.payout_id
     where not exists (select from payouts later
                        where later.order_id = p.order_id and later.organization_id = p.organization_id
                          and later.sequence > p.sequence and later.rejected_at is null)
     group by r.organization_id, r.order_id) held
 where o.organization_id = held.organization_id and o.id = held.order_id and o.status = 'STEP_4_COMPLETED';

create index orders_payout_held on orders (payout_held_since) where payout_held_since is not null;
-- All returns ever.
drop index returns_of_payouts;

grant update (payout_held_since) on orders to corridor_service;
