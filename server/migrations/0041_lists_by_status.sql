-- Lists by a status that few rows have. No statement of an order's normal way writes these indexes: they contain failures
-- only, and no column in their conditions changes on that way that was not in a condition before.
-- Up Migration

-- The status of a failed order. An index on the status would be written with each step of every order.
alter table orders add column failed_status text;
create function order_failed() returns trigger language plpgsql as $$
begin
  new.failed_status := case when new.status like 'FAILED%' then new.status end;
  return new;
end $$;
create trigger orders_failed before update of status, failed_status on orders for each row
  when (new.failed_status is distinct from case when new.status like 'FAILED%' then new.status end)
  execute function order_failed();
update orders set failed_status = status where status like 'FAILED%';
create index orders_failed on orders (organization_id, failed_status, id) where failed_status is not null;

create index deposits_failed on deposits (organization_id, outcome, id)
  where outcome in ('late', 'extra', 'wrong_asset');
-- deposits_unmatched has the others.
create index deposits_unmatched_reversed on deposits (id) where order_id is null and reversed_at is not null;
create index payouts_failed on payouts (organization_id, id)
  where returned_at is not null or rejected_at is not null;
create index movements_failed on treasury_movements (status, id) where status in ('FAILED', 'CANCELLED');
create index events_rare on events (type, id)
  where type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded',
                           'payout.settled']);
create index deliveries_failed on webhook_deliveries (organization_id, endpoint_id, event_id)
  where status = 'FAILED';
