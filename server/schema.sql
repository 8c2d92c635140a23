-- The schema of a migrated database, made by `npm run generate`. Read this; change it by a migration.

create domain currency_code as text CHECK ((VALUE ~ '^[A-Z]{3,5}$'::text));
create domain exchange_rate as numeric CHECK (((VALUE > (0)::numeric) AND (VALUE < '1000000000000000000'::numeric) AND (scale(VALUE) <= 18)));
create domain instant as timestamp(3) with time zone;
create domain minor_units as bigint CHECK ((VALUE >= 0));

create table public.account_holds (
  id bigint not null,
  enterprise_id uuid not null,
  fingerprint bytea not null,
  placed_at instant not null,
  released_at instant,
  constraint account_holds_pkey PRIMARY KEY (id),
  constraint account_holds_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint account_holds_check CHECK (((released_at)::timestamp with time zone >= (placed_at)::timestamp with time zone)),
  constraint account_holds_fingerprint_check CHECK ((length(fingerprint) = 32))
);

create table public.account_lines (
  organization_id uuid not null,
  account_id uuid not null,
  number integer not null,
  kind text not null,
  amount_minor bigint not null,
  balance_minor bigint not null,
  order_id uuid,
  key text,
  posting_id uuid not null,
  created_at instant not null,
  stored_at timestamp with time zone not null default now(),
  constraint account_lines_key_key UNIQUE (key),
  constraint account_lines_pkey PRIMARY KEY (organization_id, account_id, number),
  constraint account_lines_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint account_lines_check CHECK (((kind = 'correction'::text) OR ((kind = 'order'::text) = (amount_minor < 0)))),
  constraint account_lines_check1 CHECK (((kind <> 'order'::text) OR (balance_minor >= 0))),
  constraint account_lines_check2 CHECK ((((kind = 'order'::text) = (order_id IS NOT NULL)) AND ((kind = ANY (ARRAY['payout'::text, 'refund'::text])) = (key IS NOT NULL)))),
  constraint account_lines_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'payout'::text, 'refund'::text, 'correction'::text]))),
  constraint account_lines_number_check CHECK ((number > 0))
);

create table public.accounts (
  organization_id uuid not null,
  id uuid not null,
  number text not null,
  currency currency_code not null,
  rail text not null,
  balance_minor bigint not null default 0,
  lines integer not null default 0,
  created_at instant not null,
  constraint accounts_number_key UNIQUE (number),
  constraint accounts_pkey PRIMARY KEY (organization_id, id),
  constraint accounts_organization_id_id_fkey FOREIGN KEY (organization_id, id) REFERENCES external_payment_instruments(organization_id, id),
  constraint accounts_number_check CHECK ((number ~ '^AC-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{8}$'::text))
);

create table public.act_keys (
  actor text not null,
  key text not null,
  request_hash bytea not null,
  act text not null,
  subject text not null,
  done_at instant not null,
  constraint act_keys_pkey PRIMARY KEY (actor, key)
);

create table public.api_keys (
  id uuid not null,
  enterprise_id uuid not null,
  organization_id uuid,
  label text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  allowed_addresses cidr[] not null default '{}'::cidr[],
  created_at instant not null,
  expires_at instant,
  revoked_at instant,
  last_used_at instant,
  line uuid,
  made_by uuid,
  replaces uuid,
  granted_until instant,
  operation text,
  idempotency_key text,
  request_hash bytea,
  rotated_by uuid,
  constraint api_keys_secret_hash_key UNIQUE (secret_hash),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint api_keys_line_fkey FOREIGN KEY (line) REFERENCES api_keys(id),
  constraint api_keys_made_by_fkey FOREIGN KEY (made_by) REFERENCES api_keys(id),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_replaces_fkey FOREIGN KEY (replaces) REFERENCES api_keys(id),
  constraint api_keys_rotated_by_fkey FOREIGN KEY (rotated_by) REFERENCES api_keys(id),
  constraint api_keys_creation CHECK ((num_nonnulls(operation, idempotency_key, request_hash) = ANY (ARRAY[0, 3]))),
  constraint api_keys_label_check CHECK (((length(label) >= 1) AND (length(label) <= 200))),
  constraint api_keys_line CHECK (((line IS NULL) = (replaces IS NULL))),
  constraint api_keys_operation_check CHECK ((operation = ANY (ARRAY['create'::text, 'rotate'::text]))),
  constraint api_keys_scopes_check CHECK (((scopes <@ ARRAY['read'::text, 'write'::text]) AND (cardinality(scopes) > 0))),
  constraint api_keys_secret_hash_check CHECK ((length(secret_hash) = 32))
);

create table public.api_requests (
  id uuid not null,
  enterprise_id uuid not null,
  key_id uuid not null,
  organization_id uuid,
  request_id text not null,
  at instant not null,
  method text not null,
  path text not null,
  operation text not null,
  status integer not null,
  took_ms integer not null,
  code text,
  faults text[] not null,
  object_id text,
  body jsonb,
  constraint api_requests_pkey PRIMARY KEY (id),
  constraint api_requests_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint api_requests_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint api_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table public.approval_rules (
  is_only boolean not null default true,
  rules jsonb not null,
  constraint approval_rules_pkey PRIMARY KEY (is_only),
  constraint approval_rules_is_only_check CHECK (is_only),
  constraint approval_rules_rules_check CHECK ((jsonb_typeof(rules) = 'array'::text))
);

create table public.approvals (
  id uuid not null,
  act text not null,
  chain uuid not null,
  subject text not null,
  version text not null,
  asked jsonb not null,
  amounts jsonb not null,
  reason text not null,
  roles text[] not null,
  proposed_by text not null,
  proposed_person uuid not null,
  proposed_at instant not null,
  expires_at instant not null,
  status text not null default 'PENDING'::text,
  decided_by text,
  decided_person uuid,
  decided_at instant,
  decision_reason text,
  body_key_id text,
  body_sealed bytea,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_decided_person_fkey FOREIGN KEY (decided_person) REFERENCES users(id),
  constraint approvals_proposed_person_fkey FOREIGN KEY (proposed_person) REFERENCES users(id),
  constraint approvals_body_waits CHECK (((body_sealed IS NULL) OR (status = 'PENDING'::text))),
  constraint approvals_body_whole CHECK (((body_key_id IS NULL) = (body_sealed IS NULL))),
  constraint approvals_check CHECK (((expires_at)::timestamp with time zone > (proposed_at)::timestamp with time zone)),
  constraint approvals_check1 CHECK (((status = 'PENDING'::text) = (decided_at IS NULL))),
  constraint approvals_check2 CHECK (((status <> ALL (ARRAY['APPROVED'::text, 'REJECTED'::text])) OR ((decided_person IS NOT NULL) AND (decided_person <> proposed_person)))),
  constraint approvals_check3 CHECK (((status <> 'WITHDRAWN'::text) OR ((decided_person IS NOT NULL) AND (decided_person = proposed_person)))),
  constraint approvals_roles_check CHECK (((cardinality(roles) > 0) AND
CASE
    WHEN (act = 'order.create'::text) THEN (roles <@ ARRAY['approver'::text, 'admin'::text])
    ELSE (roles <@ ARRAY['operator'::text, 'treasurer'::text, 'compliance'::text, 'admin'::text])
END)),
  constraint approvals_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'WITHDRAWN'::text, 'LAPSED'::text, 'EXPIRED'::text])))
);

create table public.audit_entries (
  chain uuid not null,
  number bigint not null,
  at instant not null,
  actor text not null,
  act text not null,
  subject text not null,
  reason text not null,
  detail text not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_entries_pkey PRIMARY KEY (chain, number),
  constraint audit_entries_detail_check CHECK (((detail)::json IS NOT NULL)),
  constraint audit_entries_number_check CHECK ((number > 0))
);

create table public.audit_heads (
  chain uuid not null,
  number bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (chain)
);

create table public.balance_samples (
  account text not null,
  currency currency_code not null,
  at instant not null,
  ledger_minor numeric(38,0) not null,
  observed_minor numeric(38,0),
  constraint balance_samples_pkey PRIMARY KEY (account, currency, at)
);

create table public.bank_calendars (
  name text not null,
  timezone text not null,
  holidays text[] not null,
  constraint bank_calendars_pkey PRIMARY KEY (name)
);

create table public.brand (
  is_only boolean not null default true,
  content jsonb not null default '{}'::jsonb,
  constraint brand_pkey PRIMARY KEY (is_only),
  constraint brand_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  constraint brand_is_only_check CHECK (is_only)
);

create table public.call_sums (
  kind text not null,
  name text not null,
  at instant not null,
  call text not null,
  is_failed boolean not null,
  step smallint not null,
  calls bigint not null,
  constraint call_sums_pkey PRIMARY KEY (kind, name, at, call, is_failed, step),
  constraint call_sums_kind_check CHECK ((kind = ANY (ARRAY['rail'::text, 'provider'::text, 'webhook_endpoint'::text])))
);

create table public.configuration_versions (
  id uuid not null,
  number integer not null,
  kind text not null,
  status text not null,
  actor text not null,
  reason text not null,
  created_at instant not null,
  effective_from instant,
  settled_at instant,
  changes jsonb not null,
  problem text,
  folder text not null,
  file_key_id text not null,
  file_sealed bytea not null,
  undo_key_id text,
  undo_sealed bytea,
  constraint configuration_versions_number_key UNIQUE (number),
  constraint configuration_versions_pkey PRIMARY KEY (id),
  constraint configuration_versions_check CHECK (((settled_at IS NULL) = (status = 'pending'::text))),
  constraint configuration_versions_check1 CHECK (((undo_key_id IS NULL) = (undo_sealed IS NULL))),
  constraint configuration_versions_check2 CHECK (((undo_sealed IS NOT NULL) = (status = 'effective'::text))),
  constraint configuration_versions_check3 CHECK (((problem IS NOT NULL) = (status = 'refused'::text))),
  constraint configuration_versions_kind_check CHECK ((kind = ANY (ARRAY['apply'::text, 'rollback'::text]))),
  constraint configuration_versions_number_check CHECK ((number > 0)),
  constraint configuration_versions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'effective'::text, 'withdrawn'::text, 'refused'::text])))
);

create table public.configured_routes (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  order_type text not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  provider_name text not null,
  is_disabled boolean not null,
  estimated_settlement_time text not null,
  payin_min_minor minor_units not null,
  payin_max_minor minor_units not null,
  cost_tiers jsonb not null,
  tax_bps integer not null,
  fee_treatment text not null,
  max_slippage_bps integer not null,
  submission_window_ms integer not null,
  funding_window_ms integer not null,
  trading_hours jsonb not null,
  inclusive_account_types text[] not null,
  version integer not null default 1,
  created_at instant not null,
  max_open_total_minor minor_units not null default '999999999999999999'::bigint,
  further_providers text[] not null default '{}'::text[],
  constraint configured_routes_name_organization_id_key UNIQUE (name, organization_id),
  constraint configured_routes_pkey PRIMARY KEY (organization_id, id),
  constraint configured_routes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint configured_routes_provider_name_payin_currency_payout_curr_fkey FOREIGN KEY (provider_name, payin_currency, payout_currency) REFERENCES trading_pairs(provider_name, payin_currency, payout_currency),
  constraint configured_routes_check CHECK ((funding_window_ms >= submission_window_ms)),
  constraint configured_routes_check1 CHECK (((0 < (payin_min_minor)::bigint) AND ((payin_min_minor)::bigint <= (payin_max_minor)::bigint))),
  constraint configured_routes_cost_tiers_check CHECK ((jsonb_array_length(cost_tiers) > 0)),
  constraint configured_routes_estimated_settlement_time_check CHECK ((estimated_settlement_time = ANY (ARRAY['T+0'::text, 'T+1'::text, 'T+2'::text]))),
  constraint configured_routes_fee_treatment_check CHECK ((fee_treatment = ANY (ARRAY['inclusive'::text, 'exclusive'::text]))),
  constraint configured_routes_max_slippage_bps_check CHECK (((max_slippage_bps >= 0) AND (max_slippage_bps <= 10000))),
  constraint configured_routes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint configured_routes_order_type_check CHECK ((order_type = 'QUOTED'::text)),
  constraint configured_routes_submission_window_ms_check CHECK ((submission_window_ms > 0)),
  constraint configured_routes_tax_bps_check CHECK (((tax_bps >= 0) AND (tax_bps <= 10000))),
  constraint configured_routes_trading_hours_check CHECK ((jsonb_typeof(trading_hours) = 'array'::text))
);

create table public.console_sessions (
  token_hash bytea not null,
  key_id uuid not null,
  created_at instant not null,
  used_at instant not null,
  ended_at instant,
  constraint console_sessions_pkey PRIMARY KEY (token_hash),
  constraint console_sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
);

create table public.deployment (
  only_row boolean not null default true,
  environment text not null,
  created_at instant not null,
  secrets_digest bytea,
  event_epoch integer not null default 0,
  event_cluster text,
  place text,
  claimed_at instant not null default now(),
  claim uuid not null default gen_random_uuid(),
  constraint deployment_pkey PRIMARY KEY (only_row),
  constraint deployment_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text]))),
  constraint deployment_only_row_check CHECK (only_row)
);

create table public.deposit_returns (
  id uuid not null,
  deposit_id uuid not null,
  currency currency_code not null,
  amount_minor minor_units not null,
  method text not null,
  details_key_id text not null,
  details_sealed bytea not null,
  fingerprint bytea not null,
  status text not null default 'PENDING'::text,
  rail_key text not null,
  rail text,
  prepared_key_id text,
  prepared_sealed bytea,
  rail_reference text,
  rejection_code text,
  fee_currency currency_code,
  fee_minor minor_units,
  posting_id uuid,
  fee_posting_id uuid,
  created_at instant not null,
  updated_at instant not null,
  due_at timestamp with time zone,
  attempt integer not null default 0,
  lease_token uuid,
  leased_until timestamp with time zone,
  outflow_limited_at instant,
  outflow_limited_by text,
  stopped_at instant,
  went_twice boolean not null default false,
  constraint deposit_returns_fee_posting_id_key UNIQUE (fee_posting_id),
  constraint deposit_returns_posting_id_key UNIQUE (posting_id),
  constraint deposit_returns_rail_key_key UNIQUE (rail_key),
  constraint deposit_returns_pkey PRIMARY KEY (id),
  constraint deposit_returns_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint deposit_returns_amount_minor_check CHECK (((amount_minor)::bigint > 0)),
  constraint deposit_returns_check CHECK (((lease_token IS NULL) = (leased_until IS NULL))),
  constraint deposit_returns_check1 CHECK (((prepared_key_id IS NULL) = (prepared_sealed IS NULL))),
  constraint deposit_returns_check2 CHECK (((fee_currency IS NULL) = (fee_minor IS NULL))),
  constraint deposit_returns_check3 CHECK (((status = 'PROCESSED'::text) = ((rail_reference IS NOT NULL) AND (posting_id IS NOT NULL)))),
  constraint deposit_returns_check4 CHECK (((status <> 'WITHDRAWN'::text) OR (rail IS NULL))),
  constraint deposit_returns_check5 CHECK (((status = ANY (ARRAY['PENDING'::text, 'SENT'::text])) = (due_at IS NOT NULL))),
  constraint deposit_returns_check6 CHECK (((NOT went_twice) OR (status = 'PROCESSED'::text))),
  constraint deposit_returns_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint deposit_returns_outflow_limited_by_check CHECK ((outflow_limited_by = ANY (ARRAY['outflow_limit'::text, 'liquidity'::text]))),
  constraint deposit_returns_rail_key_check CHECK (((length(rail_key) >= 1) AND (length(rail_key) <= 90))),
  constraint deposit_returns_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'PROCESSED'::text, 'FAILED'::text, 'WITHDRAWN'::text])))
);

create table public.deposit_suggestions (
  deposit_id uuid not null,
  organization_id uuid not null,
  order_id uuid not null,
  reason text not null,
  score smallint not null default 0,
  constraint deposit_suggestions_pkey PRIMARY KEY (deposit_id, order_id),
  constraint deposit_suggestions_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint deposit_suggestions_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint deposit_suggestions_reason_check CHECK ((reason = ANY (ARRAY['number'::text, 'part_of_number'::text, 'amount'::text, 'account'::text]))),
  constraint deposit_suggestions_score_check CHECK (((score >= 0) AND (score <= 100)))
);

create table public.deposits (
  id uuid not null,
  rail text not null,
  transaction text not null,
  output_index integer not null,
  organization_id uuid,
  order_id uuid,
  address text not null,
  currency currency_code not null,
  amount_minor minor_units not null,
  outcome text not null,
  recorded_at instant not null,
  assigned_at instant,
  sender_key_id text,
  sender_sealed bytea,
  reversed_at instant,
  reversal_code text,
  loss_minor minor_units,
  sweep_id uuid,
  reversal_order_id uuid,
  reversal_held_minor minor_units,
  sender_erased_at instant,
  received_at instant,
  occurrence integer not null default 0,
  exit text,
  exit_account text,
  exit_movement_id uuid,
  exited_at instant,
  counterparty text,
  is_small boolean not null default false,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_exit_movement_id_fkey FOREIGN KEY (exit_movement_id) REFERENCES treasury_movements(id),
  constraint deposits_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint deposits_organization_id_reversal_order_id_fkey FOREIGN KEY (organization_id, reversal_order_id) REFERENCES orders(organization_id, id),
  constraint deposits_sweep_id_fkey FOREIGN KEY (sweep_id) REFERENCES sweeps(id),
  constraint deposits_amount_minor_check CHECK (((amount_minor)::bigint > 0)),
  constraint deposits_check CHECK (((organization_id IS NULL) = (order_id IS NULL))),
  constraint deposits_check1 CHECK (((outcome = 'unmatched'::text) = (order_id IS NULL))),
  constraint deposits_check2 CHECK (((reversal_held_minor IS NULL) OR (reversed_at IS NOT NULL))),
  constraint deposits_exit CHECK (((num_nonnulls(exit, exit_account, exited_at) = ANY (ARRAY[0, 3])) AND ((exit IS NULL) OR (order_id IS NULL)) AND ((exit_movement_id IS NULL) OR (exit = 'booked'::text)))),
  constraint deposits_exit_check CHECK ((exit = ANY (ARRAY['booked'::text, 'written_off'::text, 'returned'::text]))),
  constraint deposits_occurrence_check CHECK ((occurrence >= 0)),
  constraint deposits_outcome_check CHECK ((outcome = ANY (ARRAY['counted'::text, 'late'::text, 'extra'::text, 'wrong_asset'::text, 'unmatched'::text]))),
  constraint deposits_output_index_check CHECK ((output_index >= 0)),
  constraint deposits_reversal CHECK ((num_nonnulls(reversed_at, reversal_code, loss_minor) = ANY (ARRAY[0, 3]))),
  constraint deposits_sender CHECK (((sender_key_id IS NULL) = (sender_sealed IS NULL)))
);

create table public.desk_conditions (
  kind text not null,
  subject text not null,
  since instant not null,
  noted_at instant not null,
  facts jsonb not null,
  is_present boolean not null default true,
  is_open boolean not null default false,
  constraint desk_conditions_pkey PRIMARY KEY (kind, subject),
  constraint desk_conditions_check CHECK ((is_present OR (NOT is_open))),
  constraint desk_conditions_kind_check CHECK ((kind = ANY (ARRAY['balance_difference'::text, 'low_liquidity'::text, 'stale_rate'::text])))
);

create table public.enterprise_holds (
  enterprise_id uuid not null,
  placed_at instant not null,
  organization_ids uuid[] not null,
  released_at instant,
  constraint enterprise_holds_pkey PRIMARY KEY (enterprise_id, placed_at),
  constraint enterprise_holds_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id)
);

create table public.enterprise_settings (
  enterprise_id uuid not null,
  keys_may_sign_in boolean not null default true,
  bounds jsonb not null default '[]'::jsonb,
  bounds_cover_keys boolean not null default false,
  second_admin boolean not null default false,
  waiting jsonb,
  constraint enterprise_settings_pkey PRIMARY KEY (enterprise_id),
  constraint enterprise_settings_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint enterprise_settings_bounds_check CHECK ((jsonb_typeof(bounds) = 'array'::text)),
  constraint enterprise_settings_waiting_check CHECK ((jsonb_typeof(waiting) = 'object'::text))
);

create table public.enterprises (
  id uuid not null,
  name text not null,
  created_at instant not null,
  constraint enterprises_name_key UNIQUE (name),
  constraint enterprises_pkey PRIMARY KEY (id),
  constraint enterprises_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

create table public.events (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid,
  sequence integer,
  type text not null,
  data jsonb not null,
  created_at instant not null,
  transaction xid8 not null default pg_current_xact_id(),
  epoch integer not null default 0,
  constraint events_pkey PRIMARY KEY (organization_id, id),
  constraint events_check CHECK (((order_id IS NULL) = (sequence IS NULL))),
  constraint events_sequence_check CHECK ((sequence > 0)),
  constraint events_type_check CHECK ((type ~ '^[a-z]+\.[a-z_]+$'::text))
) partition by range (id);

create table public.external_payment_instruments (
  organization_id uuid not null,
  id uuid not null,
  alias text not null,
  currency currency_code not null,
  method text not null,
  details_key_id text not null,
  details_sealed bytea not null,
  status text not null,
  status_history jsonb not null,
  first_version integer not null,
  version integer not null generated always as (jsonb_array_length(status_history)) stored,
  created_at instant not null,
  updated_at instant not null,
  idempotency_key text,
  request_hash bytea,
  closing_until timestamp with time zone,
  fingerprint bytea,
  details_erased_at instant,
  metadata jsonb,
  constraint external_payment_instruments_idempotency_key_organization_i_key UNIQUE (idempotency_key, organization_id),
  constraint external_payment_instruments_pkey PRIMARY KEY (organization_id, id),
  constraint external_payment_instruments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint external_payment_instruments_alias_check CHECK (((length(alias) >= 1) AND (length(alias) <= 200))),
  constraint external_payment_instruments_check CHECK ((((status_history -> '-1'::integer) ->> 'status'::text) = status)),
  constraint external_payment_instruments_check1 CHECK (((first_version >= 1) AND (first_version <= jsonb_array_length(status_history)))),
  constraint external_payment_instruments_check2 CHECK (((idempotency_key IS NULL) = (request_hash IS NULL))),
  constraint external_payment_instruments_details_sealed_check CHECK ((length(details_sealed) > 28)),
  constraint external_payment_instruments_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint external_payment_instruments_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'COMPLIANCE_HOLD'::text, 'ARCHIVED'::text])))
);

create table public.fills (
  organization_id uuid not null,
  order_id uuid not null,
  provider_name text not null,
  provider_key text not null,
  payin_currency currency_code not null,
  payin_minor minor_units not null,
  payout_currency currency_code not null,
  payout_minor minor_units not null,
  created_at instant not null,
  provider_reference text,
  filled_at instant,
  sequence integer not null,
  firm_rate exchange_rate not null,
  provider_payout_minor minor_units not null,
  declined_at instant,
  quote_token text not null default ''::text,
  quote_expires_at instant,
  sold_minor minor_units,
  delivered_minor minor_units,
  fee_currency currency_code,
  fee_minor minor_units,
  decline_code text,
  choice text not null default ''::text,
  decline_is_final boolean,
  constraint fills_provider_key_key UNIQUE (provider_key),
  constraint fills_pkey PRIMARY KEY (organization_id, order_id, sequence),
  constraint fills_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint fills_check CHECK (((provider_reference IS NULL) = (filled_at IS NULL))),
  constraint fills_check1 CHECK (((filled_at IS NULL) OR (declined_at IS NULL))),
  constraint fills_check2 CHECK ((((sold_minor)::bigint >= 1) AND ((sold_minor)::bigint <= (payin_minor)::bigint))),
  constraint fills_check3 CHECK ((((sold_minor IS NULL) = (delivered_minor IS NULL)) AND ((sold_minor IS NULL) OR (filled_at IS NOT NULL)))),
  constraint fills_check4 CHECK ((((fee_currency IS NULL) = (fee_minor IS NULL)) AND ((fee_minor IS NULL) OR (filled_at IS NOT NULL)))),
  constraint fills_check5 CHECK (((decline_code IS NULL) OR (declined_at IS NOT NULL))),
  constraint fills_payin_minor_check CHECK (((payin_minor)::bigint > 0)),
  constraint fills_payout_minor_check CHECK (((payout_minor)::bigint > 0)),
  constraint fills_quote_token_check CHECK ((length(quote_token) <= 4000)),
  constraint fills_sequence_check CHECK ((sequence > 0))
);

create table public.funding_accounts (
  id uuid not null,
  rail text not null,
  method text not null,
  currency currency_code not null,
  account text not null,
  details jsonb not null,
  added_at instant not null,
  organization_id uuid,
  order_id uuid,
  assigned_at instant,
  added_reason text,
  retired_at instant,
  retired_reason text,
  constraint funding_accounts_rail_account_key UNIQUE (rail, account),
  constraint funding_accounts_pkey PRIMARY KEY (id),
  constraint funding_accounts_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint funding_accounts_added_reason_check CHECK ((length(added_reason) <= 500)),
  constraint funding_accounts_check CHECK (((order_id IS NULL) = (organization_id IS NULL))),
  constraint funding_accounts_check1 CHECK (((order_id IS NULL) OR (assigned_at IS NOT NULL))),
  constraint funding_accounts_retired CHECK (((retired_at IS NULL) = (retired_reason IS NULL))),
  constraint funding_accounts_retired_reason_check CHECK ((length(retired_reason) <= 500))
);

create table public.halts (
  id uuid not null,
  what text not null,
  rail text,
  provider text,
  cause text not null default 'operator'::text,
  actor text not null,
  reason text not null,
  halted_at instant not null,
  resumed_at instant,
  read_at instant,
  lists_sends boolean,
  lists_fills boolean,
  since instant,
  newer_claim_at instant,
  orders_until instant,
  constraint halts_pkey PRIMARY KEY (id),
  constraint halts_cause_check CHECK ((cause = ANY (ARRAY['operator'::text, 'restore'::text, 'other_service'::text]))),
  constraint halts_check CHECK (((rail IS NULL) OR (what <> 'fills'::text))),
  constraint halts_check1 CHECK (((provider IS NULL) OR (what <> 'sends'::text))),
  constraint halts_check2 CHECK (((rail IS NULL) OR (provider IS NULL))),
  constraint halts_check3 CHECK (((cause = 'restore'::text) OR (read_at IS NULL))),
  constraint halts_newer_claim CHECK (((cause = 'other_service'::text) = (newer_claim_at IS NOT NULL))),
  constraint halts_orders_until CHECK (((orders_until IS NULL) OR (cause = 'restore'::text))),
  constraint halts_what_check CHECK ((what = ANY (ARRAY['quotes'::text, 'fills'::text, 'sends'::text])))
);

create table public.identity_providers (
  id uuid not null,
  enterprise_id uuid not null,
  status text not null,
  issuer text,
  client_id text,
  secret_key_id text,
  secret_sealed bytea,
  login_claim text,
  is_required boolean,
  asked_by uuid not null,
  created_at instant not null,
  constraint identity_providers_enterprise_id_status_key UNIQUE (enterprise_id, status),
  constraint identity_providers_pkey PRIMARY KEY (id),
  constraint identity_providers_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint identity_providers_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint identity_providers_check CHECK ((num_nulls(issuer, client_id, secret_key_id, secret_sealed, login_claim, is_required) = ANY (ARRAY[0, 6]))),
  constraint identity_providers_check1 CHECK (((status = 'WAITING'::text) OR (issuer IS NOT NULL))),
  constraint identity_providers_login_claim_check CHECK ((login_claim = ANY (ARRAY['email'::text, 'preferred_username'::text]))),
  constraint identity_providers_status_check CHECK ((status = ANY (ARRAY['USED'::text, 'WAITING'::text])))
);

create table public.information_documents (
  organization_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  name text not null,
  type text not null,
  size_bytes integer not null,
  content_key_id text not null,
  content_sealed bytea not null,
  created_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  constraint information_documents_pkey PRIMARY KEY (organization_id, id),
  constraint information_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint information_documents_organization_id_request_id_fkey FOREIGN KEY (organization_id, request_id) REFERENCES information_requests(organization_id, id)
);

create table public.information_requests (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid,
  message text not null,
  fields jsonb not null,
  documents jsonb not null,
  deadline instant not null,
  status text not null default 'OPEN'::text,
  created_at instant not null,
  updated_at instant not null,
  answered_at instant,
  closed_at instant,
  answer_key_id text,
  answer_sealed bytea,
  answer_document_ids uuid[],
  idempotency_key text,
  request_hash bytea,
  erased_at instant,
  constraint information_requests_pkey PRIMARY KEY (organization_id, id),
  constraint information_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint information_requests_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint information_requests_check CHECK ((num_nonnulls(answered_at, answer_key_id, answer_sealed, answer_document_ids, idempotency_key, request_hash) = ANY (ARRAY[0, 6]))),
  constraint information_requests_check1 CHECK (((status <> 'ANSWERED'::text) OR (answered_at IS NOT NULL))),
  constraint information_requests_check2 CHECK (((status = 'CLOSED'::text) = (closed_at IS NOT NULL))),
  constraint information_requests_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'ANSWERED'::text, 'CLOSED'::text])))
);

create table public.known_counterparties (
  id uuid not null default '00000000-0000-0000-0000-000000000001'::uuid,
  list_key_id text,
  list_sealed bytea,
  constraint known_counterparties_pkey PRIMARY KEY (id),
  constraint known_counterparties_check CHECK (((list_key_id IS NULL) = (list_sealed IS NULL))),
  constraint known_counterparties_id_check CHECK ((id = '00000000-0000-0000-0000-000000000001'::uuid))
);

create table public.ledger_flow_progress (
  is_only boolean not null default true,
  up_to bigint not null,
  next_up_to bigint not null,
  next_from xid8 not null,
  constraint ledger_flow_progress_pkey PRIMARY KEY (is_only),
  constraint ledger_flow_progress_is_only_check CHECK (is_only)
);

create table public.ledger_flows (
  scope uuid not null,
  unit text not null,
  account text not null,
  at instant not null,
  currency currency_code not null,
  is_movement boolean not null,
  minor numeric(38,0) not null,
  constraint ledger_flows_pkey PRIMARY KEY (scope, unit, account, at, currency, is_movement),
  constraint ledger_flows_unit_check CHECK ((unit = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text])))
);

create table public.ledger_sum_progress (
  is_only boolean not null default true,
  up_to bigint not null,
  next_up_to bigint not null,
  next_from xid8 not null,
  constraint ledger_sum_progress_pkey PRIMARY KEY (is_only),
  constraint ledger_sum_progress_is_only_check CHECK (is_only)
);

create table public.ledger_sums (
  account text not null,
  currency currency_code not null,
  balance_minor numeric(38,0) not null,
  constraint ledger_sums_pkey PRIMARY KEY (account, currency)
);

create table public.ledger_transfers (
  id bigint not null,
  posting_id uuid not null,
  posting text not null,
  organization_id uuid,
  order_id uuid,
  debit_account text not null,
  credit_account text not null,
  currency currency_code not null,
  amount_minor minor_units not null,
  posted_at instant not null,
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_amount_minor_check CHECK (((amount_minor)::bigint > 0)),
  constraint ledger_transfers_check CHECK ((debit_account <> credit_account)),
  constraint ledger_transfers_credit_account_check CHECK ((credit_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'::text)),
  constraint ledger_transfers_debit_account_check CHECK ((debit_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'::text)),
  constraint ledger_transfers_posting_check CHECK ((posting = ANY (ARRAY['deposit'::text, 'deposit_reversed'::text, 'fill'::text, 'fx_result'::text, 'payout'::text, 'payout_rejected'::text, 'payout_ended'::text, 'payout_returned'::text, 'refund'::text, 'refund_returned'::text, 'send_fee'::text, 'carry_over'::text, 'fill_unwound'::text, 'movement'::text, 'receivable'::text, 'small_amount'::text, 'refund_fee'::text, 'account'::text]))) NOT VALID
);

create table public.liquidity_providers (
  name text not null,
  kind text not null,
  version integer not null default 1,
  settings jsonb not null default '{}'::jsonb,
  constraint liquidity_providers_pkey PRIMARY KEY (name),
  constraint liquidity_providers_name_check CHECK ((name ~ '^[A-Z][A-Z0-9_]{0,31}$'::text))
);

create table public.listed_values (
  field text not null,
  value text not null,
  organization_id uuid not null,
  constraint listed_values_pkey PRIMARY KEY (field, value, organization_id)
);

create table public.metadata_pairs (
  organization_id uuid not null,
  kind text not null,
  pair bytea not null,
  id uuid not null,
  constraint metadata_pairs_pkey PRIMARY KEY (organization_id, kind, pair, id),
  constraint metadata_pairs_kind_check CHECK ((kind = ANY (ARRAY['orders'::text, 'quotes'::text])))
);

create table public.notice_positions (
  organization_id uuid not null,
  epoch integer not null,
  transaction xid8 not null,
  event_id uuid not null,
  constraint notice_positions_pkey PRIMARY KEY (organization_id),
  constraint notice_positions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table public.notice_targets (
  id uuid not null,
  enterprise_id uuid not null,
  user_id uuid,
  kinds text[] not null,
  language text not null,
  address_key_id text not null,
  address_sealed bytea not null,
  since instant not null,
  constraint notice_targets_enterprise_id_user_id_key UNIQUE NULLS NOT DISTINCT (enterprise_id, user_id),
  constraint notice_targets_pkey PRIMARY KEY (id),
  constraint notice_targets_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint notice_targets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint notice_targets_check CHECK (((kinds = '{}'::text[]) OR (address_key_id <> ''::text))),
  constraint notice_targets_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);

create table public.notices (
  id uuid not null,
  target_id uuid not null,
  enterprise_id uuid not null,
  organization_id uuid,
  order_id uuid,
  kind text not null,
  source text not null,
  facts jsonb not null,
  status text not null,
  attempt integer not null default 0,
  due_at instant,
  created_at instant not null,
  constraint notices_target_id_source_key UNIQUE (target_id, source),
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notices_target_id_fkey FOREIGN KEY (target_id) REFERENCES notice_targets(id),
  constraint notices_check CHECK (((status = 'PENDING'::text) = (due_at IS NOT NULL))),
  constraint notices_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint notices_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'REFUSED'::text, 'FAILED'::text, 'DROPPED'::text])))
);

create table public.observed_balances (
  account text not null,
  outside_account text not null,
  currency currency_code not null,
  amount_minor bigint not null,
  observed_at timestamp with time zone not null,
  asked_at instant,
  constraint observed_balances_pkey PRIMARY KEY (account, outside_account, currency)
);

create table public.offering_batches (
  organization_id uuid not null,
  id uuid not null,
  trading_pairs json not null,
  created_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  constraint offering_batches_idempotency_key_organization_id_key UNIQUE (idempotency_key, organization_id),
  constraint offering_batches_pkey PRIMARY KEY (organization_id, id),
  constraint offering_batches_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table public.offerings (
  organization_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  route_id uuid not null,
  order_type text not null,
  provider_name text not null,
  payin_instrument_id uuid not null,
  payin_instrument_version integer not null,
  payout_instrument_id uuid not null,
  payout_instrument_version integer not null,
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
  constraint offerings_pkey PRIMARY KEY (organization_id, id),
  constraint offerings_organization_id_batch_id_fkey FOREIGN KEY (organization_id, batch_id) REFERENCES offering_batches(organization_id, id),
  constraint offerings_organization_id_payin_instrument_id_fkey FOREIGN KEY (organization_id, payin_instrument_id) REFERENCES external_payment_instruments(organization_id, id),
  constraint offerings_organization_id_payout_instrument_id_fkey FOREIGN KEY (organization_id, payout_instrument_id) REFERENCES external_payment_instruments(organization_id, id),
  constraint offerings_organization_id_route_id_fkey FOREIGN KEY (organization_id, route_id) REFERENCES configured_routes(organization_id, id),
  constraint offerings_check CHECK (((close_at)::timestamp with time zone >= (open_at)::timestamp with time zone))
);

create table public.open_total_samples (
  organization_id uuid not null,
  route_id uuid not null,
  at instant not null,
  open_minor numeric(38,0) not null,
  bound_minor numeric(38,0) not null,
  constraint open_total_samples_pkey PRIMARY KEY (organization_id, route_id, at)
);

create table public.open_totals (
  organization_id uuid not null,
  route_id uuid not null,
  slot integer not null,
  open_minor numeric(38,0) not null,
  constraint open_totals_pkey PRIMARY KEY (organization_id, route_id, slot),
  constraint open_totals_organization_id_route_id_fkey FOREIGN KEY (organization_id, route_id) REFERENCES configured_routes(organization_id, id)
);

create table public.operator_keys (
  id uuid not null,
  label text not null,
  secret_hash bytea not null,
  role text not null,
  enterprise_ids uuid[],
  created_at instant not null,
  expires_at instant,
  revoked_at instant,
  created_by uuid,
  constraint operator_keys_secret_hash_key UNIQUE (secret_hash),
  constraint operator_keys_pkey PRIMARY KEY (id),
  constraint operator_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint operator_keys_enterprise_ids_check CHECK (((cardinality(enterprise_ids) >= 1) AND (cardinality(enterprise_ids) <= 100))),
  constraint operator_keys_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'treasurer'::text, 'compliance'::text, 'admin'::text])))
);

create table public.order_delays (
  organization_id uuid not null,
  order_id uuid not null,
  cause text not null,
  since instant not null,
  code text not null,
  told_at instant not null,
  expected_at instant not null,
  constraint order_delays_pkey PRIMARY KEY (organization_id, order_id, cause, since),
  constraint order_delays_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint order_delays_cause_check CHECK ((cause = ANY (ARRAY['parked'::text, 'frozen'::text, 'slow'::text]))),
  constraint order_delays_code_check CHECK ((code = ANY (ARRAY['review'::text, 'processing'::text])))
);

create table public.order_notes (
  organization_id uuid not null,
  order_id uuid not null,
  version integer not null,
  action text not null,
  reason text,
  provider_name text,
  firm_rate exchange_rate,
  provider_payout_minor minor_units,
  created_at instant not null,
  constraint order_notes_pkey PRIMARY KEY (organization_id, order_id, version),
  constraint order_notes_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint order_notes_action_check CHECK ((action = ANY (ARRAY['parked'::text, 'released'::text, 'failed'::text, 'refunded'::text, 'paid_again'::text, 'reversed'::text, 'received'::text, 'written_off'::text, 'set_off'::text, 'loss_accepted'::text, 'provider_chosen'::text, 'paid_elsewhere'::text, 'frozen'::text, 'unfrozen'::text, 'marked_settled'::text, 'marked_rejected'::text, 'refund_redirected'::text, 'cancel_asked'::text]))),
  constraint order_notes_check CHECK (((action = 'released'::text) OR (reason IS NOT NULL))),
  constraint order_notes_check1 CHECK ((num_nonnulls(provider_name, firm_rate, provider_payout_minor) = ANY (ARRAY[0, 3]))),
  constraint order_notes_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

create table public.order_sum_progress (
  is_only boolean not null default true,
  epoch integer not null,
  up_to xid8 not null,
  search_from instant not null,
  since instant,
  constraint order_sum_progress_pkey PRIMARY KEY (is_only),
  constraint order_sum_progress_is_only_check CHECK (is_only)
);

create table public.order_sums (
  scope uuid not null,
  unit text not null,
  at instant not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  status text not null,
  orders bigint not null,
  payin_minor numeric(38,0) not null,
  payout_minor numeric(38,0) not null,
  cost_minor numeric(38,0) not null,
  ages bigint[] not null default '{}'::bigint[],
  constraint order_sums_pkey PRIMARY KEY (scope, unit, at, payin_currency, payout_currency, status),
  constraint order_sums_unit_check CHECK ((unit = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text])))
);

create table public.orders (
  organization_id uuid not null,
  id uuid not null,
  quote_id uuid not null,
  offering_id uuid not null,
  route_id uuid not null,
  reference_number text not null,
  external_reference_id text,
  payin_instrument_id uuid not null,
  payin_instrument_version integer not null,
  payout_instrument_id uuid not null,
  payout_instrument_version integer not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  exchange_rate exchange_rate not null,
  effective_exchange_rate exchange_rate not null,
  payin_total_minor minor_units not null,
  payin_fee_minor minor_units not null,
  payin_tax_minor minor_units not null,
  payout_total_minor minor_units not null,
  funding_details jsonb not null,
  funding_expires_at instant not null,
  retry_order_id uuid,
  status text not null,
  status_history jsonb not null,
  created_at instant not null,
  updated_at instant not null,
  operation text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  due_at instant,
  attempt integer not null default 0,
  lease_token uuid,
  leased_until timestamp with time zone,
  version integer not null default 1,
  last_event integer not null default 1,
  received_minor minor_units not null default 0,
  funding_address text not null,
  parked_reason text,
  parked_at instant,
  awaits_retry boolean not null default false,
  funding_rail text not null default 'sandbox'::text,
  priced_provider text,
  short_minor minor_units not null default 0,
  reserved_provider text,
  accepted_loss_minor bigint,
  chosen_provider text,
  frozen_at instant,
  payout_held_since instant,
  failed_status text,
  key_id uuid,
  metadata jsonb,
  constraint orders_idempotency_key_organization_id_operation_key UNIQUE (idempotency_key, organization_id, operation),
  constraint orders_quote_id_organization_id_key UNIQUE (quote_id, organization_id),
  constraint orders_reference_number_key UNIQUE (reference_number),
  constraint orders_pkey PRIMARY KEY (organization_id, id),
  constraint orders_organization_id_quote_id_fkey FOREIGN KEY (organization_id, quote_id) REFERENCES quotes(organization_id, id),
  constraint orders_accepted_loss_minor_check CHECK ((accepted_loss_minor > 0)),
  constraint orders_check CHECK ((((status_history -> '-1'::integer) ->> 'status'::text) = status)),
  constraint orders_check1 CHECK (((updated_at)::timestamp with time zone >= (created_at)::timestamp with time zone)),
  constraint orders_check2 CHECK (((lease_token IS NULL) = (leased_until IS NULL))),
  constraint orders_check3 CHECK (((parked_reason IS NULL) = (parked_at IS NULL))),
  constraint orders_external_reference_id_check CHECK (((length(external_reference_id) >= 1) AND (length(external_reference_id) <= 128))),
  constraint orders_open_are_due CHECK (((due_at IS NOT NULL) OR (status <> ALL (ARRAY['STEP_1_AWAITING_FUNDING'::text, 'STEP_2_FILLING_FX'::text, 'STEP_3_SETTLING_PAYOUT'::text])))),
  constraint orders_operation_check CHECK ((operation = ANY (ARRAY['create'::text, 'retry'::text]))),
  constraint orders_parked_reason_check CHECK ((parked_reason = ANY (ARRAY['compliance_hold'::text, 'slippage'::text, 'attempts'::text, 'liquidity'::text, 'outflow_limit'::text, 'deposit_reversed'::text, 'screening'::text]))),
  constraint orders_reference_number_check CHECK (((version > 1) OR (reference_number ~ '^CO-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{8}$'::text))),
  constraint orders_status_known CHECK ((status = ANY (ARRAY['STEP_1_AWAITING_FUNDING'::text, 'STEP_2_FILLING_FX'::text, 'STEP_3_SETTLING_PAYOUT'::text, 'STEP_4_COMPLETED'::text, 'FAILED_FUNDING_EXPIRED'::text, 'FAILED_CANCELLED'::text, 'FAILED_DECLINED_BY_LIQ_PROVIDER'::text, 'FAILED_REFUND_REQUESTED'::text, 'FAILED_REFUND_PROCESSED'::text])))
);

create table public.organizations (
  id uuid not null,
  enterprise_id uuid not null,
  name text not null,
  contact_email text not null,
  contact_first_name text not null,
  contact_last_name text not null,
  status text not null,
  status_history jsonb not null,
  first_version integer not null,
  created_at instant not null,
  updated_at instant not null,
  idempotency_key text,
  request_hash bytea,
  metadata jsonb,
  constraint organizations_idempotency_key_enterprise_id_key UNIQUE (idempotency_key, enterprise_id),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint organizations_check CHECK ((((status_history -> '-1'::integer) ->> 'status'::text) = status)),
  constraint organizations_check1 CHECK (((first_version >= 1) AND (first_version <= jsonb_array_length(status_history)))),
  constraint organizations_check2 CHECK (((idempotency_key IS NULL) = (request_hash IS NULL))),
  constraint organizations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint organizations_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'COMPLIANCE_HOLD'::text])))
);

create table public.outflow_caps (
  rail text not null,
  currency currency_code not null,
  max_send_minor minor_units,
  max_hour_minor minor_units,
  constraint outflow_caps_pkey PRIMARY KEY (rail, currency),
  constraint outflow_caps_check CHECK ((((max_hour_minor)::bigint >= (max_send_minor)::bigint) AND ((max_hour_minor)::bigint > 0))),
  constraint outflow_caps_max_send_minor_check CHECK (((max_send_minor)::bigint > 0))
);

create table public.outflows (
  rail text not null,
  currency currency_code not null,
  minute timestamp with time zone not null,
  amount_minor minor_units not null,
  constraint outflows_pkey PRIMARY KEY (rail, currency, minute)
);

create table public.passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at instant not null,
  used_at instant,
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table public.payouts (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  sequence integer not null,
  rail_key text not null,
  method text not null,
  currency currency_code not null,
  amount_minor minor_units not null,
  created_at instant not null,
  rail_reference text,
  settled_at instant,
  rejected_at instant,
  rail text default 'sandbox'::text,
  instrument_id uuid,
  prepared_key_id text,
  prepared_sealed bytea,
  fee_currency currency_code,
  fee_minor minor_units,
  rejection_code text,
  returned_at instant,
  prepared_erased_at instant,
  constraint payouts_order_id_sequence_organization_id_key UNIQUE (order_id, sequence, organization_id),
  constraint payouts_rail_key_key UNIQUE (rail_key),
  constraint payouts_pkey PRIMARY KEY (organization_id, id),
  constraint payouts_organization_id_instrument_id_fkey FOREIGN KEY (organization_id, instrument_id) REFERENCES external_payment_instruments(organization_id, id),
  constraint payouts_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint payouts_amount_minor_check CHECK (((amount_minor)::bigint > 0)),
  constraint payouts_check CHECK (((rail_reference IS NULL) = (settled_at IS NULL))),
  constraint payouts_check1 CHECK (((settled_at IS NULL) OR (rejected_at IS NULL))),
  constraint payouts_check2 CHECK (((returned_at IS NULL) OR (settled_at IS NOT NULL))),
  constraint payouts_fee CHECK (((fee_currency IS NULL) = (fee_minor IS NULL))),
  constraint payouts_prepared CHECK (((prepared_key_id IS NULL) = (prepared_sealed IS NULL))),
  constraint payouts_sequence_check CHECK ((sequence > 0))
);

create table public.provider_limits (
  provider text not null,
  currency currency_code not null,
  settlement_limit_minor minor_units,
  is_prefunded boolean not null default false,
  constraint provider_limits_pkey PRIMARY KEY (provider, currency)
);

create table public.queue_comments (
  id bigint not null,
  kind text not null,
  subject text not null,
  author text not null,
  comment text not null,
  created_at instant not null,
  constraint queue_comments_pkey PRIMARY KEY (id),
  constraint queue_comments_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 500)))
);

create table public.queue_items (
  kind text not null,
  subject text not null,
  since instant not null,
  assignee text,
  assigned_at instant,
  snoozed_until instant,
  constraint queue_items_pkey PRIMARY KEY (kind, subject),
  constraint queue_items_check CHECK (((assignee IS NULL) = (assigned_at IS NULL)))
);

create table public.quotes (
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
  payout_total_minor minor_units not null,
  submission_expires_at instant not null,
  funding_expires_at instant not null,
  created_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  priced_provider text,
  metadata jsonb,
  constraint quotes_idempotency_key_organization_id_key UNIQUE (idempotency_key, organization_id),
  constraint quotes_pkey PRIMARY KEY (organization_id, id),
  constraint quotes_organization_id_offering_id_fkey FOREIGN KEY (organization_id, offering_id) REFERENCES offerings(organization_id, id),
  constraint quotes_check CHECK ((((payin_fee_minor)::bigint + (payin_tax_minor)::bigint) < (payin_total_minor)::bigint)),
  constraint quotes_check1 CHECK ((((created_at)::timestamp with time zone < (submission_expires_at)::timestamp with time zone) AND ((submission_expires_at)::timestamp with time zone <= (funding_expires_at)::timestamp with time zone))),
  constraint quotes_payout_total_minor_check CHECK (((payout_total_minor)::bigint > 0))
);

create table public.rail_cursors (
  rail text not null,
  cursor text not null,
  moved_at instant not null,
  read_up_to instant,
  constraint rail_cursors_pkey PRIMARY KEY (rail)
);

create table public.rail_entries (
  id uuid not null,
  rail text not null,
  transaction text not null,
  index integer not null,
  kind text not null,
  entry jsonb not null,
  payer_key_id text,
  payer_sealed bytea,
  reported_at instant not null,
  due_at timestamp with time zone,
  attempt integer not null default 0,
  problem text,
  occurrence integer not null default 0,
  decision text,
  decided_at instant,
  tied jsonb,
  claimed_until timestamp with time zone,
  problem_code text,
  constraint rail_entries_pkey PRIMARY KEY (id),
  constraint rail_entries_check CHECK (((payer_key_id IS NULL) = (payer_sealed IS NULL))),
  constraint rail_entries_decided CHECK (((decision IS NULL) OR ((due_at IS NULL) AND (problem IS NULL)))),
  constraint rail_entries_decision CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint rail_entries_decision_check CHECK ((decision = ANY (ARRAY['dismissed'::text, 'deposit'::text]))),
  constraint rail_entries_index_check CHECK ((index >= 0)),
  constraint rail_entries_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'return'::text, 'reversal'::text, 'invalid'::text]))),
  constraint rail_entries_occurrence_check CHECK ((occurrence >= 0)),
  constraint rail_entries_tied CHECK (((tied IS NULL) OR (kind = ANY (ARRAY['return'::text, 'reversal'::text]))))
);

create table public.rail_marks (
  key text not null,
  kind text not null,
  organization_id uuid,
  order_id uuid,
  subject_id uuid not null,
  rail text not null,
  outcome text not null,
  evidence text not null,
  marked_at instant not null,
  prepared_key_id text,
  prepared_sealed bytea,
  due_at timestamp with time zone,
  attempt integer not null default 0,
  answer text,
  answered_at instant,
  units numeric(78,0),
  reference text,
  decided_at instant,
  currency currency_code,
  amount_minor minor_units,
  instrument_id uuid,
  record_stands boolean,
  constraint rail_marks_key_key UNIQUE (key),
  constraint rail_marks_pkey PRIMARY KEY (subject_id, key),
  constraint rail_marks_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint rail_marks_answer_check CHECK ((answer = ANY (ARRAY['settled'::text, 'rejected'::text]))),
  constraint rail_marks_check CHECK (((prepared_key_id IS NULL) = (prepared_sealed IS NULL))),
  constraint rail_marks_check1 CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint rail_marks_check2 CHECK (((answer IS NULL) OR (due_at IS NULL))),
  constraint rail_marks_check3 CHECK (((order_id IS NOT NULL) = (kind = ANY (ARRAY['payout'::text, 'refund'::text])))),
  constraint rail_marks_check4 CHECK (((organization_id IS NULL) = (order_id IS NULL))),
  constraint rail_marks_check5 CHECK (((units IS NOT NULL) = (kind = 'stray'::text))),
  constraint rail_marks_check6 CHECK (((decided_at IS NULL) OR (answer <> outcome))),
  constraint rail_marks_check7 CHECK (((amount_minor IS NOT NULL) = (kind = ANY (ARRAY['payout'::text, 'refund'::text])))),
  constraint rail_marks_check8 CHECK (((amount_minor IS NULL) = (currency IS NULL))),
  constraint rail_marks_check9 CHECK (((record_stands IS NULL) OR (decided_at IS NOT NULL))),
  constraint rail_marks_evidence_check CHECK (((length(evidence) >= 1) AND (length(evidence) <= 200))),
  constraint rail_marks_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'refund'::text, 'deposit_return'::text, 'stray'::text]))),
  constraint rail_marks_outcome_check CHECK ((outcome = ANY (ARRAY['settled'::text, 'rejected'::text])))
);

create table public.rails (
  name text not null,
  kind text not null,
  settings jsonb not null,
  version integer not null default 1,
  signer text generated always as (('signer:'::text || (settings ->> 'payer'::text))) stored,
  bank_calendar text,
  constraint rails_pkey PRIMARY KEY (name),
  constraint rails_bank_calendar_fkey FOREIGN KEY (bank_calendar) REFERENCES bank_calendars(name),
  constraint rails_name_check CHECK (((name ~ '^[a-z][a-z0-9_]*(:[a-z0-9_-]+)?$'::text) AND (length(name) <= 64))),
  constraint rails_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text))
);

create table public.rate_samples (
  provider text not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  unit text not null,
  at instant not null,
  rate exchange_rate not null,
  constraint rate_samples_pkey PRIMARY KEY (provider, payin_currency, payout_currency, unit, at),
  constraint rate_samples_unit_check CHECK ((unit = ANY (ARRAY['minutes'::text, 'hour'::text])))
);

create table public.receivable_changes (
  organization_id uuid not null,
  order_id uuid not null,
  version integer not null,
  kind text not null,
  currency currency_code not null,
  amount_minor minor_units not null,
  rail text,
  created_at instant not null,
  constraint receivable_changes_pkey PRIMARY KEY (organization_id, order_id, version, kind),
  constraint receivable_changes_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint receivable_changes_amount_minor_check CHECK (((amount_minor)::bigint > 0)),
  constraint receivable_changes_check CHECK (((rail IS NOT NULL) = (kind = ANY (ARRAY['received'::text, 'restored'::text, 'sent_twice'::text, 'claimed'::text])))),
  constraint receivable_changes_kind_check CHECK ((kind = ANY (ARRAY['advanced'::text, 'repaid'::text, 'set_off'::text, 'received'::text, 'written_off'::text, 'restored'::text, 'sent_twice'::text, 'claimed'::text])))
);

create table public.reconciled_lines (
  account text not null,
  currency currency_code not null,
  key text not null,
  reconciliation_id uuid not null,
  constraint reconciled_lines_pkey PRIMARY KEY (account, currency, key),
  constraint reconciled_lines_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id)
);

create table public.reconciled_transfers (
  account text not null,
  transfer_id bigint not null,
  reconciliation_id uuid not null,
  constraint reconciled_transfers_pkey PRIMARY KEY (account, transfer_id),
  constraint reconciled_transfers_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id)
);

create table public.reconciliation_differences (
  id uuid not null,
  reconciliation_id uuid not null,
  account text not null,
  currency currency_code not null,
  kind text not null,
  key text not null,
  there jsonb not null,
  here jsonb not null,
  there_minor bigint not null,
  here_minor bigint not null,
  transfer_ids bigint[] not null,
  noted_at instant not null,
  outcome text,
  movement_id uuid,
  matched_by uuid,
  closed_by text,
  closed_at instant,
  closing_reason text,
  constraint reconciliation_differences_account_currency_key_key UNIQUE (account, currency, key),
  constraint reconciliation_differences_pkey PRIMARY KEY (id),
  constraint reconciliation_differences_matched_by_fkey FOREIGN KEY (matched_by) REFERENCES reconciliations(id),
  constraint reconciliation_differences_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES treasury_movements(id),
  constraint reconciliation_differences_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id),
  constraint reconciliation_differences_check CHECK ((num_nonnulls(outcome, closed_by, closed_at, closing_reason) = ANY (ARRAY[0, 4]))),
  constraint reconciliation_differences_check1 CHECK (((movement_id IS NOT NULL) = COALESCE((outcome = 'movement'::text), false))),
  constraint reconciliation_differences_check2 CHECK (((matched_by IS NOT NULL) = COALESCE((outcome = 'matched'::text), false))),
  constraint reconciliation_differences_kind_check CHECK ((kind = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'different_amount'::text, 'different_currency'::text, 'different_date'::text, 'unreadable'::text]))),
  constraint reconciliation_differences_outcome_check CHECK ((outcome = ANY (ARRAY['explained'::text, 'movement'::text, 'matched'::text])))
);

create table public.reconciliations (
  id uuid not null,
  account text not null,
  currency currency_code not null,
  format text not null,
  digest bytea not null,
  period_from date not null,
  period_to date not null,
  tolerance_days integer not null,
  lines_there integer not null,
  lines_known integer not null,
  lines_here integer not null,
  matches integer not null,
  matched_there integer not null,
  matched_here integer not null,
  cut_off integer not null,
  actor text not null,
  reason text not null,
  created_at instant not null,
  constraint reconciliations_account_currency_digest_key UNIQUE (account, currency, digest),
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_check CHECK ((period_to >= period_from)),
  constraint reconciliations_check1 CHECK (((lines_known >= 0) AND (lines_known <= lines_there))),
  constraint reconciliations_cut_off_check CHECK ((cut_off >= 0)),
  constraint reconciliations_digest_check CHECK ((length(digest) = 32)),
  constraint reconciliations_format_check CHECK ((format = ANY (ARRAY['camt.053'::text, 'csv'::text, 'chain'::text]))),
  constraint reconciliations_lines_here_check CHECK ((lines_here >= 0)),
  constraint reconciliations_lines_there_check CHECK ((lines_there >= 0)),
  constraint reconciliations_matched_here_check CHECK ((matched_here >= 0)),
  constraint reconciliations_matched_there_check CHECK ((matched_there >= 0)),
  constraint reconciliations_matches_check CHECK ((matches >= 0)),
  constraint reconciliations_tolerance_days_check CHECK (((tolerance_days >= 0) AND (tolerance_days <= 30)))
);

create table public.refunds (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  deposit_id uuid,
  currency currency_code not null,
  amount_minor minor_units not null,
  reason text not null,
  destination_instrument_id uuid,
  status text not null,
  rail_key text not null,
  rail_reference text,
  created_at instant not null,
  updated_at instant not null,
  due_at instant,
  attempt integer not null default 0,
  lease_token uuid,
  leased_until timestamp with time zone,
  rail text,
  prepared_key_id text,
  prepared_sealed bytea,
  fee_currency currency_code,
  fee_minor minor_units,
  rejection_code text,
  outflow_limited_at instant,
  reversed_minor minor_units not null default 0,
  outflow_limited_by text,
  prepared_erased_at instant,
  kept_minor minor_units not null default 0,
  small_rail text,
  borne_fee_minor minor_units not null default 0,
  collected_in uuid,
  constraint refunds_rail_key_key UNIQUE (rail_key),
  constraint refunds_pkey PRIMARY KEY (organization_id, id),
  constraint refunds_collected_in FOREIGN KEY (organization_id, collected_in) REFERENCES refunds(organization_id, id),
  constraint refunds_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint refunds_organization_id_destination_instrument_id_fkey FOREIGN KEY (organization_id, destination_instrument_id) REFERENCES external_payment_instruments(organization_id, id),
  constraint refunds_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint refunds_amount_minor_check CHECK (((amount_minor)::bigint > 0)),
  constraint refunds_check CHECK (((updated_at)::timestamp with time zone >= (created_at)::timestamp with time zone)),
  constraint refunds_check1 CHECK (((lease_token IS NULL) = (leased_until IS NULL))),
  constraint refunds_check2 CHECK (((status = 'PROCESSED'::text) = (rail_reference IS NOT NULL))),
  constraint refunds_fee CHECK (((fee_currency IS NULL) = (fee_minor IS NULL))),
  constraint refunds_outflow_limited_by_check CHECK ((outflow_limited_by = ANY (ARRAY['outflow_limit'::text, 'liquidity'::text]))),
  constraint refunds_prepared CHECK (((prepared_key_id IS NULL) = (prepared_sealed IS NULL))),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['funding_expired'::text, 'cancelled'::text, 'excess'::text, 'extra'::text, 'late'::text, 'wrong_asset'::text, 'declined'::text, 'payout_rejected'::text, 'payout_ended'::text, 'payout_returned'::text, 'retry_leftover'::text, 'collected'::text]))),
  constraint refunds_reversed CHECK (((reversed_minor)::bigint <= (amount_minor)::bigint)),
  constraint refunds_small CHECK ((((status = 'COLLECTED'::text) = (collected_in IS NOT NULL)) AND ((status <> ALL (ARRAY['KEPT'::text, 'WRITTEN_OFF'::text])) OR ((due_at IS NULL) AND (rail IS NULL) AND (small_rail IS NOT NULL))) AND ((status <> 'COLLECTED'::text) OR (due_at IS NULL)))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'PROCESSED'::text, 'FAILED'::text, 'KEPT'::text, 'COLLECTED'::text, 'WRITTEN_OFF'::text])))
);

create table public.relayed_transactions (
  rail text not null,
  transaction text not null,
  sender text not null,
  nonce bigint not null,
  noted_at instant not null,
  looked_at instant not null,
  ended_at instant,
  fee_units numeric(30,0),
  is_reported boolean,
  posting_id uuid,
  constraint relayed_transactions_pkey PRIMARY KEY (rail, transaction),
  constraint relayed_transactions_check CHECK (((is_reported IS NULL) = (fee_units IS NULL))),
  constraint relayed_transactions_check1 CHECK (((fee_units IS NULL) OR (ended_at IS NOT NULL))),
  constraint relayed_transactions_check2 CHECK (((posting_id IS NULL) OR (ended_at IS NOT NULL))),
  constraint relayed_transactions_fee_units_check CHECK ((fee_units >= (0)::numeric))
);

create table public.relayer_gas (
  rail text not null,
  sender text not null,
  units_per_minor bigint not null,
  overpaid_units bigint not null,
  constraint relayer_gas_pkey PRIMARY KEY (rail, sender),
  constraint relayer_gas_check CHECK (((overpaid_units >= 0) AND (overpaid_units < units_per_minor))),
  constraint relayer_gas_units_per_minor_check CHECK ((units_per_minor > 0))
);

create table public.rent_keys (
  key text not null,
  rail text not null,
  of_kind text not null,
  of_organization_id uuid,
  of_id uuid not null,
  note text not null,
  sweep_id uuid,
  returned_at instant,
  constraint rent_keys_pkey PRIMARY KEY (key),
  constraint rent_keys_sweep_id_fkey FOREIGN KEY (sweep_id) REFERENCES sweeps(id),
  constraint rent_keys_check CHECK (((of_kind = ANY (ARRAY['sweep'::text, 'deposit_return'::text])) = (of_organization_id IS NULL))),
  constraint rent_keys_of_kind_check CHECK ((of_kind = ANY (ARRAY['payout'::text, 'refund'::text, 'sweep'::text, 'deposit_return'::text])))
);

create table public.reserved_totals (
  provider text not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  slot integer not null,
  payin_minor numeric(38,0) not null,
  payout_minor numeric(38,0) not null,
  constraint reserved_totals_pkey PRIMARY KEY (provider, payin_currency, payout_currency, slot)
);

create table public.retention_policy (
  is_only boolean not null default true,
  kept_days jsonb not null default '{}'::jsonb,
  constraint retention_policy_pkey PRIMARY KEY (is_only),
  constraint retention_policy_is_only_check CHECK (is_only),
  constraint retention_policy_kept_days_check CHECK ((jsonb_typeof(kept_days) = 'object'::text))
);

create table public.returns (
  rail text not null,
  transaction text not null,
  index integer not null,
  organization_id uuid not null,
  order_id uuid not null,
  payout_id uuid,
  refund_id uuid,
  key text not null,
  currency currency_code not null,
  sent_minor minor_units not null,
  returned_minor minor_units not null,
  code text not null,
  recorded_at instant not null,
  stage text not null default 'whole'::text,
  constraint returns_pkey PRIMARY KEY (rail, transaction, index),
  constraint returns_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint returns_check CHECK ((((returned_minor)::bigint >= 1) AND ((returned_minor)::bigint <= (sent_minor)::bigint))),
  constraint returns_check1 CHECK ((num_nonnulls(payout_id, refund_id) = 1)),
  constraint returns_stage_check CHECK ((stage = ANY (ARRAY['part'::text, 'whole'::text, 'rest'::text])))
);

create table public.sandbox_clock (
  only_row boolean not null default true,
  ahead_ms bigint not null default 0,
  constraint sandbox_clock_pkey PRIMARY KEY (only_row),
  constraint sandbox_clock_ahead_ms_check CHECK ((ahead_ms >= 0)),
  constraint sandbox_clock_only_row_check CHECK (only_row)
);

create table public.screening (
  is_only boolean not null default true,
  version integer not null default 0,
  is_on boolean not null default false,
  screeners jsonb not null default '[]'::jsonb,
  constraint screening_pkey PRIMARY KEY (is_only),
  constraint screening_is_only_check CHECK (is_only)
);

create table public.screening_lists (
  screener text not null,
  part integer not null,
  entries bytea not null,
  constraint screening_lists_pkey PRIMARY KEY (screener, part)
);

create table public.screenings (
  key text not null,
  subject text not null,
  deposit_id uuid,
  organization_id uuid,
  order_id uuid,
  fingerprint bytea,
  state text not null,
  version integer,
  screener text,
  reason text,
  asked_at instant not null,
  answered_at instant,
  released_at instant,
  release_reason text,
  due_at timestamp with time zone,
  attempt integer not null default 0,
  round integer not null default 1,
  asked_version integer,
  lacking text,
  lacking_id uuid,
  constraint screenings_pkey PRIMARY KEY (key),
  constraint screenings_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint screenings_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint screenings_check CHECK (((subject = 'deposit'::text) = (deposit_id IS NOT NULL))),
  constraint screenings_check1 CHECK (((state <> 'released'::text) OR (released_at IS NOT NULL))),
  constraint screenings_check2 CHECK (((released_at IS NULL) = (release_reason IS NULL))),
  constraint screenings_check3 CHECK (((state = 'asking'::text) OR ((version IS NOT NULL) AND (answered_at IS NOT NULL)))),
  constraint screenings_check4 CHECK (((state = ANY (ARRAY['hold'::text, 'reject'::text])) <= ((screener IS NOT NULL) AND (reason IS NOT NULL)))),
  constraint screenings_check5 CHECK (((lacking IS NULL) = (lacking_id IS NULL))),
  constraint screenings_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100))),
  constraint screenings_lacking_check CHECK ((lacking = ANY (ARRAY['travel_rule'::text, 'verification'::text]))),
  constraint screenings_reason_check CHECK ((length(reason) <= 200)),
  constraint screenings_release_reason_check CHECK (((length(release_reason) >= 1) AND (length(release_reason) <= 500))),
  constraint screenings_state_check CHECK ((state = ANY (ARRAY['asking'::text, 'clear'::text, 'hold'::text, 'reject'::text, 'released'::text]))),
  constraint screenings_subject_check CHECK ((subject = ANY (ARRAY['deposit'::text, 'payout'::text, 'refund'::text])))
);

create table public.second_looks (
  key text not null,
  kind text not null,
  organization_id uuid not null,
  order_id uuid not null,
  subject_id uuid not null,
  rail text not null,
  noted_at instant not null,
  attempt integer not null default 0,
  due_at timestamp with time zone,
  missing_at instant,
  outcome text,
  ended_at instant,
  constraint second_looks_pkey PRIMARY KEY (key),
  constraint second_looks_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint second_looks_check CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint second_looks_check1 CHECK (((outcome IS NULL) = (due_at IS NOT NULL))),
  constraint second_looks_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'refund'::text]))),
  constraint second_looks_outcome_check CHECK ((outcome = ANY (ARRAY['final'::text, 'gone'::text])))
);

create table public.send_cancellations (
  key text not null,
  kind text not null,
  organization_id uuid,
  order_id uuid,
  subject_id uuid not null,
  rail text not null,
  asked_at instant not null,
  answer text,
  detail text,
  answered_at instant,
  constraint send_cancellations_pkey PRIMARY KEY (key),
  constraint send_cancellations_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint send_cancellations_answer_check CHECK ((answer = ANY (ARRAY['pending'::text, 'cancelled'::text, 'too_late'::text, 'impossible'::text]))),
  constraint send_cancellations_check CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint send_cancellations_detail_check CHECK (((length(detail) >= 1) AND (length(detail) <= 500))),
  constraint send_cancellations_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'refund'::text, 'deposit_return'::text]))),
  constraint send_cancellations_of_order CHECK ((num_nonnulls(organization_id, order_id) =
CASE kind
    WHEN 'deposit_return'::text THEN 0
    ELSE 2
END))
);

create table public.small_amounts (
  rail text not null,
  currency currency_code not null,
  smallest_deposit_minor minor_units not null,
  smallest_refund_minor minor_units not null,
  below text not null,
  refund_fee_minor minor_units not null,
  constraint small_amounts_pkey PRIMARY KEY (rail, currency),
  constraint small_amounts_below_check CHECK ((below = ANY (ARRAY['keep'::text, 'collect'::text, 'write_off'::text]))),
  constraint small_amounts_check CHECK (((smallest_deposit_minor)::bigint <= (smallest_refund_minor)::bigint)),
  constraint small_amounts_check1 CHECK ((((refund_fee_minor)::bigint = 0) OR ((refund_fee_minor)::bigint < (smallest_refund_minor)::bigint)))
);

create table public.spent_challenges (
  challenge bytea not null,
  expires_at instant not null,
  constraint spent_challenges_pkey PRIMARY KEY (challenge)
);

create table public.strays (
  id uuid not null,
  rail text not null,
  account text not null,
  organization_id uuid not null,
  order_id uuid not null,
  asset text not null,
  symbol text not null,
  decimals integer not null,
  units numeric(78,0) not null,
  occurrence integer not null,
  seen_at instant not null,
  status text not null,
  ended_at instant,
  key text,
  prepared_key_id text,
  prepared_sealed bytea,
  attempt integer not null default 0,
  due_at timestamp with time zone,
  problem text,
  reference text,
  fee_currency currency_code,
  fee_minor bigint,
  posting_id uuid,
  returning_at instant,
  stopped_at instant,
  fingerprint bytea,
  constraint strays_rail_account_asset_occurrence_key UNIQUE (rail, account, asset, occurrence),
  constraint strays_pkey PRIMARY KEY (id),
  constraint strays_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint strays_check CHECK (((status = ANY (ARRAY['OPEN'::text, 'RETURNING'::text])) = (ended_at IS NULL))),
  constraint strays_check1 CHECK (((status = 'RETURNING'::text) = (due_at IS NOT NULL))),
  constraint strays_check2 CHECK (((status <> 'RETURNING'::text) OR ((key IS NOT NULL) AND (prepared_sealed IS NOT NULL)))),
  constraint strays_check3 CHECK (((status = 'RETURNED'::text) = (reference IS NOT NULL))),
  constraint strays_check4 CHECK (((fee_currency IS NULL) = (fee_minor IS NULL))),
  constraint strays_check5 CHECK (((posting_id IS NULL) = (fee_minor IS NULL))),
  constraint strays_decimals_check CHECK (((decimals >= 0) AND (decimals <= 36))),
  constraint strays_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint strays_occurrence_check CHECK ((occurrence > 0)),
  constraint strays_problem_check CHECK ((length(problem) <= 500)),
  constraint strays_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'RETURNING'::text, 'RETURNED'::text, 'DISMISSED'::text, 'GONE'::text]))),
  constraint strays_symbol_check CHECK (((length(symbol) >= 1) AND (length(symbol) <= 12))),
  constraint strays_units_check CHECK ((units > (0)::numeric))
);

create table public.sweeps (
  id uuid not null,
  rail text not null,
  kind text not null,
  organization_id uuid,
  order_id uuid,
  account text not null,
  currency currency_code not null,
  amount_minor minor_units not null,
  deposit_ids uuid[],
  prepared_key_id text not null,
  prepared_sealed bytea not null,
  status text not null default 'OPEN'::text,
  reference text,
  code text,
  fee_currency currency_code,
  fee_minor bigint,
  posting_id uuid,
  created_at instant not null,
  ended_at instant,
  due_at timestamp with time zone,
  attempt integer not null default 0,
  problem text,
  constraint sweeps_pkey PRIMARY KEY (id),
  constraint sweeps_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint sweeps_amount_minor_check CHECK (((amount_minor)::bigint > 0)),
  constraint sweeps_check CHECK (((kind = 'deposits'::text) = (deposit_ids IS NOT NULL))),
  constraint sweeps_check1 CHECK (((kind = 'deposits'::text) = (order_id IS NOT NULL))),
  constraint sweeps_check2 CHECK (((organization_id IS NULL) = (order_id IS NULL))),
  constraint sweeps_check3 CHECK (((status = 'OPEN'::text) = (ended_at IS NULL))),
  constraint sweeps_check4 CHECK (((status = 'OPEN'::text) = (due_at IS NOT NULL))),
  constraint sweeps_check5 CHECK (((fee_currency IS NULL) = (fee_minor IS NULL))),
  constraint sweeps_check6 CHECK (((posting_id IS NULL) OR ((status = 'SETTLED'::text) AND (fee_minor <> 0)))),
  constraint sweeps_kind_check CHECK ((kind = ANY (ARRAY['deposits'::text, 'rent'::text]))),
  constraint sweeps_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'SETTLED'::text, 'FAILED'::text])))
);

create table public.trading_pairs (
  provider_name text not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  position integer not null,
  hours jsonb not null,
  max_rate_age_ms integer not null,
  settings jsonb not null,
  constraint trading_pairs_pkey PRIMARY KEY (provider_name, payin_currency, payout_currency),
  constraint trading_pairs_provider_name_fkey FOREIGN KEY (provider_name) REFERENCES liquidity_providers(name),
  constraint trading_pairs_hours_check CHECK ((jsonb_typeof(hours) = 'array'::text)),
  constraint trading_pairs_max_rate_age_ms_check CHECK ((max_rate_age_ms > 0))
);

create table public.travel_rule_records (
  organization_id uuid not null,
  id uuid not null,
  instrument_id uuid not null,
  record_key_id text not null,
  record_sealed bytea not null,
  recorded_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  erased_at instant,
  constraint travel_rule_records_pkey PRIMARY KEY (organization_id, id),
  constraint travel_rule_records_organization_id_instrument_id_fkey FOREIGN KEY (organization_id, instrument_id) REFERENCES external_payment_instruments(organization_id, id)
);

create table public.treasury_movements (
  id uuid not null,
  from_account text not null,
  to_account text not null,
  currency currency_code not null,
  amount_minor minor_units not null,
  value_date date,
  status text not null,
  status_history jsonb not null,
  version integer not null default 1,
  created_at instant not null,
  updated_at instant not null,
  constraint treasury_movements_pkey PRIMARY KEY (id),
  constraint treasury_movements_amount_minor_check CHECK (((amount_minor)::bigint > 0)),
  constraint treasury_movements_check CHECK (((to_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'::text) AND (to_account <> from_account))),
  constraint treasury_movements_from_account_check CHECK ((from_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'::text)),
  constraint treasury_movements_status_check CHECK ((status = ANY (ARRAY['PROPOSED'::text, 'APPROVED'::text, 'SENT'::text, 'SETTLED'::text, 'FAILED'::text, 'CANCELLED'::text])))
);

create table public.unknown_fills (
  halt_id uuid not null,
  reference text not null,
  key text,
  payin_currency currency_code not null,
  sold_minor minor_units,
  payout_currency currency_code not null,
  delivered_minor minor_units,
  order_id uuid,
  put_right_at instant,
  constraint unknown_fills_pkey PRIMARY KEY (halt_id, reference),
  constraint unknown_fills_halt_id_fkey FOREIGN KEY (halt_id) REFERENCES halts(id)
);

create table public.unknown_sends (
  halt_id uuid not null,
  reference text not null,
  key text,
  currency currency_code not null,
  amount_minor minor_units,
  order_id uuid,
  put_right_at instant,
  constraint unknown_sends_pkey PRIMARY KEY (halt_id, reference),
  constraint unknown_sends_halt_id_fkey FOREIGN KEY (halt_id) REFERENCES halts(id)
);

create table public.user_identities (
  user_id uuid not null,
  enterprise_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at instant not null,
  constraint user_identities_enterprise_id_issuer_subject_key UNIQUE (enterprise_id, issuer, subject),
  constraint user_identities_pkey PRIMARY KEY (user_id),
  constraint user_identities_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table public.user_sessions (
  token_hash bytea not null,
  user_id uuid not null,
  created_at instant not null,
  used_at instant not null,
  ended_at instant,
  replayed_at instant,
  network text,
  id uuid,
  constraint user_sessions_pkey PRIMARY KEY (token_hash),
  constraint user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table public.users (
  id uuid not null,
  login text not null,
  role text not null,
  enterprise_ids uuid[],
  password_hash text,
  totp_key_id text,
  totp_sealed bytea,
  totp_step bigint,
  enrolment_hash bytea,
  enrolment_expires_at instant,
  disabled_at instant,
  created_at instant not null,
  invited_by uuid,
  needs_admission boolean not null default false,
  enrolled_at instant,
  admitted_at instant,
  admitted_by uuid,
  enterprise_id uuid,
  constraint users_enrolment_hash_key UNIQUE (enrolment_hash),
  constraint users_login_key UNIQUE NULLS NOT DISTINCT (login, enterprise_id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_admitted_by_fkey FOREIGN KEY (admitted_by) REFERENCES users(id),
  constraint users_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint users_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint users_check CHECK (((totp_key_id IS NULL) = (totp_sealed IS NULL))),
  constraint users_check1 CHECK (((enrolment_hash IS NULL) = (enrolment_expires_at IS NULL))),
  constraint users_enterprise_ids_check CHECK (((cardinality(enterprise_ids) >= 1) AND (cardinality(enterprise_ids) <= 100))),
  constraint users_have_both_factors CHECK (((enrolment_hash IS NOT NULL) OR ((password_hash IS NOT NULL) AND (totp_sealed IS NOT NULL)) OR ((enterprise_id IS NOT NULL) AND (password_hash IS NULL) AND (totp_sealed IS NULL)))),
  constraint users_login_check CHECK ((login ~ '^[a-z0-9][a-z0-9._@+-]{0,99}$'::text)),
  constraint users_of_one_enterprise CHECK (((enterprise_id IS NULL) OR (enterprise_ids IS NULL))),
  constraint users_role_check CHECK (
CASE
    WHEN (enterprise_id IS NULL) THEN (role = ANY (ARRAY['viewer'::text, 'operator'::text, 'treasurer'::text, 'compliance'::text, 'admin'::text]))
    ELSE (role = ANY (ARRAY['viewer'::text, 'preparer'::text, 'approver'::text, 'developer'::text, 'admin'::text]))
END)
);

create table public.verifications (
  organization_id uuid not null,
  subject_id uuid not null,
  state text not null,
  reason text not null,
  actor text not null,
  changed_at instant not null,
  version integer not null default 1,
  constraint verifications_pkey PRIMARY KEY (organization_id, subject_id),
  constraint verifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint verifications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'rejected'::text])))
);

create table public.volume_limits (
  organization_id uuid not null,
  subject_id uuid not null,
  currency currency_code not null,
  period text not null,
  limit_minor minor_units,
  raised_minor minor_units,
  raised_until instant,
  constraint volume_limits_pkey PRIMARY KEY (organization_id, subject_id, currency, period),
  constraint volume_limits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint volume_limits_check CHECK (((raised_minor IS NULL) = (raised_until IS NULL))),
  constraint volume_limits_period_check CHECK ((period = ANY (ARRAY['day'::text, 'month'::text])))
);

create table public.volume_used (
  organization_id uuid not null,
  subject_id uuid not null,
  currency currency_code not null,
  period text not null,
  starts_at instant not null,
  used_minor numeric(38,0) not null,
  constraint volume_used_pkey PRIMARY KEY (organization_id, subject_id, currency, period, starts_at),
  constraint volume_used_organization_id_subject_id_currency_period_fkey FOREIGN KEY (organization_id, subject_id, currency, period) REFERENCES volume_limits(organization_id, subject_id, currency, period)
);

create table public.webhook_claims (
  only_row boolean not null default true,
  number bigint not null default 0,
  constraint webhook_claims_pkey PRIMARY KEY (only_row),
  constraint webhook_claims_only_row_check CHECK (only_row)
);

create table public.webhook_deliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  id uuid not null default gen_random_uuid(),
  status text not null,
  attempts integer not null default 0,
  last_status_code integer,
  last_error text,
  created_at instant not null,
  updated_at instant not null,
  due_at instant,
  event_organization_id uuid,
  last_answer text,
  asked integer not null default 0,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, endpoint_id, event_id),
  constraint webhook_deliveries_check CHECK (((status = 'PENDING'::text) = (due_at IS NOT NULL))),
  constraint webhook_deliveries_last_answer_check CHECK ((length(last_answer) <= 1000)),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
) partition by range (event_id);

create table public.webhook_endpoints (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  secrets_key_id text not null,
  secrets_sealed bytea not null,
  created_key_id text not null,
  created_sealed bytea not null,
  status text not null,
  disabled_reason text,
  failing_since instant,
  created_at instant not null,
  updated_at instant not null,
  deleted_at instant,
  idempotency_key text not null,
  request_hash bytea not null,
  is_quick boolean not null default false,
  most_at_once integer not null default 8,
  enterprise_id uuid,
  of_organization uuid generated always as (
CASE
    WHEN (enterprise_id IS NULL) THEN organization_id
    ELSE NULL::uuid
END) stored,
  constraint webhook_endpoints_idempotency_key_organization_id_key UNIQUE (idempotency_key, organization_id),
  constraint webhook_endpoints_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_endpoints_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprises(id),
  constraint webhook_endpoints_of_organization_fkey FOREIGN KEY (of_organization) REFERENCES organizations(id),
  constraint webhook_endpoints_check CHECK (((status = 'DISABLED'::text) = (disabled_reason IS NOT NULL))),
  constraint webhook_endpoints_check1 CHECK (((deleted_at IS NULL) OR (status = 'DISABLED'::text))),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['customer'::text, 'operator'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_endpoints_most_at_once_check CHECK (((most_at_once >= 8) AND (most_at_once <= 32))),
  constraint webhook_endpoints_owner CHECK (((enterprise_id IS NULL) OR (enterprise_id = organization_id))),
  constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text]))),
  constraint webhook_endpoints_url_check CHECK ((length(url) <= 2000))
);

create table public.webhook_leases (
  organization_id uuid not null,
  endpoint_id uuid not null,
  lease_token uuid not null,
  leased_until timestamp with time zone,
  busy integer not null,
  constraint webhook_leases_pkey PRIMARY KEY (organization_id, endpoint_id)
);

create table simulator.calls (
  key text not null,
  calls integer not null,
  constraint calls_pkey PRIMARY KEY (key)
);

create table simulator.deposits (
  transaction text not null,
  address text not null,
  reference text not null,
  currency text not null,
  amount_minor bigint not null,
  arrives_at timestamp with time zone not null,
  reported_at timestamp with time zone,
  number bigint,
  entry jsonb,
  constraint deposits_number_key UNIQUE (number),
  constraint deposits_pkey PRIMARY KEY (transaction)
);

create table simulator.executions (
  key text not null,
  request text not null,
  reference text not null,
  executed_at timestamp with time zone not null,
  constraint executions_pkey PRIMARY KEY (key)
);

create table simulator.report_count (
  only_row boolean not null default true,
  reported bigint not null default 0,
  constraint report_count_pkey PRIMARY KEY (only_row),
  constraint report_count_only_row_check CHECK (only_row)
);

create table simulator.scripts (
  order_id text not null,
  scenario text not null,
  constraint scripts_pkey PRIMARY KEY (order_id)
);

create table public.events_default partition of events default;
create table public.webhook_deliveries_default partition of webhook_deliveries default;
CREATE UNIQUE INDEX account_holds_open ON public.account_holds USING btree (fingerprint, enterprise_id) WHERE (released_at IS NULL);
CREATE INDEX account_lines_stored ON public.account_lines USING btree (stored_at) WHERE (key IS NOT NULL);
CREATE UNIQUE INDEX api_keys_idempotency ON public.api_keys USING btree (idempotency_key, enterprise_id, operation) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX api_keys_made_by ON public.api_keys USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX api_keys_of_enterprise ON public.api_keys USING btree (enterprise_id, id);
CREATE UNIQUE INDEX api_keys_replaces ON public.api_keys USING btree (replaces) WHERE (replaces IS NOT NULL);
CREATE INDEX api_keys_rotated_by ON public.api_keys USING btree (rotated_by) WHERE (rotated_by IS NOT NULL);
CREATE INDEX api_requests_at ON public.api_requests USING btree (at);
CREATE INDEX api_requests_named ON public.api_requests USING btree (enterprise_id, request_id, id);
CREATE INDEX api_requests_of_enterprise ON public.api_requests USING btree (enterprise_id, id);
CREATE INDEX api_requests_of_key ON public.api_requests USING btree (enterprise_id, key_id, id);
CREATE INDEX api_requests_of_organization ON public.api_requests USING btree (organization_id, id) WHERE (organization_id IS NOT NULL);
CREATE INDEX api_requests_refused ON public.api_requests USING btree (enterprise_id, id) WHERE (status >= 400);
CREATE INDEX approvals_by_chain ON public.approvals USING btree (chain, id);
CREATE INDEX approvals_of_orders ON public.approvals USING btree (((asked ->> 'organization_id'::text)), id) WHERE (act = 'order.create'::text);
CREATE UNIQUE INDEX approvals_pending ON public.approvals USING btree (act, subject) WHERE ((status = 'PENDING'::text) AND (subject <> ''::text));
CREATE INDEX approvals_waiting ON public.approvals USING btree (proposed_at) WHERE (status = 'PENDING'::text);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at, chain, number);
CREATE INDEX configuration_versions_pending ON public.configuration_versions USING btree (effective_from) WHERE (status = 'pending'::text);
CREATE INDEX console_sessions_created ON public.console_sessions USING btree (created_at);
CREATE INDEX deliveries_failed ON ONLY public.webhook_deliveries USING btree (organization_id, endpoint_id, event_id) WHERE (status = 'FAILED'::text);
CREATE INDEX deposit_returns_due ON public.deposit_returns USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX deposit_returns_of_deposit ON public.deposit_returns USING btree (deposit_id) WHERE ((status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'PROCESSED'::text])) AND (NOT went_twice));
CREATE INDEX deposit_returns_of_deposits ON public.deposit_returns USING btree (deposit_id);
CREATE INDEX deposit_returns_over_rails ON public.deposit_returns USING btree (rail, currency, status, updated_at) WHERE ((rail <> 'sandbox'::text) AND (prepared_sealed IS NOT NULL));
CREATE INDEX deposit_returns_to_erase ON public.deposit_returns USING btree (created_at, id) WHERE (details_key_id <> ''::text);
CREATE INDEX deposit_returns_waiting ON public.deposit_returns USING btree (created_at) WHERE ((due_at IS NOT NULL) AND ((stopped_at IS NOT NULL) OR (outflow_limited_at IS NOT NULL) OR (attempt >= 15)));
CREATE INDEX deposits_came_back ON public.deposits USING btree (rail, address) WHERE starts_with(address, 'deposit:d'::text);
CREATE INDEX deposits_failed ON public.deposits USING btree (organization_id, outcome, id) WHERE (outcome = ANY (ARRAY['late'::text, 'extra'::text, 'wrong_asset'::text]));
CREATE INDEX deposits_in_suspense ON public.deposits USING btree (recorded_at) WHERE ((order_id IS NULL) AND (reversed_at IS NULL) AND (exited_at IS NULL) AND (NOT is_small));
CREATE INDEX deposits_of_counterparties ON public.deposits USING btree (recorded_at) WHERE ((counterparty IS NOT NULL) AND (order_id IS NULL) AND (reversed_at IS NULL) AND (exited_at IS NULL));
CREATE UNIQUE INDEX deposits_of_movement ON public.deposits USING btree (exit_movement_id) WHERE (exit_movement_id IS NOT NULL);
CREATE INDEX deposits_of_order ON public.deposits USING btree (order_id, organization_id);
CREATE INDEX deposits_of_organization ON public.deposits USING btree (organization_id, id) WHERE (outcome <> 'unmatched'::text);
CREATE UNIQUE INDEX deposits_once ON public.deposits USING btree (rail, lower(transaction), output_index, occurrence);
CREATE INDEX deposits_reversed ON public.deposits USING btree (organization_id, reversal_order_id) WHERE (reversal_order_id IS NOT NULL);
CREATE INDEX deposits_small ON public.deposits USING btree (rail, currency, recorded_at) WHERE is_small;
CREATE INDEX deposits_to_erase ON public.deposits USING btree (recorded_at, id) WHERE (sender_key_id <> ''::text);
CREATE INDEX deposits_unmatched ON public.deposits USING btree (recorded_at) WHERE ((order_id IS NULL) AND (reversed_at IS NULL));
CREATE INDEX deposits_unmatched_reversed ON public.deposits USING btree (id) WHERE ((order_id IS NULL) AND (reversed_at IS NOT NULL));
CREATE INDEX deposits_unswept ON public.deposits USING btree (rail, address, currency) WHERE ((sweep_id IS NULL) AND (rail <> 'sandbox'::text));
CREATE INDEX desk_conditions_open ON public.desk_conditions USING btree (since) WHERE is_open;
CREATE UNIQUE INDEX enterprise_holds_open ON public.enterprise_holds USING btree (enterprise_id) WHERE (released_at IS NULL);
CREATE UNIQUE INDEX events_default_sequence ON public.events_default USING btree (order_id, sequence, organization_id);
CREATE INDEX events_feed ON ONLY public.events USING btree (organization_id, epoch, transaction, id) INCLUDE (type);
CREATE INDEX events_newest ON ONLY public.events USING btree (id);
CREATE INDEX events_rare ON ONLY public.events USING btree (type, id) WHERE (type <> ALL (ARRAY['order.created'::text, 'order.funded'::text, 'order.filled'::text, 'order.completed'::text, 'deposit.recorded'::text, 'payout.settled'::text]));
CREATE UNIQUE INDEX fills_one_in_flight ON public.fills USING btree (order_id, organization_id) WHERE ((filled_at IS NULL) AND (declined_at IS NULL));
CREATE INDEX funding_accounts_assigned ON public.funding_accounts USING btree (assigned_at) WHERE (order_id IS NOT NULL);
CREATE INDEX funding_accounts_free ON public.funding_accounts USING btree (rail, method, currency, id) WHERE (order_id IS NULL);
CREATE UNIQUE INDEX halts_open ON public.halts USING btree (what, COALESCE(rail, ''::text), COALESCE(provider, ''::text), cause) WHERE (resumed_at IS NULL);
CREATE UNIQUE INDEX information_documents_idempotency ON public.information_documents USING btree (organization_id, idempotency_key);
CREATE INDEX information_documents_of_request ON public.information_documents USING btree (organization_id, request_id, id);
CREATE UNIQUE INDEX information_requests_id ON public.information_requests USING btree (id);
CREATE UNIQUE INDEX information_requests_idempotency ON public.information_requests USING btree (organization_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX information_requests_of_order ON public.information_requests USING btree (organization_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX information_requests_to_erase ON public.information_requests USING btree (closed_at) WHERE ((status = 'CLOSED'::text) AND (erased_at IS NULL));
CREATE INDEX information_requests_waiting ON public.information_requests USING btree (COALESCE(answered_at, deadline)) WHERE (status <> 'CLOSED'::text);
CREATE INDEX instruments_by_status ON public.external_payment_instruments USING btree (status, organization_id, id);
CREATE INDEX instruments_held ON public.external_payment_instruments USING btree (updated_at) WHERE (status = 'COMPLIANCE_HOLD'::text);
CREATE INDEX instruments_of_account_owners ON public.external_payment_instruments USING btree (fingerprint, organization_id) WHERE (fingerprint IS NOT NULL);
CREATE INDEX instruments_to_erase ON public.external_payment_instruments USING btree (updated_at) WHERE ((status = 'ARCHIVED'::text) AND (details_erased_at IS NULL));
CREATE INDEX instruments_without_fingerprint ON public.external_payment_instruments USING btree (id) WHERE (fingerprint IS NULL);
CREATE INDEX ledger_flows_of_time ON public.ledger_flows USING btree (unit, at);
CREATE INDEX ledger_transfers_of_order ON public.ledger_transfers USING btree (order_id, organization_id);
CREATE INDEX movements_failed ON public.treasury_movements USING btree (status, id) WHERE (status = ANY (ARRAY['FAILED'::text, 'CANCELLED'::text]));
CREATE INDEX notices_by_age ON public.notices USING btree (created_at);
CREATE INDEX notices_of_source ON public.notices USING btree (source);
CREATE INDEX notices_waiting ON public.notices USING btree (enterprise_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX offerings_by_batch ON public.offerings USING btree (batch_id, organization_id);
CREATE INDEX open_total_samples_of_time ON public.open_total_samples USING btree (at);
CREATE UNIQUE INDEX operator_keys_by_label ON public.operator_keys USING btree (label) WHERE (revoked_at IS NULL);
CREATE INDEX order_sums_of_time ON public.order_sums USING btree (unit, at);
CREATE INDEX orders_awaiting_retry ON public.orders USING btree (id) WHERE awaits_retry;
CREATE INDEX orders_by_id ON public.orders USING btree (id);
CREATE INDEX orders_due ON public.orders USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (parked_reason IS NULL));
CREATE UNIQUE INDEX orders_external_reference ON public.orders USING btree (external_reference_id, organization_id) WHERE (external_reference_id IS NOT NULL);
CREATE INDEX orders_failed ON public.orders USING btree (organization_id, failed_status, id) WHERE (failed_status IS NOT NULL);
CREATE INDEX orders_frozen ON public.orders USING btree (frozen_at) WHERE (frozen_at IS NOT NULL);
CREATE INDEX orders_funding_address ON public.orders USING btree (funding_address);
CREATE UNIQUE INDEX orders_of_keys ON public.orders USING btree (key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX orders_parked ON public.orders USING btree (parked_at) WHERE (parked_reason IS NOT NULL);
CREATE INDEX orders_payout_held ON public.orders USING btree (payout_held_since) WHERE (payout_held_since IS NOT NULL);
CREATE INDEX orders_watched ON public.orders USING btree (funding_rail, funding_expires_at, id) WHERE (funding_rail <> 'sandbox'::text);
CREATE INDEX organizations_held ON public.organizations USING btree (updated_at) WHERE (status = 'COMPLIANCE_HOLD'::text);
CREATE INDEX organizations_of_enterprise ON public.organizations USING btree (enterprise_id, id);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id);
CREATE INDEX payouts_failed ON public.payouts USING btree (organization_id, id) WHERE ((returned_at IS NOT NULL) OR (rejected_at IS NOT NULL));
CREATE INDEX payouts_over_rails ON public.payouts USING btree (rail, currency, settled_at) WHERE ((rail <> 'sandbox'::text) AND (rejected_at IS NULL));
CREATE UNIQUE INDEX payouts_settled_once ON public.payouts USING btree (order_id, organization_id) WHERE ((settled_at IS NOT NULL) AND (returned_at IS NULL));
CREATE INDEX payouts_to_erase ON public.payouts USING btree (created_at, id) WHERE (prepared_key_id <> ''::text);
CREATE INDEX payouts_unprepared ON public.payouts USING btree (organization_id, instrument_id) WHERE ((rail IS NULL) AND (rejected_at IS NULL));
CREATE INDEX queue_comments_of_item ON public.queue_comments USING btree (kind, subject, id);
CREATE INDEX queue_items_of_assignee ON public.queue_items USING btree (assignee) WHERE (assignee IS NOT NULL);
CREATE INDEX rail_entries_due ON public.rail_entries USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX rail_entries_for_operators ON public.rail_entries USING btree (reported_at) WHERE ((problem IS NOT NULL) AND ((kind = 'invalid'::text) OR (attempt >= 5)));
CREATE INDEX rail_entries_lanes ON public.rail_entries USING btree (rail, ((kind = 'deposit'::text)), due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX rail_entries_once ON public.rail_entries USING btree (rail, lower(transaction), index, ((kind = 'reversal'::text)), occurrence);
CREATE INDEX rail_entries_reversals ON public.rail_entries USING btree (rail, lower((entry ->> 'of_transaction'::text))) WHERE (kind = 'reversal'::text);
CREATE INDEX rail_entries_to_erase ON public.rail_entries USING btree (reported_at, id) WHERE (payer_key_id <> ''::text);
CREATE INDEX rail_entries_waiting ON public.rail_entries USING btree (rail, ((entry ->> 'account'::text))) WHERE ((due_at IS NOT NULL) AND (kind = 'deposit'::text));
CREATE INDEX rail_entries_with_problem ON public.rail_entries USING btree (id) WHERE (problem IS NOT NULL);
CREATE INDEX rail_marks_contradicted ON public.rail_marks USING btree (answered_at) WHERE ((answer <> outcome) AND (decided_at IS NULL));
CREATE INDEX rail_marks_due ON public.rail_marks USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX rail_marks_of_orders ON public.rail_marks USING btree (organization_id, order_id);
CREATE INDEX reconciliation_differences_moved ON public.reconciliation_differences USING btree (movement_id) WHERE (outcome = 'movement'::text);
CREATE INDEX reconciliation_differences_of ON public.reconciliation_differences USING btree (reconciliation_id, id);
CREATE INDEX reconciliation_differences_open ON public.reconciliation_differences USING btree (noted_at) WHERE (outcome IS NULL);
CREATE INDEX reconciliations_of_account ON public.reconciliations USING btree (account, currency, id);
CREATE INDEX refunds_due ON public.refunds USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX refunds_of_order ON public.refunds USING btree (order_id, organization_id);
CREATE INDEX refunds_over_rails ON public.refunds USING btree (rail, currency, status, updated_at) WHERE ((rail <> 'sandbox'::text) AND (prepared_sealed IS NOT NULL));
CREATE INDEX refunds_small ON public.refunds USING btree (small_rail, currency, created_at) WHERE (small_rail IS NOT NULL);
CREATE INDEX refunds_to_erase ON public.refunds USING btree (created_at, id) WHERE (prepared_key_id <> ''::text);
CREATE INDEX refunds_waiting ON public.refunds USING btree (created_at) WHERE ((status = 'FAILED'::text) OR ((status = 'PENDING'::text) AND (due_at IS NULL)) OR (outflow_limited_at IS NOT NULL) OR ((due_at IS NOT NULL) AND (attempt >= 15)));
CREATE INDEX relayed_transactions_open ON public.relayed_transactions USING btree (rail, looked_at) WHERE (ended_at IS NULL);
CREATE INDEX relayed_transactions_posted ON public.relayed_transactions USING btree (posting_id) WHERE (posting_id IS NOT NULL);
CREATE INDEX rent_keys_held ON public.rent_keys USING btree (rail, of_id) WHERE ((sweep_id IS NULL) AND (returned_at IS NULL));
CREATE INDEX rent_keys_of_sweep ON public.rent_keys USING btree (sweep_id) WHERE (returned_at IS NULL);
CREATE INDEX returns_of_key ON public.returns USING btree (key);
CREATE INDEX returns_of_order ON public.returns USING btree (organization_id, order_id);
CREATE INDEX returns_parts_of_refunds ON public.returns USING btree (recorded_at) WHERE ((refund_id IS NOT NULL) AND (stage = 'part'::text));
CREATE UNIQUE INDEX returns_whole ON public.returns USING btree (key) WHERE (stage = 'whole'::text);
CREATE INDEX screenings_due ON public.screenings USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX screenings_lacking ON public.screenings USING btree (lacking_id) WHERE ((state = 'hold'::text) AND (lacking IS NOT NULL));
CREATE INDEX screenings_of_deposits ON public.screenings USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);
CREATE INDEX screenings_of_orders ON public.screenings USING btree (organization_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX screenings_unresolved ON public.screenings USING btree (asked_at) WHERE (state = ANY (ARRAY['asking'::text, 'hold'::text, 'reject'::text]));
CREATE INDEX second_looks_due ON public.second_looks USING btree (due_at) WHERE (outcome IS NULL);
CREATE INDEX send_cancellations_of_orders ON public.send_cancellations USING btree (organization_id, order_id);
CREATE INDEX simulator_deposits_due ON simulator.deposits USING btree (arrives_at) WHERE (reported_at IS NULL);
CREATE INDEX spent_challenges_by_expiry ON public.spent_challenges USING btree (expires_at);
CREATE UNIQUE INDEX strays_by_key ON public.strays USING btree (key) WHERE (status = 'RETURNING'::text);
CREATE INDEX strays_due ON public.strays USING btree (due_at) WHERE (status = 'RETURNING'::text);
CREATE INDEX strays_open ON public.strays USING btree (seen_at, id) WHERE (status = 'OPEN'::text);
CREATE UNIQUE INDEX strays_postings ON public.strays USING btree (posting_id) WHERE (posting_id IS NOT NULL);
CREATE UNIQUE INDEX strays_present ON public.strays USING btree (rail, account, asset) WHERE (status = ANY (ARRAY['OPEN'::text, 'RETURNING'::text]));
CREATE INDEX strays_to_erase ON public.strays USING btree (seen_at, id) WHERE (prepared_key_id <> ''::text);
CREATE INDEX sweeps_due ON public.sweeps USING btree (due_at) WHERE (status = 'OPEN'::text);
CREATE INDEX sweeps_failed ON public.sweeps USING btree (rail, account, currency, ended_at) WHERE (status = 'FAILED'::text);
CREATE UNIQUE INDEX travel_rule_records_idempotency ON public.travel_rule_records USING btree (organization_id, idempotency_key);
CREATE INDEX travel_rule_records_of_instrument ON public.travel_rule_records USING btree (instrument_id, id);
CREATE INDEX treasury_movements_open ON public.treasury_movements USING btree (id) WHERE (status = ANY (ARRAY['PROPOSED'::text, 'APPROVED'::text, 'SENT'::text]));
CREATE INDEX unknown_fills_of_order ON public.unknown_fills USING btree (order_id) WHERE ((put_right_at IS NULL) AND (order_id IS NOT NULL));
CREATE INDEX unknown_sends_of_order ON public.unknown_sends USING btree (order_id) WHERE ((put_right_at IS NULL) AND (order_id IS NOT NULL));
CREATE INDEX user_sessions_by_age ON public.user_sessions USING btree (created_at);
CREATE UNIQUE INDEX user_sessions_by_id ON public.user_sessions USING btree (id) WHERE (id IS NOT NULL);
CREATE INDEX user_sessions_by_network ON public.user_sessions USING btree (network, created_at) WHERE (network IS NOT NULL);
CREATE INDEX user_sessions_by_user ON public.user_sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX users_by_enterprise ON public.users USING btree (enterprise_id, id) WHERE (enterprise_id IS NOT NULL);
CREATE INDEX users_not_admitted ON public.users USING btree (enrolled_at) WHERE (admitted_at IS NULL);
CREATE INDEX webhook_deliveries_due ON ONLY public.webhook_deliveries USING btree (organization_id, endpoint_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_endpoints_by_id ON public.webhook_endpoints USING btree (id) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_endpoints_ended ON public.webhook_endpoints USING btree (updated_at) WHERE ((status = 'DISABLED'::text) AND (deleted_at IS NULL) AND (disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])));

CREATE OR REPLACE FUNCTION public.add_metadata_pairs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into metadata_pairs (organization_id, kind, pair, id)
  select new.organization_id, tg_table_name, substring(sha256(convert_to(key || '=' || value, 'UTF8')) for 16), new.id
    from jsonb_each_text(new.metadata);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.api_key_only_shrinks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.expires_at is not null and (new.expires_at is null or new.expires_at > old.expires_at))
     or new.revoked_at is distinct from coalesce(old.revoked_at, new.revoked_at) then
    raise exception 'an API key is never extended' using errcode = '23514';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.append_audit(of_chain uuid, of_at timestamp with time zone, of_actor text, of_act text, of_subject text, of_reason text, of_detail text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.balance_left(of_rail text, of_currency text)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.check_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> 'PENDING' then
    raise exception 'approval % is %, and a decision is final', old.id, old.status using errcode = '23514';
  end if;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION public.count_outflow(of_rail text, of_currency text, of_amount bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.deposit_came_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.detach_month(parent text, month date)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '300ms'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.erase_deposit_returns(before timestamp with time zone, at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS TABLE(id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
     where r.id = g.id and g.updated_at < before and g.status not in ('PENDING', 'SENT') and not mark_is_open(g.id)
       and (g.rail is null or not rail_is_reconciled(g.rail, g.currency, g.updated_at))
    returning r.id
  ), marks as (
    update rail_marks m set prepared_key_id = '', prepared_sealed = ''
      from erased e
     where m.subject_id = e.id and m.prepared_key_id <> ''
  )
  select g.id, g.created_at, null::uuid, null::uuid, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.created_at, g.id
$function$
;
CREATE OR REPLACE FUNCTION public.erase_information_request(of_organization uuid, of_request uuid, before timestamp with time zone, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.erase_instrument(of_organization uuid, of_instrument uuid, before timestamp with time zone, at timestamp with time zone, key_id text, kinds bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if length(kinds) > 160 then
    raise exception 'details that are erased must be short' using errcode = 'invalid_parameter_value';
  end if;
  update external_payment_instruments
     set details_key_id = key_id, details_sealed = kinds, details_erased_at = at, metadata = null,
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
end $function$
;
CREATE OR REPLACE FUNCTION public.erase_payers(before timestamp with time zone, at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
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
$function$
;
CREATE OR REPLACE FUNCTION public.erase_payout_preparations(before timestamp with time zone, at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS TABLE(id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.erase_refund_preparations(before timestamp with time zone, at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS TABLE(id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.erase_senders(before timestamp with time zone, at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS TABLE(id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.erase_stray_returns(before timestamp with time zone, at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS TABLE(id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
     where s.id = g.id and g.status <> 'RETURNING' and coalesce(g.ended_at < before, true) and not mark_is_open(g.id)
    returning s.id
  ), marks as (
    update rail_marks m set prepared_key_id = '', prepared_sealed = ''
      from erased e
     where m.subject_id = e.id and m.prepared_key_id <> ''
  )
  select g.id, g.seen_at, null::uuid, null::uuid, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.seen_at, g.id
$function$
;
CREATE OR REPLACE FUNCTION public.event_id_at(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$
;
CREATE OR REPLACE FUNCTION public.forget_identity_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from user_identities where user_id = new.id;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.forget_notices_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update notice_targets set kinds = '{}', address_key_id = '', address_sealed = '' where user_id = new.id;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.halt_for_newer_claim(seen_by uuid, newer instant, why text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with made as (
    insert into halts (id, what, cause, actor, reason, halted_at, newer_claim_at)
    select gen_random_uuid(), what, 'other_service', 'database', why, now(), newer
      from deployment, (values ('sends'), ('fills')) named (what)
     where claim = seen_by
    on conflict (what, coalesce(rail, ''), coalesce(provider, ''), cause) where resumed_at is null do nothing
    returning id)
  select count(*)::int from made
$function$
;
CREATE OR REPLACE FUNCTION public.halt_restored_sends()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with newest as (
    select max(updated_at)::timestamptz as changed_at, max(created_at)::timestamptz as created_at from orders),
  last as (
    select least(coalesce(changed_at, (select max(at) from audit_entries)::timestamptz), now()) as changed_at,
           greatest(created_at, now()) as orders_until
      from newest),
  made as (
    insert into halts (id, what, rail, provider, cause, actor, reason, halted_at, since, orders_until)
    select gen_random_uuid(), what, rail, provider, 'restore', 'database',
           'the database was restored or failed over: what was ' || done || ' meanwhile may be unknown', now(), changed_at,
           orders_until
      from (select 'sends' as what, name as rail, null as provider, 'sent' as done from rails
             union all select 'sends', 'sandbox', null, 'sent' from deployment where environment = 'sandbox'
             union all select distinct 'fills', null, provider_name, 'converted' from trading_pairs) named, last
    on conflict (what, coalesce(rail, ''), coalesce(provider, ''), cause) where resumed_at is null
      do update set halted_at = excluded.halted_at, since = least(halts.since, excluded.since), read_at = null,
                    lists_sends = null, lists_fills = null, orders_until = excluded.orders_until
    returning id),
  reopened as (
    update rail_marks set decided_at = null, record_stands = null where record_stands)
  select count(*)::int from made
$function$
;
CREATE OR REPLACE FUNCTION public.history_only_grows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.judge_outflow(of_rail text, of_signer text, of_currency text, of_amount bigint, with_earlier numeric)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.liquidity_left(of_provider text, of_payin text, of_payout text)
 RETURNS TABLE(payin_left numeric, payout_left numeric)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.list_all_values()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.list_values_of(table_name text, organization uuid, currency text, rail text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into listed_values (field, value, organization_id)
  select table_name || '.' || f.field, f.value, coalesce(organization, '00000000-0000-0000-0000-000000000000')
    from (values ('currency', currency), ('rail', rail)) f (field, value)
   where f.value is not null
   order by 1
  on conflict do nothing
$function$
;
CREATE OR REPLACE FUNCTION public.list_values_of_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform list_values_of(tg_table_name, new.organization_id, new.currency::text, new.rail);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.list_values_of_new()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.list_values_of_route()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.lock_liquidity(of_provider text, of_payin text, of_payout text)
 RETURNS TABLE(payin_left numeric, payout_left numeric)
 LANGUAGE plpgsql
AS $function$
begin
  perform from provider_limits where provider = of_provider order by currency for update;
  return query select * from liquidity_left(of_provider, of_payin, of_payout);
end
$function$
;
CREATE OR REPLACE FUNCTION public.lock_volume_limits(of_organization uuid, of_at timestamp with time zone)
 RETURNS TABLE(subject_id uuid, currency text, period text, starts_at timestamp with time zone, left_minor numeric)
 LANGUAGE plpgsql
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.make_month(parent text, month date, most_rows integer DEFAULT 10000)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '300ms'
AS $function$
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
  if parent = 'webhook_deliveries' then
    execute format('alter table public.%I set (fillfactor = 50)', part);
  end if;
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
end $function$
;
CREATE OR REPLACE FUNCTION public.mark_is_open(of_subject uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from rail_marks m
                  where m.subject_id = of_subject
                    and (m.due_at is not null or (m.answer <> m.outcome and m.decided_at is null)))
$function$
;
CREATE OR REPLACE FUNCTION public.order_awaits_retry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.awaits_retry := new.status = 'FAILED_DECLINED_BY_LIQ_PROVIDER' and new.retry_order_id is null;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.order_failed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.failed_status := case when new.status like 'FAILED%' then new.status end;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.order_needs_details(of_organization uuid, of_order uuid, before timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.rail_is_reconciled(of_rail text, of_currency text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from reconciliation_differences d join reconciliations r on r.id = d.reconciliation_id
     where d.outcome is null and d.account = 'rail:' || of_rail and d.currency = of_currency
       and at::date between r.period_from - r.tolerance_days and r.period_to + r.tolerance_days)
$function$
;
CREATE OR REPLACE FUNCTION public.renew_claim(after instant)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update deployment
     set claimed_at = greatest(now(), claimed_at + interval '1 ms', after + interval '1 ms'), claim = gen_random_uuid()
$function$
;
CREATE OR REPLACE FUNCTION public.settle_event_epoch()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.settle_place()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE TRIGGER add_metadata_pairs AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.metadata IS NOT NULL)) EXECUTE FUNCTION add_metadata_pairs();
CREATE TRIGGER add_metadata_pairs AFTER INSERT ON public.quotes FOR EACH ROW WHEN ((new.metadata IS NOT NULL)) EXECUTE FUNCTION add_metadata_pairs();
CREATE TRIGGER api_keys_only_shrink BEFORE UPDATE OF expires_at, revoked_at ON public.api_keys FOR EACH ROW EXECUTE FUNCTION api_key_only_shrinks();
CREATE TRIGGER approvals_are_final BEFORE UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION check_approval();
CREATE TRIGGER deposit_came_back BEFORE INSERT ON public.deposits FOR EACH ROW WHEN (starts_with(new.address, 'deposit:d'::text)) EXECUTE FUNCTION deposit_came_back();
CREATE TRIGGER external_payment_instruments_history BEFORE UPDATE ON public.external_payment_instruments FOR EACH ROW WHEN ((old.status_history IS DISTINCT FROM new.status_history)) EXECUTE FUNCTION history_only_grows();
CREATE TRIGGER forget_identity_of_user AFTER UPDATE OF enrolment_hash ON public.users FOR EACH ROW WHEN ((new.enrolment_hash IS NOT NULL)) EXECUTE FUNCTION forget_identity_of_user();
CREATE TRIGGER forget_notices_of_user AFTER UPDATE OF enrolment_hash ON public.users FOR EACH ROW WHEN ((new.enrolment_hash IS NOT NULL)) EXECUTE FUNCTION forget_notices_of_user();
CREATE TRIGGER list_values AFTER INSERT ON public.deposits REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_values_of_new();
CREATE TRIGGER list_values AFTER INSERT ON public.payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_values_of_new();
CREATE TRIGGER list_values AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_values_of_new();
CREATE TRIGGER list_values AFTER INSERT ON public.open_totals FOR EACH ROW EXECUTE FUNCTION list_values_of_route();
CREATE TRIGGER list_values_again AFTER UPDATE OF organization_id ON public.deposits FOR EACH ROW WHEN ((new.organization_id IS DISTINCT FROM old.organization_id)) EXECUTE FUNCTION list_values_of_changed();
CREATE TRIGGER list_values_again AFTER UPDATE OF rail ON public.payouts FOR EACH ROW WHEN ((new.rail IS DISTINCT FROM old.rail)) EXECUTE FUNCTION list_values_of_changed();
CREATE TRIGGER list_values_again AFTER UPDATE OF rail ON public.refunds FOR EACH ROW WHEN ((new.rail IS DISTINCT FROM old.rail)) EXECUTE FUNCTION list_values_of_changed();
CREATE TRIGGER orders_awaits_retry BEFORE UPDATE OF status, retry_order_id, awaits_retry ON public.orders FOR EACH ROW WHEN ((new.awaits_retry <> ((new.status = 'FAILED_DECLINED_BY_LIQ_PROVIDER'::text) AND (new.retry_order_id IS NULL)))) EXECUTE FUNCTION order_awaits_retry();
CREATE TRIGGER orders_failed BEFORE UPDATE OF status, failed_status ON public.orders FOR EACH ROW WHEN ((new.failed_status IS DISTINCT FROM
        CASE
            WHEN (new.status ~~ 'FAILED%'::text) THEN new.status
            ELSE NULL::text
        END)) EXECUTE FUNCTION order_failed();
CREATE TRIGGER orders_history BEFORE UPDATE OF status_history ON public.orders FOR EACH ROW WHEN ((((((new.status_history - '-1'::integer) = old.status_history) AND (((new.status_history -> '-1'::integer) ->> 'created_at'::text) >= ((old.status_history -> '-1'::integer) ->> 'created_at'::text))) IS NOT TRUE) AND (old.status_history IS DISTINCT FROM new.status_history))) EXECUTE FUNCTION history_only_grows();
CREATE TRIGGER organizations_history BEFORE UPDATE ON public.organizations FOR EACH ROW WHEN ((old.status_history IS DISTINCT FROM new.status_history)) EXECUTE FUNCTION history_only_grows();
CREATE TRIGGER treasury_movements_history BEFORE UPDATE ON public.treasury_movements FOR EACH ROW EXECUTE FUNCTION history_only_grows();

grant insert, select, update (released_at) on public.account_holds to corridor_service;
grant insert, select on public.account_lines to corridor_service;
grant insert, select, update (balance_minor, lines) on public.accounts to corridor_service;
grant insert, select on public.act_keys to corridor_service;
grant insert, select, update (expires_at, granted_until, last_used_at, revoked_at) on public.api_keys to corridor_service;
grant delete, insert, select on public.api_requests to corridor_service;
grant select, update (rules) on public.approval_rules to corridor_service;
grant insert, select, update (body_key_id, body_sealed, decided_at, decided_by, decided_person, decision_reason, status) on public.approvals to corridor_service;
grant select on public.audit_entries to corridor_service;
grant select on public.audit_heads to corridor_service;
grant delete, insert, select, update (ledger_minor, observed_minor) on public.balance_samples to corridor_service;
grant insert, select, update (holidays, timezone) on public.bank_calendars to corridor_service;
grant select, update (content) on public.brand to corridor_service;
grant delete, insert, select, update (calls) on public.call_sums to corridor_service;
grant insert, select, update (changes, file_key_id, file_sealed, problem, settled_at, status, undo_key_id, undo_sealed) on public.configuration_versions to corridor_service;
grant insert, select, update (cost_tiers, estimated_settlement_time, fee_treatment, funding_window_ms, further_providers, inclusive_account_types, is_disabled, max_open_total_minor, max_slippage_bps, payin_max_minor, payin_min_minor, submission_window_ms, tax_bps, trading_hours, version) on public.configured_routes to corridor_service;
grant delete, insert, select, update (ended_at, used_at) on public.console_sessions to corridor_service;
grant insert, select, update (secrets_digest) on public.deployment to corridor_service;
grant insert, select, update (attempt, due_at, fee_currency, fee_minor, fee_posting_id, lease_token, leased_until, outflow_limited_at, outflow_limited_by, posting_id, prepared_key_id, prepared_sealed, rail, rail_reference, rejection_code, status, stopped_at, updated_at, went_twice) on public.deposit_returns to corridor_service;
grant insert, select on public.deposit_suggestions to corridor_service;
grant insert, select, update (assigned_at, exit, exit_account, exit_movement_id, exited_at, loss_minor, order_id, organization_id, outcome, reversal_code, reversal_held_minor, reversal_order_id, reversed_at, sweep_id) on public.deposits to corridor_service;
grant insert, select, update (facts, is_open, is_present, noted_at, since) on public.desk_conditions to corridor_service;
grant insert, select, update (released_at) on public.enterprise_holds to corridor_service;
grant insert, select, update (bounds, bounds_cover_keys, keys_may_sign_in, second_admin, waiting) on public.enterprise_settings to corridor_service;
grant insert, select on public.enterprises to corridor_service;
grant insert, select on public.events to corridor_service;
grant insert, select, update (closing_until, fingerprint, status, status_history, updated_at) on public.external_payment_instruments to corridor_service;
grant insert, select, update (decline_code, decline_is_final, declined_at, delivered_minor, fee_currency, fee_minor, filled_at, provider_reference, sold_minor) on public.fills to corridor_service;
grant insert, select, update (assigned_at, order_id, organization_id, retired_at, retired_reason) on public.funding_accounts to corridor_service;
grant insert, select, update (lists_fills, lists_sends, read_at, resumed_at) on public.halts to corridor_service;
grant delete, insert, select, update (status) on public.identity_providers to corridor_service;
grant insert, select on public.information_documents to corridor_service;
grant insert, select, update (answer_document_ids, answer_key_id, answer_sealed, answered_at, closed_at, idempotency_key, request_hash, status, updated_at) on public.information_requests to corridor_service;
grant select, update (list_key_id, list_sealed) on public.known_counterparties to corridor_service;
grant select on public.ledger_entries to corridor_service;
grant select, update (next_from, next_up_to, up_to) on public.ledger_flow_progress to corridor_service;
grant delete, insert, select, update (minor) on public.ledger_flows to corridor_service;
grant select, update (next_from, next_up_to, up_to) on public.ledger_sum_progress to corridor_service;
grant insert, select, update (balance_minor) on public.ledger_sums to corridor_service;
grant insert, select on public.ledger_transfers to corridor_service;
grant insert, select, update (kind, settings, version) on public.liquidity_providers to corridor_service;
grant select on public.listed_values to corridor_service;
grant select on public.metadata_pairs to corridor_service;
grant select on public.migrations to corridor_service;
grant delete, insert, select, update (epoch, event_id, transaction) on public.notice_positions to corridor_service;
grant insert, select, update (address_key_id, address_sealed, kinds, language, since) on public.notice_targets to corridor_service;
grant delete, insert, select, update (attempt, due_at, status) on public.notices to corridor_service;
grant insert, select, update (amount_minor, asked_at, observed_at) on public.observed_balances to corridor_service;
grant insert, select on public.offering_batches to corridor_service;
grant insert, select on public.offerings to corridor_service;
grant delete, insert, select, update (bound_minor, open_minor) on public.open_total_samples to corridor_service;
grant insert, select, update (open_minor) on public.open_totals to corridor_service;
grant insert, select, update (created_by, revoked_at) on public.operator_keys to corridor_service;
grant insert, select on public.order_delays to corridor_service;
grant insert, select on public.order_notes to corridor_service;
grant select, update (epoch, search_from, since, up_to) on public.order_sum_progress to corridor_service;
grant delete, insert, select, update (ages, cost_minor, orders, payin_minor, payout_minor) on public.order_sums to corridor_service;
grant insert, select, update (accepted_loss_minor, attempt, chosen_provider, due_at, effective_exchange_rate, frozen_at, key_id, last_event, lease_token, leased_until, parked_at, parked_reason, payout_held_since, received_minor, reserved_provider, retry_order_id, short_minor, status, status_history, updated_at, version) on public.orders to corridor_service;
grant insert, select, update (contact_email, contact_first_name, contact_last_name, status, status_history, updated_at) on public.organizations to corridor_service;
grant insert, select, update (max_hour_minor, max_send_minor) on public.outflow_caps to corridor_service;
grant insert, select, update (amount_minor) on public.outflows to corridor_service;
grant delete, insert, select, update (counter, used_at) on public.passkeys to corridor_service;
grant insert, select, update (fee_currency, fee_minor, prepared_key_id, prepared_sealed, rail, rail_reference, rejected_at, rejection_code, returned_at, settled_at) on public.payouts to corridor_service;
grant insert, select, update (is_prefunded, settlement_limit_minor) on public.provider_limits to corridor_service;
grant insert, select on public.queue_comments to corridor_service;
grant insert, select, update (assigned_at, assignee, since, snoozed_until) on public.queue_items to corridor_service;
grant insert, select on public.quotes to corridor_service;
grant insert, select, update (cursor, moved_at, read_up_to) on public.rail_cursors to corridor_service;
grant insert, select, update (attempt, claimed_until, decided_at, decision, due_at, problem, problem_code, tied) on public.rail_entries to corridor_service;
grant insert, select, update (answer, answered_at, attempt, decided_at, due_at, prepared_key_id, prepared_sealed, record_stands, reference) on public.rail_marks to corridor_service;
grant insert, select, update (bank_calendar, kind, settings, version) on public.rails to corridor_service;
grant delete, insert, select, update (rate) on public.rate_samples to corridor_service;
grant insert, select on public.receivable_changes to corridor_service;
grant insert, select on public.reconciled_lines to corridor_service;
grant insert, select on public.reconciled_transfers to corridor_service;
grant insert, select, update (closed_at, closed_by, closing_reason, matched_by, movement_id, outcome) on public.reconciliation_differences to corridor_service;
grant insert, select on public.reconciliations to corridor_service;
grant insert, select, update (attempt, collected_in, destination_instrument_id, due_at, fee_currency, fee_minor, kept_minor, lease_token, leased_until, outflow_limited_at, outflow_limited_by, prepared_key_id, prepared_sealed, rail, rail_key, rail_reference, rejection_code, reversed_minor, status, updated_at) on public.refunds to corridor_service;
grant insert, select, update (ended_at, fee_units, is_reported, looked_at, posting_id) on public.relayed_transactions to corridor_service;
grant insert, select, update (overpaid_units) on public.relayer_gas to corridor_service;
grant insert, select, update (returned_at, sweep_id) on public.rent_keys to corridor_service;
grant insert, select, update (payin_minor, payout_minor) on public.reserved_totals to corridor_service;
grant select, update (kept_days) on public.retention_policy to corridor_service;
grant insert, select on public.returns to corridor_service;
grant select, update (ahead_ms) on public.sandbox_clock to corridor_service;
grant select, update (is_on, screeners, version) on public.screening to corridor_service;
grant insert, select, update (entries) on public.screening_lists to corridor_service;
grant insert, select, update (answered_at, asked_version, attempt, due_at, fingerprint, lacking, lacking_id, order_id, organization_id, reason, release_reason, released_at, round, screener, state, version) on public.screenings to corridor_service;
grant insert, select, update (attempt, due_at, ended_at, missing_at, outcome) on public.second_looks to corridor_service;
grant insert, select, update (answer, answered_at, asked_at, detail) on public.send_cancellations to corridor_service;
grant insert, select, update, update (below, currency, rail, refund_fee_minor, smallest_deposit_minor, smallest_refund_minor) on public.small_amounts to corridor_service;
grant delete, insert, select on public.spent_challenges to corridor_service;
grant insert, select, update (attempt, due_at, ended_at, fee_currency, fee_minor, fingerprint, key, occurrence, posting_id, prepared_key_id, prepared_sealed, problem, reference, returning_at, status, stopped_at, units) on public.strays to corridor_service;
grant insert, select, update (attempt, code, due_at, ended_at, fee_currency, fee_minor, posting_id, problem, reference, status) on public.sweeps to corridor_service;
grant insert, select, update (hours, max_rate_age_ms, position, settings) on public.trading_pairs to corridor_service;
grant insert, select on public.travel_rule_records to corridor_service;
grant insert, select, update (status, status_history, updated_at, version) on public.treasury_movements to corridor_service;
grant insert, select, update (put_right_at) on public.unknown_fills to corridor_service;
grant insert, select, update (put_right_at) on public.unknown_sends to corridor_service;
grant delete, insert, select on public.user_identities to corridor_service;
grant delete, insert, select, update (ended_at, replayed_at, used_at) on public.user_sessions to corridor_service;
grant insert, select, update (admitted_at, admitted_by, disabled_at, enrolled_at, enrolment_expires_at, enrolment_hash, enterprise_ids, invited_by, needs_admission, password_hash, role, totp_key_id, totp_sealed, totp_step) on public.users to corridor_service;
grant insert, select, update (actor, changed_at, reason, state, version) on public.verifications to corridor_service;
grant insert, select, update (limit_minor, raised_minor, raised_until) on public.volume_limits to corridor_service;
grant insert, select, update (used_minor) on public.volume_used to corridor_service;
grant select, update (number) on public.webhook_claims to corridor_service;
grant insert, select, update (asked, attempts, due_at, last_answer, last_error, last_status_code, status, updated_at) on public.webhook_deliveries to corridor_service;
grant insert, select, update (deleted_at, description, disabled_reason, event_types, failing_since, is_quick, most_at_once, secrets_key_id, secrets_sealed, status, updated_at, url) on public.webhook_endpoints to corridor_service;
grant insert, select, update (busy, lease_token, leased_until) on public.webhook_leases to corridor_service;
grant insert, select, update, update (calls, key) on simulator.calls to corridor_service;
grant insert, select, update (number, reported_at) on simulator.deposits to corridor_service;
grant insert, select on simulator.executions to corridor_service;
grant select, update, update (only_row, reported) on simulator.report_count to corridor_service;
grant insert, select on simulator.scripts to corridor_service;
