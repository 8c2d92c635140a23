-- Archiving that never strands an order, and holds that cover every instrument of an account.
-- Up Migration

alter table external_payment_instruments
  -- While it is in the future, the instrument takes no new orders: archiving looks for open ones meanwhile.
  add column closing_until timestamptz,
  -- Keyed hash of the account, the same for every instrument of it. Null until the service has filled it in.
  add column fingerprint bytea check (length(fingerprint) = 32);
-- With the identifier at its end, so that no look-up by the primary key reads more through it.
create index instruments_by_status on external_payment_instruments (status, organization_id, id);
create index instruments_of_account on external_payment_instruments (fingerprint) where fingerprint is not null;
create index instruments_without_fingerprint on external_payment_instruments (id) where fingerprint is null;

-- Holds that operators placed on accounts. They outlive the instruments: one that is made of a held account
-- later starts on hold, also when the others are archived.
create table account_holds (
  id bigint generated always as identity primary key,
  enterprise_id uuid not null references enterprises,
  fingerprint bytea not null check (length(fingerprint) = 32),
  placed_at instant not null,
  released_at instant check (released_at >= placed_at)
);
create unique index account_holds_open on account_holds (fingerprint, enterprise_id) where released_at is null;

-- Archiving finds open orders by what is due, what is parked and what was declined. The first two have indexes.
create index orders_declined on orders (id)
  where status = 'FAILED_DECLINED_BY_LIQ_PROVIDER' and retry_order_id is null;
alter table orders add constraint orders_open_are_due check (due_at is not null
  or status not in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')) not valid;

grant update (closing_until, fingerprint) on external_payment_instruments to corridor_service;
grant select, insert on account_holds to corridor_service;
grant update (released_at) on account_holds to corridor_service;
