-- Sessions of customers in the console: each stands for an API key and ends with it.
-- Up Migration

create table console_sessions (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  key_id uuid not null references api_keys,
  created_at instant not null,
  used_at instant not null,
  ended_at instant
);
create index console_sessions_created on console_sessions (created_at);

grant select, insert, update (used_at, ended_at), delete on console_sessions to corridor_service;
