-- Users of the operator API, their sessions and keys, and the audit trail.
-- Up Migration

create table users (
  id uuid primary key,
  -- What the user signs in with.
  login text not null unique check (login ~ '^[a-z0-9][a-z0-9._@+-]{0,99}$'),
  role text not null check (role in ('viewer', 'operator', 'treasurer', 'compliance', 'admin')),
  -- The enterprises whose data the user sees; null for all.
  enterprise_ids uuid[] check (cardinality(enterprise_ids) between 1 and 100),
  -- Argon2id: salt and parameters are part of the text. Null until the user has chosen a password.
  password_hash text,
  totp_key_id text,
  totp_sealed bytea,
  -- The time step of the last accepted code, since each code works once.
  totp_step bigint,
  -- SHA-256 of the token with which the user chooses a password and a TOTP secret. Nobody signs in while it is set.
  enrolment_hash bytea unique,
  enrolment_expires_at instant,
  disabled_at instant,
  created_at instant not null,
  check ((totp_key_id is null) = (totp_sealed is null)),
  check ((enrolment_hash is null) = (enrolment_expires_at is null)),
  check (enrolment_hash is not null or (password_hash is not null and totp_sealed is not null))
);

create table user_sessions (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  user_id uuid not null references users,
  created_at instant not null,
  used_at instant not null,
  ended_at instant
);
create index user_sessions_by_user on user_sessions (user_id) where ended_at is null;

-- Keys of programs that use the operator API.
create table operator_keys (
  id uuid primary key,
  label text not null,
  secret_hash bytea not null unique,
  role text not null check (role in ('viewer', 'operator', 'treasurer', 'compliance', 'admin')),
  enterprise_ids uuid[] check (cardinality(enterprise_ids) between 1 and 100),
  created_at instant not null,
  expires_at instant,
  revoked_at instant
);
create unique index operator_keys_by_label on operator_keys (label) where revoked_at is null;

-- What operators did. Each chain of entries belongs to an enterprise, or to the deployment as a whole (the nil UUID). An
-- entry contains the hash of the one before it, so that an edit, a gap or a changed order is found.
create table audit_entries (
  chain uuid not null,
  number bigint not null check (number > 0),
  at instant not null,
  -- `user:LOGIN`, `key:LABEL`, or `command` for a command that used the database's login.
  actor text not null,
  act text not null,
  -- The public identifier of what was acted on; empty if the act has none.
  subject text not null,
  reason text not null,
  -- What the act changed, as JSON text: the hash covers its bytes.
  detail text not null check (detail::json is not null),
  previous_hash bytea not null,
  hash bytea not null,
  primary key (chain, number)
);

create table audit_heads (
  chain uuid primary key,
  number bigint not null,
  hash bytea not null
);

-- Appends an entry to a chain, in the transaction of the caller's act. The row of the head is locked until its end.
-- The hash covers: the previous hash, and the other fields separated by U+001F, which no field may contain.
create function append_audit(of_chain uuid, of_at timestamptz, of_actor text, of_act text, of_subject text,
                             of_reason text, of_detail text) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  -- Rounded as it is stored.
  stamp instant := of_at;
  head audit_heads;
  next_number bigint;
  next_hash bytea;
  fields text;
begin
  insert into audit_heads (chain, number, hash) values (of_chain, 0, '\x')
  on conflict (chain) do nothing;
  select * into head from audit_heads where chain = of_chain for update;
  next_number := head.number + 1;
  if of_actor || of_act || of_subject || of_reason || of_detail like '%' || chr(31) || '%' then
    raise exception 'an audit entry contains the separator of its fields';
  end if;
  fields := concat_ws(chr(31), of_chain, next_number,
    to_char(stamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), of_actor, of_act, of_subject, of_reason,
    of_detail);
  next_hash := sha256(head.hash || convert_to(fields, 'UTF8'));
  insert into audit_entries (chain, number, at, actor, act, subject, reason, detail, previous_hash, hash)
  values (of_chain, next_number, stamp, of_actor, of_act, of_subject, of_reason, of_detail, head.hash, next_hash);
  update audit_heads set number = next_number, hash = next_hash where chain = of_chain;
  return next_number;
end
$$;

grant select, insert, update (role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
  enrolment_hash, enrolment_expires_at, disabled_at) on users to corridor_service;
grant select, insert, update (used_at, ended_at) on user_sessions to corridor_service;
grant select, insert, update (revoked_at) on operator_keys to corridor_service;
-- Only the function writes the trail.
grant select on audit_entries, audit_heads to corridor_service;
revoke execute on function append_audit from public;
grant execute on function append_audit to corridor_service;
