-- Money in an order: what arrived, what was converted, paid out or sent back, and the ledger that explains it.
-- Up Migration

alter table deployment add column secrets_digest bytea;
grant update (secrets_digest) on deployment to corridor_service;

alter table orders
  -- Counts changes: whoever writes says which one he has seen.
  add column version int not null default 1,
  -- The sequence of the order's last event.
  add column last_event int not null default 1,
  -- Deposits in the payin currency, and what a retried order carried over.
  add column received_minor minor_units not null default 0,
  -- Where a rail sees deposits for this order arrive.
  add column funding_address text not null default '',
  -- Set aside for an operator: nothing happens to the order by itself until it is released.
  add column parked_reason text check (parked_reason in ('compliance_hold', 'slippage', 'attempts')),
  add column parked_at instant,
  add check ((parked_reason is null) = (parked_at is null));
alter table orders
  alter column funding_address drop default,
  drop constraint orders_operation_check,
  add constraint orders_operation_check check (operation in ('create', 'retry'));
create index orders_funding_address on orders (funding_address);
-- What is parked stays due, and must not be read over at every look for work.
drop index orders_due;
create index orders_due on orders (due_at) where due_at is not null and parked_reason is null;
create index orders_parked on orders (parked_at) where parked_reason is not null;

-- What a rail saw arrive. Unique by what the rail calls it, so that a second report is nothing.
create table deposits (
  id uuid primary key,
  rail text not null,
  transaction text not null,
  output_index int not null check (output_index >= 0),
  -- Both null when the address belongs to no order.
  organization_id uuid,
  order_id uuid,
  address text not null,
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor > 0),
  -- What it means for the order: it counts towards the total, or goes back, or waits for an operator.
  outcome text not null check (outcome in ('counted', 'late', 'extra', 'wrong_asset', 'unmatched')),
  recorded_at instant not null,
  -- When an operator found out which order it is for; until then it was in suspense.
  assigned_at instant,
  unique (rail, transaction, output_index),
  foreign key (organization_id, order_id) references orders,
  check ((organization_id is null) = (order_id is null)),
  check ((outcome = 'unmatched') = (order_id is null))
);
create index deposits_of_order on deposits (order_id, organization_id);

-- A conversion may be asked for again under a new key, but only after a definite refusal.
alter table payouts drop constraint payouts_organization_id_order_id_fkey;
alter table fills
  drop constraint fills_pkey,
  add column sequence int not null default 1 check (sequence > 0),
  -- What the provider offered for the payin when the fill was written down.
  add column firm_rate exchange_rate,
  add column provider_payout_minor minor_units,
  add column declined_at instant,
  add primary key (organization_id, order_id, sequence),
  add check (filled_at is null or declined_at is null);
update fills f set firm_rate = o.exchange_rate, provider_payout_minor = f.payout_minor
  from orders o where (o.organization_id, o.id) = (f.organization_id, f.order_id);
alter table fills
  alter column sequence drop default,
  alter column firm_rate set not null,
  alter column provider_payout_minor set not null;
-- At most one fill of an order ever happens.
create unique index fills_filled_once on fills (order_id, organization_id) where filled_at is not null;
alter table payouts
  add column rejected_at instant,
  add foreign key (organization_id, order_id) references orders,
  add check (settled_at is null or rejected_at is null);

-- Money on its way back. The row, with its key, is committed before the rail is first asked.
create table refunds (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  -- The deposit it sends back, when it is one's own and not the order's.
  deposit_id uuid references deposits,
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor > 0),
  reason text not null check (reason in ('funding_expired', 'cancelled', 'excess', 'extra', 'late', 'wrong_asset',
    'declined', 'payout_rejected', 'retry_leftover')),
  -- Null: an operator decides where it goes.
  destination_instrument_id uuid,
  status text not null check (status in ('PENDING', 'SENT', 'PROCESSED', 'FAILED')),
  rail_key text not null unique,
  rail_reference text,
  created_at instant not null,
  updated_at instant not null check (updated_at >= created_at),
  due_at instant,
  attempt int not null default 0,
  lease_token uuid,
  leased_until timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, order_id) references orders,
  foreign key (organization_id, destination_instrument_id) references external_payment_instruments,
  check ((lease_token is null) = (leased_until is null)),
  check ((status = 'PROCESSED') = (rail_reference is not null))
);
create index refunds_of_order on refunds (order_id, organization_id);
create index refunds_due on refunds (due_at) where due_at is not null;

-- Double entry by construction: a row moves one amount from one account to another, so that nothing can be
-- unbalanced. Rows with one posting_id belong together. docs/ledger.md names the accounts.
create table ledger_transfers (
  id bigint generated always as identity primary key,
  posting_id uuid not null,
  posting text not null check (posting in ('deposit', 'fill', 'fx_result', 'payout', 'payout_rejected', 'refund',
    'carry_over')),
  organization_id uuid,
  order_id uuid,
  debit_account text not null check (debit_account ~ '^[a-z_]+(:[A-Za-z0-9_]+)?$'),
  credit_account text not null check (credit_account ~ '^[a-z_]+(:[A-Za-z0-9_]+)?$'),
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor > 0),
  posted_at instant not null,
  check (debit_account <> credit_account),
  foreign key (organization_id, order_id) references orders
);
create index ledger_transfers_of_order on ledger_transfers (order_id, organization_id);

create view ledger_entries as
  select id, posting_id, posting, organization_id, order_id, debit_account as account, currency,
         amount_minor::numeric as amount_minor, posted_at
    from ledger_transfers
  union all
  select id, posting_id, posting, organization_id, order_id, credit_account, currency,
         -amount_minor::numeric, posted_at
    from ledger_transfers;

-- One for each change a customer may want to hear of, written with it.
create table events (
  -- Of an organization that the same statement reads: a reference would lock its row in every order.
  organization_id uuid not null,
  id uuid not null,
  order_id uuid,
  -- Within the order, without a gap.
  sequence int check (sequence > 0),
  type text not null check (type ~ '^[a-z]+\.[a-z_]+$'),
  data jsonb not null,
  created_at instant not null,
  -- Readers go by this: a row shows itself only when no older transaction can still add one before it.
  transaction xid8 not null default pg_current_xact_id(),
  primary key (organization_id, id),
  unique (order_id, sequence, organization_id),
  foreign key (organization_id, order_id) references orders,
  check ((order_id is null) = (sequence is null))
);
create index events_by_commit on events (organization_id, transaction, id);

create table webhook_endpoints (
  organization_id uuid not null references organizations,
  id uuid not null,
  url text not null check (length(url) <= 2000),
  description text not null,
  -- Empty: every type.
  event_types text[] not null,
  -- AES-256-GCM over the JSON of the secrets that may still sign, newest first.
  secrets_key_id text not null,
  secrets_sealed bytea not null,
  -- The answer to its creation, sealed likewise: what a replay shows again.
  created_key_id text not null,
  created_sealed bytea not null,
  status text not null check (status in ('ENABLED', 'DISABLED')),
  disabled_reason text check (disabled_reason in ('customer', 'gone', 'failing')),
  failing_since instant,
  created_at instant not null,
  updated_at instant not null,
  -- The row stays for the replay of its creation, and is shown to nobody.
  deleted_at instant,
  idempotency_key text not null,
  request_hash bytea not null,
  primary key (organization_id, id),
  unique (idempotency_key, organization_id),
  check ((status = 'DISABLED') = (disabled_reason is not null)),
  check (deleted_at is null or status = 'DISABLED')
);

-- An event on its way to an endpoint: one row, however often it is sent. There is no foreign key to the
-- endpoint: its row would be locked by every order of the organization.
create table webhook_deliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  id uuid not null default gen_random_uuid(),
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  -- Since it was last asked for.
  attempts int not null default 0,
  last_status_code int,
  last_error text,
  created_at instant not null,
  updated_at instant not null,
  due_at instant,
  lease_token uuid,
  leased_until timestamptz,
  primary key (organization_id, endpoint_id, event_id),
  foreign key (organization_id, event_id) references events,
  check ((status = 'PENDING') = (due_at is not null)),
  check ((lease_token is null) = (leased_until is null))
);
create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, due_at)
  where due_at is not null;

-- How far the clock of a sandbox has been moved forward, the same for every process.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);
insert into sandbox_clock default values;

-- What the simulated systems were told to do with an order, and the deposits they will report.
create table simulator.scripts (
  order_id text primary key,
  scenario text not null
);
-- How often a scripted system was called under a key, so that it can fail at first and work later.
create table simulator.calls (
  key text primary key,
  calls int not null
);
create table simulator.deposits (
  transaction text primary key,
  address text not null,
  reference text not null,
  currency text not null,
  amount_minor bigint not null,
  arrives_at timestamptz not null,
  reported_at timestamptz
);
create index simulator_deposits_due on simulator.deposits (arrives_at) where reported_at is null;

grant update (organization_id, order_id, outcome, assigned_at) on deposits to corridor_service;
grant select, insert on deposits, refunds, ledger_transfers, events to corridor_service;
grant select on ledger_entries to corridor_service;
grant select, insert on webhook_endpoints to corridor_service;
grant update (url, description, event_types, secrets_key_id, secrets_sealed, status, disabled_reason, failing_since,
  updated_at, deleted_at) on webhook_endpoints to corridor_service;
grant select, insert on webhook_deliveries to corridor_service;
grant update (status, attempts, last_status_code, last_error, updated_at, due_at, lease_token, leased_until)
  on webhook_deliveries to corridor_service;
grant select on sandbox_clock to corridor_service;
grant update (ahead_ms) on sandbox_clock to corridor_service;
grant select, insert on simulator.scripts, simulator.deposits to corridor_service;
grant update (reported_at) on simulator.deposits to corridor_service;
grant select, insert, update on simulator.calls to corridor_service;
grant update (version, last_event, received_minor, parked_reason, parked_at) on orders to corridor_service;
grant update (declined_at) on fills to corridor_service;
grant update (rejected_at) on payouts to corridor_service;
grant update (status, rail_key, rail_reference, destination_instrument_id, updated_at, due_at, attempt, lease_token, leased_until)
  on refunds to corridor_service;
