-- The requests of API keys in the last days and how they were answered, for the developers who sent them. Unlogged: it is
-- a help and no record, and must cost the write-ahead log nothing. A crash of the database empties it.
create unlogged table api_requests (
  id uuid primary key,
  enterprise_id uuid not null references enterprises(id),
  key_id uuid not null references api_keys(id),
  -- The organization that the key is bound to.
  organization_id uuid references organizations(id),
  -- As the caller named it, so that two requests may share one.
  request_id text not null,
  at instant not null,
  method text not null,
  path text not null,
  operation text not null,
  status int not null,
  took_ms int not null,
  -- The code of a refusal.
  code text,
  -- Where the body or the query was wrong, as JSON pointers.
  faults text[] not null,
  -- What a successful creation answered.
  object_id text,
  -- Pointers, types and lengths of the body's fields, never their values.
  body jsonb
);
create index api_requests_of_enterprise on api_requests (enterprise_id, id);
create index api_requests_refused on api_requests (enterprise_id, id) where status >= 400;
create index api_requests_of_key on api_requests (enterprise_id, key_id, id);
create index api_requests_of_organization on api_requests (organization_id, id) where organization_id is not null;
create index api_requests_named on api_requests (enterprise_id, request_id, id);
create index api_requests_at on api_requests (at);

grant delete, insert, select on api_requests to corridor_service;
