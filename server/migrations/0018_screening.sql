-- Screening: the sender of a deposit and the beneficiary of a payout or refund are checked before money moves on.
-- Up Migration

-- One row: the screeners of the operator file. The version grows with each change of a screener or a list. An answer
-- counts only for the version that it was given for.
create table screening (
  is_only boolean primary key default true check (is_only),
  version int not null default 0,
  is_on boolean not null default false,
  -- [{name, kind, settings, digest}]
  screeners jsonb not null default '[]'
);
insert into screening default values;
grant select, update (version, is_on, screeners) on screening to corridor_service;

-- The entries of list files. A part holds the entries whose digest begins with the bits of its number, sorted, 16 bytes
-- each: 12 of a keyed digest and 4 of the line number. One question reads one part for each value that it asks about.
create table screening_lists (
  screener text not null,
  part int not null,
  entries bytea not null,
  primary key (screener, part)
);
alter table screening_lists alter column entries set storage external;
grant select, insert, update (entries) on screening_lists to corridor_service;

-- One row for each question. A deposit has its row from the moment it is recorded; a payout or refund from the moment it
-- is asked about. The row has a keyed fingerprint of what was asked, never the text.
create table screenings (
  key text primary key check (length(key) between 1 and 100),
  subject text not null check (subject in ('deposit', 'payout', 'refund')),
  deposit_id uuid unique references deposits (id),
  -- The order that the deposit is for, or whose payout or refund it is. Null: a deposit that belongs to no order.
  organization_id uuid,
  order_id uuid,
  fingerprint bytea,
  state text not null check (state in ('asking', 'clear', 'hold', 'reject', 'released')),
  version int,
  -- For a hold or reject: the screener that decided, and its reason.
  screener text,
  reason text check (length(reason) <= 200),
  asked_at instant not null,
  answered_at instant,
  released_at instant,
  release_reason text check (length(release_reason) between 1 and 500),
  -- When a worker handles the deposit next, by the database's clock; null once it is credited or held.
  due_at timestamptz,
  attempt int not null default 0,
  foreign key (organization_id, order_id) references orders (organization_id, id),
  check ((subject = 'deposit') = (deposit_id is not null)),
  check (state <> 'released' or released_at is not null),
  check ((released_at is null) = (release_reason is null)),
  check (state = 'asking' or (version is not null and answered_at is not null)),
  check ((state in ('hold', 'reject')) <= (screener is not null and reason is not null))
);
create index screenings_due on screenings (due_at) where due_at is not null;
create index screenings_unresolved on screenings (asked_at) where state in ('asking', 'hold', 'reject');
create index screenings_of_orders on screenings (organization_id, order_id) where order_id is not null;
grant select, insert, update (organization_id, order_id, fingerprint, state, version, screener, reason, answered_at,
  released_at, release_reason, due_at, attempt) on screenings to corridor_service;

alter table orders
  drop constraint orders_parked_reason_check,
  add constraint orders_parked_reason_check check (parked_reason in ('compliance_hold', 'slippage', 'attempts',
    'liquidity', 'outflow_limit', 'deposit_reversed', 'screening')) not valid;
