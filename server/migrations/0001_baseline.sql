-- The database as it was at release 0.2.0. Later migrations change it; schema.sql is what follows from all of them.
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

-- The memory of the simulated providers and rails. It stands for other companies' systems: nothing of the service reads
-- it, and no transaction spans it and the tables of the service.
create schema simulator;
-- Months that were detached wait here for the operator. The service has no way in.
create schema archive;

-- The primary key is the only index of an organization's table that begins with organization_id. The planner knows little
-- of a new table, and takes each index that begins so for as good as the primary key: it would read all rows of the
-- organization for one.

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
  created_at instant not null,
  secrets_digest bytea,
  -- `event_cluster`: where the present epoch began, as settle_event_epoch names it.
  event_epoch int not null default 0,
  event_cluster text,
  -- Where the database was when a process last started on it.
  place text,
  claimed_at instant not null default now(),
  claim uuid not null default gen_random_uuid()
);

create table enterprises (
  id uuid primary key,
  name text not null unique check (length(name) >= 1 and length(name) <= 200),
  created_at instant not null
);

create table organizations (
  id uuid primary key,
  enterprise_id uuid not null references enterprises(id),
  name text not null check (length(name) >= 1 and length(name) <= 200),
  contact_email text not null,
  contact_first_name text not null,
  contact_last_name text not null,
  status text not null check (status in ('ACTIVE', 'COMPLIANCE_HOLD')),
  status_history jsonb not null,
  -- How long the history was at the creation: what a replay of it shows.
  first_version int not null,
  created_at instant not null,
  updated_at instant not null,
  idempotency_key text,
  request_hash bytea,
  unique (idempotency_key, enterprise_id),
  constraint organizations_check check (((status_history -> '-1'::int) ->> 'status') = status),
  constraint organizations_check1 check (
      first_version >= 1
      and first_version <= jsonb_array_length(status_history)
    ),
  constraint organizations_check2 check ((idempotency_key is null) = (request_hash is null))
);
create index organizations_of_enterprise on organizations (enterprise_id, id);
create index organizations_held on organizations (updated_at) where status = 'COMPLIANCE_HOLD';

create table api_keys (
  id uuid primary key,
  enterprise_id uuid not null references enterprises(id),
  organization_id uuid references organizations(id),
  label text not null check (length(label) >= 1 and length(label) <= 200),
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  scopes text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
  allowed_addresses cidr[] not null default '{}'::cidr[],
  created_at instant not null,
  expires_at instant,
  revoked_at instant,
  last_used_at instant,
  -- API keys that customers create and rotate themselves.
  -- The first key of a row of rotations. Null: this key.
  line uuid references api_keys(id),
  -- The line of the key that created this one.
  made_by uuid references api_keys(id),
  -- The key that this one replaced in a rotation.
  replaces uuid references api_keys(id),
  -- The expiry before a rotation shortened it. Holds for replaced keys only.
  granted_until instant,
  operation text check (operation in ('create', 'rotate')),
  idempotency_key text,
  request_hash bytea,
  -- The line of another key that rotated this one into being, and so got its secret. Null: the key rotated itself, or was
  -- created.
  rotated_by uuid references api_keys(id),
  constraint api_keys_creation check (num_nonnulls(operation, idempotency_key, request_hash) in (0, 3)),
  constraint api_keys_line check ((line is null) = (replaces is null))
);
create unique index api_keys_replaces on api_keys (replaces) where replaces is not null;
create unique index api_keys_idempotency on api_keys (idempotency_key, enterprise_id, operation)
  where idempotency_key is not null;
create index api_keys_of_enterprise on api_keys (enterprise_id, id);
create index api_keys_made_by on api_keys (made_by) where made_by is not null;
create index api_keys_rotated_by on api_keys (rotated_by) where rotated_by is not null;

create table liquidity_providers (
  name text primary key check (name ~ '^[A-Z][A-Z0-9_]{0,31}$'),
  kind text not null,
  version int not null default 1,
  -- Settings of a provider's adapter. Secrets are references, never values.
  settings jsonb not null default '{}'::jsonb
);

create table trading_pairs (
  provider_name text not null references liquidity_providers(name),
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
  organization_id uuid not null references organizations(id),
  id uuid not null,
  name text not null check (length(name) >= 1 and length(name) <= 200),
  order_type text not null check (order_type = 'QUOTED'),
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  provider_name text not null,
  is_disabled boolean not null,
  estimated_settlement_time text not null check (estimated_settlement_time in ('T+0', 'T+1', 'T+2')),
  payin_min_minor minor_units not null,
  payin_max_minor minor_units not null,
  -- [{min_minor, max_minor, bps}], decimal strings of integers, in order, without a gap.
  cost_tiers jsonb not null check (jsonb_array_length(cost_tiers) > 0),
  tax_bps int not null check (tax_bps >= 0 and tax_bps <= 10000),
  fee_treatment text not null check (fee_treatment in ('inclusive', 'exclusive')),
  max_slippage_bps int not null check (max_slippage_bps >= 0 and max_slippage_bps <= 10000),
  submission_window_ms int not null check (submission_window_ms > 0),
  funding_window_ms int not null,
  trading_hours jsonb not null check (jsonb_typeof(trading_hours) = 'array'),
  inclusive_account_types text[] not null,
  version int not null default 1,
  created_at instant not null,
  -- Processes of the version before insert routes without this column, so it needs a default: the highest bound.
  max_open_total_minor minor_units not null default 999999999999999999::bigint,
  -- Providers of a route after the first, ranked. A quote and its order name the provider that priced them.
  further_providers text[] not null default '{}'::text[],
  primary key (organization_id, id),
  unique (name, organization_id),
  constraint configured_routes_check check (funding_window_ms >= submission_window_ms),
  constraint configured_routes_check1 check (
      0 < payin_min_minor::bigint
      and payin_min_minor::bigint <= payin_max_minor::bigint
    ),
  constraint configured_routes_check2 check (payin_currency::text <> payout_currency::text),
  constraint configured_routes_provider_name_payin_currency_payout_curr_fkey foreign key (provider_name,
    payin_currency, payout_currency) references trading_pairs(provider_name, payin_currency, payout_currency)
);

create table external_payment_instruments (
  organization_id uuid not null references organizations(id),
  id uuid not null,
  alias text not null check (length(alias) >= 1 and length(alias) <= 200),
  currency currency_code not null,
  method text not null,
  -- AES-256-GCM over the JSON of the details: 12 bytes nonce, 16 bytes tag, ciphertext.
  details_key_id text not null,
  details_sealed bytea not null check (length(details_sealed) > 28),
  status text not null check (status in ('ACTIVE', 'COMPLIANCE_HOLD', 'ARCHIVED')),
  status_history jsonb not null,
  first_version int not null,
  version int generated always as (jsonb_array_length(status_history)) stored not null,
  created_at instant not null,
  updated_at instant not null,
  idempotency_key text,
  request_hash bytea,
  -- While it is in the future, the instrument takes no new orders: archiving looks for open ones meanwhile.
  closing_until timestamptz,
  -- Keyed hash of the account, the same for every instrument of it. Null until the service has filled it in.
  fingerprint bytea check (length(fingerprint) = 32),
  details_erased_at instant,
  primary key (organization_id, id),
  constraint external_payment_instruments_idempotency_key_organization_i_key unique (idempotency_key,
    organization_id),
  constraint external_payment_instruments_check check (((status_history -> '-1'::int) ->> 'status') = status),
  constraint external_payment_instruments_check1 check (
      first_version >= 1
      and first_version <= jsonb_array_length(status_history)
    ),
  constraint external_payment_instruments_check2 check ((idempotency_key is null) = (request_hash is null))
);
-- With the identifier at its end, so that no look-up by the primary key reads more through it.
create index instruments_by_status on external_payment_instruments (status, organization_id, id);
create index instruments_without_fingerprint on external_payment_instruments (id) where fingerprint is null;
create index instruments_held on external_payment_instruments (updated_at) where status = 'COMPLIANCE_HOLD';
-- Accounts that occur in several organizations are found by an index alone. It also serves what instruments_of_account did.
create index instruments_of_account_owners on external_payment_instruments (fingerprint, organization_id)
  where fingerprint is not null;
create index instruments_to_erase on external_payment_instruments (updated_at)
  where status = 'ARCHIVED' and details_erased_at is null;

-- The idempotency record of Create offerings, and what its offerings share.
create table offering_batches (
  organization_id uuid not null references organizations(id),
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
  close_at instant not null,
  estimated_settlement_time text not null,
  created_at instant not null,
  primary key (organization_id, id),
  constraint offerings_check check (close_at::timestamptz >= open_at::timestamptz),
  foreign key (organization_id, batch_id) references offering_batches(organization_id, id),
  foreign key (organization_id, payin_instrument_id) references external_payment_instruments(organization_id, id),
  foreign key (organization_id, payout_instrument_id) references external_payment_instruments(organization_id, id),
  foreign key (organization_id, route_id) references configured_routes(organization_id, id)
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
  payout_total_minor minor_units not null check (payout_total_minor::bigint > 0),
  submission_expires_at instant not null,
  funding_expires_at instant not null,
  created_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  priced_provider text,
  primary key (organization_id, id),
  unique (idempotency_key, organization_id),
  constraint quotes_check check ((payin_fee_minor::bigint + payin_tax_minor::bigint) < payin_total_minor::bigint),
  constraint quotes_check1 check (
      created_at::timestamptz < submission_expires_at::timestamptz
      and submission_expires_at::timestamptz <= funding_expires_at::timestamptz
    ),
  foreign key (organization_id, offering_id) references offerings(organization_id, id)
);

-- An order is updated five times on its way to COMPLETED. 40 % of each page stays free for the new versions.
-- A check is evaluated at each update. The number never changes: the service may not update that column.
create table orders (
  organization_id uuid not null,
  id uuid not null,
  quote_id uuid not null,
  offering_id uuid not null,
  route_id uuid not null,
  reference_number text not null unique,
  external_reference_id text check (length(external_reference_id) >= 1 and length(external_reference_id) <= 128),
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
  status_history jsonb not null,
  created_at instant not null,
  updated_at instant not null,
  operation text not null check (operation in ('create', 'retry')),
  idempotency_key text not null,
  request_hash bytea not null,
  -- The order is its own job: when something is due next, how often it was tried, who holds it.
  due_at instant,
  attempt int not null default 0,
  lease_token uuid,
  leased_until timestamptz,
  -- Counts changes: whoever writes says which one he has seen.
  version int not null default 1,
  -- The sequence of the order's last event.
  last_event int not null default 1,
  -- Deposits in the payin currency, and what a retried order carried over.
  received_minor minor_units not null default 0,
  -- Where a rail sees deposits for this order arrive.
  funding_address text not null,
  -- Set aside for an operator: nothing happens to the order by itself until it is released.
  parked_reason text,
  parked_at instant,
  -- Declined orders wait for a retry or a refund, and archiving looks for them. Their index had the status in its
  -- condition, so that every change of status of any order wrote all indexes. This column changes for declined orders
  -- only. The database keeps it, so that older processes need not know it.
  awaits_retry boolean not null default false,
  -- Rows of earlier versions belong to the simulated rail. So do those that older processes insert meanwhile.
  funding_rail text not null default 'sandbox',
  priced_provider text,
  -- Payin money that the order lacks because its deposits were reversed. Before the fill it is not held; after the fill
  -- it is a part of the receivable. Nothing more is sold or paid out for the order while it lacks money.
  short_minor minor_units not null default 0,
  -- The provider at which an order reserves its amounts until it is filled or ends: the net of its payin and its payout.
  -- Null: the provider had no limits. It stays when the reservation ends.
  reserved_provider text,
  -- What the desk may lose with the conversion, in the payout currency.
  accepted_loss_minor bigint check (accepted_loss_minor > 0),
  -- The only provider that is asked, in place of those of the route.
  chosen_provider text,
  -- Nothing is filled or sent for a frozen order.
  frozen_at instant,
  -- Since when the desk holds a payout that came back. Null while it holds none. Like frozen_at, it is null for nearly all
  -- orders, so changes of them stay in place.
  payout_held_since instant,
  -- The status of a failed order. An index on the status would be written with each step of every order.
  failed_status text,
  -- The name of the order in keys: null stands for its id. It names no order, and its last 16 bits count the retries.
  key_id uuid,
  primary key (organization_id, id),
  unique (idempotency_key, organization_id, operation),
  unique (quote_id, organization_id),
  constraint orders_check check (((status_history -> '-1'::int) ->> 'status') = status),
  constraint orders_check1 check (updated_at::timestamptz >= created_at::timestamptz),
  constraint orders_check2 check ((lease_token is null) = (leased_until is null)),
  constraint orders_check3 check ((parked_reason is null) = (parked_at is null)),
  constraint orders_open_are_due check (
      due_at is not null
      or (status not in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT'))
    ),
  constraint orders_parked_reason_check check (parked_reason in ('compliance_hold', 'slippage', 'attempts',
    'liquidity', 'outflow_limit', 'deposit_reversed', 'screening')),
  constraint orders_reference_number_check check (
      version > 1
      or reference_number ~ '^CO-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{8}$'
    ),
  constraint orders_status_known check (status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX',
    'STEP_3_SETTLING_PAYOUT', 'STEP_4_COMPLETED', 'FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED',
    'FAILED_DECLINED_BY_LIQ_PROVIDER', 'FAILED_REFUND_REQUESTED', 'FAILED_REFUND_PROCESSED')),
  foreign key (organization_id, quote_id) references quotes(organization_id, id)
) with (fillfactor = 60);
create unique index orders_external_reference on orders (external_reference_id, organization_id)
  where external_reference_id is not null;
create index orders_due on orders (due_at) where due_at is not null and parked_reason is null;
create index orders_funding_address on orders (funding_address);
create index orders_parked on orders (parked_at) where parked_reason is not null;
create index orders_awaiting_retry on orders (id) where awaits_retry;
-- Adapters read the accounts to watch in the order of this index. The simulated rail watches none.
create index orders_watched on orders (funding_rail, funding_expires_at, id) where funding_rail <> 'sandbox';
-- Operators find and list orders of any organization.
create index orders_by_id on orders (id);
create index orders_frozen on orders (frozen_at) where frozen_at is not null;
create index orders_payout_held on orders (payout_held_since) where payout_held_since is not null;
create index orders_failed on orders (organization_id, failed_status, id) where failed_status is not null;
create unique index orders_of_keys on orders (key_id) where key_id is not null;

-- One conversion at the liquidity provider. The row, with its key, is committed before the first call.
-- A fill takes the name of its provider from trading_pairs, which has a key to the providers: a key here would lock the
-- row that all fills share.
create table fills (
  organization_id uuid not null,
  order_id uuid not null,
  provider_name text not null,
  provider_key text not null unique,
  payin_currency currency_code not null,
  payin_minor minor_units not null check (payin_minor::bigint > 0),
  payout_currency currency_code not null,
  payout_minor minor_units not null check (payout_minor::bigint > 0),
  created_at instant not null,
  provider_reference text,
  filled_at instant,
  sequence int not null check (sequence > 0),
  -- What the provider offered for the payin when the fill was written down.
  firm_rate exchange_rate not null,
  provider_payout_minor minor_units not null,
  declined_at instant,
  -- The provider's identity of the firm quote, given back with every request of the fill. The expiry is by real time.
  -- Fills of earlier versions have neither.
  quote_token text not null default '' check (length(quote_token) <= 4000),
  quote_expires_at instant,
  -- A fill may sell less than asked. Processes of the version before record neither amount: the fill then sold all.
  sold_minor minor_units,
  delivered_minor minor_units,
  -- Charged by the provider in addition.
  fee_currency currency_code,
  fee_minor minor_units,
  decline_code text,
  -- Why this provider was asked, for operators.
  choice text not null default '',
  decline_is_final boolean,
  primary key (organization_id, order_id, sequence),
  constraint fills_check check ((provider_reference is null) = (filled_at is null)),
  constraint fills_check1 check (filled_at is null or declined_at is null),
  constraint fills_check2 check (sold_minor::bigint >= 1 and sold_minor::bigint <= payin_minor::bigint),
  constraint fills_check3 check (
      (sold_minor is null) = (delivered_minor is null)
      and (sold_minor is null or filled_at is not null)
    ),
  constraint fills_check4 check (
      (fee_currency is null) = (fee_minor is null)
      and (fee_minor is null or filled_at is not null)
    ),
  constraint fills_check5 check (decline_code is null or declined_at is not null),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
-- One fill of an order is in flight at a time. Several may be filled, each with a part.
create unique index fills_one_in_flight on fills (order_id, organization_id)
  where filled_at is null and declined_at is null;

-- One attempt to pay out, with its own key at the rail; a new sequence only after a definite refusal.
create table payouts (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  sequence int not null check (sequence > 0),
  rail_key text not null unique,
  method text not null,
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor::bigint > 0),
  created_at instant not null,
  rail_reference text,
  settled_at instant,
  rejected_at instant,
  -- Null until the payout is prepared.
  rail text default 'sandbox',
  -- Null: the payout instrument of the order.
  instrument_id uuid,
  prepared_key_id text,
  prepared_sealed bytea,
  fee_currency currency_code,
  fee_minor minor_units,
  -- Why the rail rejected it, for operators.
  rejection_code text,
  -- It was settled and came back. Then another payout may settle.
  returned_at instant,
  prepared_erased_at instant,
  primary key (organization_id, id),
  unique (order_id, sequence, organization_id),
  constraint payouts_check check ((rail_reference is null) = (settled_at is null)),
  constraint payouts_check1 check (settled_at is null or rejected_at is null),
  constraint payouts_check2 check (returned_at is null or settled_at is not null),
  constraint payouts_fee check ((fee_currency is null) = (fee_minor is null)),
  constraint payouts_prepared check ((prepared_key_id is null) = (prepared_sealed is null)),
  foreign key (organization_id, instrument_id) references external_payment_instruments(organization_id, id),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create unique index payouts_settled_once on payouts (order_id, organization_id)
  where settled_at is not null and returned_at is null;
-- What was sent over a rail and may not be part of its reported balance yet. The simulated rail reports none.
create index payouts_over_rails on payouts (rail, currency, settled_at) where rail <> 'sandbox' and rejected_at is null;
-- Payouts that an operator asked for and that are not prepared yet: their instruments are in use.
create index payouts_unprepared on payouts (organization_id, instrument_id) where rail is null and rejected_at is null;
create index payouts_failed on payouts (organization_id, id)
  where returned_at is not null or rejected_at is not null;
create index payouts_to_erase on payouts (created_at, id) where prepared_key_id <> '';

create table simulator.executions (
  key text primary key,
  request text not null,
  reference text not null,
  executed_at timestamptz not null
);

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
  amount_minor minor_units not null check (amount_minor::bigint > 0),
  -- What it means for the order: it counts towards the total, or goes back, or waits for an operator.
  outcome text not null check (outcome in ('counted', 'late', 'extra', 'wrong_asset', 'unmatched')),
  recorded_at instant not null,
  -- When an operator found out which order it is for; until then it was in suspense.
  assigned_at instant,
  -- The payer's account, encrypted.
  sender_key_id text,
  sender_sealed bytea,
  -- The rail took the deposit back.
  reversed_at instant,
  reversal_code text,
  -- The part of a reversal that was already sent on.
  loss_minor minor_units,
  -- The sweep that moves or moved the deposit. Null before, and again after the sweep failed.
  sweep_id uuid,
  -- The order that bore the reversal: a retry takes over the money of the order before it. Null if it was in suspense.
  reversal_order_id uuid,
  -- Taken from money that the order held. Open refunds bore the rest, less loss_minor.
  reversal_held_minor minor_units,
  sender_erased_at instant,
  received_at instant,
  occurrence int not null default 0 check (occurrence >= 0),
  exit text check (exit in ('booked', 'written_off', 'returned')),
  exit_account text,
  exit_movement_id uuid,
  exited_at instant,
  -- The name of the counterparty whose rule the deposit fitted when it was recorded in suspense. Null: none.
  counterparty text,
  is_small boolean not null default false,
  constraint deposits_check check ((organization_id is null) = (order_id is null)),
  constraint deposits_check1 check ((outcome = 'unmatched') = (order_id is null)),
  constraint deposits_check2 check (reversal_held_minor is null or reversed_at is not null),
  -- A deposit leaves suspense once: to an order, or in this way.
  constraint deposits_exit check (
      (num_nonnulls(exit, exit_account, exited_at) in (0, 3))
      and (exit is null or order_id is null)
      and (exit_movement_id is null or exit = 'booked')
    ),
  constraint deposits_reversal check (num_nonnulls(reversed_at, reversal_code, loss_minor) in (0, 3)),
  constraint deposits_sender check ((sender_key_id is null) = (sender_sealed is null)),
  foreign key (organization_id, order_id) references orders(organization_id, id),
  foreign key (organization_id, reversal_order_id) references orders(organization_id, id)
);
create index deposits_of_order on deposits (order_id, organization_id);
-- Ignores the case of the transaction.
create unique index deposits_once on deposits using btree (rail, lower(transaction), output_index, occurrence);
create index deposits_unswept on deposits (rail, address, currency)
  where sweep_id is null and rail <> 'sandbox';
create index deposits_reversed on deposits (organization_id, reversal_order_id) where reversal_order_id is not null;
-- Each kind of item is read in the order of its time, without those that are done.
create index deposits_unmatched on deposits (recorded_at) where order_id is null and reversed_at is null;
-- The condition keeps look-ups by order away from this index: see docs/decisions/0019. A list repeats it.
create index deposits_of_organization on deposits (organization_id, id) where outcome <> 'unmatched';
create index deposits_failed on deposits (organization_id, outcome, id)
  where outcome in ('late', 'extra', 'wrong_asset');
-- deposits_unmatched has the others.
create index deposits_unmatched_reversed on deposits (id) where order_id is null and reversed_at is not null;
-- An erased value is empty, and its key too: nothing else has an empty key. Rows are inserted in the order of these
-- indexes, and no later step of an order changes their columns.
create index deposits_to_erase on deposits (recorded_at, id) where sender_key_id <> '';
create unique index deposits_of_movement on deposits (exit_movement_id) where exit_movement_id is not null;
create index deposits_of_counterparties on deposits (recorded_at)
  where counterparty is not null and order_id is null and reversed_at is null and exited_at is null;
-- The queue and the lists of suspense do not read small deposits.
create index deposits_in_suspense on deposits (recorded_at)
 where order_id is null and reversed_at is null and exited_at is null and not is_small;
create index deposits_small on deposits (rail, currency, recorded_at) where is_small;
-- The key of a return stands in place of the address.
create index deposits_came_back on deposits (rail, address) where starts_with(address, 'deposit:d');

-- Money on its way back. The row, with its key, is committed before the rail is first asked.
create table refunds (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  -- The deposit it sends back, when it is one's own and not the order's.
  deposit_id uuid references deposits(id),
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor::bigint > 0),
  reason text not null,
  -- Null: an operator decides where it goes.
  destination_instrument_id uuid,
  status text not null,
  rail_key text not null unique,
  rail_reference text,
  created_at instant not null,
  updated_at instant not null,
  due_at instant,
  attempt int not null default 0,
  lease_token uuid,
  leased_until timestamptz,
  rail text,
  prepared_key_id text,
  prepared_sealed bytea,
  fee_currency currency_code,
  fee_minor minor_units,
  rejection_code text,
  -- Set while a cap keeps the refund from being sent.
  outflow_limited_at instant,
  -- The part of a refund that a reversal gave back before the refund was sent. Only the rest is sent.
  reversed_minor minor_units not null default 0,
  -- Why the refund is not sent: in rows of the version before, an outflow cap.
  outflow_limited_by text check (outflow_limited_by in ('outflow_limit', 'liquidity')),
  prepared_erased_at instant,
  -- The part of a refund that its order kept, because the order was paid out before. It is a part of reversed_minor.
  kept_minor minor_units not null default 0,
  -- The rail where the money of a small refund came in; null for others.
  small_rail text,
  -- The fee that the payer bears. It is not in amount_minor.
  borne_fee_minor minor_units not null default 0,
  -- The refund that pays a collected one back.
  collected_in uuid,
  primary key (organization_id, id),
  constraint refunds_check check (updated_at::timestamptz >= created_at::timestamptz),
  constraint refunds_check1 check ((lease_token is null) = (leased_until is null)),
  constraint refunds_check2 check ((status = 'PROCESSED') = (rail_reference is not null)),
  constraint refunds_fee check ((fee_currency is null) = (fee_minor is null)),
  constraint refunds_prepared check ((prepared_key_id is null) = (prepared_sealed is null)),
  -- An operator ended the order before its payout was sent. "not valid": the rows that are there obeyed the stricter
  -- rule, and need no scan under a lock.
  constraint refunds_reason_check check (reason in ('funding_expired', 'cancelled', 'excess', 'extra', 'late',
    'wrong_asset', 'declined', 'payout_rejected', 'payout_ended', 'payout_returned', 'retry_leftover',
    'collected')),
  constraint refunds_reversed check (reversed_minor::bigint <= amount_minor::bigint),
  -- A small refund is never due, and never went to a rail.
  constraint refunds_small check (
      (status = 'COLLECTED') = (collected_in is not null)
      and ((status not in ('KEPT', 'WRITTEN_OFF')) or due_at is null and rail is null and small_rail is not null)
      and (status <> 'COLLECTED' or due_at is null)
    ),
  constraint refunds_status_check check (status in ('PENDING', 'SENT', 'PROCESSED', 'FAILED', 'KEPT', 'COLLECTED',
    'WRITTEN_OFF')),
  constraint refunds_collected_in foreign key (organization_id, collected_in) references refunds(organization_id,
    id),
  foreign key (organization_id, destination_instrument_id) references external_payment_instruments(organization_id,
    id),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create index refunds_of_order on refunds (order_id, organization_id);
create index refunds_due on refunds (due_at) where due_at is not null;
create index refunds_over_rails on refunds (rail, currency, status, updated_at)
  where rail <> 'sandbox' and prepared_sealed is not null;
create index refunds_waiting on refunds (created_at)
  where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
     or (due_at is not null and attempt >= 15);
create index refunds_to_erase on refunds (created_at, id) where prepared_key_id <> '';
create index refunds_small on refunds (small_rail, currency, created_at) where small_rail is not null;

-- Double entry by construction: a row moves one amount from one account to another, so that nothing can be
-- unbalanced. Rows with one posting_id belong together. docs/ledger.md names the accounts.
-- A transfer takes its order from the row that the same statement changed. Orders are never deleted, and the service
-- cannot change their identifiers: a key would check each of the ten transfers of an order once more. `corridor ledger
-- verify` names a transfer whose order does not exist.
create table ledger_transfers (
  id bigint generated always as identity primary key,
  posting_id uuid not null,
  posting text not null,
  organization_id uuid,
  order_id uuid,
  debit_account text not null check (debit_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'),
  credit_account text not null check (credit_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'),
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor::bigint > 0),
  posted_at instant not null,
  constraint ledger_transfers_check check (debit_account <> credit_account),
  -- A part that was sold is unwound when the rest is declined for good.
  constraint ledger_transfers_posting_check check (posting in ('deposit', 'deposit_reversed', 'fill', 'fx_result',
    'payout', 'payout_rejected', 'payout_ended', 'payout_returned', 'refund', 'refund_returned', 'send_fee',
    'carry_over', 'fill_unwound', 'movement', 'receivable', 'small_amount', 'refund_fee'))
);
create index ledger_transfers_of_order on ledger_transfers (order_id, organization_id);

-- One for each change a customer may want to hear of, written with it.
create table events (
  -- Of an organization that the same statement reads: a reference would lock its row in every order.
  organization_id uuid not null,
  id uuid not null,
  order_id uuid,
  -- Within the order, without a gap.
  -- Within the order, without a gap: `last_event` of the order, whose row is locked, counts them.
  sequence int check (sequence > 0),
  type text not null check (type ~ '^[a-z]+\.[a-z_]+$'),
  data jsonb not null,
  created_at instant not null,
  -- Readers go by this: a row shows itself only when no older transaction can still add one before it.
  -- Readers go by this: a row shows itself only when no older transaction can still add one before it.
  transaction xid8 not null default pg_current_xact_id(),
  -- Transaction numbers count within one cluster. The column default is the present epoch, so that every writer has it.
  epoch int not null default 0,
  primary key (organization_id, id),
  constraint events_check check ((order_id is null) = (sequence is null))
) partition by range (id);
create table events_default partition of events default;
create unique index events_default_sequence on events_default (order_id, sequence, organization_id);
create index events_rare on events (type, id)
  where type <> all (array['order.created', 'order.funded', 'order.filled', 'order.completed', 'deposit.recorded',
                           'payout.settled']);
create index events_newest on events (id);
create index events_feed on events (organization_id, epoch, transaction, id) include (type);

create table webhook_endpoints (
  organization_id uuid not null,
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
  disabled_reason text check (disabled_reason in ('customer', 'operator', 'gone', 'failing')),
  failing_since instant,
  created_at instant not null,
  updated_at instant not null,
  -- The row stays for the replay of its creation, and is shown to nobody.
  deleted_at instant,
  idempotency_key text not null,
  request_hash bytea not null,
  is_quick boolean not null default false,
  most_at_once int not null default 8 check (most_at_once >= 8 and most_at_once <= 32),
  -- Webhook endpoints of an enterprise, for the events of all its organizations. Their organization_id is the enterprise's
  -- id, so that keys, limits and queues of deliveries are the same for both.
  enterprise_id uuid references enterprises(id),
  of_organization uuid generated always as ( case     when enterprise_id is null then organization_id     else
    null::uuid end) stored references organizations(id),
  primary key (organization_id, id),
  unique (idempotency_key, organization_id),
  constraint webhook_endpoints_check check ((status = 'DISABLED') = (disabled_reason is not null)),
  constraint webhook_endpoints_check1 check (deleted_at is null or status = 'DISABLED'),
  constraint webhook_endpoints_owner check (enterprise_id is null or enterprise_id = organization_id)
);
create index webhook_endpoints_ended on webhook_endpoints (updated_at)
  where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing');

-- An event on its way to an endpoint: one row, however often it is sent. There is no foreign key to the
-- endpoint: its row would be locked by every order of the organization.
create table webhook_deliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  id uuid not null default gen_random_uuid(),
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  -- Since it was last asked for.
  -- Since it was last asked for.
  attempts int not null default 0,
  last_status_code int,
  last_error text,
  created_at instant not null,
  updated_at instant not null,
  due_at instant,
  -- The organization of the event, in deliveries to such endpoints.
  event_organization_id uuid,
  last_answer text check (length(last_answer) <= 1000),
  -- Counts the requests to deliver again, so that the record of an attempt notices one made meanwhile.
  asked int not null default 0,
  primary key (organization_id, endpoint_id, event_id),
  constraint webhook_deliveries_check check ((status = 'PENDING') = (due_at is not null))
) partition by range (event_id);
create table webhook_deliveries_default partition of webhook_deliveries default;
create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, due_at)
  where due_at is not null;
create index deliveries_failed on webhook_deliveries (organization_id, endpoint_id, event_id)
  where status = 'FAILED';

-- How far the clock of a sandbox has been moved forward, the same for every process.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);

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
  reported_at timestamptz,
  -- The simulated rail numbers its entries when it reports them first, so that a cursor can continue after a number.
  number bigint unique,
  -- The whole entry, where it is no plain deposit.
  entry jsonb
);
create index simulator_deposits_due on simulator.deposits (arrives_at) where reported_at is null;

-- Holds that operators placed on accounts. They outlive the instruments: one that is made of a held account
-- later starts on hold, also when the others are archived.
create table account_holds (
  id bigint generated always as identity primary key,
  enterprise_id uuid not null references enterprises(id),
  fingerprint bytea not null check (length(fingerprint) = 32),
  placed_at instant not null,
  released_at instant,
  constraint account_holds_check check (released_at::timestamptz >= placed_at::timestamptz)
);
create unique index account_holds_open on account_holds (fingerprint, enterprise_id) where released_at is null;

-- For operators only: no operation of the API reads this table.
create table order_notes (
  organization_id uuid not null,
  order_id uuid not null,
  -- The version that the change gave the order: a change has at most one note.
  version int not null,
  action text not null,
  -- Why it was parked, or the operator's own words.
  reason text check (length(reason) >= 1 and length(reason) <= 500),
  -- The offer that was worse than the route allows.
  provider_name text,
  firm_rate exchange_rate,
  provider_payout_minor minor_units,
  created_at instant not null,
  primary key (organization_id, order_id, version),
  constraint order_notes_action_check check (action in ('parked', 'released', 'failed', 'refunded', 'paid_again',
    'reversed', 'received', 'written_off', 'set_off', 'loss_accepted', 'provider_chosen', 'paid_elsewhere',
    'frozen', 'unfrozen', 'marked_settled', 'marked_rejected', 'refund_redirected', 'cancel_asked')),
  -- The service releases orders by itself.
  constraint order_notes_check check (action = 'released' or reason is not null),
  constraint order_notes_check1 check (num_nonnulls(provider_name, firm_rate, provider_payout_minor) in (0, 3)),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);

-- The payin totals of the orders that await funding, in slots: each process adds to one slot and subtracts from
-- another, so that statements do not wait for each other. One slot alone may be negative; the sum over the slots of
-- a route is what is open. Numeric, since the two slots of a process grow apart without end.
-- Rows change with every batch: half of each page stays free, so that HOT updates and pruning keep them in place.
create table open_totals (
  organization_id uuid not null,
  route_id uuid not null,
  slot int not null,
  open_minor numeric(38,0) not null,
  primary key (organization_id, route_id, slot),
  foreign key (organization_id, route_id) references configured_routes(organization_id, id)
) with (fillfactor = 50);

-- Counts the claims, so that one that did not see the leases of the one before takes nothing.
create table webhook_claims (
  only_row boolean primary key default true check (only_row),
  number bigint not null default 0
);

-- Configured rails. The simulated rail of a sandbox is not listed. Settings refer to secrets and never contain them.
create table rails (
  name text primary key check (name ~ '^[a-z][a-z0-9_]*(:[a-z0-9_-]+)?$' and length(name) <= 64),
  kind text not null,
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  version int not null default 1,
  -- The key that a rail on a chain pays with, by its reference. Rails with the same key share the caps of the signer.
  signer text generated always as ('signer:' || (settings ->> 'payer')) stored,
  bank_calendar text
);

-- The position up to which the entries of a rail are stored.
create table rail_cursors (
  rail text primary key,
  cursor text not null,
  moved_at instant not null,
  read_up_to instant
);

-- Entries as the rails reported them. Each is taken up on its own, and again after a failure.
create table rail_entries (
  id uuid primary key,
  rail text not null,
  transaction text not null,
  index int not null check (index >= 0),
  kind text not null check (kind in ('deposit', 'return', 'reversal', 'invalid')),
  entry jsonb not null,
  -- The payer's account and text, encrypted: they may name a person.
  payer_key_id text,
  payer_sealed bytea,
  reported_at instant not null,
  -- Null once the entry is taken up, and for an invalid one. The database's clock counts.
  due_at timestamptz,
  attempt int not null default 0,
  problem text,
  occurrence int not null default 0 check (occurrence >= 0),
  -- 'dismissed': it is no money. 'deposit': what came is a deposit in suspense. An entry that was tied is taken up as usual.
  decision text check (decision in ('dismissed', 'deposit')),
  decided_at instant,
  -- What an operator corrected in the entry: the key of a return, or the deposit of a reversal.
  tied jsonb,
  -- Until when a worker takes it up: nobody decides about it meanwhile.
  claimed_until timestamptz,
  constraint rail_entries_check check ((payer_key_id is null) = (payer_sealed is null)),
  constraint rail_entries_decided check (decision is null or due_at is null and problem is null),
  constraint rail_entries_decision check ((decision is null) = (decided_at is null)),
  constraint rail_entries_tied check (tied is null or (kind in ('return', 'reversal')))
);
create unique index rail_entries_once on rail_entries using btree (rail, lower(transaction), index, (kind = 'reversal'), occurrence);
create index rail_entries_due on rail_entries (due_at) where due_at is not null;
create index rail_entries_with_problem on rail_entries (id) where problem is not null;
-- Finds out whether a deposit was taken back before it was taken up.
create index rail_entries_reversals on rail_entries (rail, lower(entry ->> 'of_transaction')) where kind = 'reversal';
create index rail_entries_to_erase on rail_entries (reported_at, id) where payer_key_id <> '';
-- Deposits that are not taken up yet, by their account.
create index rail_entries_waiting on rail_entries (rail, (entry ->> 'account'))
  where due_at is not null and kind = 'deposit';
create index rail_entries_lanes on rail_entries (rail, (kind = 'deposit'), due_at) where due_at is not null;
-- An entry that failed five times needs a person: about half a minute, so that a return may come before its payout settles.
create index rail_entries_for_operators on rail_entries (reported_at)
  where problem is not null and (kind = 'invalid' or attempt >= 5);

-- Accounts of the desk that a rail cannot derive. An order gets one when it is created.
create table funding_accounts (
  id uuid primary key,
  rail text not null,
  method text not null,
  currency currency_code not null,
  account text not null,
  details jsonb not null,
  added_at instant not null,
  -- The order that has the account now; null while it is free.
  organization_id uuid,
  order_id uuid,
  assigned_at instant,
  -- Why an operator added or retired it; null if the rail opened it.
  added_reason text check (length(added_reason) <= 500),
  retired_at instant,
  retired_reason text check (length(retired_reason) <= 500),
  unique (rail, account),
  constraint funding_accounts_check check ((order_id is null) = (organization_id is null)),
  constraint funding_accounts_check1 check (order_id is null or assigned_at is not null),
  constraint funding_accounts_retired check ((retired_at is null) = (retired_reason is null)),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create index funding_accounts_free on funding_accounts (rail, method, currency, id) where order_id is null;
create index funding_accounts_assigned on funding_accounts (assigned_at) where order_id is not null;

-- Settled payouts and refunds that came back.
create table returns (
  rail text not null,
  transaction text not null,
  index int not null,
  organization_id uuid not null,
  order_id uuid not null,
  payout_id uuid,
  refund_id uuid,
  -- The key that was sent. A key comes back at most once.
  key text not null,
  currency currency_code not null,
  sent_minor minor_units not null,
  -- Less than what was sent if somebody on the way kept a fee.
  returned_minor minor_units not null,
  code text not null,
  recorded_at instant not null,
  -- 'part': more is missing than a fee on the way. 'whole': with it, the whole less a fee came back. 'rest': a return after
  -- 'whole', which gives back of that fee. A row of an earlier version is the only one of its key.
  stage text not null default 'whole' check (stage in ('part', 'whole', 'rest')),
  primary key (rail, transaction, index),
  constraint returns_check check (
      returned_minor::bigint >= 1
      and returned_minor::bigint <= sent_minor::bigint
    ),
  constraint returns_check1 check (num_nonnulls(payout_id, refund_id) = 1),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create index returns_of_order on returns (organization_id, order_id);
create index returns_of_key on returns (key);
-- A key comes back as a whole at most once.
create unique index returns_whole on returns (key) where stage = 'whole';
-- A refund of which only parts came back waits for the rest.
create index returns_parts_of_refunds on returns (recorded_at) where refund_id is not null and stage = 'part';

-- Orders that an unmatched deposit may belong to, for operators.
create table deposit_suggestions (
  deposit_id uuid not null references deposits(id),
  organization_id uuid not null,
  order_id uuid not null,
  reason text not null check (reason in ('number', 'part_of_number', 'amount', 'account')),
  score smallint not null default 0 check (score >= 0 and score <= 100),
  primary key (deposit_id, order_id),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);

create table simulator.report_count (
  only_row boolean primary key default true check (only_row),
  reported bigint not null default 0
);

create table treasury_movements (
  id uuid primary key,
  from_account text not null check (from_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'),
  to_account text not null,
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor::bigint > 0),
  value_date date,
  status text not null check (status in ('PROPOSED', 'APPROVED', 'SENT', 'SETTLED', 'FAILED', 'CANCELLED')),
  -- [{status, created_at, reason, evidence, posting_id}], oldest first.
  status_history jsonb not null,
  version int not null default 1,
  created_at instant not null,
  updated_at instant not null,
  constraint treasury_movements_check check (
      to_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'
      and to_account <> from_account
    )
);
create index treasury_movements_open on treasury_movements (id) where status in ('PROPOSED', 'APPROVED', 'SENT');
create index movements_failed on treasury_movements (status, id) where status in ('FAILED', 'CANCELLED');

-- The last balance of each account of the desk, as its rail or provider reported it.
create table observed_balances (
  -- The ledger account that it is compared with, 'rail:...' or 'provider:...'.
  account text not null,
  -- The name of the account outside: a wallet, an account number in the form the adapter chose.
  outside_account text not null,
  currency currency_code not null,
  amount_minor bigint not null,
  observed_at timestamptz not null,
  -- The business clock when the outside was asked for a balance. What was settled before is part of the balance.
  asked_at instant,
  primary key (account, outside_account, currency)
);

-- Sums of the transfers of desk accounts up to a transfer, so that a balance need not read the whole ledger.
create table ledger_sums (
  account text not null,
  currency currency_code not null,
  balance_minor numeric(38,0) not null,
  primary key (account, currency)
);

-- One row. Sums cover transfers up to up_to. They will cover those up to next_up_to when every transaction that ran at
-- that time (transaction number below next_from) has ended: no transfer with a lower id can then appear.
create table ledger_sum_progress (
  is_only boolean primary key default true check (is_only),
  up_to bigint not null,
  next_up_to bigint not null,
  next_from xid8 not null
);

-- A null cap is no cap. A rail without a row has none.
create table outflow_caps (
  rail text not null,
  currency currency_code not null,
  -- For one payout or refund.
  max_send_minor minor_units check (max_send_minor::bigint > 0),
  max_hour_minor minor_units,
  primary key (rail, currency),
  constraint outflow_caps_check check (
      max_hour_minor::bigint >= max_send_minor::bigint
      and max_hour_minor::bigint > 0
    )
);

-- What a rail sent in each minute, by the database's clock: the clock of a sandbox can be moved. Rows are written only
-- where there is a cap for the hour. A sum for each minute bounds the rows that a payout reads, however many there are.
create table outflows (
  rail text not null,
  currency currency_code not null,
  minute timestamptz not null,
  amount_minor minor_units not null,
  primary key (rail, currency, minute)
);

create table sweeps (
  id uuid primary key,
  rail text not null,
  -- rent: the network gives back what it asked for as long as it stored something for ended keys.
  kind text not null check (kind in ('deposits', 'rent')),
  -- The order whose deposit account it is. Null for rent.
  organization_id uuid,
  order_id uuid,
  -- The deposit account. For rent the account that receives.
  account text not null,
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor::bigint > 0),
  -- The deposits that it moves, also after it failed. Null for rent.
  deposit_ids uuid[],
  -- Made by the rail and committed before anything is sent.
  prepared_key_id text not null,
  prepared_sealed bytea not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'SETTLED', 'FAILED')),
  reference text,
  -- Why the rail rejected it.
  code text,
  fee_currency currency_code,
  -- Negative if the desk got money back.
  fee_minor bigint,
  posting_id uuid,
  created_at instant not null,
  ended_at instant,
  -- When the rail is asked next, by the database's clock. Null once it has ended.
  due_at timestamptz,
  attempt int not null default 0,
  problem text,
  constraint sweeps_check check ((kind = 'deposits') = (deposit_ids is not null)),
  constraint sweeps_check1 check ((kind = 'deposits') = (order_id is not null)),
  constraint sweeps_check2 check ((organization_id is null) = (order_id is null)),
  constraint sweeps_check3 check ((status = 'OPEN') = (ended_at is null)),
  constraint sweeps_check4 check ((status = 'OPEN') = (due_at is not null)),
  constraint sweeps_check5 check ((fee_currency is null) = (fee_minor is null)),
  constraint sweeps_check6 check (posting_id is null or status = 'SETTLED' and fee_minor <> 0),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create index sweeps_due on sweeps (due_at) where status = 'OPEN';
create index sweeps_failed on sweeps (rail, account, currency, ended_at) where status = 'FAILED';

-- Keys for which a network stores something. A key is written before anything is sent under it.
create table rent_keys (
  key text primary key,
  rail text not null,
  -- The payout, refund or sweep with the key.
  of_kind text not null check (of_kind in ('payout', 'refund', 'sweep', 'deposit_return')),
  of_organization_id uuid,
  of_id uuid not null,
  -- Made by the rail for its own use.
  note text not null,
  -- The return of the deposit that is under way or done.
  sweep_id uuid references sweeps(id),
  -- Nothing is stored for the key any more.
  returned_at instant,
  constraint rent_keys_check check ((of_kind in ('sweep', 'deposit_return')) = (of_organization_id is null))
);
create index rent_keys_held on rent_keys (rail, of_id) where sweep_id is null and returned_at is null;
create index rent_keys_of_sweep on rent_keys (sweep_id) where returned_at is null;

-- What changed the debt of a payer after a reversal. The first loss is in deposits.
create table receivable_changes (
  organization_id uuid not null,
  order_id uuid not null,
  -- The version that the change gave the order: a change has at most one row.
  version int not null,
  -- advanced: the order was filled without the money, since its fill was in flight; the debt grows.
  -- repaid: a new deposit. set_off: against a refund of the order. received, written_off: an operator decided.
  -- restored: money that an order held is there again; there was no debt.
  kind text not null check (kind in ('advanced', 'repaid', 'set_off', 'received', 'written_off', 'restored')),
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor::bigint > 0),
  -- Where the money is, if it was received or restored.
  rail text,
  created_at instant not null,
  primary key (organization_id, order_id, version),
  constraint receivable_changes_check check ((rail is not null) = (kind in ('received', 'restored'))),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);

-- One row: the screeners of the operator file. The version grows with each change of a screener or a list. An answer
-- counts only for the version that it was given for.
create table screening (
  is_only boolean primary key default true check (is_only),
  version int not null default 0,
  is_on boolean not null default false,
  -- [{name, kind, settings, digest}]
  screeners jsonb not null default '[]'::jsonb
);

-- The entries of list files. A part holds the entries whose digest begins with the bits of its number, sorted, 16 bytes
-- each: 12 of a keyed digest and 4 of the line number. One question reads one part for each value that it asks about.
create table screening_lists (
  screener text not null,
  part int not null,
  entries bytea not null,
  primary key (screener, part)
);
alter table screening_lists alter column entries set storage external;

-- One row for each question. A deposit has its row from the moment it is recorded; a payout or refund from the moment it
-- is asked about. The row has a keyed fingerprint of what was asked, never the text.
create table screenings (
  key text primary key check (length(key) >= 1 and length(key) <= 100),
  subject text not null check (subject in ('deposit', 'payout', 'refund')),
  deposit_id uuid references deposits(id),
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
  release_reason text check (length(release_reason) >= 1 and length(release_reason) <= 500),
  -- When a worker handles the deposit next, by the database's clock; null once it is credited or held.
  due_at timestamptz,
  attempt int not null default 0,
  round int not null default 1,
  -- The version of the screeners that were asked in this round. Null: not asked yet.
  asked_version int,
  -- What a held question lacks, and of what. It is asked again when that is there.
  lacking text check (lacking in ('travel_rule', 'verification')),
  lacking_id uuid,
  constraint screenings_check check ((subject = 'deposit') = (deposit_id is not null)),
  constraint screenings_check1 check (state <> 'released' or released_at is not null),
  constraint screenings_check2 check ((released_at is null) = (release_reason is null)),
  constraint screenings_check3 check (state = 'asking' or version is not null and answered_at is not null),
  constraint screenings_check4 check ((state in ('hold', 'reject')) <= (screener is not null and reason is not
    null)),
  constraint screenings_check5 check ((lacking is null) = (lacking_id is null)),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create index screenings_due on screenings (due_at) where due_at is not null;
create index screenings_unresolved on screenings (asked_at) where state in ('asking', 'hold', 'reject');
create index screenings_of_orders on screenings (organization_id, order_id) where order_id is not null;
create index screenings_lacking on screenings (lacking_id) where state = 'hold' and lacking is not null;
create index screenings_of_deposits on screenings (deposit_id) where deposit_id is not null;

-- What the desk may use of a provider, by currency. A provider without a row has no limits.
create table provider_limits (
  provider text not null,
  currency currency_code not null,
  -- The most that is filled and not settled by a movement yet, with what orders reserve. Null: no limit.
  settlement_limit_minor minor_units,
  -- The provider sells only what the desk holds there in this currency.
  is_prefunded boolean not null default false,
  primary key (provider, currency)
);

-- Sums of what orders reserve, in slots like open_totals. One slot alone may be negative.
create table reserved_totals (
  provider text not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  slot int not null,
  payin_minor numeric(38,0) not null,
  payout_minor numeric(38,0) not null,
  primary key (provider, payin_currency, payout_currency, slot)
) with (fillfactor = 50);

create table users (
  id uuid primary key,
  -- What the user signs in with.
  login text not null unique check (login ~ '^[a-z0-9][a-z0-9._@+-]{0,99}$'),
  role text not null check (role in ('viewer', 'operator', 'treasurer', 'compliance', 'admin')),
  -- The enterprises whose data the user sees; null for all.
  enterprise_ids uuid[] check (cardinality(enterprise_ids) >= 1 and cardinality(enterprise_ids) <= 100),
  -- Argon2id: salt and parameters are part of the text. Null until the user has chosen a password.
  password_hash text,
  totp_key_id text,
  totp_sealed bytea,
  -- The time step of the last accepted code, since each code works once.
  totp_step bigint,
  -- SHA-256 of the token with which the user chooses a password and a TOTP secret. Nobody signs in while it is set.
  enrolment_hash bytea unique,
  enrolment_expires_at instant,
  disabled_at instant,
  created_at instant not null,
  invited_by uuid references users(id),
  -- A rule asks for a second person when users are created or reset: until admitted, the user may do nothing.
  needs_admission boolean not null default false,
  enrolled_at instant,
  admitted_at instant,
  admitted_by uuid references users(id),
  constraint users_check check ((totp_key_id is null) = (totp_sealed is null)),
  constraint users_check1 check ((enrolment_hash is null) = (enrolment_expires_at is null)),
  constraint users_check2 check (
      enrolment_hash is not null or password_hash is not null
      and totp_sealed is not null
    )
);
create index users_not_admitted on users (enrolled_at) where admitted_at is null;

create table user_sessions (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  user_id uuid not null references users(id),
  created_at instant not null,
  used_at instant not null,
  ended_at instant,
  -- When a token of an ended session was last presented: the trail has one entry in an hour for it.
  replayed_at instant,
  network text
);
create index user_sessions_by_user on user_sessions (user_id) where ended_at is null;
create index user_sessions_by_network on user_sessions (network, created_at) where network is not null;

-- Keys of programs that use the operator API.
create table operator_keys (
  id uuid primary key,
  label text not null,
  secret_hash bytea not null unique,
  role text not null check (role in ('viewer', 'operator', 'treasurer', 'compliance', 'admin')),
  enterprise_ids uuid[] check (cardinality(enterprise_ids) >= 1 and cardinality(enterprise_ids) <= 100),
  created_at instant not null,
  expires_at instant,
  revoked_at instant,
  -- The person behind a key: its acts count as that user's. Null for a key that was made before, and not by a user.
  created_by uuid references users(id)
);
create unique index operator_keys_by_label on operator_keys (label) where revoked_at is null;

-- What operators did. Each chain of entries belongs to an enterprise, or to the deployment as a whole (the nil UUID). An
-- entry contains the hash of the one before it, so that an edit, a gap or a changed order is found.
create table audit_entries (
  chain uuid not null,
  number bigint not null check (number > 0),
  at instant not null,
  -- `user:LOGIN`, `key:LABEL`, or `command` for a command that used the database's login.
  actor text not null,
  act text not null,
  -- The public identifier of what was acted on; empty if the act has none.
  subject text not null,
  reason text not null,
  -- What the act changed, as JSON text: the hash covers its bytes.
  detail text not null check (detail::json is not null),
  previous_hash bytea not null,
  hash bytea not null,
  primary key (chain, number)
);

create table audit_heads (
  chain uuid primary key,
  number bigint not null,
  hash bytea not null
);

create table relayed_transactions (
  rail text not null,
  -- The name on the network. Committed before the transaction is sent.
  transaction text not null,
  -- The account that pays the fee, and its count of transactions. One transaction of those with the same count is mined.
  sender text not null,
  nonce bigint not null,
  noted_at instant not null,
  -- When the rail was asked last.
  looked_at instant not null,
  ended_at instant,
  -- In the smallest unit of the network's coin. Null if it was never mined.
  fee_units numeric(30,0) check (fee_units >= 0::numeric),
  -- The fee is posted with the payout, refund or sweep that the transaction settled.
  is_reported boolean,
  -- The transfer of what was not posted with a send. Null if there was nothing to post.
  posting_id uuid,
  primary key (rail, transaction),
  constraint relayed_transactions_check check ((is_reported is null) = (fee_units is null)),
  constraint relayed_transactions_check1 check (fee_units is null or ended_at is not null),
  constraint relayed_transactions_check2 check (posting_id is null or ended_at is not null)
);
create index relayed_transactions_open on relayed_transactions (rail, looked_at) where ended_at is null;
create index relayed_transactions_posted on relayed_transactions (posting_id) where posting_id is not null;

-- Transfers count whole minor units. What is posted too much is less than one and is taken into account the next time.
create table relayer_gas (
  rail text not null,
  sender text not null,
  units_per_minor bigint not null check (units_per_minor > 0),
  overpaid_units bigint not null,
  primary key (rail, sender),
  constraint relayer_gas_check check (overpaid_units >= 0 and overpaid_units < units_per_minor)
);

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
  constraint queue_items_check check ((assignee is null) = (assigned_at is null))
);
create index queue_items_of_assignee on queue_items (assignee) where assignee is not null;

create table queue_comments (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  author text not null,
  comment text not null check (length(comment) >= 1 and length(comment) <= 500),
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
  constraint desk_conditions_check check (is_present or not is_open)
);
create index desk_conditions_open on desk_conditions (since) where is_open;

-- Outcomes of payouts and refunds that an operator recorded with evidence, before the rail gave a final answer.
create table rail_marks (
  -- The key of the payout or refund.
  key text not null unique,
  kind text not null check (kind in ('payout', 'refund')),
  organization_id uuid not null,
  order_id uuid not null,
  -- The payout or refund. A refund that was redirected may be recorded again, under its new key.
  subject_id uuid not null,
  rail text not null,
  outcome text not null check (outcome in ('settled', 'rejected')),
  evidence text not null check (length(evidence) >= 1 and length(evidence) <= 200),
  marked_at instant not null,
  -- Copied, since a redirected refund loses them: the rail is asked with what it prepared.
  prepared_key_id text,
  prepared_sealed bytea,
  -- When the rail is asked next whether it agrees. Null after its final answer.
  due_at timestamptz,
  attempt int not null default 0,
  answer text check (answer in ('settled', 'rejected')),
  answered_at instant,
  primary key (organization_id, subject_id, key),
  constraint rail_marks_check check ((prepared_key_id is null) = (prepared_sealed is null)),
  constraint rail_marks_check1 check ((answer is null) = (answered_at is null)),
  constraint rail_marks_check2 check (answer is null or due_at is null),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create index rail_marks_due on rail_marks (due_at) where due_at is not null;
create index rail_marks_of_orders on rail_marks (organization_id, order_id);
create index rail_marks_contradicted on rail_marks (answered_at) where answer <> outcome;

-- The rules of the operator file, as one row: `corridor apply` replaces them as a whole.
create table approval_rules (
  is_only boolean primary key default true check (is_only),
  rules jsonb not null check (jsonb_typeof(rules) = 'array')
);

create table approvals (
  id uuid primary key,
  -- The act, as the audit trail names it.
  act text not null,
  -- The chain of the audit trail: an enterprise, or the nil UUID for the deployment.
  chain uuid not null,
  -- The public identifier of what is acted on; empty if the act creates something.
  subject text not null,
  -- The state of the subject that the proposer saw. The act is carried out in this state, or not at all.
  version text not null,
  -- The request as it was asked: { params, body }. It contains no secret and no bank detail.
  asked jsonb not null,
  -- What it moves: [{ currency, minor }].
  amounts jsonb not null,
  reason text not null,
  -- The roles that may approve, from the rule that asked for it.
  roles text[] not null,
  -- As the audit trail names the proposer, and the person: the user, or the maker of the key.
  proposed_by text not null,
  proposed_person uuid not null references users(id),
  proposed_at instant not null,
  expires_at instant not null,
  status text not null default 'PENDING',
  decided_by text,
  decided_person uuid references users(id),
  decided_at instant,
  decision_reason text,
  body_key_id text,
  body_sealed bytea,
  -- Nothing needs it after the decision.
  constraint approvals_body_waits check (body_sealed is null or status = 'PENDING'),
  constraint approvals_body_whole check ((body_key_id is null) = (body_sealed is null)),
  constraint approvals_check check (expires_at::timestamptz > proposed_at::timestamptz),
  constraint approvals_check1 check ((status = 'PENDING') = (decided_at is null)),
  constraint approvals_check2 check (
      (status not in ('APPROVED', 'REJECTED')) or decided_person is not null
      and decided_person <> proposed_person
    ),
  constraint approvals_check3 check (
      status <> 'WITHDRAWN' or decided_person is not null
      and decided_person = proposed_person
    ),
  constraint approvals_roles_check check (
      roles <@ array['operator', 'treasurer', 'compliance', 'admin']
      and cardinality(roles) > 0
    ),
  constraint approvals_status_check check (status in ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED',
    'EXPIRED'))
);
-- An act on a subject waits once.
create unique index approvals_pending on approvals (act, subject) where status = 'PENDING' and subject <> '';
-- The queue of what needs a person.
create index approvals_waiting on approvals (proposed_at) where status = 'PENDING';
create index approvals_by_chain on approvals (chain, id);

create table halts (
  id uuid primary key,
  what text not null check (what in ('quotes', 'fills', 'sends')),
  -- Null for all rails, or all providers.
  rail text,
  provider text,
  cause text not null default 'operator' check (cause in ('operator', 'restore', 'other_service')),
  -- `user:LOGIN`, `key:LABEL`, `command` or `database`.
  actor text not null,
  reason text not null,
  halted_at instant not null,
  resumed_at instant,
  -- After a restore the sends of each rail are halted until the rail was read again and its sends were compared.
  read_at instant,
  -- Whether the rail could list its sends. Null before it was read.
  lists_sends boolean,
  -- Whether the provider could list its fills. Null before it was asked, and for halts of something else.
  lists_fills boolean,
  since instant,
  -- An open halt of this cause has the time of the newer claim, which a resumed service must surpass.
  newer_claim_at instant,
  constraint halts_check check (rail is null or what <> 'fills'),
  constraint halts_check1 check (provider is null or what <> 'sends'),
  constraint halts_check2 check (rail is null or provider is null),
  constraint halts_check3 check (cause = 'restore' or read_at is null),
  constraint halts_newer_claim check ((cause = 'other_service') = (newer_claim_at is not null))
);
-- Statements look up the open ones, which are few. There is one of each.
create unique index halts_open on halts (what, coalesce(rail, ''), coalesce(provider, ''), cause)
  where resumed_at is null;

-- What a rail has sent and the restored database does not know.
-- A bank's folder names payments whose amount it does not have any more.
create table unknown_sends (
  halt_id uuid not null references halts(id),
  -- The rail's own name of the send.
  reference text not null,
  key text,
  currency currency_code not null,
  amount_minor minor_units,
  -- The order that the key begins with, if the database has it.
  order_id uuid,
  -- When an operator recorded it. Null while it is unknown.
  put_right_at instant,
  primary key (halt_id, reference)
);
create index unknown_sends_of_order on unknown_sends (order_id) where put_right_at is null and order_id is not null;

create table volume_limits (
  organization_id uuid not null references organizations(id),
  -- The organization itself, or the instrument that pays in.
  subject_id uuid not null,
  currency currency_code not null,
  period text not null check (period in ('day', 'month')),
  -- Null: no limit any more.
  limit_minor minor_units,
  -- An operator raised the limit until this instant.
  raised_minor minor_units,
  raised_until instant,
  primary key (organization_id, subject_id, currency, period),
  constraint volume_limits_check check ((raised_minor is null) = (raised_until is null))
);

-- What was ordered in a period under a limit: days and months in UTC, by the creation of the order. An order that ends
-- unfunded is subtracted again. Statements that create orders hold the lock on the limit while they add.
create table volume_used (
  organization_id uuid not null,
  subject_id uuid not null,
  currency currency_code not null,
  period text not null,
  starts_at instant not null,
  used_minor numeric(38,0) not null,
  primary key (organization_id, subject_id, currency, period, starts_at),
  foreign key (organization_id, subject_id, currency, period) references volume_limits(organization_id, subject_id,
    currency, period)
) with (fillfactor = 50);

create table configuration_versions (
  id uuid primary key,
  -- In the order in which they were accepted.
  number int not null unique check (number > 0),
  kind text not null check (kind in ('apply', 'rollback')),
  status text not null check (status in ('pending', 'effective', 'withdrawn', 'refused')),
  actor text not null,
  reason text not null,
  created_at instant not null,
  -- The instant that a pending version waits for; null for one that was effective at once.
  effective_from instant,
  -- When it became effective, was withdrawn or refused.
  settled_at instant,
  -- What it changed, or what it would have changed when it was accepted. Never details or settings.
  changes jsonb not null,
  -- Why it was refused at its instant.
  problem text,
  -- The place in which files that it names are looked for.
  folder text not null,
  file_key_id text not null,
  file_sealed bytea not null,
  -- An operator file that takes the version back.
  undo_key_id text,
  undo_sealed bytea,
  constraint configuration_versions_check check ((settled_at is null) = (status = 'pending')),
  constraint configuration_versions_check1 check ((undo_key_id is null) = (undo_sealed is null)),
  constraint configuration_versions_check2 check ((undo_sealed is not null) = (status = 'effective')),
  constraint configuration_versions_check3 check ((problem is not null) = (status = 'refused'))
);
create index configuration_versions_pending on configuration_versions (effective_from) where status = 'pending';

-- Holds of whole enterprises, with the organizations that each of them held: a release ends no other hold.
create table enterprise_holds (
  enterprise_id uuid not null references enterprises(id),
  placed_at instant not null,
  organization_ids uuid[] not null,
  released_at instant,
  primary key (enterprise_id, placed_at)
);
create unique index enterprise_holds_open on enterprise_holds (enterprise_id) where released_at is null;

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users(id),
  -- Chosen by the authenticator.
  credential_id bytea not null unique,
  name text not null,
  -- A COSE key.
  public_key bytea not null,
  -- Signatures so far, as the authenticator counts; 0 if it does not count.
  counter bigint not null,
  -- Where a browser may look for it.
  transports text[] not null,
  created_at instant not null,
  used_at instant
);
create index passkeys_by_user on passkeys (user_id);

-- Challenges that an authenticator has signed: each is good for one registration or sign-in. An expired one is refused
-- without this table.
create table spent_challenges (
  challenge bytea primary key,
  expires_at instant not null
);
create index spent_challenges_by_expiry on spent_challenges (expires_at);

create table order_delays (
  organization_id uuid not null,
  order_id uuid not null,
  -- parked and frozen: an operator set the order aside. slow: it is late in its status, or waits for a halt.
  cause text not null check (cause in ('parked', 'frozen', 'slow')),
  -- Since when: of the parking, of the freeze, or of the status.
  since instant not null,
  code text not null check (code in ('review', 'processing')),
  told_at instant not null,
  expected_at instant not null,
  primary key (organization_id, order_id, cause, since),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);

create table information_requests (
  organization_id uuid not null references organizations(id),
  id uuid not null,
  -- Null: about the organization itself.
  order_id uuid,
  message text not null,
  -- [{name, about, type, required}] and [{name, about, required, largest_bytes}].
  fields jsonb not null,
  documents jsonb not null,
  deadline instant not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'ANSWERED', 'CLOSED')),
  created_at instant not null,
  updated_at instant not null,
  answered_at instant,
  closed_at instant,
  -- The values of the fields, encrypted.
  answer_key_id text,
  answer_sealed bytea,
  answer_document_ids uuid[],
  -- Of the request that answered.
  idempotency_key text,
  request_hash bytea,
  erased_at instant,
  primary key (organization_id, id),
  constraint information_requests_check check (num_nonnulls(answered_at, answer_key_id, answer_sealed,
    answer_document_ids, idempotency_key, request_hash) in (0, 6)),
  constraint information_requests_check1 check (status <> 'ANSWERED' or answered_at is not null),
  constraint information_requests_check2 check ((status = 'CLOSED') = (closed_at is not null)),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create unique index information_requests_idempotency on information_requests (organization_id, idempotency_key)
  where idempotency_key is not null;
-- Operators find a request by its id alone, and list them newest first.
create unique index information_requests_id on information_requests (id);
create index information_requests_of_order on information_requests (organization_id, order_id) where order_id is not null;
-- What the queue reads: answered ones, and open ones by their deadline.
create index information_requests_waiting on information_requests ((coalesce(answered_at, deadline)))
  where status <> 'CLOSED';
create index information_requests_to_erase on information_requests (closed_at)
  where status = 'CLOSED' and erased_at is null;

-- Documents that a customer uploaded for a request.
-- The content is encrypted, and does not get smaller when it is compressed.
create table information_documents (
  organization_id uuid not null references organizations(id),
  id uuid not null,
  request_id uuid not null,
  -- The name of the wanted document.
  name text not null,
  type text not null,
  size_bytes int not null,
  content_key_id text not null,
  content_sealed bytea not null,
  created_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  primary key (organization_id, id),
  foreign key (organization_id, request_id) references information_requests(organization_id, id)
);
alter table information_documents alter column content_sealed set storage external;
create unique index information_documents_idempotency on information_documents (organization_id, idempotency_key);
create index information_documents_of_request on information_documents (organization_id, request_id, id);

create table bank_calendars (
  name text primary key,
  timezone text not null,
  -- Days of the time zone, YYYY-MM-DD, in order.
  holidays text[] not null
);

create table reconciliations (
  id uuid primary key,
  -- An account of the ledger, such as `rail:spei`.
  account text not null,
  currency currency_code not null,
  format text not null check (format in ('camt.053', 'csv', 'chain')),
  -- SHA-256 of the file and of the options: the same file makes nothing twice.
  digest bytea not null check (length(digest) = 32),
  period_from date not null,
  period_to date not null,
  tolerance_days int not null check (tolerance_days >= 0 and tolerance_days <= 30),
  -- Lines of the statement, those among them that an earlier statement had, and lines of the ledger that were compared.
  lines_there int not null check (lines_there >= 0),
  lines_known int not null,
  lines_here int not null check (lines_here >= 0),
  matches int not null check (matches >= 0),
  matched_there int not null check (matched_there >= 0),
  matched_here int not null check (matched_here >= 0),
  -- Lines of the ledger that wait for the next statement.
  cut_off int not null check (cut_off >= 0),
  actor text not null,
  reason text not null,
  created_at instant not null,
  unique (account, currency, digest),
  constraint reconciliations_check check (period_to >= period_from),
  constraint reconciliations_check1 check (lines_known >= 0 and lines_known <= lines_there)
);
create index reconciliations_of_account on reconciliations (account, currency, id);

-- Lines of statements that were matched or reported. Another file with the same line makes nothing of it.
create table reconciled_lines (
  account text not null,
  currency currency_code not null,
  key text not null,
  reconciliation_id uuid not null references reconciliations(id),
  primary key (account, currency, key)
);

-- Transfers that a line of a statement was found for. There is no foreign key: its check would write to the ledger's rows.
create table reconciled_transfers (
  account text not null,
  transfer_id bigint not null,
  reconciliation_id uuid not null references reconciliations(id),
  primary key (account, transfer_id)
);

create table reconciliation_differences (
  id uuid primary key,
  reconciliation_id uuid not null references reconciliations(id),
  account text not null,
  currency currency_code not null,
  kind text not null,
  -- Names the lines: the same difference is noted once.
  key text not null,
  -- The lines, without bank details, and their sums. A line of another currency has no part in the sum.
  there jsonb not null,
  here jsonb not null,
  there_minor bigint not null,
  here_minor bigint not null,
  -- The transfers of `here`.
  transfer_ids bigint[] not null,
  noted_at instant not null,
  outcome text check (outcome in ('explained', 'movement', 'matched')),
  -- The outcome `movement` names a movement of the treasury. The difference is open again if that is cancelled or fails.
  movement_id uuid references treasury_movements(id),
  -- The later reconciliation that found the line, for `matched`.
  matched_by uuid references reconciliations(id),
  closed_by text,
  closed_at instant,
  closing_reason text,
  unique (account, currency, key),
  constraint reconciliation_differences_check check (num_nonnulls(outcome, closed_by, closed_at, closing_reason) in
    (0, 4)),
  constraint reconciliation_differences_check1 check ((movement_id is not null) = coalesce(outcome = 'movement',
    false)),
  constraint reconciliation_differences_check2 check ((matched_by is not null) = coalesce(outcome = 'matched',
    false)),
  constraint reconciliation_differences_kind_check check (kind in ('missing_here', 'missing_there',
    'different_amount', 'different_currency', 'different_date', 'unreadable'))
);
create index reconciliation_differences_of on reconciliation_differences (reconciliation_id, id);
create index reconciliation_differences_open on reconciliation_differences (noted_at) where outcome is null;
create index reconciliation_differences_moved on reconciliation_differences (movement_id) where outcome = 'movement';

-- What an operator has found about an organization or an instrument. Without a row: pending.
create table verifications (
  organization_id uuid not null references organizations(id),
  -- The organization itself, or an instrument of it.
  subject_id uuid not null,
  state text not null check (state in ('pending', 'verified', 'rejected')),
  reason text not null,
  -- `user:LOGIN` or `key:LABEL`.
  actor text not null,
  changed_at instant not null,
  version int not null default 1,
  primary key (organization_id, subject_id)
);

-- Originator and beneficiary of transfers from or to a wallet. The newest one counts.
create table travel_rule_records (
  organization_id uuid not null,
  id uuid not null,
  instrument_id uuid not null,
  record_key_id text not null,
  record_sealed bytea not null,
  recorded_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  erased_at instant,
  primary key (organization_id, id),
  foreign key (organization_id, instrument_id) references external_payment_instruments(organization_id, id)
);
create unique index travel_rule_records_idempotency on travel_rule_records (organization_id, idempotency_key);
create index travel_rule_records_of_instrument on travel_rule_records (instrument_id, id);

create table console_sessions (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  key_id uuid not null references api_keys(id),
  created_at instant not null,
  used_at instant not null,
  ended_at instant
);
create index console_sessions_created on console_sessions (created_at);

-- What a provider has converted and the restored database does not know.
create table unknown_fills (
  halt_id uuid not null references halts(id),
  -- The provider's own name of the fill.
  reference text not null,
  key text,
  payin_currency currency_code not null,
  -- Null if the provider does not tell it, as long as the outcome is open.
  sold_minor minor_units,
  payout_currency currency_code not null,
  delivered_minor minor_units,
  order_id uuid,
  put_right_at instant,
  primary key (halt_id, reference)
);
create index unknown_fills_of_order on unknown_fills (order_id) where put_right_at is null and order_id is not null;

-- Days by kind. A kind that is not named is kept, or has the days of CORRIDOR_DETAILS_KEPT_DAYS.
create table retention_policy (
  is_only boolean primary key default true check (is_only),
  kept_days jsonb not null default '{}'::jsonb check (jsonb_typeof(kept_days) = 'object')
);

create table act_keys (
  -- As in the audit trail: `user:LOGIN` or `key:LABEL`.
  actor text not null,
  key text not null,
  request_hash bytea not null,
  act text not null,
  -- What the act was about, or made. The approval, where the act waits for one.
  subject text not null,
  done_at instant not null,
  primary key (actor, key)
);

-- What an operator asked a rail not to execute. A key has one row: it may be asked again after the rail refused.
create table send_cancellations (
  -- The key of the payout or refund.
  key text primary key,
  kind text not null check (kind in ('payout', 'refund', 'deposit_return')),
  organization_id uuid,
  order_id uuid,
  -- The payout or refund.
  subject_id uuid not null,
  rail text not null,
  asked_at instant not null,
  -- The rail's answer. Null before the first. 'impossible' ends the cancellation: the send goes on.
  answer text check (answer in ('pending', 'cancelled', 'too_late', 'impossible')),
  -- The rail's words, of a cancellation that it made or refused.
  detail text check (length(detail) >= 1 and length(detail) <= 500),
  answered_at instant,
  constraint send_cancellations_check check ((answer is null) = (answered_at is null)),
  constraint send_cancellations_of_order check (num_nonnulls(organization_id, order_id) = case kind     when
    'deposit_return' then 0     else 2 end),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create index send_cancellations_of_orders on send_cancellations (organization_id, order_id);

-- A filter by a value that no row has would read every row. An index would be written with each of them, and this table only
-- with the first row of a value.
create table listed_values (
  -- The table and its column, such as payouts.rail.
  field text not null,
  value text not null,
  -- The nil UUID: of a deposit in suspense.
  organization_id uuid not null,
  primary key (field, value, organization_id)
);

-- A row is written before the send is recorded as settled.
create table second_looks (
  -- The key of the payout or refund.
  key text primary key,
  kind text not null check (kind in ('payout', 'refund')),
  organization_id uuid not null,
  order_id uuid not null,
  -- The payout or refund.
  subject_id uuid not null,
  rail text not null,
  noted_at instant not null,
  attempt int not null default 0,
  due_at timestamptz,
  -- The chain does not have the payment any more. The same bytes may then be sent again.
  missing_at instant,
  -- final: nothing can take it back. gone: it can never happen any more, and counts as returned.
  outcome text check (outcome in ('final', 'gone')),
  ended_at instant,
  constraint second_looks_check check ((outcome is null) = (ended_at is null)),
  constraint second_looks_check1 check ((outcome is null) = (due_at is not null)),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
create index second_looks_due on second_looks (due_at) where outcome is null;

create table strays (
  id uuid primary key,
  rail text not null,
  -- The deposit address, and the order that shows it.
  account text not null,
  organization_id uuid not null,
  order_id uuid not null,
  -- 'native', or the contract or mint of the token.
  asset text not null,
  symbol text not null check (length(symbol) >= 1 and length(symbol) <= 12),
  decimals int not null check (decimals >= 0 and decimals <= 36),
  -- In the smallest unit of the asset. It grows while more comes.
  units numeric(78,0) not null check (units > 0::numeric),
  -- Counts what came to the account in the asset: the key of a return follows from it.
  occurrence int not null check (occurrence > 0),
  seen_at instant not null,
  status text not null check (status in ('OPEN', 'RETURNING', 'RETURNED', 'DISMISSED', 'GONE')),
  ended_at instant,
  -- Of the return.
  key text,
  prepared_key_id text,
  prepared_sealed bytea,
  attempt int not null default 0,
  due_at timestamptz,
  problem text check (length(problem) <= 500),
  reference text,
  fee_currency currency_code,
  fee_minor bigint,
  posting_id uuid,
  returning_at instant,
  stopped_at instant,
  fingerprint bytea check (length(fingerprint) = 32),
  unique (rail, account, asset, occurrence),
  constraint strays_check check ((status in ('OPEN', 'RETURNING')) = (ended_at is null)),
  constraint strays_check1 check ((status = 'RETURNING') = (due_at is not null)),
  constraint strays_check2 check (status <> 'RETURNING' or key is not null and prepared_sealed is not null),
  constraint strays_check3 check ((status = 'RETURNED') = (reference is not null)),
  constraint strays_check4 check ((fee_currency is null) = (fee_minor is null)),
  constraint strays_check5 check ((posting_id is null) = (fee_minor is null)),
  foreign key (organization_id, order_id) references orders(organization_id, id)
);
-- One of each asset at an address waits or is under way.
create unique index strays_present on strays (rail, account, asset) where status in ('OPEN', 'RETURNING');
create index strays_open on strays (seen_at, id) where status = 'OPEN';
create index strays_due on strays (due_at) where status = 'RETURNING';
create unique index strays_by_key on strays (key) where status = 'RETURNING';
create unique index strays_postings on strays (posting_id) where posting_id is not null;
create index strays_to_erase on strays (seen_at, id) where prepared_key_id <> '';

-- A send beside those of orders. Its deposit has left suspense, so that no other act takes it. A send that the rail rejected,
-- or that was withdrawn before it was prepared, gives the deposit back; the next one is another row with another key.
create table deposit_returns (
  id uuid primary key,
  deposit_id uuid not null references deposits(id),
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor::bigint > 0),
  method text not null,
  -- The details of the receiving account. Empty once retention has erased them.
  details_key_id text not null,
  details_sealed bytea not null,
  -- The keyed hash of that account, for holds.
  fingerprint bytea not null check (length(fingerprint) = 32),
  status text not null default 'PENDING',
  rail_key text not null unique check (length(rail_key) >= 1 and length(rail_key) <= 90),
  -- Null until it is prepared.
  rail text,
  prepared_key_id text,
  prepared_sealed bytea,
  rail_reference text,
  rejection_code text,
  fee_currency currency_code,
  fee_minor minor_units,
  -- The posting from suspense to the rail, and that of the fee.
  posting_id uuid unique,
  fee_posting_id uuid unique,
  created_at instant not null,
  updated_at instant not null,
  due_at timestamptz,
  attempt int not null default 0,
  lease_token uuid,
  leased_until timestamptz,
  outflow_limited_at instant,
  outflow_limited_by text check (outflow_limited_by in ('outflow_limit', 'liquidity')),
  -- Since when nothing is sent under the key, because an operator stopped it.
  stopped_at instant,
  constraint deposit_returns_check check ((lease_token is null) = (leased_until is null)),
  constraint deposit_returns_check1 check ((prepared_key_id is null) = (prepared_sealed is null)),
  constraint deposit_returns_check2 check ((fee_currency is null) = (fee_minor is null)),
  constraint deposit_returns_check3 check ((status = 'PROCESSED') = (rail_reference is not null and posting_id is
    not null)),
  constraint deposit_returns_check4 check (status <> 'WITHDRAWN' or rail is null),
  constraint deposit_returns_check5 check ((status in ('PENDING', 'SENT')) = (due_at is not null)),
  constraint deposit_returns_status_check check (status in ('PENDING', 'SENT', 'PROCESSED', 'FAILED', 'WITHDRAWN'))
);
-- A deposit goes back once.
create unique index deposit_returns_of_deposit on deposit_returns (deposit_id)
  where status in ('PENDING', 'SENT', 'PROCESSED');
create index deposit_returns_of_deposits on deposit_returns (deposit_id);
create index deposit_returns_due on deposit_returns (due_at) where due_at is not null;
create index deposit_returns_over_rails on deposit_returns (rail, currency, status, updated_at)
  where rail <> 'sandbox' and prepared_sealed is not null;
create index deposit_returns_waiting on deposit_returns (created_at)
  where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15);
create index deposit_returns_to_erase on deposit_returns (created_at, id) where details_key_id <> '';

-- One row with the whole list, encrypted: it has accounts of senders. Null: there are none.
create table known_counterparties (
  id uuid primary key default '00000000-0000-0000-0000-000000000001'::uuid,
  list_key_id text,
  list_sealed bytea,
  constraint known_counterparties_check check ((list_key_id is null) = (list_sealed is null)),
  constraint known_counterparties_id_check check (id = '00000000-0000-0000-0000-000000000001'::uuid)
);

create table small_amounts (
  rail text not null,
  currency currency_code not null,
  -- Smaller deposits are not credited.
  smallest_deposit_minor minor_units not null,
  -- Smaller refunds are not sent.
  smallest_refund_minor minor_units not null,
  below text not null check (below in ('keep', 'collect', 'write_off')),
  -- Taken off each refund that is sent.
  refund_fee_minor minor_units not null,
  primary key (rail, currency),
  constraint small_amounts_check check (smallest_deposit_minor::bigint <= smallest_refund_minor::bigint),
  constraint small_amounts_check1 check (
      refund_fee_minor::bigint = 0
      or refund_fee_minor::bigint < smallest_refund_minor::bigint
    )
);

-- Frequent updates of few rows: leave room for them on their pages.
create table webhook_leases (
  organization_id uuid not null,
  endpoint_id uuid not null,
  lease_token uuid not null,
  -- Null once the process holds nothing of the endpoint.
  leased_until timestamptz,
  -- Requests in flight as of the last claim.
  busy int not null,
  primary key (organization_id, endpoint_id)
) with (fillfactor = 50);

alter table deposits add constraint deposits_exit_movement_id_fkey foreign key (exit_movement_id) references treasury_movements(id);
alter table deposits add constraint deposits_sweep_id_fkey foreign key (sweep_id) references sweeps(id);
alter table rails add constraint rails_bank_calendar_fkey foreign key (bank_calendar) references bank_calendars(name);

create view ledger_entries as
  select id, posting_id, posting, organization_id, order_id, debit_account as account, currency,
         amount_minor::numeric as amount_minor, posted_at
    from ledger_transfers
  union all
  select id, posting_id, posting, organization_id, order_id, credit_account, currency,
         -amount_minor::numeric, posted_at
    from ledger_transfers;

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

-- The first identifier of a millisecond.
create function event_id_at(at timestamptz) returns uuid language sql stable strict parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The partition of one table for one month, with what the default one holds of it. True when it was made now. The
-- service may ask for it and, under its role, do nothing else of the kind.
-- Nobody else is in the table meanwhile. With less of a lock, a reader that was just planned would find moved rows
-- neither where they were nor where they are, and a write that was on its way to the default partition would fail.
-- So it waits at most 300 ms for the lock, and leaves a default partition with more than `most_rows` to an operator.
create function make_month(parent text, month date, most_rows int default 10000) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
declare
  key text := case parent when 'events' then 'id' when 'webhook_deliveries' then 'event_id' end;
  part text := parent || to_char(month, '"_"YYYY"_"MM');
  rest text := parent || '_default';
  first uuid := public.event_id_at(date_trunc('month', month::timestamp) at time zone 'UTC');
  after uuid := public.event_id_at((date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC');
  held int;
begin
  -- Of a time that an identifier can begin with.
  if key is null or month is null or month not between '1970-01-01' and '9999-12-31' then
    raise exception 'there is no month % of %', month, parent using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('corridor months of ' || parent, 0));
  -- One that was detached is not made anew: a late row of its time belongs to the default partition.
  if to_regclass('public.' || part) is not null or to_regclass('archive.' || part) is not null then
    return false;
  end if;
  -- As much as can be is done before the lock.
  execute format('create table public.%I (like public.%I including all)', part, rest);
  execute format('lock table only public.%I in access exclusive mode', parent);
  execute format('select count(*) from (select from public.%I limit $1 + 1) as rows', rest) into held using most_rows;
  if held > most_rows then
    raise exception '% holds more than % rows', rest, most_rows
      using hint = 'Run `corridor partitions make` at a quiet hour.', errcode = 'object_not_in_prerequisite_state';
  end if;
  execute format('with moved as (delete from public.%I where %I >= $1 and %2$I < $2 returning *)
                  insert into public.%I select * from moved', rest, key, part) using first, after;
  execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
                 parent, part, first, after);
  return true;
end $$;
revoke execute on function make_month(text,date,integer) from public;
grant execute on function make_month(text,date,integer) to corridor_service;

-- Sets a month of one table aside, or says why not: first that of the events, then that of their deliveries. For the
-- owner: the service may not. One table at a time, since statements that use both lock them in either order.
create function detach_month(parent text, month date) returns text
  language plpgsql set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
declare
  suffix text := to_char(month, '"_"YYYY"_"MM');
  first uuid := public.event_id_at(date_trunc('month', month::timestamp) at time zone 'UTC');
  after uuid := public.event_id_at((date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC');
begin
  if parent = 'webhook_deliveries' and to_regclass('public.events' || suffix) is not null then
    return 'its events are still there';
  end if;
  -- Before the look: whatever makes a delivery due reads or writes its event.
  execute format('lock table only public.%I in access exclusive mode', parent);
  if exists (select from public.webhook_deliveries
              where event_id >= first and event_id < after and due_at is not null) then
    return 'webhooks of it are still due';
  end if;
  execute format('alter table public.%I detach partition public.%I', parent, parent || suffix);
  execute format('alter table public.%I set schema archive', parent || suffix);
  return null;
end $$;
revoke execute on function detach_month(text,date) from public;

-- Begins a new epoch when this is another cluster than the one the present epoch began in, or when the cluster was
-- recovered to an earlier moment, which begins a new timeline. The new epoch, or null. It is
-- called at each start.
create function settle_event_epoch() returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := (select system_identifier from pg_control_system()) || ' timeline '
            || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  began text;
  new_epoch int;
begin
  if (select event_cluster from public.deployment) = here then
    return null;
  end if;
  select event_cluster, event_epoch + 1 into began, new_epoch from public.deployment for update;
  if began is null then
    update public.deployment set event_cluster = here;
    return null;
  elsif began = here then
    return null;
  end if;
  -- It waits for every statement that still writes the epoch before.
  execute format('alter table only public.events alter column epoch set default %s', new_epoch);
  update public.deployment set event_epoch = new_epoch, event_cluster = here;
  return new_epoch;
end $$;
revoke execute on function settle_event_epoch() from public;
grant execute on function settle_event_epoch() to corridor_service;

create function order_awaits_retry() returns trigger language plpgsql as $$
begin
  new.awaits_retry := new.status = 'FAILED_DECLINED_BY_LIQ_PROVIDER' and new.retry_order_id is null;
  return new;
end $$;

-- Whether a payout or refund fits the caps of its rail. If it fits, it counts from then on, for 60 to 61 minutes. The
-- caller commits its intent in the same transaction. The row of the cap is locked until then, so that concurrent intents
-- never exceed the cap together. Each statement of a volatile function has its own snapshot: the sum is read after the
-- lock was taken, and contains all that earlier holders of the lock committed.
create function count_outflow(of_rail text, of_currency text, of_amount bigint) returns boolean
language plpgsql volatile as $$
declare
  cap outflow_caps;
  present timestamptz;
  sent numeric;
begin
  select * into cap from outflow_caps where rail = of_rail and currency = of_currency;
  if of_amount > cap.max_send_minor then return false; end if;
  if cap.max_hour_minor is null then return true; end if;
  select * into cap from outflow_caps where rail = of_rail and currency = of_currency for update;
  present := clock_timestamp();
  select coalesce(sum(amount_minor), 0) into sent from outflows
   where rail = of_rail and currency = of_currency and minute > present - interval '61 minutes';
  if sent + of_amount > cap.max_hour_minor then return false; end if;
  insert into outflows (rail, currency, minute, amount_minor)
  values (of_rail, of_currency, date_trunc('minute', present), of_amount)
  on conflict (rail, currency, minute) do update set amount_minor = outflows.amount_minor + excluded.amount_minor;
  return true;
end
$$;
revoke execute on function count_outflow(text,text,bigint) from public;
grant execute on function count_outflow(text,text,bigint) to corridor_service;

-- What a provider can still take of a pair: payin that it can buy, and payout that it can deliver. Null: no limit.
-- Unsettled is the balance of the provider's account in the ledger. It holds every fill and every recorded movement.
create function liquidity_left(of_provider text, of_payin text, of_payout text)
returns table (payin_left numeric, payout_left numeric)
language sql stable as $$
  with posted as (
    select currency, sum(minor) as minor
      from (select currency, balance_minor as minor from ledger_sums where account = 'provider:' || of_provider
            union all
            select currency, amount_minor from ledger_entries
             where id > (select up_to from ledger_sum_progress) and account = 'provider:' || of_provider) entries
     group by currency
  ), reserved as (
    select payin_currency, payout_currency, sum(payin_minor) as payin_minor, sum(payout_minor) as payout_minor
      from reserved_totals where provider = of_provider group by payin_currency, payout_currency
  )
  select (select least(settlement_limit_minor + minor,
                       case when is_prefunded then least(minor, observed_minor) end) - payin_minor
            from provider_limits,
                 (select coalesce(sum(minor), 0) as minor from posted where currency = of_payin) balance,
                 (select sum(amount_minor) as observed_minor from observed_balances
                   where account = 'provider:' || of_provider and currency = of_payin) observed,
                 (select coalesce(sum(payin_minor), 0) as payin_minor from reserved where payin_currency = of_payin) taken
           where provider = of_provider and currency = of_payin),
         (select settlement_limit_minor - minor - payout_minor
            from provider_limits,
                 (select coalesce(sum(minor), 0) as minor from posted where currency = of_payout) balance,
                 (select coalesce(sum(payout_minor), 0) as payout_minor from reserved
                   where payout_currency = of_payout) taken
           where provider = of_provider and currency = of_payout)
$$;
revoke execute on function liquidity_left(text,text,text) from public;
grant execute on function liquidity_left(text,text,text) to corridor_service;

-- The same, for a statement that goes on to reserve. It locks the limits of the provider until the commit, so that
-- concurrent statements never reserve more than is left. Statements that end reservations do not take this lock. Each
-- statement of a volatile function has its own snapshot: what is left is read after the lock was taken.
create function lock_liquidity(of_provider text, of_payin text, of_payout text)
returns table (payin_left numeric, payout_left numeric)
language plpgsql volatile as $$
begin
  perform from provider_limits where provider = of_provider order by currency for update;
  return query select * from liquidity_left(of_provider, of_payin, of_payout);
end
$$;
revoke execute on function lock_liquidity(text,text,text) from public;
grant execute on function lock_liquidity(text,text,text) to corridor_service;

-- As before, with the returns of deposits.
create function balance_left(of_rail text, of_currency text) returns numeric
language sql stable as $$
  with reported as (
    select sum(amount_minor) as minor, coalesce(min(asked_at), 'infinity') - interval '10 seconds' as since
      from observed_balances where account = 'rail:' || of_rail and currency = of_currency
    having count(*) > 0
  )
  select minor
         - (select coalesce(sum(amount_minor), 0) from payouts
             where rail = of_rail and currency = of_currency and rail <> 'sandbox' and rejected_at is null
               and (settled_at is null or settled_at >= since))
         - (select coalesce(sum(amount_minor), 0) from refunds
             where rail = of_rail and currency = of_currency and rail <> 'sandbox' and prepared_sealed is not null
               and (status in ('PENDING', 'SENT') or (status = 'PROCESSED' and updated_at >= since)))
         - (select coalesce(sum(amount_minor), 0) from deposit_returns
             where rail = of_rail and currency = of_currency and rail <> 'sandbox' and prepared_sealed is not null
               and (status in ('PENDING', 'SENT') or (status = 'PROCESSED' and updated_at >= since)))
    from reported
$$;
revoke execute on function balance_left(text,text) from public;
grant execute on function balance_left(text,text) to corridor_service;

-- Why a payout or refund may not be sent now: 'liquidity', 'outflow_limit', or null. In place of count_outflow, which
-- processes of the version before still call. `with_earlier` is the amount with those of the same statement before it.
-- What fits counts from then on for the caps; the caller commits its intent in the same transaction. Locks are held until
-- then and taken in the order of signer, rail and balance. Callers go through signers, currencies and rails in order.
create function judge_outflow(of_rail text, of_signer text, of_currency text, of_amount bigint, with_earlier numeric)
returns text language plpgsql volatile as $$
declare
  present timestamptz;
  capped text[];
begin
  if exists (select from outflow_caps
              where rail in (of_rail, of_signer) and currency = of_currency and of_amount > max_send_minor)
  then return 'outflow_limit'; end if;
  perform from outflow_caps where rail = of_signer and currency = of_currency and max_hour_minor is not null for update;
  perform from outflow_caps where rail = of_rail and currency = of_currency and max_hour_minor is not null for update;
  if exists (select from observed_balances where account = 'rail:' || of_rail and currency = of_currency) then
    perform pg_advisory_xact_lock(hashtext('balance at ' || of_rail || ' in ' || of_currency));
    if balance_left(of_rail, of_currency) < with_earlier then return 'liquidity'; end if;
  end if;
  present := clock_timestamp();
  select array_agg(rail) into capped from outflow_caps
   where rail in (of_rail, of_signer) and currency = of_currency and max_hour_minor is not null;
  if exists (select from outflow_caps c
              where c.rail = any (capped) and c.currency = of_currency
                and max_hour_minor < of_amount
                    + (select coalesce(sum(amount_minor), 0) from outflows o
                        where o.rail = c.rail and o.currency = of_currency
                          and minute > present - interval '61 minutes'))
  then return 'outflow_limit'; end if;
  insert into outflows (rail, currency, minute, amount_minor)
  select name, of_currency, date_trunc('minute', present), of_amount from unnest(capped) as c (name) order by name
  on conflict (rail, currency, minute) do update set amount_minor = outflows.amount_minor + excluded.amount_minor;
  return null;
end
$$;
revoke execute on function judge_outflow(text,text,text,bigint,numeric) from public;
grant execute on function judge_outflow(text,text,text,bigint,numeric) to corridor_service;

-- Appends an entry to a chain, in the transaction of the caller's act. The row of the head is locked until its end.
-- The hash covers: the previous hash, and the other fields separated by U+001F, which no field may contain.
create function append_audit(of_chain uuid, of_at timestamptz, of_actor text, of_act text, of_subject text,
                             of_reason text, of_detail text) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  -- Rounded as it is stored.
  stamp instant := of_at;
  head audit_heads;
  next_number bigint;
  next_hash bytea;
  fields text;
begin
  insert into audit_heads (chain, number, hash) values (of_chain, 0, '\x')
  on conflict (chain) do nothing;
  select * into head from audit_heads where chain = of_chain for update;
  next_number := head.number + 1;
  if of_actor || of_act || of_subject || of_reason || of_detail like '%' || chr(31) || '%' then
    raise exception 'an audit entry contains the separator of its fields';
  end if;
  fields := concat_ws(chr(31), of_chain, next_number,
    to_char(stamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), of_actor, of_act, of_subject, of_reason,
    of_detail);
  next_hash := sha256(head.hash || convert_to(fields, 'UTF8'));
  insert into audit_entries (chain, number, at, actor, act, subject, reason, detail, previous_hash, hash)
  values (of_chain, next_number, stamp, of_actor, of_act, of_subject, of_reason, of_detail, head.hash, next_hash);
  update audit_heads set number = next_number, hash = next_hash where chain = of_chain;
  return next_number;
end
$$;
revoke execute on function append_audit(uuid,timestamptz,text,text,text,text,text) from public;
grant execute on function append_audit(uuid,timestamptz,text,text,text,text,text) to corridor_service;

-- A decision is final.
create function check_approval() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING' then
    raise exception 'approval % is %, and a decision is final', old.id, old.status using errcode = '23514';
  end if;
  return new;
end
$$;

create function api_key_only_shrinks() returns trigger language plpgsql as $$
begin
  if (old.expires_at is not null and (new.expires_at is null or new.expires_at > old.expires_at))
     or new.revoked_at is distinct from coalesce(old.revoked_at, new.revoked_at) then
    raise exception 'an API key is never extended' using errcode = '23514';
  end if;
  return new;
end $$;

-- A backup may have an open halt of an earlier restore. What it has listed is too old then, so it begins anew.
create function halt_restored_sends() returns int
language sql security definer set search_path = public, pg_temp as $$
  with last as (
    select least(coalesce((select max(updated_at) from orders)::timestamptz, (select max(at) from audit_entries)::timestamptz),
                 now()) as changed_at),
  made as (
    insert into halts (id, what, rail, provider, cause, actor, reason, halted_at, since)
    select gen_random_uuid(), what, rail, provider, 'restore', 'database',
           'the database was restored or failed over: what was ' || done || ' meanwhile may be unknown', now(), changed_at
      from (select 'sends' as what, name as rail, null as provider, 'sent' as done from rails
             union all select 'sends', 'sandbox', null, 'sent' from deployment where environment = 'sandbox'
             union all select distinct 'fills', null, provider_name, 'converted' from trading_pairs) named, last
    on conflict (what, coalesce(rail, ''), coalesce(provider, ''), cause) where resumed_at is null
      do update set halted_at = excluded.halted_at, since = least(halts.since, excluded.since), read_at = null,
                    lists_sends = null, lists_fills = null
    returning id)
  select count(*)::int from made
$$;
revoke execute on function halt_restored_sends() from public;
grant execute on function halt_restored_sends() to corridor_service;

-- Halts sends if the database is at another place than before: another cluster, a new timeline after a recovery or
-- failover, or another database of the cluster. A database without orders has sent nothing. Called at each start.
create function settle_place() returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  here text := (select system_identifier from pg_control_system()) || ' timeline '
            || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' database '
            || (select oid from pg_database where datname = current_database());
  before text;
begin
  if (select place from deployment) = here then
    return 0;
  end if;
  select place into before from deployment for update;
  if before = here then
    return 0;
  end if;
  update deployment set place = here;
  if before is null then
    return 0;
  end if;
  perform renew_claim(null);
  -- A deployment that was never configured has sent nothing.
  if not exists (select from rails) and not exists (select from trading_pairs) then
    return 0;
  end if;
  return halt_restored_sends();
end $$;
revoke execute on function settle_place() from public;
grant execute on function settle_place() to corridor_service;

-- What is left of each limit of an organization at an instant, negative if it is exceeded. It locks the limits until the
-- commit, so that concurrent statements never order more than is left. Each statement of a volatile function has its own
-- snapshot: what is used is read after the lock was taken.
create function lock_volume_limits(of_organization uuid, of_at timestamptz)
returns table (subject_id uuid, currency text, period text, starts_at timestamptz, left_minor numeric)
language plpgsql volatile as $$
begin
  perform from volume_limits l where l.organization_id = of_organization and l.limit_minor is not null
    order by l.subject_id, l.currency, l.period for update;
  return query
    select l.subject_id, l.currency::text, l.period, s.at,
           case when l.raised_until > of_at then greatest(l.limit_minor, l.raised_minor) else l.limit_minor end
             - coalesce(u.used_minor, 0)
      from volume_limits l
      cross join lateral (select date_trunc(l.period, of_at, 'UTC') as at) s
      left join volume_used u on u.organization_id = l.organization_id and u.subject_id = l.subject_id
           and u.currency = l.currency and u.period = l.period and u.starts_at = s.at
     where l.organization_id = of_organization and l.limit_minor is not null;
end
$$;
revoke execute on function lock_volume_limits(uuid,timestamptz) from public;
grant execute on function lock_volume_limits(uuid,timestamptz) to corridor_service;

-- The service may erase details once, of archived instruments. What stays is short: only kinds, such as the chain of a
-- wallet. Also the hash of the request that created the instrument goes, since it covers the details. Returns whether the
-- instrument was erased.
create function erase_instrument(of_organization uuid, of_instrument uuid, before timestamptz, at timestamptz,
                                 key_id text, kinds bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if length(kinds) > 160 then
    raise exception 'details that are erased must be short' using errcode = 'invalid_parameter_value';
  end if;
  update external_payment_instruments
     set details_key_id = key_id, details_sealed = kinds, details_erased_at = at,
         request_hash = case when request_hash is not null then '\x'::bytea end
   where organization_id = of_organization and id = of_instrument and status = 'ARCHIVED'
     and details_erased_at is null and updated_at < before;
  if not found then
    return false;
  end if;
  update travel_rule_records
     set record_key_id = '', record_sealed = '\x', request_hash = '\x', erased_at = at
   where organization_id = of_organization and instrument_id = of_instrument and erased_at is null;
  return true;
end $$;
revoke execute on function erase_instrument(uuid,uuid,timestamptz,timestamptz,text,bytea) from public;
grant execute on function erase_instrument(uuid,uuid,timestamptz,timestamptz,text,bytea) to corridor_service;

-- The same for the answer and the documents of a closed information request.
create function erase_information_request(of_organization uuid, of_request uuid, before timestamptz, at timestamptz)
returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update information_requests
     set answer_key_id = case when answer_key_id is not null then '' end,
         answer_sealed = case when answer_sealed is not null then '\x'::bytea end,
         request_hash = case when request_hash is not null then '\x'::bytea end, erased_at = at
   where organization_id = of_organization and id = of_request and status = 'CLOSED' and erased_at is null
     and closed_at < before;
  if not found then
    return false;
  end if;
  update information_documents set content_key_id = '', content_sealed = '\x', request_hash = '\x'
   where organization_id = of_organization and request_id = of_request;
  return true;
end $$;
revoke execute on function erase_information_request(uuid,uuid,timestamptz,timestamptz) from public;
grant execute on function erase_information_request(uuid,uuid,timestamptz,timestamptz) to corridor_service;

create function order_failed() returns trigger language plpgsql as $$
begin
  new.failed_status := case when new.status like 'FAILED%' then new.status end;
  return new;
end $$;

-- Whether something still needs what is encrypted for an order or its retries: something is open, waits for a person, is
-- on hold, asked about or being reconciled, or the order ended after `before`.
create function order_needs_details(of_organization uuid, of_order uuid, before timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive chain as (
    select o.* from orders o where o.organization_id = of_organization and o.id = of_order
    union all
    select o.* from orders o join chain c on o.organization_id = c.organization_id and o.id = c.retry_order_id
  )
  select exists (
    select from chain o
     where o.updated_at >= before or o.due_at is not null or o.parked_reason is not null or o.frozen_at is not null
        or o.payout_held_since is not null or o.awaits_retry or (o.short_minor > 0 and o.retry_order_id is null)
        or o.status not in ('STEP_4_COMPLETED', 'FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED',
                            'FAILED_DECLINED_BY_LIQ_PROVIDER', 'FAILED_REFUND_PROCESSED')
        or exists (select from organizations g where g.id = o.organization_id and g.status <> 'ACTIVE')
        or exists (select from payouts p
                    where p.organization_id = o.organization_id and p.order_id = o.id
                      and p.settled_at is null and p.rejected_at is null)
        or exists (select from refunds r
                    where r.organization_id = o.organization_id and r.order_id = o.id
                      and r.status <> 'PROCESSED' and r.reversed_minor < r.amount_minor)
        or exists (select from rail_marks m
                    where m.organization_id = o.organization_id and m.order_id = o.id
                      and (m.due_at is not null or m.answer <> m.outcome))
        or exists (select from information_requests i
                    where i.organization_id = o.organization_id and (i.order_id = o.id or i.order_id is null)
                      and i.status <> 'CLOSED')
        -- The payer owes the desk a part of a reversed deposit.
        or exists (select from deposits d
                    where d.organization_id = o.organization_id and d.reversal_order_id = o.id
                    group by d.currency
                   having sum(d.loss_minor) + coalesce((
                            select sum(case c.kind when 'advanced' then c.amount_minor when 'restored' then 0
                                                   else -c.amount_minor end)
                              from receivable_changes c
                             where c.organization_id = o.organization_id and c.order_id = o.id
                               and c.currency = d.currency), 0) <> 0)
        or exists (select from reconciliation_differences d, unnest(d.transfer_ids) t (id)
                     join ledger_transfers l on l.id = t.id
                    where d.outcome is null and l.organization_id = o.organization_id and l.order_id = o.id))
$$;
revoke execute on function order_needs_details(uuid,uuid,timestamptz) from public;

-- Whether a statement of the rail's account that covers the day has an open difference: its other side may be this payment.
create function rail_is_reconciled(of_rail text, of_currency text, at timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from reconciliation_differences d join reconciliations r on r.id = d.reconciliation_id
     where d.outcome is null and d.account = 'rail:' || of_rail and d.currency = of_currency
       and at::date between r.period_from - r.tolerance_days and r.period_to + r.tolerance_days)
$$;
revoke execute on function rail_is_reconciled(text,text,timestamptz) from public;

-- Each of these looks at a page of rows older than `before`, beginning after a position, and erases those that nothing
-- needs. They return the page, so that the caller knows where the next one begins.
create function erase_senders(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select d.id, d.recorded_at, d.rail, d.transaction, d.output_index, d.currency, d.organization_id, d.order_id,
           d.reversed_at
      from deposits d
     where d.sender_key_id <> '' and d.recorded_at < before and (d.recorded_at, d.id) > (after_at, after_id)
     order by d.recorded_at, d.id
     limit most
       for update skip locked
  ), erased as (
    update deposits d set sender_key_id = '', sender_sealed = '', sender_erased_at = at
      from page g
     where d.id = g.id
       and case when g.order_id is null then coalesce(g.reversed_at < before, false)
                else not order_needs_details(g.organization_id, g.order_id, before) end
       and not rail_is_reconciled(g.rail, g.currency, g.recorded_at)
       and not exists (select from rail_entries e
                        where e.rail = g.rail and lower(e.transaction) = lower(g.transaction)
                          and e.index = g.output_index and (e.kind = 'reversal') = false and e.due_at is not null)
    returning d.id
  )
  select g.id, g.recorded_at, g.organization_id, g.order_id, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.recorded_at, g.id
$$;
revoke execute on function erase_senders(timestamptz,timestamptz,timestamptz,uuid,integer) from public;
grant execute on function erase_senders(timestamptz,timestamptz,timestamptz,uuid,integer) to corridor_service;

-- As before, but an entry has the deposit of its occurrence.
create function erase_payers(before timestamp with time zone, at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS TABLE(id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with page as (
    select e.id, e.reported_at, e.rail, e.due_at, e.problem, d.id as deposit_id, d.recorded_at, d.currency,
           d.organization_id, d.order_id, d.reversed_at
      from rail_entries e
      left join deposits d on d.rail = e.rail and lower(d.transaction) = lower(e.transaction)
                          and d.output_index = e.index and d.occurrence = e.occurrence and e.kind = 'deposit'
     where e.payer_key_id <> '' and e.reported_at < before and (e.reported_at, e.id) > (after_at, after_id)
     order by e.reported_at, e.id
     limit most
       for update of e skip locked
  ), erased as (
    update rail_entries e set payer_key_id = '', payer_sealed = ''
      from page g
     where e.id = g.id and g.due_at is null and g.problem is null
       and case when g.deposit_id is null then true
                when g.order_id is null then coalesce(g.reversed_at < before, false)
                else not order_needs_details(g.organization_id, g.order_id, before) end
       and (g.deposit_id is null or not rail_is_reconciled(g.rail, g.currency, g.recorded_at))
    returning e.id
  )
  select g.id, g.reported_at, g.organization_id, g.order_id, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.reported_at, g.id
$function$;
revoke execute on function erase_payers(timestamptz,timestamptz,timestamptz,uuid,integer) from public;
grant execute on function erase_payers(timestamptz,timestamptz,timestamptz,uuid,integer) to corridor_service;

create function erase_payout_preparations(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select p.id, p.created_at, p.organization_id, p.order_id, p.rail, p.currency,
           coalesce(p.settled_at, p.rejected_at) as ended_at
      from payouts p
     where p.prepared_key_id <> '' and p.created_at < before and (p.created_at, p.id) > (after_at, after_id)
     order by p.created_at, p.id
     limit most
       for update skip locked
  ), erased as (
    update payouts p set prepared_key_id = '', prepared_sealed = '', prepared_erased_at = at
      from page g
     where (p.organization_id, p.id) = (g.organization_id, g.id) and g.ended_at < before
       and not order_needs_details(g.organization_id, g.order_id, before)
       and not rail_is_reconciled(g.rail, g.currency, g.ended_at)
    returning p.organization_id, p.id
  ), marks as (
    update rail_marks m set prepared_key_id = '', prepared_sealed = ''
      from erased e
     where (m.organization_id, m.subject_id) = (e.organization_id, e.id) and m.prepared_key_id <> ''
  )
  select g.id, g.created_at, g.organization_id, g.order_id, e.id is not null
    from page g left join erased e on (e.organization_id, e.id) = (g.organization_id, g.id)
   order by g.created_at, g.id
$$;
revoke execute on function erase_payout_preparations(timestamptz,timestamptz,timestamptz,uuid,integer) from public;
grant execute on function erase_payout_preparations(timestamptz,timestamptz,timestamptz,uuid,integer) to corridor_service;

create function erase_refund_preparations(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select r.id, r.created_at, r.updated_at, r.organization_id, r.order_id, r.rail, r.currency
      from refunds r
     where r.prepared_key_id <> '' and r.created_at < before and (r.created_at, r.id) > (after_at, after_id)
     order by r.created_at, r.id
     limit most
       for update skip locked
  ), erased as (
    update refunds r set prepared_key_id = '', prepared_sealed = '', prepared_erased_at = at
      from page g
     where (r.organization_id, r.id) = (g.organization_id, g.id) and g.updated_at < before and r.lease_token is null
       and not order_needs_details(g.organization_id, g.order_id, before)
       and not rail_is_reconciled(g.rail, g.currency, g.updated_at)
    returning r.organization_id, r.id
  ), marks as (
    update rail_marks m set prepared_key_id = '', prepared_sealed = ''
      from erased e
     where (m.organization_id, m.subject_id) = (e.organization_id, e.id) and m.prepared_key_id <> ''
  )
  select g.id, g.created_at, g.organization_id, g.order_id, e.id is not null
    from page g left join erased e on (e.organization_id, e.id) = (g.organization_id, g.id)
   order by g.created_at, g.id
$$;
revoke execute on function erase_refund_preparations(timestamptz,timestamptz,timestamptz,uuid,integer) from public;
grant execute on function erase_refund_preparations(timestamptz,timestamptz,timestamptz,uuid,integer) to corridor_service;

-- The clock of the database may be behind that of another copy.
create function renew_claim(after instant) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update deployment
     set claimed_at = greatest(now(), claimed_at + interval '1 ms', after + interval '1 ms'), claim = gen_random_uuid()
$$;
revoke execute on function renew_claim(instant) from public;
grant execute on function renew_claim(instant) to corridor_service;

-- Both halts or none: sends over all rails, fills at all providers. A claim that is not that of this copy any more halts
-- nothing.
create function halt_for_newer_claim(seen_by uuid, newer instant, why text) returns int
  language sql security definer set search_path = public, pg_temp as $$
  with made as (
    insert into halts (id, what, cause, actor, reason, halted_at, newer_claim_at)
    select gen_random_uuid(), what, 'other_service', 'database', why, now(), newer
      from deployment, (values ('sends'), ('fills')) named (what)
     where claim = seen_by
    on conflict (what, coalesce(rail, ''), coalesce(provider, ''), cause) where resumed_at is null do nothing
    returning id)
  select count(*)::int from made
$$;
revoke execute on function halt_for_newer_claim(uuid,instant,text) from public;
grant execute on function halt_for_newer_claim(uuid,instant,text) to corridor_service;

create function list_values_of(table_name text, organization uuid, currency text, rail text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into listed_values (field, value, organization_id)
  select table_name || '.' || f.field, f.value, coalesce(organization, '00000000-0000-0000-0000-000000000000')
    from (values ('currency', currency), ('rail', rail)) f (field, value)
   where f.value is not null
   order by 1
  on conflict do nothing
$$;
revoke execute on function list_values_of(text,uuid,text,text) from public;

-- The rows of a statement, most of which have values that are known.
create function list_values_of_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listed_values (field, value, organization_id)
  select distinct tg_table_name || '.' || f.field, f.value,
         coalesce(n.organization_id, '00000000-0000-0000-0000-000000000000')
    from (select distinct organization_id, currency::text, rail from new_rows) n
   cross join lateral (values ('currency', n.currency), ('rail', n.rail)) f (field, value)
   where f.value is not null
     and not exists (select from listed_values v
                      where v.field = tg_table_name || '.' || f.field and v.value = f.value
                        and v.organization_id = coalesce(n.organization_id, '00000000-0000-0000-0000-000000000000'))
   order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;

create function list_values_of_changed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform list_values_of(tg_table_name, new.organization_id, new.currency::text, new.rail);
  return null;
end $$;

-- An order's pair is that of its route, and the first order of a route makes the row of its open total.
create function list_values_of_route() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listed_values (field, value, organization_id)
  select f.field, f.value, new.organization_id
    from configured_routes r
   cross join lateral (values ('orders.payin_currency', r.payin_currency::text),
                              ('orders.payout_currency', r.payout_currency::text)) f (field, value)
   where r.organization_id = new.organization_id and r.id = new.route_id
   order by 1
  on conflict do nothing;
  return null;
end $$;

-- Everything that the tables have. It reads them whole.
create function list_all_values() returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into listed_values (field, value, organization_id)
  select f.field, f.value, coalesce(n.organization_id, '00000000-0000-0000-0000-000000000000')
    from (select distinct 'orders' as name, organization_id, payin_currency::text as a, payout_currency::text as b from orders
          union all select distinct 'deposits', organization_id, currency::text, rail from deposits
          union all select distinct 'payouts', organization_id, currency::text, rail from payouts
          union all select distinct 'refunds', organization_id, currency::text, rail from refunds) n
   cross join lateral (values (n.name || case n.name when 'orders' then '.payin_currency' else '.currency' end, n.a),
                              (n.name || case n.name when 'orders' then '.payout_currency' else '.rail' end, n.b)) f (field, value)
   where f.value is not null
  on conflict do nothing
$$;
revoke execute on function list_all_values() from public;

-- As before: what nothing needs any more of sends that ended before `before`.
create function erase_deposit_returns(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select r.id, r.created_at, r.updated_at, r.status, r.rail, r.currency
      from deposit_returns r
     where r.details_key_id <> '' and r.created_at < before and (r.created_at, r.id) > (after_at, after_id)
     order by r.created_at, r.id
     limit most
       for update skip locked
  ), erased as (
    update deposit_returns r
       set details_key_id = '', details_sealed = '',
           prepared_key_id = case when r.prepared_key_id is not null then '' end,
           prepared_sealed = case when r.prepared_key_id is not null then ''::bytea end
      from page g
     where r.id = g.id and g.updated_at < before and g.status not in ('PENDING', 'SENT')
       and (g.rail is null or not rail_is_reconciled(g.rail, g.currency, g.updated_at))
    returning r.id
  )
  select g.id, g.created_at, null::uuid, null::uuid, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.created_at, g.id
$$;
revoke execute on function erase_deposit_returns(timestamptz,timestamptz,timestamptz,uuid,integer) from public;
grant execute on function erase_deposit_returns(timestamptz,timestamptz,timestamptz,uuid,integer) to corridor_service;

-- As erase_deposit_returns: what nothing needs any more of returns that ended before `before`. A return that moved nothing
-- leaves its stray open, and the next one is prepared anew.
create function erase_stray_returns(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select s.id, s.seen_at, s.status, s.ended_at
      from strays s
     where s.prepared_key_id <> '' and s.seen_at < before and (s.seen_at, s.id) > (after_at, after_id)
     order by s.seen_at, s.id
     limit most
       for update skip locked
  ), erased as (
    update strays s set prepared_key_id = '', prepared_sealed = ''
      from page g
     where s.id = g.id and g.status <> 'RETURNING' and coalesce(g.ended_at < before, true)
    returning s.id
  )
  select g.id, g.seen_at, null::uuid, null::uuid, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.seen_at, g.id
$$;
revoke execute on function erase_stray_returns(timestamptz,timestamptz,timestamptz,uuid,integer) from public;
grant execute on function erase_stray_returns(timestamptz,timestamptz,timestamptz,uuid,integer) to corridor_service;

create function deposit_came_back() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
declare
  sent bigint;
  came bigint;
begin
  select r.amount_minor into sent from deposit_returns r where r.rail_key = new.address for update;
  if sent is null then
    return new;
  end if;
  select coalesce(sum(d.amount_minor), 0) into came from deposits d
   where d.rail = new.rail and d.address = new.address and starts_with(d.address, 'deposit:d')
     and (lower(d.transaction), d.output_index) is distinct from (lower(new.transaction), new.output_index);
  if came + new.amount_minor > sent then
    raise exception '% came back for %, which sent %, and of which % came back before', new.amount_minor, new.address, sent, came;
  end if;
  return new;
end
$$;

create trigger organizations_history before update on organizations
  for each row when (old.status_history is distinct from new.status_history)
  execute function history_only_grows();
create trigger external_payment_instruments_history before update on external_payment_instruments
  for each row when (old.status_history is distinct from new.status_history)
  execute function history_only_grows();
-- A statement that does not set the history cannot change it. The claims of the worker set none.
-- The function decides, except where the new history is the old one and one entry that is no earlier. It would agree there.
create or replace trigger orders_history before update of status_history on orders for each row
  when ((new.status_history - -1 = old.status_history
         and new.status_history -> -1 ->> 'created_at' >= old.status_history -> -1 ->> 'created_at') is not true
        and old.status_history is distinct from new.status_history)
  execute function history_only_grows();
-- The trigger keeps this column from these three only.
create or replace trigger orders_awaits_retry before update of status, retry_order_id, awaits_retry on orders
  for each row
  when (new.awaits_retry <> (new.status = 'FAILED_DECLINED_BY_LIQ_PROVIDER' and new.retry_order_id is null))
  execute function order_awaits_retry();
create trigger treasury_movements_history before update on treasury_movements
  for each row execute function history_only_grows();
create trigger approvals_are_final before update on approvals for each row execute function check_approval();
create trigger api_keys_only_shrink before update of expires_at, revoked_at on api_keys
  for each row execute function api_key_only_shrinks();
create trigger orders_failed before update of status, failed_status on orders for each row
  when (new.failed_status is distinct from case when new.status like 'FAILED%' then new.status end)
  execute function order_failed();
create trigger list_values after insert on open_totals
  for each row execute function list_values_of_route();
create trigger list_values after insert on deposits
  referencing new table as new_rows for each statement execute function list_values_of_new();
create trigger list_values after insert on payouts
  referencing new table as new_rows for each statement execute function list_values_of_new();
create trigger list_values after insert on refunds
  referencing new table as new_rows for each statement execute function list_values_of_new();
create trigger list_values_again after update of organization_id on deposits
  for each row when (new.organization_id is distinct from old.organization_id)
  execute function list_values_of_changed();
create trigger list_values_again after update of rail on payouts
  for each row when (new.rail is distinct from old.rail) execute function list_values_of_changed();
create trigger list_values_again after update of rail on refunds
  for each row when (new.rail is distinct from old.rail) execute function list_values_of_changed();
create trigger deposit_came_back before insert on deposits
  for each row when (starts_with(new.address, 'deposit:d')) execute function deposit_came_back();

grant usage on schema public, simulator to corridor_service;
grant insert, select, update (released_at) on account_holds to corridor_service;
grant insert, select on act_keys to corridor_service;
grant insert, select, update (expires_at, revoked_at, last_used_at, granted_until) on api_keys to corridor_service;
grant select, update (rules) on approval_rules to corridor_service;
grant insert, select, update (status, decided_by, decided_person, decided_at, decision_reason, body_key_id,
  body_sealed) on approvals to corridor_service;
-- Only the function writes the trail.
grant select on audit_entries to corridor_service;
grant select on audit_heads to corridor_service;
grant insert, select, update (timezone, holidays) on bank_calendars to corridor_service;
grant insert, select, update (status, settled_at, changes, problem, file_key_id, file_sealed, undo_key_id,
  undo_sealed) on configuration_versions to corridor_service;
grant insert, select, update (is_disabled, estimated_settlement_time, payin_min_minor, payin_max_minor, cost_tiers,
  tax_bps, fee_treatment, max_slippage_bps, submission_window_ms, funding_window_ms, trading_hours,
  inclusive_account_types, version, max_open_total_minor, further_providers) on configured_routes to
  corridor_service;
grant delete, insert, select, update (used_at, ended_at) on console_sessions to corridor_service;
grant insert, select, update (secrets_digest) on deployment to corridor_service;
grant insert, select, update (status, rail, prepared_key_id, prepared_sealed, rail_reference, rejection_code,
  fee_currency, fee_minor, posting_id, fee_posting_id, updated_at, due_at, attempt, lease_token, leased_until,
  outflow_limited_at, outflow_limited_by, stopped_at) on deposit_returns to corridor_service;
grant insert, select on deposit_suggestions to corridor_service;
grant insert, select, update (organization_id, order_id, outcome, assigned_at, reversed_at, reversal_code,
  loss_minor, sweep_id, reversal_order_id, reversal_held_minor, exit, exit_account, exit_movement_id, exited_at) on
  deposits to corridor_service;
grant insert, select, update (since, noted_at, facts, is_present, is_open) on desk_conditions to corridor_service;
grant insert, select, update (released_at) on enterprise_holds to corridor_service;
grant insert, select on enterprises to corridor_service;
-- Through these alone: a partition of its own has no grants.
grant insert, select on events to corridor_service;
grant insert, select, update (status, status_history, updated_at, closing_until, fingerprint) on
  external_payment_instruments to corridor_service;
grant insert, select, update (provider_reference, filled_at, declined_at, sold_minor, delivered_minor, fee_currency,
  fee_minor, decline_code, decline_is_final) on fills to corridor_service;
grant insert, select, update (organization_id, order_id, assigned_at, retired_at, retired_reason) on
  funding_accounts to corridor_service;
grant insert, select, update (resumed_at, read_at, lists_sends, lists_fills) on halts to corridor_service;
grant insert, select on information_documents to corridor_service;
grant insert, select, update (status, updated_at, answered_at, closed_at, answer_key_id, answer_sealed,
  answer_document_ids, idempotency_key, request_hash) on information_requests to corridor_service;
grant select, update (list_key_id, list_sealed) on known_counterparties to corridor_service;
grant select on ledger_entries to corridor_service;
grant select, update (up_to, next_up_to, next_from) on ledger_sum_progress to corridor_service;
grant insert, select, update (balance_minor) on ledger_sums to corridor_service;
grant insert, select on ledger_transfers to corridor_service;
grant insert, select, update (kind, version, settings) on liquidity_providers to corridor_service;
grant select on listed_values to corridor_service;
grant insert, select, update (amount_minor, observed_at, asked_at) on observed_balances to corridor_service;
grant insert, select on offering_batches to corridor_service;
grant insert, select on offerings to corridor_service;
grant insert, select, update (open_minor) on open_totals to corridor_service;
grant insert, select, update (revoked_at, created_by) on operator_keys to corridor_service;
grant insert, select on order_delays to corridor_service;
grant insert, select on order_notes to corridor_service;
grant insert, select, update (effective_exchange_rate, retry_order_id, status, status_history, updated_at, due_at,
  attempt, lease_token, leased_until, version, last_event, received_minor, parked_reason, parked_at, short_minor,
  reserved_provider, accepted_loss_minor, chosen_provider, frozen_at, payout_held_since, key_id) on orders to
  corridor_service;
grant insert, select, update (contact_email, contact_first_name, contact_last_name, status, status_history,
  updated_at) on organizations to corridor_service;
grant insert, select, update (max_send_minor, max_hour_minor) on outflow_caps to corridor_service;
grant insert, select, update (amount_minor) on outflows to corridor_service;
grant delete, insert, select, update (counter, used_at) on passkeys to corridor_service;
grant insert, select, update (rail_reference, settled_at, rejected_at, rail, prepared_key_id, prepared_sealed,
  fee_currency, fee_minor, rejection_code, returned_at) on payouts to corridor_service;
grant insert, select, update (settlement_limit_minor, is_prefunded) on provider_limits to corridor_service;
grant insert, select on queue_comments to corridor_service;
grant insert, select, update (since, assignee, assigned_at, snoozed_until) on queue_items to corridor_service;
grant insert, select on quotes to corridor_service;
grant insert, select, update (cursor, moved_at, read_up_to) on rail_cursors to corridor_service;
grant insert, select, update (due_at, attempt, problem, decision, decided_at, tied, claimed_until) on rail_entries
  to corridor_service;
grant insert, select, update (prepared_key_id, prepared_sealed, due_at, attempt, answer, answered_at) on rail_marks
  to corridor_service;
grant insert, select, update (kind, settings, version, bank_calendar) on rails to corridor_service;
grant insert, select on receivable_changes to corridor_service;
grant insert, select on reconciled_lines to corridor_service;
grant insert, select on reconciled_transfers to corridor_service;
grant insert, select, update (outcome, movement_id, matched_by, closed_by, closed_at, closing_reason) on
  reconciliation_differences to corridor_service;
grant insert, select on reconciliations to corridor_service;
grant insert, select, update (destination_instrument_id, status, rail_key, rail_reference, updated_at, due_at,
  attempt, lease_token, leased_until, rail, prepared_key_id, prepared_sealed, fee_currency, fee_minor,
  rejection_code, outflow_limited_at, reversed_minor, outflow_limited_by, kept_minor, collected_in) on refunds to
  corridor_service;
grant insert, select, update (looked_at, ended_at, fee_units, is_reported, posting_id) on relayed_transactions to
  corridor_service;
grant insert, select, update (overpaid_units) on relayer_gas to corridor_service;
grant insert, select, update (sweep_id, returned_at) on rent_keys to corridor_service;
grant insert, select, update (payin_minor, payout_minor) on reserved_totals to corridor_service;
grant select, update (kept_days) on retention_policy to corridor_service;
grant insert, select on returns to corridor_service;
grant select, update (ahead_ms) on sandbox_clock to corridor_service;
grant select, update (version, is_on, screeners) on screening to corridor_service;
grant insert, select, update (entries) on screening_lists to corridor_service;
grant insert, select, update (organization_id, order_id, fingerprint, state, version, screener, reason, answered_at,
  released_at, release_reason, due_at, attempt, round, asked_version, lacking, lacking_id) on screenings to
  corridor_service;
grant insert, select, update (attempt, due_at, missing_at, outcome, ended_at) on second_looks to corridor_service;
grant insert, select, update (asked_at, answer, detail, answered_at) on send_cancellations to corridor_service;
grant insert, select, update on small_amounts to corridor_service;
grant delete, insert, select on spent_challenges to corridor_service;
grant insert, select, update (units, occurrence, status, ended_at, key, prepared_key_id, prepared_sealed, attempt,
  due_at, problem, reference, fee_currency, fee_minor, posting_id, returning_at, stopped_at, fingerprint) on strays
  to corridor_service;
grant insert, select, update (status, reference, code, fee_currency, fee_minor, posting_id, ended_at, due_at,
  attempt, problem) on sweeps to corridor_service;
grant insert, select, update (position, hours, max_rate_age_ms, settings) on trading_pairs to corridor_service;
grant insert, select on travel_rule_records to corridor_service;
grant insert, select, update (status, status_history, version, updated_at) on treasury_movements to corridor_service;
grant insert, select, update (put_right_at) on unknown_fills to corridor_service;
grant insert, select, update (put_right_at) on unknown_sends to corridor_service;
grant insert, select, update (used_at, ended_at, replayed_at) on user_sessions to corridor_service;
grant insert, select, update (role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
  enrolment_hash, enrolment_expires_at, disabled_at, invited_by, needs_admission, enrolled_at, admitted_at,
  admitted_by) on users to corridor_service;
grant insert, select, update (state, reason, actor, changed_at, version) on verifications to corridor_service;
grant insert, select, update (limit_minor, raised_minor, raised_until) on volume_limits to corridor_service;
grant insert, select, update (used_minor) on volume_used to corridor_service;
grant select, update (number) on webhook_claims to corridor_service;
grant insert, select, update (status, attempts, last_status_code, last_error, updated_at, due_at, last_answer,
  asked) on webhook_deliveries to corridor_service;
grant insert, select, update (url, description, event_types, secrets_key_id, secrets_sealed, status,
  disabled_reason, failing_since, updated_at, deleted_at, is_quick, most_at_once) on webhook_endpoints to
  corridor_service;
grant insert, select, update (lease_token, leased_until, busy) on webhook_leases to corridor_service;
grant insert, select, update on simulator.calls to corridor_service;
grant insert, select, update (reported_at, number) on simulator.deposits to corridor_service;
grant insert, select on simulator.executions to corridor_service;
grant select, update on simulator.report_count to corridor_service;
grant insert, select on simulator.scripts to corridor_service;

insert into sandbox_clock default values;
insert into webhook_claims default values;
insert into simulator.report_count default values;
insert into ledger_sum_progress (up_to, next_up_to, next_from) values (0, 0, pg_current_xact_id());
insert into screening default values;
insert into approval_rules (rules) values ('[]');
insert into retention_policy default values;
insert into known_counterparties default values;
