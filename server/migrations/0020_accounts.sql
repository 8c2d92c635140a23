-- Accounts of organizations at the desk (docs/decisions/0291-an-account-is-an-instrument.md).
-- Up Migration
create table accounts (
  organization_id uuid not null,
  -- The instrument that stands for the account in offerings, quotes and orders.
  id uuid not null,
  number text not null unique check (number ~ '^AC-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{8}$'),
  currency currency_code not null,
  -- The rail of kind accounts that moves money to it.
  rail text not null,
  -- Below zero only by a correction, and until more came to it.
  balance_minor bigint not null default 0,
  -- Counts its lines.
  lines int not null default 0,
  created_at instant not null,
  primary key (organization_id, id),
  foreign key (organization_id, id) references external_payment_instruments (organization_id, id)
);

-- What went into an account and out of it. Lines have no gap, and each has the balance after it.
create table account_lines (
  organization_id uuid not null,
  account_id uuid not null,
  number int not null check (number > 0),
  kind text not null check (kind in ('order', 'payout', 'refund', 'correction')),
  -- Negative: the account paid it.
  amount_minor bigint not null check (amount_minor <> 0),
  balance_minor bigint not null,
  -- The order that the account paid.
  order_id uuid,
  -- The payout or refund that arrived.
  key text unique,
  posting_id uuid not null,
  created_at instant not null,
  -- By the clock of the database, to compare what was sent after a restore.
  stored_at timestamptz not null default now(),
  primary key (organization_id, account_id, number),
  check (kind = 'correction' or (kind = 'order') = (amount_minor < 0)),
  check (kind <> 'order' or balance_minor >= 0),
  check ((kind = 'order') = (order_id is not null) and (kind in ('payout', 'refund')) = (key is not null))
);
create index account_lines_stored on account_lines (stored_at) where key is not null;

alter table ledger_transfers drop constraint ledger_transfers_posting_check;
-- "not valid": the rows that are there obeyed the narrower one.
alter table ledger_transfers add constraint ledger_transfers_posting_check check (posting in ('deposit', 'deposit_reversed',
  'fill', 'fx_result', 'payout', 'payout_rejected', 'payout_ended', 'payout_returned', 'refund', 'refund_returned',
  'send_fee', 'carry_over', 'fill_unwound', 'movement', 'receivable', 'small_amount', 'refund_fee', 'account')) not valid;

grant select, insert, update (balance_minor, lines) on accounts to corridor_service;
grant select, insert on account_lines to corridor_service;
