-- Metadata: keys and values of a customer's own on organizations, instruments, quotes and orders.
-- Up Migration
alter table organizations add column metadata jsonb;
alter table external_payment_instruments add column metadata jsonb;
alter table quotes add column metadata jsonb;
alter table orders add column metadata jsonb;

-- Leads from a key and its value to the quotes and orders that have them, in the order of their lists. Lists of organizations
-- and instruments are short and need none. The table begins empty, so no index is built while others wait.
create table metadata_pairs (
  organization_id uuid not null,
  kind text not null check (kind in ('orders', 'quotes')),
  -- The first 16 bytes of the SHA-256 of `key=value`. No key has a `=`.
  pair bytea not null,
  id uuid not null,
  primary key (organization_id, kind, pair, id)
);

create function add_metadata_pairs() returns trigger
  language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  insert into metadata_pairs (organization_id, kind, pair, id)
  select new.organization_id, tg_table_name, substring(sha256(convert_to(key || '=' || value, 'UTF8')) for 16), new.id
    from jsonb_each_text(new.metadata);
  return null;
end $$;

create trigger add_metadata_pairs after insert on quotes
  for each row when (new.metadata is not null) execute function add_metadata_pairs();
create trigger add_metadata_pairs after insert on orders
  for each row when (new.metadata is not null) execute function add_metadata_pairs();

-- A customer may have named the holder of the account: what erases the details erases the metadata too.
create or replace function erase_instrument(of_organization uuid, of_instrument uuid, before timestamptz, at timestamptz, key_id text, kinds bytea)
  returns boolean language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if length(kinds) > 160 then
    raise exception 'details that are erased must be short' using errcode = 'invalid_parameter_value';
  end if;
  update external_payment_instruments
     set details_key_id = key_id, details_sealed = kinds, details_erased_at = at, metadata = null,
         request_hash = case when request_hash is not null then '\x'::bytea end
   where organization_id = of_organization and id = of_instrument and status = 'ARCHIVED'
     and details_erased_at is null and updated_at < before;
  if not found then
    return false;
  end if;
  update travel_rule_records
     set record_key_id = '', record_sealed = '\x', request_hash = '\x', erased_at = at
   where organization_id = of_organization and instrument_id = of_instrument and erased_at is null;
  return true;
end $$;

grant select on metadata_pairs to corridor_service;
