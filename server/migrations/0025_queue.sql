-- The queue of what needs a person: who works on an item, its comments, and conditions of the desk that are no rows yet.
-- Up Migration

-- Claims and snoozes of items. An item is a row of another table. An item that opens again, such as an order that is parked
-- twice, has another `since`: its earlier claim and snooze do not count.
create table queue_items (
  kind text not null,
  -- The identifier as text.
  subject text not null,
  since instant not null,
  -- As the audit trail names it: `user:LOGIN` or `key:LABEL`.
  assignee text,
  assigned_at instant,
  -- In real time.
  snoozed_until instant,
  primary key (kind, subject),
  check ((assignee is null) = (assigned_at is null))
);
create index queue_items_of_assignee on queue_items (assignee) where assignee is not null;

create table queue_comments (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  author text not null,
  comment text not null check (length(comment) between 1 and 500),
  created_at instant not null
);
create index queue_comments_of_item on queue_comments (kind, subject, id);

-- Balances that differ, liquidity that is nearly used up and rates that are old. A worker writes them, so that the queue and
-- the metrics of every process show the same.
create table desk_conditions (
  kind text not null check (kind in ('balance_difference', 'low_liquidity', 'stale_rate')),
  subject text not null,
  -- Business time at which it began.
  since instant not null,
  -- The same in real time.
  noted_at instant not null,
  -- Amounts and names for a decision.
  facts jsonb not null,
  is_present boolean not null default true,
  -- Present for so long that a person must look at it.
  is_open boolean not null default false,
  primary key (kind, subject),
  check (is_present or not is_open)
);
create index desk_conditions_open on desk_conditions (since) where is_open;

-- Operators find and list orders of any organization.
create index orders_by_id on orders (id);

-- Each kind of item is read in the order of its time, without those that are done.
create index deposits_unmatched on deposits (recorded_at) where order_id is null and reversed_at is null;
create index refunds_waiting on refunds (created_at)
  where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
     or (due_at is not null and attempt >= 15);
create index organizations_held on organizations (updated_at) where status = 'COMPLIANCE_HOLD';
create index instruments_held on external_payment_instruments (updated_at) where status = 'COMPLIANCE_HOLD';
create index returns_of_payouts on returns (recorded_at) where payout_id is not null;
create index webhook_endpoints_ended on webhook_endpoints (updated_at)
  where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing');

grant select, insert, update (since, assignee, assigned_at, snoozed_until) on queue_items to corridor_service;
grant select, insert on queue_comments to corridor_service;
grant select, insert, update (since, noted_at, facts, is_present, is_open) on desk_conditions to corridor_service;
