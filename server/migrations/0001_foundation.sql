-- The ground of the service. What a constraint, a foreign key or a grant can promise is promised here.
-- Up Migration

-- The service works under this role: it may write only what the grants at the end allow, so that
-- published money and finished history cannot be rewritten even by a mistake in the code.
do $$
begin
  create role corridor_service nologin;
exception when duplicate_object or unique_violation then null;
end $$;
-- Where an administrator did this before, the owner of the tables may not be allowed to.
do $$
begin
  if not pg_has_role(current_user, 'corridor_service', 'member') then
    execute format('grant corridor_service to %I', current_user);
  end if;
end $$;

create domain currency_code as text check (value ~ '^[A-Z]{3,5}$');
create domain minor_units as bigint check (value >= 0);
-- NaN and Infinity fail the upper bound.
create domain exchange_rate as numeric check (value > 0 and value < 1e18 and scale(value) <= 18);
-- Kept no finer than it is shown, so that a comparison with the published instant is exact.
create domain instant as timestamptz(3);

-- One row: a database belongs to one environment for good.
create table deployment (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('sandbox', 'live')),
  created_at instant not null
);

-- A status history is a JSON array of {status, created_at}, as it is published. It only grows, its
-- last entry is the present status, and its times do not decrease.
create function history_only_grows() returns trigger language plpgsql as $$
declare
  old_length int := jsonb_array_length(old.status_history);
begin
  if (select jsonb_agg(entry order by position)
        from jsonb_array_elements(new.status_history) with ordinality as entries (entry, position)
       where position <= old_length) is distinct from old.status_history then
    raise exception 'the status history of % may only grow', tg_table_name
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.status_history -> old_length ->> 'created_at' < old.status_history -> -1 ->> 'created_at' then
    raise exception 'the status history of % may not go back in time', tg_table_name
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- Of the indexes of an organization's table only the primary key begins with organization_id: the planner, as
-- long as it knows little of a table, takes any index that begins so for as good as the primary key, and reads
-- all of the organization for one row.

create table enterprises (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 200),
  created_at instant not null
);

create table organizations (
  id uuid primary key,
  enterprise_id uuid not null references enterprises,
  name text not null check (length(name) between 1 and 200),
  contact_email text not null,
  contact_first_name text not null,
  contact_last_name text not null,
  status text not null check (status in ('ACTIVE', 'COMPLIANCE_HOLD')),
  status_history jsonb not null check (status_history -> -1 ->> 'status' = status),
  -- How long the history was at the creation: what a replay of it shows.
  first_version int not null check (first_version between 1 and jsonb_array_length(status_history)),
  created_at instant not null,
  updated_at instant not null,
  idempotency_key text,
  request_hash bytea,
  unique (idempotency_key, enterprise_id),
  check ((idempotency_key is null) = (request_hash is null))
);
create index organizations_of_enterprise on organizations (enterprise_id, id);
create trigger organizations_history before update on organizations
  for each row when (old.status_history is distinct from new.status_history)
  execute function history_only_grows();

create table api_keys (
  id uuid primary key,
  enterprise_id uuid not null references enterprises,
  organization_id uuid references organizations,
  label text not null check (length(label) between 1 and 200),
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  scopes text[] not null check (scopes <@ array ['read', 'write'] and cardinality(scopes) > 0),
  allowed_addresses cidr[] not null default '{}',
  created_at instant not null,
  expires_at instant,
  revoked_at instant,
  last_used_at instant
);

create table liquidity_providers (
  name text primary key check (name ~ '^[A-Z][A-Z0-9_]{0,31}$'),
  kind text not null,
  version int not null default 1
);

create table trading_pairs (
  provider_name text not null references liquidity_providers,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  position int not null,
  hours jsonb not null check (jsonb_typeof(hours) = 'array'),
  max_rate_age_ms int not null check (max_rate_age_ms > 0),
  -- What only the adapter of this kind of provider reads.
  settings jsonb not null,
  primary key (provider_name, payin_currency, payout_currency)
);

create table configured_routes (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  order_type text not null check (order_type in ('QUOTED')),
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  provider_name text not null,
  is_disabled boolean not null,
  estimated_settlement_time text not null check (estimated_settlement_time in ('T+0', 'T+1', 'T+2')),
  payin_min_minor minor_units not null,
  payin_max_minor minor_units not null,
  -- [{min_minor, max_minor, bps}], decimal strings of integers, in order, without a gap.
  cost_tiers jsonb not null check (jsonb_array_length(cost_tiers) > 0),
  tax_bps int not null check (tax_bps between 0 and 10000),
  fee_treatment text not null check (fee_treatment in ('inclusive', 'exclusive')),
  max_slippage_bps int not null check (max_slippage_bps between 0 and 10000),
  submission_window_ms int not null check (submission_window_ms > 0),
  funding_window_ms int not null check (funding_window_ms >= submission_window_ms),
  trading_hours jsonb not null check (jsonb_typeof(trading_hours) = 'array'),
  inclusive_account_types text[] not null,
  version int not null default 1,
  created_at instant not null,
  primary key (organization_id, id),
  unique (name, organization_id),
  check (0 < payin_min_minor and payin_min_minor <= payin_max_minor),
  check (payin_currency <> payout_currency),
  foreign key (provider_name, payin_currency, payout_currency) references trading_pairs
);

create table external_payment_instruments (
  organization_id uuid not null references organizations,
  id uuid not null,
  alias text not null check (length(alias) between 1 and 200),
  currency currency_code not null,
  method text not null,
  -- AES-256-GCM over the JSON of the details: 12 bytes nonce, 16 bytes tag, ciphertext.
  details_key_id text not null,
  details_sealed bytea not null check (length(details_sealed) > 28),
  status text not null check (status in ('ACTIVE', 'COMPLIANCE_HOLD', 'ARCHIVED')),
  status_history jsonb not null check (status_history -> -1 ->> 'status' = status),
  first_version int not null check (first_version between 1 and jsonb_array_length(status_history)),
  version int not null generated always as (jsonb_array_length(status_history)) stored,
  created_at instant not null,
  updated_at instant not null,
  idempotency_key text,
  request_hash bytea,
  primary key (organization_id, id),
  unique (idempotency_key, organization_id),
  check ((idempotency_key is null) = (request_hash is null))
);
create trigger external_payment_instruments_history before update on external_payment_instruments
  for each row when (old.status_history is distinct from new.status_history)
  execute function history_only_grows();

-- The idempotency record of Create offerings, and what its offerings share.
create table offering_batches (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- {provider name: [{payin_currency, payout_currency, hours_of_operation}]} as it was published.
  trading_pairs json not null,
  created_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  primary key (organization_id, id),
  unique (idempotency_key, organization_id)
);

create table offerings (
  organization_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  route_id uuid not null,
  order_type text not null,
  provider_name text not null,
  payin_instrument_id uuid not null,
  payin_instrument_version int not null,
  payout_instrument_id uuid not null,
  payout_instrument_version int not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  payin_min_minor minor_units not null,
  payin_max_minor minor_units not null,
  cost_tiers jsonb not null,
  indicative_exchange_rate exchange_rate not null,
  open_at instant not null,
  close_at instant not null check (close_at >= open_at),
  estimated_settlement_time text not null,
  created_at instant not null,
  primary key (organization_id, id),
  foreign key (organization_id, batch_id) references offering_batches,
  foreign key (organization_id, route_id) references configured_routes,
  foreign key (organization_id, payin_instrument_id) references external_payment_instruments,
  foreign key (organization_id, payout_instrument_id) references external_payment_instruments
);
create index offerings_by_batch on offerings (batch_id, organization_id);

-- Never updated: single use is the unique index of orders.
create table quotes (
  organization_id uuid not null,
  id uuid not null,
  offering_id uuid not null,
  route_id uuid not null,
  payin_instrument_id uuid not null,
  payout_instrument_id uuid not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  exchange_rate exchange_rate not null,
  payin_total_minor minor_units not null,
  payin_fee_minor minor_units not null,
  payin_tax_minor minor_units not null,
  payout_total_minor minor_units not null check (payout_total_minor > 0),
  submission_expires_at instant not null,
  funding_expires_at instant not null,
  created_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  primary key (organization_id, id),
  unique (idempotency_key, organization_id),
  foreign key (organization_id, offering_id) references offerings,
  check (payin_fee_minor + payin_tax_minor < payin_total_minor),
  check (created_at < submission_expires_at and submission_expires_at <= funding_expires_at)
);

create table orders (
  organization_id uuid not null,
  id uuid not null,
  quote_id uuid not null,
  offering_id uuid not null,
  route_id uuid not null,
  reference_number text not null unique check (reference_number ~ '^CO-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{8}$'),
  external_reference_id text check (length(external_reference_id) between 1 and 128),
  payin_instrument_id uuid not null,
  payin_instrument_version int not null,
  payout_instrument_id uuid not null,
  payout_instrument_version int not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  exchange_rate exchange_rate not null,
  effective_exchange_rate exchange_rate not null,
  payin_total_minor minor_units not null,
  payin_fee_minor minor_units not null,
  payin_tax_minor minor_units not null,
  payout_total_minor minor_units not null,
  -- {field: value} shaped by the method of the payin instrument: the desk's account for this order.
  funding_details jsonb not null,
  funding_expires_at instant not null,
  retry_order_id uuid,
  status text not null,
  status_history jsonb not null check (status_history -> -1 ->> 'status' = status),
  created_at instant not null,
  updated_at instant not null check (updated_at >= created_at),
  operation text not null check (operation in ('create')),
  idempotency_key text not null,
  request_hash bytea not null,
  -- The order is its own job: when something is due next, how often it was tried, who holds it.
  due_at instant,
  attempt int not null default 0,
  lease_token uuid,
  leased_until timestamptz,
  primary key (organization_id, id),
  unique (quote_id, organization_id),
  unique (idempotency_key, organization_id, operation),
  foreign key (organization_id, quote_id) references quotes,
  foreign key (organization_id, retry_order_id) references orders,
  check ((lease_token is null) = (leased_until is null)),
  constraint orders_status_known check (status in (
    'STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'STEP_4_COMPLETED',
    'FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED', 'FAILED_DECLINED_BY_LIQ_PROVIDER',
    'FAILED_REFUND_REQUESTED', 'FAILED_REFUND_PROCESSED'))
) with (fillfactor = 80);
create unique index orders_external_reference on orders (external_reference_id, organization_id)
  where external_reference_id is not null;
create index orders_due on orders (due_at) where due_at is not null;
create trigger orders_history before update on orders
  for each row when (old.status_history is distinct from new.status_history)
  execute function history_only_grows();

-- One conversion at the liquidity provider. The row, with its key, is committed before the first call.
create table fills (
  organization_id uuid not null,
  order_id uuid not null,
  provider_name text not null references liquidity_providers,
  provider_key text not null unique,
  payin_currency currency_code not null,
  payin_minor minor_units not null check (payin_minor > 0),
  payout_currency currency_code not null,
  payout_minor minor_units not null check (payout_minor > 0),
  created_at instant not null,
  provider_reference text,
  filled_at instant,
  primary key (organization_id, order_id),
  foreign key (organization_id, order_id) references orders,
  check ((provider_reference is null) = (filled_at is null))
);

-- One attempt to pay out, with its own key at the rail; a new sequence only after a definite refusal.
create table payouts (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  sequence int not null check (sequence > 0),
  rail_key text not null unique,
  method text not null,
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor > 0),
  created_at instant not null,
  rail_reference text,
  settled_at instant,
  primary key (organization_id, id),
  unique (order_id, sequence, organization_id),
  foreign key (organization_id, order_id) references fills (organization_id, order_id),
  check ((rail_reference is null) = (settled_at is null))
);
-- At most one payout of an order ever settles.
create unique index payouts_settled_once on payouts (order_id, organization_id) where settled_at is not null;

-- The memory of the simulated providers and rails. It stands for other companies' systems: nothing
-- of the service reads it, and no transaction spans it and the tables above.
create schema simulator;
create table simulator.executions (
  key text primary key,
  request text not null,
  reference text not null,
  executed_at timestamptz not null
);

grant usage on schema public, simulator to corridor_service;
grant select on all tables in schema public to corridor_service;
grant insert on all tables in schema public to corridor_service;
grant select, insert on simulator.executions to corridor_service;
grant update (contact_email, contact_first_name, contact_last_name, status, status_history, updated_at)
  on organizations to corridor_service;
grant update (revoked_at, last_used_at) on api_keys to corridor_service;
grant update (kind, version) on liquidity_providers to corridor_service;
grant update (position, hours, max_rate_age_ms, settings) on trading_pairs to corridor_service;
grant update (is_disabled, estimated_settlement_time, payin_min_minor, payin_max_minor, cost_tiers, tax_bps,
    fee_treatment, max_slippage_bps, submission_window_ms, funding_window_ms, trading_hours,
    inclusive_account_types, version)
  on configured_routes to corridor_service;
grant update (status, status_history, updated_at) on external_payment_instruments to corridor_service;
grant update (effective_exchange_rate, retry_order_id, status, status_history, updated_at,
    due_at, attempt, lease_token, leased_until)
  on orders to corridor_service;
grant update (provider_reference, filled_at) on fills to corridor_service;
grant update (rail_reference, settled_at) on payouts to corridor_service;
