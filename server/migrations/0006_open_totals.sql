-- Bounds what an organization has open and unfunded on a route: a firm quote is a free option.
-- Up Migration

-- Processes of the version before insert routes without this column, so it needs a default: the highest bound.
alter table configured_routes add column max_open_total_minor minor_units not null default 999999999999999999;
update configured_routes set max_open_total_minor = least(payin_max_minor::numeric * 10, 999999999999999999);
grant update (max_open_total_minor) on configured_routes to corridor_service;

-- The payin totals of the orders that await funding, in slots: each process adds to one slot and subtracts from
-- another, so that statements do not wait for each other. One slot alone may be negative; the sum over the slots of
-- a route is what is open. Numeric, since the two slots of a process grow apart without end.
create table open_totals (
  organization_id uuid not null,
  route_id uuid not null,
  slot int not null,
  open_minor numeric(38) not null,
  primary key (organization_id, route_id, slot),
  foreign key (organization_id, route_id) references configured_routes
  -- Rows change with every batch: half of each page stays free, so that HOT updates and pruning keep them in place.
) with (fillfactor = 50);
grant select, insert, update (open_minor) on open_totals to corridor_service;

-- Slot -1 holds corrections. What processes of the version before change from here on is corrected by the worker.
insert into open_totals (organization_id, route_id, slot, open_minor)
select organization_id, route_id, -1, sum(payin_total_minor)
  from orders where status = 'STEP_1_AWAITING_FUNDING' group by organization_id, route_id;
