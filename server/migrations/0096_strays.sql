-- Coins and tokens at deposit addresses that are no currency of the desk there, and their returns.
-- Up Migration

create table strays (
  id uuid primary key,
  rail text not null,
  -- The deposit address, and the order that shows it.
  account text not null,
  organization_id uuid not null,
  order_id uuid not null,
  -- 'native', or the contract or mint of the token.
  asset text not null,
  symbol text not null check (length(symbol) between 1 and 12),
  decimals integer not null check (decimals between 0 and 36),
  -- In the smallest unit of the asset. It grows while more comes.
  units numeric(78, 0) not null check (units > 0),
  -- Counts what came to the account in the asset: the key of a return follows from it.
  occurrence integer not null check (occurrence > 0),
  seen_at instant not null,
  status text not null check (status in ('OPEN', 'RETURNING', 'RETURNED', 'DISMISSED', 'GONE')),
  ended_at instant,
  -- Of the return.
  key text,
  prepared_key_id text,
  prepared_sealed bytea,
  attempt integer not null default 0,
  due_at timestamptz,
  problem text check (length(problem) <= 500),
  reference text,
  fee_currency currency_code,
  fee_minor bigint,
  posting_id uuid,
  foreign key (organization_id, order_id) references orders (organization_id, id),
  unique (rail, account, asset, occurrence),
  check ((status in ('OPEN', 'RETURNING')) = (ended_at is null)),
  check ((status = 'RETURNING') = (due_at is not null)),
  check (status <> 'RETURNING' or (key is not null and prepared_sealed is not null)),
  check ((status = 'RETURNED') = (reference is not null)),
  check ((fee_currency is null) = (fee_minor is null)),
  check ((posting_id is null) = (fee_minor is null))
);
-- One of each asset at an address waits or is under way.
create unique index strays_present on strays (rail, account, asset) where status in ('OPEN', 'RETURNING');
create index strays_open on strays (seen_at, id) where status = 'OPEN';
create index strays_due on strays (due_at) where status = 'RETURNING';
create unique index strays_by_key on strays (key) where status = 'RETURNING';
create unique index strays_postings on strays (posting_id) where posting_id is not null;

grant select, insert, update (units, occurrence, status, ended_at, key, prepared_key_id, prepared_sealed, attempt, due_at,
  problem, reference, fee_currency, fee_minor, posting_id) on strays to corridor_service;
