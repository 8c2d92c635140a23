-- The approval rule of an enterprise: orders of at least a bound wait for a second person. They wait as acts of operators do.
-- Up Migration
-- From which amount of each payin currency an order needs a second person: [{"currency": "USDC", "minor": "5000000000"}].
alter table enterprise_settings add column bounds jsonb not null default '[]' check (jsonb_typeof(bounds) = 'array');
-- Whether the bounds also keep API keys from larger orders.
alter table enterprise_settings add column bounds_cover_keys boolean not null default false;
grant update (bounds, bounds_cover_keys) on enterprise_settings to corridor_service;

alter table approvals drop constraint approvals_roles_check;
alter table approvals add constraint approvals_roles_check check (
  cardinality(roles) > 0 and
  case when act = 'order.create' then roles <@ array['approver', 'admin']
       else roles <@ array['operator', 'treasurer', 'compliance', 'admin'] end);
create index approvals_of_orders on approvals ((asked ->> 'organization_id'), id) where act = 'order.create';
