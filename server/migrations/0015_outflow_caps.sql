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

-- What a rail sent in each minute, by the database's clock: the clock of a sandbox can be moved. Rows are written only
-- where there is a cap for the hour. A sum for each minute bounds the rows that a payout reads, however many there are.
create table outflows (
  rail text not null,
  currency currency_code not null,
  minute timestamptz not null,
  amount_minor minor_units not null,
  primary key (rail, currency, minute)
);

-- Whether a payout or refund fits the caps of its rail. If it fits, it counts from then on, for 60 to 61 minutes. The
-- caller commits its intent in the same transaction. The row of the cap is locked until then, so that concurrent intents
-- never exceed the cap together. Each statement of a volatile function has its own snapshot: the sum is read after the
-- lock was taken, and contains all that earlier holders of the lock committed.
create function count_outflow(of_rail text, of_currency text, of_amount bigint) returns boolean
language plpgsql volatile as $$
declare
  cap outflow_caps;
  present timestamptz;
  sent numeric;
begin
  select * into cap from outflow_caps where rail = of_rail and currency = of_currency;
  if of_amount > cap.max_send_minor then return false; end if;
  if cap.max_hour_minor is null then return true; end if;
  select * into cap from outflow_caps where rail = of_rail and currency = of_currency for update;
  present := clock_timestamp();
  select coalesce(sum(amount_minor), 0) into sent from outflows
   where rail = of_rail and currency = of_currency and minute > present - interval '61 minutes';
  if sent + of_amount > cap.max_hour_minor then return false; end if;
  insert into outflows (rail, currency, minute, amount_minor)
  values (of_rail, of_currency, date_trunc('minute', present), of_amount)
  on conflict (rail, currency, minute) do update set amount_minor = outflows.amount_minor + excluded.amount_minor;
  return true;
end
$$;

-- Set while a cap keeps the refund from being sent.
alter table refunds add column outflow_limited_at instant;

grant select, insert, update (max_send_minor, max_hour_minor) on outflow_caps to corridor_service;
grant select, insert, update (amount_minor) on outflows to corridor_service;
grant update (outflow_limited_at) on refunds to corridor_service;
revoke execute on function count_outflow from public;
grant execute on function count_outflow to corridor_service;
