-- Suggested orders of unmatched deposits get a score, and accounts of pools can be retired by an operator.
-- Up Migration
alter table deposit_suggestions
  add column score smallint not null default 0 check (score between 0 and 100),
  drop constraint deposit_suggestions_reason_check,
  -- The table was never written before.
  add constraint deposit_suggestions_reason_check
    check (reason in ('number', 'part_of_number', 'amount', 'account'));

alter table funding_accounts
  -- Why an operator added or retired it; null if the rail opened it.
  add column added_reason text check (length(added_reason) <= 500),
  add column retired_at instant,
  add column retired_reason text check (length(retired_reason) <= 500),
  add constraint funding_accounts_retired check ((retired_at is null) = (retired_reason is null));

grant update (retired_at, retired_reason) on funding_accounts to corridor_service;
