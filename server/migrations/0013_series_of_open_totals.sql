-- Charts read one row for each status and point, whatever the number of orders. Open totals get a history.
-- Up Migration

-- Before, completed orders had a row for each step of their time: a point had up to a hundred of them.
alter table order_sums add column ages bigint[] not null default '{}';
alter table order_sums drop constraint order_sums_pkey;
with old as (
  delete from order_sums returning *
), steps as (
  select scope, unit, at, payin_currency, payout_currency, status, sum(orders)::bigint as orders, sum(payin_minor) as payin_minor,
         sum(payout_minor) as payout_minor, sum(cost_minor) as cost_minor, max(age_step) as longest,
         array_agg(age_step) as age_steps, array_agg(orders) as age_orders
    from old group by 1, 2, 3, 4, 5, 6
)
insert into order_sums (scope, unit, at, payin_currency, payout_currency, status, age_step, orders, payin_minor, payout_minor,
  cost_minor, ages)
select scope, unit, at, payin_currency, payout_currency, status, 0, orders, payin_minor, payout_minor, cost_minor,
       array(select coalesce(age.orders, 0) from generate_series(1, longest) step
               left join unnest(age_steps, age_orders) as age (step, orders) using (step) order by step)
  from steps;
alter table order_sums drop column age_step;
alter table order_sums add primary key (scope, unit, at, payin_currency, payout_currency, status);
comment on column order_sums.ages is
  'Of completed orders: how many took each step of the time since the funding, the first one first. Otherwise empty.';
grant update (ages) on order_sums to corridor_service;

create table open_total_samples (
  organization_id uuid not null,
  route_id uuid not null,
  at instant not null,
  open_minor numeric(38,0) not null,
  bound_minor numeric(38,0) not null,
  primary key (organization_id, route_id, at)
);
-- Old hours are deleted.
create index open_total_samples_of_time on open_total_samples (at);
comment on table open_total_samples is
  'The highest open total of a route in an hour, as it was seen every minute, with the bound at that time. An hour without has no row.';
grant delete, insert, select, update (open_minor, bound_minor) on open_total_samples to corridor_service;

-- Operators list the endpoints of all owners in the order of their ids.
create index webhook_endpoints_by_id on webhook_endpoints (id) where deleted_at is null;
