-- Liquidity that orders reserve at providers, and balances and signers that the intents of payouts check.
-- Up Migration

-- What the desk may use of a provider, by currency. A provider without a row has no limits.
create table provider_limits (
  provider text not null,
  currency currency_code not null,
  -- The most that is filled and not settled by a movement yet, with what orders reserve. Null: no limit.
  settlement_limit_minor minor_units,
  -- The provider sells only what the desk holds there in this currency.
  is_prefunded boolean not null default false,
  primary key (provider, currency)
);
grant select, insert, update (settlement_limit_minor, is_prefunded) on provider_limits to corridor_service;

-- The provider at which an order reserves its amounts until it is filled or ends: the net of its payin and its payout.
-- Null: the provider had no limits. It stays when the reservation ends.
alter table orders add column reserved_provider text;
grant update (reserved_provider) on orders to corridor_service;

-- Sums of what orders reserve, in slots like open_totals. One slot alone may be negative.
create table reserved_totals (
  provider text not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  slot int not null,
  payin_minor numeric(38) not null,
  payout_minor numeric(38) not null,
  primary key (provider, payin_currency, payout_currency, slot)
) with (fillfactor = 50);
grant select, insert, update (payin_minor, payout_minor) on reserved_totals to corridor_service;

-- What a provider can still take of a pair: payin that it can buy, and payout that it can deliver. Null: no limit.
-- Unsettled is the balance of the provider's account in the ledger. It holds every fill and every recorded movement.
create function liquidity_left(of_provider text, of_payin text, of_payout text)
returns table (payin_left numeric, payout_left numeric)
language sql stable as $$
  with posted as (
    select currency, sum(minor) as minor
      from (select currency, balance_minor as minor from ledger_sums where account = 'provider:' || of_provider
            union all
            select currency, amount_minor from ledger_entries
             where id > (select up_to from ledger_sum_progress) and account = 'provider:' || of_provider) entries
     group by currency
  ), reserved as (
    select payin_currency, payout_currency, sum(payin_minor) as payin_minor, sum(payout_minor) as payout_minor
      from reserved_totals where provider = of_provider group by payin_currency, payout_currency
  )
  select (select least(settlement_limit_minor + minor,
                       case when is_prefunded then least(minor, observed_minor) end) - payin_minor
            from provider_limits,
                 (select coalesce(sum(minor), 0) as minor from posted where currency = of_payin) balance,
                 (select sum(amount_minor) as observed_minor from observed_balances
                   where account = 'provider:' || of_provider and currency = of_payin) observed,
                 (select coalesce(sum(payin_minor), 0) as payin_minor from reserved where payin_currency = of_payin) taken
           where provider = of_provider and currency = of_payin),
         (select settlement_limit_minor - minor - payout_minor
            from provider_limits,
                 (select coalesce(sum(minor), 0) as minor from posted where currency = of_payout) balance,
                 (select coalesce(sum(payout_minor), 0) as payout_minor from reserved
                   where payout_currency = of_payout) taken
           where provider = of_provider and currency = of_payout)
$$;

-- The same, for a statement that goes on to reserve. It locks the limits of the provider until the commit, so that
-- concurrent statements never reserve more than is left. Statements that end reservations do not take this lock. Each
-- statement of a volatile function has its own snapshot: what is left is read after the lock was taken.
create function lock_liquidity(of_provider text, of_payin text, of_payout text)
returns table (payin_left numeric, payout_left numeric)
language plpgsql volatile as $$
begin
  perform from provider_limits where provider = of_provider order by currency for update;
  return query select * from liquidity_left(of_provider, of_payin, of_payout);
end
$$;
revoke execute on function liquidity_left, lock_liquidity from public;
grant execute on function liquidity_left, lock_liquidity to corridor_service;

-- The business clock when the outside was asked for a balance. What was settled before is part of the balance.
alter table observed_balances add column asked_at instant;
grant update (asked_at) on observed_balances to corridor_service;

-- What was sent over a rail and may not be part of its reported balance yet. The simulated rail reports none.
create index payouts_over_rails on payouts (rail, currency, settled_at) where rail <> 'sandbox' and rejected_at is null;
create index refunds_over_rails on refunds (rail, currency, status, updated_at)
  where rail <> 'sandbox' and prepared_sealed is not null;

-- The reported balance of the desk at a rail, less what was committed and may not be part of it. Null: the rail never
-- reported the currency. Ten seconds cover the clocks of several machines.
create function balance_left(of_rail text, of_currency text) returns numeric
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
    from reported
$$;

-- The key that a rail on a chain pays with, by its reference. Rails with the same key share the caps of the signer.
alter table rails add column signer text generated always as ('signer:' || (settings ->> 'payer')) stored;

-- Why a payout or refund may not be sent now: 'liquidity', 'outflow_limit', or null. In place of count_outflow, which
-- processes of the version before still call. `with_earlier` is the amount with those of the same statement before it.
-- What fits counts from then on for the caps; the caller commits its intent in the same transaction. Locks are held until
-- then and taken in the order of signer, rail and balance. Callers go through signers, currencies and rails in order.
create function judge_outflow(of_rail text, of_signer text, of_currency text, of_amount bigint, with_earlier numeric)
returns text language plpgsql volatile as $$
declare
  present timestamptz;
  capped text[];
begin
  if exists (select from outflow_caps
              where rail in (of_rail, of_signer) and currency = of_currency and of_amount > max_send_minor)
  then return 'outflow_limit'; end if;
  perform from outflow_caps where rail = of_signer and currency = of_currency and max_hour_minor is not null for update;
  perform from outflow_caps where rail = of_rail and currency = of_currency and max_hour_minor is not null for update;
  if exists (select from observed_balances where account = 'rail:' || of_rail and currency = of_currency) then
    perform pg_advisory_xact_lock(hashtext('balance at ' || of_rail || ' in ' || of_currency));
    if balance_left(of_rail, of_currency) < with_earlier then return 'liquidity'; end if;
  end if;
  present := clock_timestamp();
  select array_agg(rail) into capped from outflow_caps
   where rail in (of_rail, of_signer) and currency = of_currency and max_hour_minor is not null;
  if exists (select from outflow_caps c
              where c.rail = any (capped) and c.currency = of_currency
                and max_hour_minor < of_amount
                    + (select coalesce(sum(amount_minor), 0) from outflows o
                        where o.rail = c.rail and o.currency = of_currency
                          and minute > present - interval '61 minutes'))
  then return 'outflow_limit'; end if;
  insert into outflows (rail, currency, minute, amount_minor)
  select name, of_currency, date_trunc('minute', present), of_amount from unnest(capped) as c (name) order by name
  on conflict (rail, currency, minute) do update set amount_minor = outflows.amount_minor + excluded.amount_minor;
  return null;
end
$$;
revoke execute on function balance_left, judge_outflow from public;
grant execute on function balance_left, judge_outflow to corridor_service;

-- Why the refund is not sent: in rows of the version before, an outflow cap.
alter table refunds add column outflow_limited_by text check (outflow_limited_by in ('outflow_limit', 'liquidity'));
grant update (outflow_limited_by) on refunds to corridor_service;
