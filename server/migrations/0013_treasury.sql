-- Movements of the desk's own money, and the balances that rails and providers report.
-- Up Migration

create table treasury_movements (
  id uuid primary key,
  from_account text not null check (from_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$'),
  to_account text not null check (to_account ~ '^[a-z_]+(:[A-Za-z0-9_][A-Za-z0-9_:-]*)?$' and to_account <> from_account),
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor > 0),
  value_date date,
  status text not null check (status in ('PROPOSED', 'APPROVED', 'SENT', 'SETTLED', 'FAILED', 'CANCELLED')),
  -- [{status, created_at, reason, evidence, posting_id}], oldest first.
  status_history jsonb not null,
  version int not null default 1,
  created_at instant not null,
  updated_at instant not null
);
create index treasury_movements_open on treasury_movements (id) where status in ('PROPOSED', 'APPROVED', 'SENT');
create trigger treasury_movements_history before update on treasury_movements
  for each row execute function history_only_grows();
grant select, insert, update (status, status_history, version, updated_at) on treasury_movements to corridor_service;

-- The last balance of each account of the desk, as its rail or provider reported it.
create table observed_balances (
  -- The ledger account that it is compared with, 'rail:...' or 'provider:...'.
  account text not null,
  -- The name of the account outside: a wallet, an account number in the form the adapter chose.
  outside_account text not null,
  currency currency_code not null,
  amount_minor bigint not null,
  observed_at timestamptz not null,
  primary key (account, outside_account, currency)
);
grant select, insert, update (amount_minor, observed_at) on observed_balances to corridor_service;

-- Sums of the transfers of desk accounts up to a transfer, so that a balance need not read the whole ledger.
create table ledger_sums (
  account text not null,
  currency currency_code not null,
  balance_minor numeric(38) not null,
  primary key (account, currency)
);
grant select, insert, update (balance_minor) on ledger_sums to corridor_service;

-- One row. Sums cover transfers up to up_to. They will cover those up to next_up_to when every transaction that ran at
-- that time (transaction number below next_from) has ended: no transfer with a lower id can then appear.
create table ledger_sum_progress (
  is_only boolean primary key default true check (is_only),
  up_to bigint not null,
  next_up_to bigint not null,
  next_from xid8 not null
);
insert into ledger_sum_progress (up_to, next_up_to, next_from) values (0, 0, pg_current_xact_id());
grant select, update (up_to, next_up_to, next_from) on ledger_sum_progress to corridor_service;

alter table ledger_transfers
  drop constraint ledger_transfers_posting_check,
  add constraint ledger_transfers_posting_check check (posting in ('deposit', 'deposit_reversed', 'fill', 'fx_result',
    'payout', 'payout_rejected', 'payout_ended', 'payout_returned', 'refund', 'refund_returned', 'send_fee',
    'carry_over', 'fill_unwound', 'movement')) not valid;
