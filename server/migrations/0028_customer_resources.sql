-- The lists of deposits for customers.
-- Up Migration

-- The condition keeps look-ups by order away from this index: see docs/decisions/0019. A list repeats it.
create index deposits_of_organization on deposits (organization_id, id) where outcome <> 'unmatched';

-- API keys that customers create and rotate themselves.
alter table api_keys
  -- The first key of a row of rotations. Null: this key.
  add column line uuid references api_keys (id),
  -- The line of the key that created this one.
  add column made_by uuid references api_keys (id),
  -- The key that this one replaced in a rotation.
  add column replaces uuid references api_keys (id),
  -- The expiry before a rotation shortened it. Holds for replaced keys only.
  add column granted_until instant,
  add column operation text check (operation in ('create', 'rotate')),
  add column idempotency_key text,
  add column request_hash bytea,
  add constraint api_keys_creation check (num_nonnulls(operation, idempotency_key, request_hash) in (0, 3)),
  add constraint api_keys_line check ((line is null) = (replaces is null));
create unique index api_keys_replaces on api_keys (replaces) where replaces is not null;
create unique index api_keys_idempotency on api_keys (idempotency_key, enterprise_id, operation)
  where idempotency_key is not null;
create index api_keys_of_enterprise on api_keys (enterprise_id, id);
create index api_keys_made_by on api_keys (made_by) where made_by is not null;

create function api_key_only_shrinks() returns trigger language plpgsql as $$
begin
  if (old.expires_at is not null and (new.expires_at is null or new.expires_at > old.expires_at))
     or new.revoked_at is distinct from coalesce(old.revoked_at, new.revoked_at) then
    raise exception 'an API key is never extended' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger api_keys_only_shrink before update of expires_at, revoked_at on api_keys
  for each row execute function api_key_only_shrinks();
grant update (expires_at, granted_until) on api_keys to corridor_service;

-- Webhook endpoints of an enterprise, for the events of all its organizations. Their organization_id is the enterprise's
-- id, so that keys, limits and queues of deliveries are the same for both.
alter table webhook_endpoints
  add column enterprise_id uuid references enterprises (id),
  add constraint webhook_endpoints_owner check (enterprise_id is null or enterprise_id = organization_id),
  drop constraint webhook_endpoints_organization_id_fkey;
alter table webhook_endpoints
  add column of_organization uuid generated always as (case when enterprise_id is null then organization_id end) stored
    references organizations (id);
-- The organization of the event, in deliveries to such endpoints.
alter table webhook_deliveries add column event_organization_id uuid;
