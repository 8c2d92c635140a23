-- People of a customer may sign in with their company's identity provider (OpenID Connect).
-- Up Migration
create table identity_providers (
  id uuid primary key,
  enterprise_id uuid not null references enterprises(id),
  -- A change waits for a second admin if the enterprise asks for one.
  status text not null check (status in ('USED', 'WAITING')),
  -- All null: a removal that waits.
  issuer text,
  client_id text,
  -- AES-256-GCM over the client secret.
  secret_key_id text,
  secret_sealed bytea,
  -- The claim that names whom an open invitation is for.
  login_claim text check (login_claim in ('email', 'preferred_username')),
  -- Everybody but admins signs in with it only.
  is_required boolean,
  asked_by uuid not null references users(id),
  created_at instant not null,
  unique (enterprise_id, status),
  check (num_nulls(issuer, client_id, secret_key_id, secret_sealed, login_claim, is_required) in (0, 6)),
  check (status = 'WAITING' or issuer is not null)
);

-- The identity of a person at the provider. A row never changes: a reset deletes it, and the person is invited anew.
create table user_identities (
  user_id uuid primary key references users(id),
  enterprise_id uuid not null references enterprises(id),
  issuer text not null,
  subject text not null,
  created_at instant not null,
  unique (enterprise_id, issuer, subject)
);

create function forget_identity_of_user() returns trigger language plpgsql as $$
begin
  delete from user_identities where user_id = new.id;
  return null;
end
$$;
create trigger forget_identity_of_user after update of enrolment_hash on users
  for each row when (new.enrolment_hash is not null) execute function forget_identity_of_user();

-- Whoever entered with a provider has neither password nor authenticator app.
alter table users drop constraint users_check2;
alter table users add constraint users_have_both_factors check (
  enrolment_hash is not null or (password_hash is not null and totp_sealed is not null)
  or (enterprise_id is not null and password_hash is null and totp_sealed is null));

grant delete, insert, select, update (status) on identity_providers to corridor_service;
grant delete, insert, select on user_identities to corridor_service;
