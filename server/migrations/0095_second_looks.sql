-- Payouts and refunds that settled before their block was final are looked up again until it is.
-- Up Migration

-- A row is written before the send is recorded as settled.
create table second_looks (
  -- The key of the payout or refund.
  key text not null primary key,
  kind text not null check (kind in ('payout', 'refund')),
  organization_id uuid not null,
  order_id uuid not null,
  -- The payout or refund.
  subject_id uuid not null,
  rail text not null,
  noted_at instant not null,
  attempt integer not null default 0,
  due_at timestamptz,
  -- The chain does not have the payment any more. The same bytes may then be sent again.
  missing_at instant,
  -- final: nothing can take it back. gone: it can never happen any more, and counts as returned.
  outcome text check (outcome in ('final', 'gone')),
  ended_at instant,
  foreign key (organization_id, order_id) references orders (organization_id, id),
  check ((outcome is null) = (ended_at is null)),
  check ((outcome is null) = (due_at is not null))
);
create index second_looks_due on second_looks (due_at) where outcome is null;
grant select, insert, update (attempt, due_at, missing_at, outcome, ended_at) on second_looks to corridor_service;
