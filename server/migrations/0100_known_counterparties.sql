-- Counterparties of the desk whose deposits in suspense are booked, or suggested, by a rule of the operator file.
-- Up Migration

-- One row with the whole list, encrypted: it has accounts of senders. Null: there are none.
create table known_counterparties (
  id uuid not null primary key default '00000000-0000-0000-0000-000000000001'
    check (id = '00000000-0000-0000-0000-000000000001'),
  list_key_id text,
  list_sealed bytea,
  check ((list_key_id is null) = (list_sealed is null))
);
insert into known_counterparties default values;
grant select, update (list_key_id, list_sealed) on known_counterparties to corridor_service;

-- The name of the counterparty whose rule the deposit fitted when it was recorded in suspense. Null: none.
alter table deposits add column counterparty text;
create index deposits_of_counterparties on deposits (recorded_at)
  where counterparty is not null and order_id is null and reversed_at is null and exited_at is null;
