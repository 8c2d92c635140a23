-- Which currencies and rails the orders, payouts, refunds and deposits of an organization have, for lists that filter by them.
-- Up Migration
-- A filter by a value that no row has would read every row. An index would be written with each of them, and this table only
-- with the first row of a value.
create table listed_values (
  -- The table and its column, such as payouts.rail.
  field text not null,
  value text not null,
  -- The nil UUID: of a deposit in suspense.
  organization_id uuid not null,
  primary key (field, value, organization_id)
);
grant select on listed_values to corridor_service;

create function list_values_of(table_name text, organization uuid, currency text, rail text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into listed_values (field, value, organization_id)
  select table_name || '.' || f.field, f.value, coalesce(organization, '00000000-0000-0000-0000-000000000000')
    from (values ('currency', currency), ('rail', rail)) f (field, value)
   where f.value is not null
   order by 1
  on conflict do nothing
$$;
revoke all on function list_values_of from public;

-- The rows of a statement, most of which have values that are known.
create function list_values_of_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listed_values (field, value, organization_id)
  select distinct tg_table_name || '.' || f.field, f.value,
         coalesce(n.organization_id, '00000000-0000-0000-0000-000000000000')
    from (select distinct organization_id, currency::text, rail from new_rows) n
   cross join lateral (values ('currency', n.currency), ('rail', n.rail)) f (field, value)
   where f.value is not null
     and not exists (select from listed_values v
                      where v.field = tg_table_name || '.' || f.field and v.value = f.value
                        and v.organization_id = coalesce(n.organization_id, '00000000-0000-0000-0000-000000000000'))
   order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;
create function list_values_of_changed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform list_values_of(tg_table_name, new.organization_id, new.currency::text, new.rail);
  return null;
end $$;
-- An order's pair is that of its route, and the first order of a route makes the row of its open total.
create function list_values_of_route() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listed_values (field, value, organization_id)
  select f.field, f.value, new.organization_id
    from configured_routes r
   cross join lateral (values ('orders.payin_currency', r.payin_currency::text),
                              ('orders.payout_currency', r.payout_currency::text)) f (field, value)
   where r.organization_id = new.organization_id and r.id = new.route_id
   order by 1
  on conflict do nothing;
  return null;
end $$;

create trigger list_values after insert on open_totals
  for each row execute function list_values_of_route();
create trigger list_values after insert on deposits
  referencing new table as new_rows for each statement execute function list_values_of_new();
create trigger list_values after insert on payouts
  referencing new table as new_rows for each statement execute function list_values_of_new();
create trigger list_values after insert on refunds
  referencing new table as new_rows for each statement execute function list_values_of_new();
create trigger list_values_again after update of organization_id on deposits
  for each row when (new.organization_id is distinct from old.organization_id)
  execute function list_values_of_changed();
create trigger list_values_again after update of rail on payouts
  for each row when (new.rail is distinct from old.rail) execute function list_values_of_changed();
create trigger list_values_again after update of rail on refunds
  for each row when (new.rail is distinct from old.rail) execute function list_values_of_changed();

-- Everything that the tables have. It reads them whole.
create function list_all_values() returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into listed_values (field, value, organization_id)
  select f.field, f.value, coalesce(n.organization_id, '00000000-0000-0000-0000-000000000000')
    from (select distinct 'orders' as name, organization_id, payin_currency::text as a, payout_currency::text as b from orders
          union all select distinct 'deposits', organization_id, currency::text, rail from deposits
          union all select distinct 'payouts', organization_id, currency::text, rail from payouts
          union all select distinct 'refunds', organization_id, currency::text, rail from refunds) n
   cross join lateral (values (n.name || case n.name when 'orders' then '.payin_currency' else '.currency' end, n.a),
                              (n.name || case n.name when 'orders' then '.payout_currency' else '.rail' end, n.b)) f (field, value)
   where f.value is not null
  on conflict do nothing
$$;
revoke all on function list_all_values from public;
