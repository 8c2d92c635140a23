-- What an operator needs to decide about a parked order, and what was decided about it.
-- Up Migration

-- For operators only: no operation of the API reads this table.
create table order_notes (
  organization_id uuid not null,
  order_id uuid not null,
  -- The version that the change gave the order: a change has at most one note.
  version int not null,
  action text not null check (action in ('parked', 'released', 'failed', 'refunded')),
  -- Why it was parked, or the operator's own words.
  reason text check (length(reason) between 1 and 500),
  -- The offer that was worse than the route allows.
  provider_name text,
  firm_rate exchange_rate,
  provider_payout_minor minor_units,
  created_at instant not null,
  primary key (organization_id, order_id, version),
  foreign key (organization_id, order_id) references orders,
  check ((action = 'released') = (reason is null)),
  check (num_nonnulls(provider_name, firm_rate, provider_payout_minor) in (0, 3))
);
grant select, insert on order_notes to corridor_service;

-- An operator ended the order before its payout was sent. "not valid": the rows that are there obeyed the stricter
-- rule, and need no scan under a lock.
alter table refunds
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (reason in ('funding_expired', 'cancelled', 'excess', 'extra', 'late',
    'wrong_asset', 'declined', 'payout_rejected', 'payout_ended', 'retry_leftover')) not valid;
alter table ledger_transfers
  drop constraint ledger_transfers_posting_check,
  add constraint ledger_transfers_posting_check check (posting in ('deposit', 'fill', 'fx_result', 'payout',
    'payout_rejected', 'payout_ended', 'refund', 'carry_over')) not valid;
