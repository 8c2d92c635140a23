-- Outflow caps: how much a rail may send in one payout or refund, and in an hour.
-- Up Migration

-- A null cap is no cap. A rail without a row has none.
create table outflow_caps (
  rail text not null,
  currency currency_code not null,
  -- For one payout or refund.
  max_send_minor minor_units check (max_send_minor > 0),
  max_hour_minor minor_units check (max_hour_minor >= max_send_minor and max_hour_minor > 0),
  primary key (rail, currency)
);

-- Payouts and refunds that count for the cap of an hour. Rows are inserted only where there is such a cap.
create table outflows (
  rail_key text primary key,
  rail text not null,
  currency currency_code not null,
  amount_minor minor_units not null,
  -- By the database's clock: the clock of a sandbox can be moved.
  intended_at timestamptz not null
);
create index outflows_of_rail on outflows (rail, currency, intended_at) include (amount_minor);

-- Whether a payout or refund fits the caps of its rail. If it fits, it counts from then on. The caller commits its intent
-- in the same transaction. The row of the cap is locked until then, so that concurrent intents never exceed the cap
-- together. Each statement of a volatile function has its own snapshot: the sum is read after the lock was taken, and
-- contains all that earlier holders of the lock committed.
create function count_outflow(of_key text, of_rail text, of_currency text, of_amount bigint) returns boolean
language plpgsql volatile as $$
declare
  cap outflow_caps;
  sent numeric;
begin
  select * into cap from outflow_caps where rail = of_rail and currency = of_currency;
  if of_amount > cap.max_send_minor then return false; end if;
  if cap.max_hour_minor is null then return true; end if;
  select * into cap from outflow_caps where rail = of_rail and currency = of_currency for update;
  select coalesce(sum(amount_minor), 0) into sent from outflows
   where rail = of_rail and currency = of_currency and intended_at > clock_timestamp() - interval '1 hour';
  if sent + of_amount > cap.max_hour_minor then return false; end if;
  insert into outflows (rail_key, rail, currency, amount_minor, intended_at)
  values (of_key, of_rail, of_currency, of_amount, clock_timestamp());
  return true;
end
$$;

-- Set while a cap keeps the refund from being sent.
alter table refunds add column outflow_limited_at instant;

grant select, insert, update (max_send_minor, max_hour_minor) on outflow_caps to corridor_service;
grant select, insert on outflows to corridor_service;
grant update (outflow_limited_at) on refunds to corridor_service;
revoke execute on function count_outflow from public;
grant execute on function count_outflow to corridor_service;
