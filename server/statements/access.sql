-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Oldest first, after `after`.
-- selectKeysOfEnterprise in server/src/platform/access/customer-queries.ts
prepare select_keys_of_enterprise (
  uuid, -- $1 enterprise_id
  uuid, -- $2 organization_id
  uuid, -- $3 after
  bigint -- $4 limit
) as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until, (select s.id from api_keys s where s.replaces = api_keys.id) as replaced_by from api_keys
  where enterprise_id = $1 and ($2::uuid is null or organization_id = $2) and id > coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid)
  order by enterprise_id, id
  limit $4;

-- Keys of all enterprises, newest first.
-- selectSeenKeys in server/src/platform/access/customer-queries.ts
prepare select_seen_keys (
  uuid[], -- $1 enterprise_ids
  uuid, -- $2 organization_id
  text, -- $3 status
  timestamp with time zone, -- $4 now
  timestamp with time zone, -- $5 after
  timestamp with time zone, -- $6 made_before
  uuid, -- $7 before
  bigint -- $8 limit
) as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until, (select s.id from api_keys s where s.replaces = api_keys.id) as replaced_by from api_keys
  where ($1::uuid[] is null or enterprise_id = any ($1)) and ($2::uuid is null or organization_id = $2)
    and ($3::text is null or (case when revoked_at is not null then 'REVOKED' when expires_at <= $4::timestamptz then 'EXPIRED' else 'ACTIVE' end) = $3)
    and created_at > coalesce($5::timestamptz, '-infinity') and created_at < coalesce($6::timestamptz, 'infinity')
    and ($7::uuid is null or id < $7)
  order by id desc limit $8;

-- A key of any enterprise.
-- selectKeyById in server/src/platform/access/customer-queries.ts
prepare select_key_by_id (
  uuid -- $1 id
) as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until, (select s.id from api_keys s where s.replaces = api_keys.id) as replaced_by from api_keys where id = $1;

-- selectKey in server/src/platform/access/customer-queries.ts
prepare select_key (
  uuid, -- $1 enterprise_id
  uuid -- $2 id
) as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until, (select s.id from api_keys s where s.replaces = api_keys.id) as replaced_by from api_keys where enterprise_id = $1 and id = $2;

-- The key that an earlier request created.
-- selectKeyCreation in server/src/platform/access/customer-queries.ts
prepare select_key_creation (
  uuid, -- $1 enterprise_id
  text, -- $2 operation
  text -- $3 idempotency_key
) as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until, (select s.id from api_keys s where s.replaces = api_keys.id) as replaced_by, request_hash from api_keys
  where enterprise_id = $1 and operation = $2 and idempotency_key = $3;

-- Ends a key at `until`, unless it ends before.
-- updateKeyReplaced in server/src/platform/access/customer-queries.ts
prepare update_key_replaced (
  uuid, -- $1 id
  timestamp with time zone -- $2 until
) as
update api_keys set granted_until = expires_at, expires_at = least(expires_at, $2::timestamptz) where id = $1;

-- Positions, from 0, of the addresses that are in none of the networks.
-- selectAddressesOutside in server/src/platform/access/customer-queries.ts
prepare select_addresses_outside (
  cidr[], -- $1 addresses
  cidr[] -- $2 networks
) as
select a.position::int
 from unnest($1::cidr[]) with ordinality as a (address, position)
where not exists (select from unnest($2::cidr[]) as n (network) where a.address <<= n.network)
order by a.position;

-- One row for each hash, in order.
-- selectKeysByHashes in server/src/platform/access/queries.ts
prepare select_keys_by_hashes (
  bytea[] -- $1 hashes
) as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until from api_keys where secret_hash = any ($1::bytea[]);

-- selectKeys in server/src/platform/access/queries.ts
prepare select_keys as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until, (select name from enterprises e where e.id = enterprise_id) as enterprise_name
   from api_keys
  order by id;

-- insertKey in server/src/platform/access/queries.ts
prepare insert_key (
  uuid, -- $1 id
  uuid, -- $2 enterprise_id
  uuid, -- $3 organization_id
  text, -- $4 label
  bytea, -- $5 secret_hash
  text[], -- $6 scopes
  cidr[], -- $7 allowed_addresses
  instant, -- $8 created_at
  instant, -- $9 expires_at
  uuid, -- $10 line
  uuid, -- $11 made_by
  uuid, -- $12 replaces
  text, -- $13 operation
  text, -- $14 idempotency_key
  bytea, -- $15 request_hash
  uuid -- $16 rotated_by
) as
insert into api_keys (id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses,
   created_at, expires_at, line, made_by, replaces, operation, idempotency_key, request_hash, rotated_by)
 values ($1, $2, $3, $4, $5, $6, $7::cidr[], $8, $9, $10, $11, $12, $13, $14, $15, $16)
 returning id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until;

-- Counts keys that are neither revoked nor expired.
-- countWorkingKeys in server/src/platform/access/queries.ts
prepare count_working_keys (
  uuid, -- $1 enterprise_id
  timestamp with time zone -- $2 at
) as
select count(*)::int as count from api_keys
where enterprise_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2);

-- Revokes a key, and all keys made by it or by a rotation that it asked for.
-- updateKeyRevoked in server/src/platform/access/queries.ts
prepare update_key_revoked (
  uuid, -- $1 id
  instant -- $2 at
) as
with recursive ended as (
  select k.id, coalesce(k.line, k.id) as line, exists (select from api_keys s where s.replaces = k.id) as is_replaced
    from api_keys k where k.id = $1
  union
  select k.id, coalesce(k.line, k.id), false
    from ended e join api_keys k on e.line in (k.made_by, k.rotated_by) where not e.is_replaced
)
update api_keys k set revoked_at = $2 from ended
 where k.id = ended.id and k.revoked_at is null
returning k.id;

-- updateLastUse in server/src/platform/access/queries.ts
prepare update_last_use (
  uuid[], -- $1 id
  timestamp with time zone[] -- $2 at
) as
update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
 from unnest($1::uuid[], $2::timestamptz[]) as used (id, at)
where k.id = used.id;

-- The given keys that are revoked, or expired at `at`.
-- selectStoppedKeys in server/src/platform/access/queries.ts
prepare select_stopped_keys (
  uuid[], -- $1 ids
  timestamp with time zone -- $2 at
) as
select id from api_keys where id = any ($1::uuid[]) and (revoked_at is not null or expires_at <= $2);

-- Each sign-in deletes up to ten sessions that have ended, so that the table does not grow.
-- insertConsoleSession in server/src/platform/access/session-queries.ts
prepare insert_console_session (
  bytea, -- $1 token_hash
  uuid, -- $2 key_id
  instant, -- $3 at
  timestamp with time zone -- $4 created_before
) as
with expired as (
  delete from console_sessions where token_hash in (
    select token_hash from console_sessions where created_at <= $4
     order by created_at limit 10 for update skip locked)
)
insert into console_sessions (token_hash, key_id, created_at, used_at) values ($1, $2, $3, $3);

-- The key of each session, in order.
-- updateConsoleSessionsUsed in server/src/platform/access/session-queries.ts
prepare update_console_sessions_used (
  bytea[], -- $1 token_hashes
  timestamp with time zone, -- $2 at
  timestamp with time zone, -- $3 created_after
  timestamp with time zone -- $4 used_after
) as
with used as (
   update console_sessions set used_at = greatest(used_at, $2)
    where token_hash = any ($1::bytea[]) and ended_at is null and created_at > $3 and used_at > $4
   returning token_hash, key_id
 )
 select used.token_hash, k.* from used
   join (select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, line, made_by, replaces, rotated_by, granted_until from api_keys) k on k.id = used.key_id;

-- The given sessions that have ended, as text in base64.
-- selectStoppedConsoleSessions in server/src/platform/access/session-queries.ts
prepare select_stopped_console_sessions (
  bytea[], -- $1 token_hashes
  timestamp with time zone, -- $2 created_after
  timestamp with time zone -- $3 used_after
) as
select token_hash from unnest($1::bytea[]) as asked (token_hash)
where not exists (
  select from console_sessions
   where token_hash = asked.token_hash and ended_at is null and created_at > $2 and used_at > $3);

-- updateConsoleSessionEnded in server/src/platform/access/session-queries.ts
prepare update_console_session_ended (
  bytea, -- $1 token_hash
  instant -- $2 at
) as
update console_sessions set ended_at = $2 where token_hash = $1 and ended_at is null;
