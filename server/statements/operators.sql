-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Keys that the user made, or took over, and that work now.
-- selectWorkingKeysOf in server/src/parties/operators/key-queries.ts
prepare select_working_keys_of (
  uuid, -- $1 created_by
  timestamp with time zone -- $2 at
) as
select id, label, role, enterprise_ids, created_at, expires_at, revoked_at from operator_keys
where created_by = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
order by id;

-- Acts with the key count as those of this person from now on.
-- updateOperatorKeyTakenOver in server/src/parties/operators/key-queries.ts
prepare update_operator_key_taken_over (
  uuid, -- $1 id
  uuid -- $2 created_by
) as
update operator_keys set created_by = $2 where id = $1;

-- selectOperatorKeys in server/src/parties/operators/key-queries.ts
prepare select_operator_keys as
select id, label, role, enterprise_ids, created_at, expires_at, revoked_at from operator_keys order by id;

-- selectOperatorOfKey in server/src/parties/operators/key-queries.ts
prepare select_operator_of_key (
  bytea, -- $1 secret_hash
  timestamp with time zone -- $2 at
) as
select null::text as login, label, created_by as person, role, enterprise_ids, false as awaits_admission
 from operator_keys
where secret_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2);

-- Undefined if a working key has this label.
-- insertOperatorKey in server/src/parties/operators/key-queries.ts
prepare insert_operator_key (
  uuid, -- $1 id
  text, -- $2 label
  bytea, -- $3 secret_hash
  text, -- $4 role
  uuid[], -- $5 enterprise_ids
  instant, -- $6 created_at
  instant, -- $7 expires_at
  uuid -- $8 created_by
) as
insert into operator_keys (id, label, secret_hash, role, enterprise_ids, created_at, expires_at, created_by)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (label) where revoked_at is null do nothing
returning id, label, role, enterprise_ids, created_at, expires_at, revoked_at;

-- Undefined if there is no such key.
-- updateOperatorKeyRevoked in server/src/parties/operators/key-queries.ts
prepare update_operator_key_revoked (
  uuid, -- $1 id
  timestamp with time zone -- $2 at
) as
update operator_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id, label, role, enterprise_ids, created_at, expires_at, revoked_at;

-- Oldest first.
-- selectPasskeys in server/src/parties/operators/passkey-queries.ts
prepare select_passkeys (
  uuid -- $1 user_id
) as
select id, user_id, credential_id, name, public_key, counter, transports, created_at, used_at from passkeys where user_id = $1 order by id;

-- selectPasskey in server/src/parties/operators/passkey-queries.ts
prepare select_passkey (
  bytea -- $1 credential_id
) as
select p.id, p.user_id, p.credential_id, p.name, p.public_key, p.counter, p.transports, p.created_at, p.used_at,
      u.login
 from passkeys p join users u on u.id = p.user_id
where p.credential_id = $1;

-- Undefined if the passkey is somebody's already.
-- insertPasskey in server/src/parties/operators/passkey-queries.ts
prepare insert_passkey (
  uuid, -- $1 id
  uuid, -- $2 user_id
  bytea, -- $3 credential_id
  text, -- $4 name
  bytea, -- $5 public_key
  bigint, -- $6 counter
  text[], -- $7 transports
  instant -- $8 at
) as
insert into passkeys (id, user_id, credential_id, name, public_key, counter, transports, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (credential_id) do nothing
returning id, user_id, credential_id, name, public_key, counter, transports, created_at, used_at;

-- False if its user may not sign in, or it was removed or used beside this.
-- updatePasskeyUsed in server/src/parties/operators/passkey-queries.ts
prepare update_passkey_used (
  uuid, -- $1 id
  bigint, -- $2 counter
  instant -- $3 at
) as
update passkeys p set counter = $2, used_at = $3
  from users u
 where p.id = $1 and (p.counter < $2 or (p.counter = 0 and $2 = 0))
   and u.id = p.user_id and u.disabled_at is null and u.enrolment_hash is null
returning p.id;

-- Deletes one passkey of a user, or all.
-- deletePasskeys in server/src/parties/operators/passkey-queries.ts
prepare delete_passkeys (
  uuid, -- $1 user_id
  uuid -- $2 id
) as
delete from passkeys where user_id = $1 and ($2::uuid is null or id = $2) returning id, user_id, credential_id, name, public_key, counter, transports, created_at, used_at;

-- False if the challenge was spent before.
-- spendChallenge in server/src/parties/operators/passkey-queries.ts
prepare insert_spent_challenge (
  bytea, -- $1 challenge
  timestamp with time zone, -- $2 at
  instant -- $3 expires_at
) as
with expired as (delete from spent_challenges where expires_at <= $2)
insert into spent_challenges (challenge, expires_at) values ($1, $3)
on conflict (challenge) do nothing
returning challenge;

-- selectUsers in server/src/parties/operators/queries.ts
prepare select_users as
select id, login, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at from users order by login;

-- selectUserByLogin in server/src/parties/operators/queries.ts
prepare select_user_by_login (
  text -- $1 login
) as
select id, login, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at from users where login = $1;

-- selectIsDisabled in server/src/parties/operators/queries.ts
prepare select_user_is_disabled (
  uuid -- $1 id
) as
select disabled_at is not null as is_disabled from users where id = $1;

-- The user whose enrolment token has this hash and still works.
-- selectUserByEnrolment in server/src/parties/operators/queries.ts
prepare select_user_by_enrolment (
  bytea, -- $1 enrolment_hash
  timestamp with time zone -- $2 at
) as
select id, login, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at from users
  where enrolment_hash = $1 and enrolment_expires_at > $2 and disabled_at is null;

-- Undefined if the login is taken.
-- insertUser in server/src/parties/operators/queries.ts
prepare insert_user (
  uuid, -- $1 id
  text, -- $2 login
  text, -- $3 role
  uuid[], -- $4 enterprise_ids
  bytea, -- $5 enrolment_hash
  instant, -- $6 enrolment_expires_at
  uuid, -- $7 invited_by
  boolean, -- $8 needs_admission
  instant -- $9 created_at
) as
insert into users (id, login, role, enterprise_ids, enrolment_hash, enrolment_expires_at, invited_by,
        needs_admission, created_at)
 values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
 on conflict (login) do nothing
 returning id, login, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at;

-- The user, locked until the end of the transaction.
-- lockUser in server/src/parties/operators/queries.ts
prepare lock_user (
  text -- $1 login
) as
select id, login, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at from users where login = $1 for update;

-- updateUserRights in server/src/parties/operators/queries.ts
prepare update_user_rights (
  uuid, -- $1 id
  text, -- $2 role
  uuid[], -- $3 enterprise_ids
  instant -- $4 disabled_at
) as
update users set role = $2, enterprise_ids = $3, disabled_at = $4 where id = $1 returning id, login, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at;

-- The user can sign in only after a new enrolment.
-- updateUserEnrolment in server/src/parties/operators/queries.ts
prepare update_user_enrolment (
  uuid, -- $1 id
  bytea, -- $2 enrolment_hash
  instant, -- $3 enrolment_expires_at
  uuid, -- $4 invited_by
  boolean -- $5 needs_admission
) as
update users set password_hash = null, totp_key_id = null, totp_sealed = null,
      enrolment_hash = $2, enrolment_expires_at = $3, invited_by = $4, needs_admission = $5,
      enrolled_at = null, admitted_at = null, admitted_by = null
where id = $1;

-- Stores what the user chose.
-- updateUserCredentials in server/src/parties/operators/queries.ts
prepare update_user_credentials (
  uuid, -- $1 id
  bytea, -- $2 enrolment_hash
  text, -- $3 password_hash
  text, -- $4 totp_key_id
  bytea -- $5 totp_sealed
) as
update users set password_hash = $3, totp_key_id = $4, totp_sealed = $5
where id = $1 and enrolment_hash = $2;

-- False if the enrolment ended, or changed since it was read.
-- updateUserEnrolled in server/src/parties/operators/queries.ts
prepare update_user_enrolled (
  uuid, -- $1 id
  bytea, -- $2 enrolment_hash
  bytea, -- $3 totp_sealed
  bigint, -- $4 step
  instant -- $5 at
) as
update users set enrolment_hash = null, enrolment_expires_at = null, totp_step = $4, enrolled_at = $5
 where id = $1 and enrolment_hash = $2 and totp_sealed = $3
returning id;

-- Undefined if the user has not enrolled, or was admitted before.
-- updateUserAdmitted in server/src/parties/operators/queries.ts
prepare update_user_admitted (
  uuid, -- $1 id
  instant, -- $2 at
  uuid -- $3 admitted_by
) as
update users set admitted_at = $2, admitted_by = $3
  where id = $1 and enrolled_at is not null and admitted_at is null
 returning id, login, role, enterprise_ids, password_hash, totp_key_id, totp_sealed, totp_step,
enrolment_expires_at, invited_by, needs_admission, enrolled_at, admitted_at, disabled_at, created_at;

-- False if the code was used, or the user changed since it was read.
-- updateTotpStep in server/src/parties/operators/queries.ts
prepare update_totp_step (
  uuid, -- $1 id
  bigint, -- $2 step
  text -- $3 password_hash
) as
update users set totp_step = $2
 where id = $1 and (totp_step is null or totp_step < $2) and password_hash = $3
   and disabled_at is null and enrolment_hash is null
returning id;

-- insertUserSession in server/src/parties/operators/session-queries.ts
prepare insert_user_session (
  bytea, -- $1 token_hash
  uuid, -- $2 user_id
  instant, -- $3 at
  text -- $4 network
) as
insert into user_sessions (token_hash, user_id, created_at, used_at, network) values ($1, $2, $3, $3, $4);

-- Whether somebody signed in from each network since then.
-- selectAreNetworksKnown in server/src/parties/operators/session-queries.ts
prepare select_are_networks_known (
  text[], -- $1 networks
  timestamp with time zone -- $2 since
) as
select exists (select from user_sessions s where s.network = asked.network and s.created_at > $2) as is_known
 from unnest($1::text[]) with ordinality as asked (network, position)
order by asked.position;

-- The user of a session that has not ended.
-- updateSessionUsed in server/src/parties/operators/session-queries.ts
prepare update_session_used (
  bytea, -- $1 token_hash
  timestamp with time zone, -- $2 at
  timestamp with time zone, -- $3 created_after
  timestamp with time zone -- $4 used_after
) as
update user_sessions s set used_at = greatest(s.used_at, $2)
  from users u
 where s.token_hash = $1 and s.ended_at is null and s.created_at > $3 and s.used_at > $4
   and u.id = s.user_id and u.disabled_at is null and u.enrolment_hash is null
returning u.login, null::text as label, u.id as person, u.role, u.enterprise_ids,
  u.needs_admission and u.admitted_at is null as awaits_admission;

-- Whether each hash is that of a session or key, working or not.
-- selectAreTokens in server/src/parties/operators/session-queries.ts
prepare select_are_tokens (
  bytea[] -- $1 hashes
) as
select exists (select from user_sessions s where s.token_hash = asked.hash)
   or exists (select from operator_keys k where k.secret_hash = asked.hash) as is_token
 from unnest($1::bytea[]) with ordinality as asked (hash, position)
order by asked.position;

-- The user of a session that has ended.
-- updateSessionReplayed in server/src/parties/operators/session-queries.ts
prepare update_session_replayed (
  bytea, -- $1 token_hash
  instant, -- $2 at
  timestamp with time zone, -- $3 created_after
  timestamp with time zone, -- $4 used_after
  timestamp with time zone -- $5 noted_before
) as
update user_sessions s set replayed_at = $2
  from users u
 where s.token_hash = $1 and (s.ended_at is not null or s.created_at <= $3 or s.used_at <= $4)
   and (s.replayed_at is null or s.replayed_at <= $5) and u.id = s.user_id
returning u.login;

-- updateSessionEnded in server/src/parties/operators/session-queries.ts
prepare update_session_ended (
  bytea, -- $1 token_hash
  instant -- $2 at
) as
update user_sessions set ended_at = $2 where token_hash = $1 and ended_at is null;

-- updateUserSessionsEnded in server/src/parties/operators/session-queries.ts
prepare update_user_sessions_ended (
  uuid, -- $1 user_id
  instant -- $2 at
) as
update user_sessions set ended_at = $2 where user_id = $1 and ended_at is null;

-- What differs.
-- verifyRights in server/src/parties/operators/verify-rights.ts
prepare select_rights (
  uuid -- $1 chain
) as
with last as (
  select distinct on (subject) subject, detail::jsonb -> 'after' as told from audit_entries
   where chain = $1 and act in ('user.created', 'user.changed', 'operator_key.created')
   order by subject, number desc
)
select 'told' as kind, null::uuid as id, subject, null as role, null::uuid[] as enterprise_ids, null::boolean as is_disabled,
       told
  from last
union all
select 'user', null, login, role, enterprise_ids, disabled_at is not null, null from users
union all
select 'key', id, null, role, enterprise_ids, null, null from operator_keys;
