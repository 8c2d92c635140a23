-- Deposits in suspense that an operator sends back to their sender.
-- Up Migration

-- A send beside those of orders. Its deposit has left suspense, so that no other act takes it. A send that the rail rejected,
-- or that was withdrawn before it was prepared, gives the deposit back; the next one is another row with another key.
create table deposit_returns (
  id uuid not null primary key,
  deposit_id uuid not null references deposits (id),
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor > 0),
  method text not null,
  -- The details of the receiving account. Empty once retention has erased them.
  details_key_id text not null,
  details_sealed bytea not null,
  -- The keyed hash of that account, for holds.
  fingerprint bytea not null check (length(fingerprint) = 32),
  status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'PROCESSED', 'FAILED', 'WITHDRAWN')),
  rail_key text not null unique check (length(rail_key) between 1 and 90),
  -- Null until it is prepared.
  rail text,
  prepared_key_id text,
  prepared_sealed bytea,
  rail_reference text,
  rejection_code text,
  fee_currency currency_code,
  fee_minor minor_units,
  -- The posting from suspense to the rail, and that of the fee.
  posting_id uuid unique,
  fee_posting_id uuid unique,
  created_at instant not null,
  updated_at instant not null,
  due_at timestamptz,
  attempt int not null default 0,
  lease_token uuid,
  leased_until timestamptz,
  outflow_limited_at instant,
  outflow_limited_by text check (outflow_limited_by in ('outflow_limit', 'liquidity')),
  -- Since when nothing is sent under the key, because an operator stopped it.
  stopped_at instant,
  check ((lease_token is null) = (leased_until is null)),
  check ((prepared_key_id is null) = (prepared_sealed is null)),
  check ((fee_currency is null) = (fee_minor is null)),
  check ((status = 'PROCESSED') = (rail_reference is not null and posting_id is not null)),
  check (status <> 'WITHDRAWN' or rail is null),
  check ((status in ('PENDING', 'SENT')) = (due_at is not null))
);
-- A deposit goes back once.
create unique index deposit_returns_of_deposit on deposit_returns (deposit_id)
  where status in ('PENDING', 'SENT', 'PROCESSED');
create index deposit_returns_of_deposits on deposit_returns (deposit_id);
create index deposit_returns_due on deposit_returns (due_at) where due_at is not null;
create index deposit_returns_over_rails on deposit_returns (rail, currency, status, updated_at)
  where rail <> 'sandbox' and prepared_sealed is not null;
create index deposit_returns_waiting on deposit_returns (created_at)
  where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15);
grant select, insert, update (status, rail, prepared_key_id, prepared_sealed, rail_reference, rejection_code,
    fee_currency, fee_minor, posting_id, fee_posting_id, updated_at, due_at, attempt, lease_token, leased_until,
    outflow_limited_at, outflow_limited_by, stopped_at)
  on deposit_returns to corridor_service;

alter table deposits drop constraint deposits_exit_check,
  add constraint deposits_exit_check check (exit in ('booked', 'written_off', 'returned')) not valid;

-- A cancellation and a key with rent may also be of such a send, which has no order.
alter table send_cancellations
  alter column organization_id drop not null,
  alter column order_id drop not null,
  drop constraint send_cancellations_kind_check,
  add constraint send_cancellations_kind_check check (kind in ('payout', 'refund', 'deposit_return')) not valid,
  add constraint send_cancellations_of_order
    check (num_nonnulls(organization_id, order_id) = case kind when 'deposit_return' then 0 else 2 end) not valid;
alter table rent_keys
  drop constraint rent_keys_check,
  drop constraint rent_keys_of_kind_check,
  add constraint rent_keys_of_kind_check check (of_kind in ('payout', 'refund', 'sweep', 'deposit_return')) not valid,
  add constraint rent_keys_check
    check ((of_kind in ('sweep', 'deposit_return')) = (of_organization_id is null)) not valid;

-- As before, with the returns of deposits.
create or replace function balance_left(of_rail text, of_currency text) returns numeric
language sql stable as $$
  with reported as (
    select sum(amount_minor) as minor, coalesce(min(asked_at), 'infinity') - interval '10 seconds' as since
      from observed_balances where account = 'rail:' || of_rail and currency = of_currency
    having count(*) > 0
  )
  select minor
         - (select coalesce(sum(amount_minor), 0) from payouts
             where rail = of_rail and currency = of_currency and rail <> 'sandbox' and rejected_at is null
               and (settled_at is null or settled_at >= since))
         - (select coalesce(sum(amount_minor), 0) from refunds
             where rail = of_rail and currency = of_currency and rail <> 'sandbox' and prepared_sealed is not null
               and (status in ('PENDING', 'SENT') or (status = 'PROCESSED' and updated_at >= since)))
         - (select coalesce(sum(amount_minor), 0) from deposit_returns
             where rail = of_rail and currency = of_currency and rail <> 'sandbox' and prepared_sealed is not null
               and (status in ('PENDING', 'SENT') or (status = 'PROCESSED' and updated_at >= since)))
    from reported
$$;

-- As before: what nothing needs any more of sends that ended before `before`.
create function erase_deposit_returns(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select r.id, r.created_at, r.updated_at, r.status, r.rail, r.currency
      from deposit_returns r
     where r.details_key_id <> '' and r.created_at < before and (r.created_at, r.id) > (after_at, after_id)
     order by r.created_at, r.id
     limit most
       for update skip locked
  ), erased as (
    update deposit_returns r
       set details_key_id = '', details_sealed = '',
           prepared_key_id = case when r.prepared_key_id is not null then '' end,
           prepared_sealed = case when r.prepared_key_id is not null then ''::bytea end
      from page g
     where r.id = g.id and g.updated_at < before and g.status not in ('PENDING', 'SENT')
       and (g.rail is null or not rail_is_reconciled(g.rail, g.currency, g.updated_at))
    returning r.id
  )
  select g.id, g.created_at, null::uuid, null::uuid, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.created_at, g.id
$$;
revoke execute on function erase_deposit_returns(timestamptz, timestamptz, timestamptz, uuid, int) from public;
grant execute on function erase_deposit_returns(timestamptz, timestamptz, timestamptz, uuid, int) to corridor_service;
create index deposit_returns_to_erase on deposit_returns (created_at, id) where details_key_id <> '';
