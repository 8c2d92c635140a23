-- Reconciliations: statements from outside, compared with the ledger's lines of an account, and what differs.
-- Up Migration

create table reconciliations (
  id uuid primary key,
  -- An account of the ledger, such as `rail:spei`.
  account text not null,
  currency currency_code not null,
  format text not null check (format in ('camt.053', 'csv', 'chain')),
  -- SHA-256 of the file and of the options: the same file makes nothing twice.
  digest bytea not null check (length(digest) = 32),
  period_from date not null,
  period_to date not null check (period_to >= period_from),
  tolerance_days int not null check (tolerance_days between 0 and 30),
  -- Lines of the statement, those among them that an earlier statement had, and lines of the ledger that were compared.
  lines_there int not null check (lines_there >= 0),
  lines_known int not null check (lines_known between 0 and lines_there),
  lines_here int not null check (lines_here >= 0),
  matches int not null check (matches >= 0),
  matched_there int not null check (matched_there >= 0),
  matched_here int not null check (matched_here >= 0),
  -- Lines of the ledger that wait for the next statement.
  cut_off int not null check (cut_off >= 0),
  actor text not null,
  reason text not null,
  created_at instant not null,
  unique (account, currency, digest)
);
create index reconciliations_of_account on reconciliations (account, currency, id);

-- Lines of statements that were matched or reported. Another file with the same line makes nothing of it.
create table reconciled_lines (
  account text not null,
  currency currency_code not null,
  key text not null,
  reconciliation_id uuid not null references reconciliations,
  primary key (account, currency, key)
);

-- Transfers that a line of a statement was found for. There is no foreign key: its check would write to the ledger's rows.
create table reconciled_transfers (
  account text not null,
  transfer_id bigint not null,
  reconciliation_id uuid not null references reconciliations,
  primary key (account, transfer_id)
);

create table reconciliation_differences (
  id uuid primary key,
  reconciliation_id uuid not null references reconciliations,
  account text not null,
  currency currency_code not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'different_amount', 'different_currency',
    'different_date', 'unreadable')),
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
  movement_id uuid references treasury_movements,
  -- The later reconciliation that found the line, for `matched`.
  matched_by uuid references reconciliations,
  closed_by text,
  closed_at instant,
  closing_reason text,
  unique (account, currency, key),
  check (num_nonnulls(outcome, closed_by, closed_at, closing_reason) in (0, 4)),
  check ((movement_id is not null) = coalesce(outcome = 'movement', false)),
  check ((matched_by is not null) = coalesce(outcome = 'matched', false))
);
create index reconciliation_differences_of on reconciliation_differences (reconciliation_id, id);
create index reconciliation_differences_open on reconciliation_differences (noted_at) where outcome is null;
create index reconciliation_differences_moved on reconciliation_differences (movement_id) where outcome = 'movement';

grant select, insert on reconciliations, reconciled_lines, reconciled_transfers to corridor_service;
grant select, insert, update (outcome, movement_id, matched_by, closed_by, closed_at, closing_reason)
  on reconciliation_differences to corridor_service;
