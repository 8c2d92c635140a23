-- Passkeys of users of the operator API (WebAuthn).
-- Up Migration

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  -- Chosen by the authenticator.
  credential_id bytea not null unique,
  name text not null,
  -- A COSE key.
  public_key bytea not null,
  -- Signatures so far, as the authenticator counts; 0 if it does not count.
  counter bigint not null,
  -- Where a browser may look for it.
  transports text[] not null,
  created_at instant not null,
  used_at instant
);
create index passkeys_by_user on passkeys (user_id);

-- Challenges that an authenticator has signed: each is good for one registration or sign-in. An expired one is refused
-- without this table.
create table spent_challenges (
  challenge bytea primary key,
  expires_at instant not null
);
create index spent_challenges_by_expiry on spent_challenges (expires_at);

grant select, insert, delete, update (counter, used_at) on passkeys to corridor_service;
grant select, insert, delete on spent_challenges to corridor_service;
