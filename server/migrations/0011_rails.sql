-- Rails: configured rails, their cursors and entries, pools of funding accounts, and the rail of each payout and refund.
-- Up Migration

-- Configured rails. The simulated rail of a sandbox is not listed. Settings refer to secrets and never contain them.
create table rails (
  name text primary key check (name ~ '^[a-z][a-z0-9_]*(:[a-z0-9_-]+)?$' and length(name) <= 64),
  kind text not null,
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  version int not null default 1
);

-- The position up to which the entries of a rail are stored.
create table rail_cursors (
  rail text primary key,
  cursor text not null,
  moved_at instant not null
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
  check ((payer_key_id is null) = (payer_sealed is null))
);
-- A rail that spells a transaction in another letter case reports the same entry again.
create unique index rail_entries_once on rail_entries (rail, lower(transaction), index);
create index rail_entries_due on rail_entries (due_at) where due_at is not null;
create index rail_entries_with_problem on rail_entries (id) where problem is not null;

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
  unique (rail, account),
  foreign key (organization_id, order_id) references orders,
  check ((order_id is null) = (organization_id is null)),
  check (order_id is null or assigned_at is not null)
);
create index funding_accounts_free on funding_accounts (rail, method, currency, id) where order_id is null;
create index funding_accounts_assigned on funding_accounts (assigned_at) where order_id is not null;

-- Rows of earlier versions belong to the simulated rail. So do those that older processes insert meanwhile.
alter table orders
  add column funding_rail text not null default 'sandbox',
  drop constraint orders_parked_reason_check,
  add constraint orders_parked_reason_check
    check (parked_reason in ('compliance_hold', 'slippage', 'attempts', 'liquidity', 'outflow_limit', 'deposit_reversed'))
    not valid;
-- Adapters read the accounts to watch in the order of this index. The simulated rail watches none.
create index orders_watched on orders (funding_rail, funding_expires_at, id) where funding_rail <> 'sandbox';

alter table payouts
  -- Null until the payout is prepared.
  add column rail text default 'sandbox',
  -- Null: the payout instrument of the order.
  add column instrument_id uuid,
  add column prepared_key_id text,
  add column prepared_sealed bytea,
  add column fee_currency currency_code,
  add column fee_minor minor_units,
  -- Why the rail rejected it, for operators.
  add column rejection_code text,
  -- It was settled and came back. Then another payout may settle.
  add column returned_at instant check (returned_at is null or settled_at is not null),
  add constraint payouts_prepared check ((prepared_key_id is null) = (prepared_sealed is null)),
  add constraint payouts_fee check ((fee_currency is null) = (fee_minor is null)),
  add foreign key (organization_id, instrument_id) references external_payment_instruments;

drop index payouts_settled_once;
create unique index payouts_settled_once on payouts (order_id, organization_id)
  where settled_at is not null and returned_at is null;

alter table refunds
  add column rail text,
  add column prepared_key_id text,
  add column prepared_sealed bytea,
  add column fee_currency currency_code,
  add column fee_minor minor_units,
  add column rejection_code text,
  add constraint refunds_prepared check ((prepared_key_id is null) = (prepared_sealed is null)),
  add constraint refunds_fee check ((fee_currency is null) = (fee_minor is null)),
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (reason in ('funding_expired', 'cancelled', 'excess', 'extra', 'late',
    'wrong_asset', 'declined', 'payout_rejected', 'payout_ended', 'payout_returned', 'retry_leftover')) not valid;
update refunds set rail = 'sandbox' where status in ('SENT', 'PROCESSED', 'FAILED') or attempt > 0;

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
  key text not null unique,
  currency currency_code not null,
  sent_minor minor_units not null,
  -- Less than what was sent if somebody on the way kept a fee.
  returned_minor minor_units not null check (returned_minor between 1 and sent_minor),
  code text not null,
  recorded_at instant not null,
  primary key (rail, transaction, index),
  foreign key (organization_id, order_id) references orders,
  check (num_nonnulls(payout_id, refund_id) = 1)
);
create index returns_of_order on returns (organization_id, order_id);

alter table deposits
  -- The payer's account, encrypted.
  add column sender_key_id text,
  add column sender_sealed bytea,
  -- The rail took the deposit back.
  add column reversed_at instant,
  add column reversal_code text,
  -- The part of a reversal that was already sent on.
  add column loss_minor minor_units,
  add constraint deposits_sender check ((sender_key_id is null) = (sender_sealed is null)),
  add constraint deposits_reversal check (num_nonnulls(reversed_at, reversal_code, loss_minor) in (0, 3));
create unique index deposits_once on deposits (rail, lower(transaction), output_index);

-- Orders that an unmatched deposit may belong to, for operators.
create table deposit_suggestions (
  deposit_id uuid not null references deposits,
  organization_id uuid not null,
  order_id uuid not null,
  reason text not null check (reason in ('number', 'part_of_number', 'amount')),
  primary key (deposit_id, order_id),
  foreign key (organization_id, order_id) references orders
);

alter table ledger_transfers
  drop constraint ledger_transfers_debit_account_check,
  drop constraint ledger_transfers_credit_account_check,
  drop constraint ledger_transfers_posting_check,
  -- Names of rails contain a colon, as in rail:evm:base.
  add constraint ledger_transfers_debit_account_check
    check (debit_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$') not valid,
  add constraint ledger_transfers_credit_account_check
    check (credit_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$') not valid,
  add constraint ledger_transfers_posting_check check (posting in ('deposit', 'deposit_reversed', 'fill', 'fx_result',
    'payout', 'payout_rejected', 'payout_ended', 'payout_returned', 'refund', 'refund_returned', 'send_fee',
    'carry_over')) not valid;

alter table order_notes
  drop constraint order_notes_action_check,
  add constraint order_notes_action_check
    check (action in ('parked', 'released', 'failed', 'refunded', 'paid_again')) not valid;

-- The simulated rail numbers its entries when it reports them first, so that a cursor can continue after a number.
alter table simulator.deposits
  add column number bigint unique,
  -- The whole entry, where it is no plain deposit.
  add column entry jsonb;
create table simulator.report_count (
  only_row boolean primary key default true check (only_row),
  reported bigint not null default 0
);
insert into simulator.report_count default values;

grant select, insert on rails, rail_cursors, rail_entries, funding_accounts, returns, deposit_suggestions
  to corridor_service;
grant update (kind, settings, version) on rails to corridor_service;
grant update (cursor, moved_at) on rail_cursors to corridor_service;
grant update (due_at, attempt, problem) on rail_entries to corridor_service;
grant update (organization_id, order_id, assigned_at) on funding_accounts to corridor_service;
grant update (rail, prepared_key_id, prepared_sealed, fee_currency, fee_minor, rejection_code)
  on payouts, refunds to corridor_service;
grant update (returned_at) on payouts to corridor_service;
grant update (reversed_at, reversal_code, loss_minor) on deposits to corridor_service;
grant update (number) on simulator.deposits to corridor_service;
grant select, update on simulator.report_count to corridor_service;
