-- Sweeps: money that rails move from deposit accounts to the account that they pay from, and deposits of a network that
-- come back.
-- Up Migration

create table sweeps (
  id uuid primary key,
  rail text not null,
  -- rent: the network gives back what it asked for as long as it stored something for ended keys.
  kind text not null check (kind in ('deposits', 'rent')),
  -- The order whose deposit account it is. Null for rent.
  organization_id uuid,
  order_id uuid,
  -- The deposit account. For rent the account that receives.
  account text not null,
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor > 0),
  -- The deposits that it moves, also after it failed. Null for rent.
  deposit_ids uuid[],
  -- Made by the rail and committed before anything is sent.
  prepared_key_id text not null,
  prepared_sealed bytea not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'SETTLED', 'FAILED')),
  reference text,
  -- Why the rail rejected it.
  code text,
  fee_currency currency_code,
  -- Negative if the desk got money back.
  fee_minor bigint,
  posting_id uuid,
  created_at instant not null,
  ended_at instant,
  -- When the rail is asked next, by the database's clock. Null once it has ended.
  due_at timestamptz,
  attempt int not null default 0,
  problem text,
  check ((kind = 'deposits') = (deposit_ids is not null)),
  check ((kind = 'deposits') = (order_id is not null)),
  check ((organization_id is null) = (order_id is null)),
  check ((status = 'OPEN') = (ended_at is null)),
  check ((status = 'OPEN') = (due_at is not null)),
  check ((fee_currency is null) = (fee_minor is null)),
  check ((posting_id is null) or (status = 'SETTLED' and fee_minor <> 0)),
  foreign key (organization_id, order_id) references orders
);
create index sweeps_due on sweeps (due_at) where status = 'OPEN';
create index sweeps_failed on sweeps (rail, account, currency, ended_at) where status = 'FAILED';

-- The sweep that moves or moved the deposit. Null before, and again after the sweep failed.
alter table deposits add column sweep_id uuid references sweeps;
create index deposits_unswept on deposits (rail, address, currency)
  where sweep_id is null and rail <> 'sandbox';

-- Keys for which a network stores something. A key is written before anything is sent under it.
create table rent_keys (
  key text primary key,
  rail text not null,
  -- The payout, refund or sweep with the key.
  of_kind text not null check (of_kind in ('payout', 'refund', 'sweep')),
  of_organization_id uuid,
  of_id uuid not null,
  -- Made by the rail for its own use.
  note text not null,
  -- The return of the deposit that is under way or done.
  sweep_id uuid references sweeps,
  -- Nothing is stored for the key any more.
  returned_at instant,
  check ((of_kind = 'sweep') = (of_organization_id is null))
);
create index rent_keys_held on rent_keys (rail, of_id) where sweep_id is null and returned_at is null;
create index rent_keys_of_sweep on rent_keys (sweep_id) where returned_at is null;

grant select, insert on sweeps, rent_keys to corridor_service;
grant update (status, reference, code, fee_currency, fee_minor, posting_id, ended_at, due_at, attempt, problem)
  on sweeps to corridor_service;
grant update (sweep_id) on deposits to corridor_service;
grant update (sweep_id, returned_at) on rent_keys to corridor_service;
