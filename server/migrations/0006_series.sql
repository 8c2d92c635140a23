-- Summaries for charts. They are derived: from the events of orders, from the ledger, and from rates and balances as they
-- were sampled. The nil UUID as `scope` is the whole desk.

create table order_sums (
  scope uuid not null,
  unit text not null check (unit in ('hour', 'day', 'month')),
  at instant not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  status text not null,
  -- Of completed orders: the step of the time since the funding. Otherwise 0.
  age_step smallint not null,
  orders bigint not null,
  payin_minor numeric(38,0) not null,
  payout_minor numeric(38,0) not null,
  cost_minor numeric(38,0) not null,
  primary key (scope, unit, at, payin_currency, payout_currency, status, age_step)
);
-- Old hours and days are deleted.
create index order_sums_of_time on order_sums (unit, at);
comment on table order_sums is
  'Orders that entered a status in an hour, a day or a month (UTC): of an organization, an enterprise and the whole desk.';

create table order_sum_progress (
  is_only boolean primary key default true check (is_only),
  epoch integer not null,
  up_to xid8 not null,
  -- No event that is still to be counted is older. Only a bound for the search.
  search_from instant not null,
  -- What orders did before is not counted: its events were no longer there. Null before the first event.
  since instant
);
comment on table order_sum_progress is 'All events before this transaction are in order_sums.';

create table ledger_flows (
  scope uuid not null,
  unit text not null check (unit in ('hour', 'day', 'month')),
  account text not null,
  at instant not null,
  currency currency_code not null,
  is_movement boolean not null,
  minor numeric(38,0) not null,
  primary key (scope, unit, account, at, currency, is_movement)
);
create index ledger_flows_of_time on ledger_flows (unit, at);
comment on table ledger_flows is
  'Debits less credits of an account in an hour, a day or a month (UTC), without accounts of customers: of an enterprise and the whole desk.';

create table ledger_flow_progress (
  is_only boolean primary key default true check (is_only),
  up_to bigint not null,
  next_up_to bigint not null,
  next_from xid8 not null
);
comment on table ledger_flow_progress is 'As ledger_sum_progress, for ledger_flows.';

create table rate_samples (
  provider text not null,
  payin_currency currency_code not null,
  payout_currency currency_code not null,
  unit text not null check (unit in ('minutes', 'hour')),
  at instant not null,
  rate exchange_rate not null,
  primary key (provider, payin_currency, payout_currency, unit, at)
);
comment on table rate_samples is 'The last fresh rate in five minutes or an hour. A time without a fresh rate has no row.';

create table balance_samples (
  account text not null,
  currency currency_code not null,
  at instant not null,
  ledger_minor numeric(38,0) not null,
  observed_minor numeric(38,0),
  primary key (account, currency, at)
);
comment on table balance_samples is
  'Balances of rails and providers as they were last compared in an hour. observed_minor: null if nothing was reported.';

create table call_sums (
  kind text not null check (kind in ('rail', 'provider', 'webhook_endpoint')),
  name text not null,
  at instant not null,
  call text not null,
  is_failed boolean not null,
  step smallint not null,
  calls bigint not null,
  primary key (kind, name, at, call, is_failed, step)
);
comment on table call_sums is 'Calls to others in an hour, by outcome and by the step of the time that they took.';

insert into order_sum_progress (epoch, up_to, search_from) values (0, '0', '1970-01-02T00:00:00Z');
insert into ledger_flow_progress (up_to, next_up_to, next_from) values (0, 0, pg_current_xact_id());

-- Old rows of the smallest units are forgotten.
grant delete, insert, select, update (orders, payin_minor, payout_minor, cost_minor) on order_sums to corridor_service;
grant select, update (epoch, up_to, search_from, since) on order_sum_progress to corridor_service;
grant delete, insert, select, update (minor) on ledger_flows to corridor_service;
grant select, update (up_to, next_up_to, next_from) on ledger_flow_progress to corridor_service;
grant delete, insert, select, update (rate) on rate_samples to corridor_service;
grant delete, insert, select, update (ledger_minor, observed_minor) on balance_samples to corridor_service;
grant delete, insert, select, update (calls) on call_sums to corridor_service;
