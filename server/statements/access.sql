-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- One row for each hash, in order.
-- selectKeysByHashes in server/src/access/queries.ts
prepare select_keys_by_hashes (
  bytea[] -- $1 hashes
) as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at from api_keys where secret_hash = any ($1::bytea[]);

-- server/src/access/queries.ts
prepare select_keys as
select id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses::text[],
created_at, expires_at, revoked_at, last_used_at, (select name from enterprises e where e.id = enterprise_id) as enterprise_name
   from api_keys
  order by id;

-- server/src/access/queries.ts
prepare insert_key (
  uuid, -- $1 id
  uuid, -- $2 enterprise_id
  uuid, -- $3 organization_id
  text, -- $4 label
  bytea, -- $5 secret_hash
  text[], -- $6 scopes
  cidr[], -- $7 allowed_addresses
  instant, -- $8 created_at
  instant -- $9 expires_at
) as
insert into api_keys (id, enterprise_id, organization_id, label, secret_hash, scopes, allowed_addresses,
                      created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7::cidr[], $8, $9);

-- Counts keys that are neither revoked nor expired.
-- countWorkingKeys in server/src/access/queries.ts
prepare count_working_keys (
  uuid, -- $1 enterprise_id
  timestamp with time zone -- $2 at
) as
select count(*)::int as count from api_keys
where enterprise_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2);

-- False when the key does not exist or was already revoked.
-- updateKeyRevoked in server/src/access/queries.ts
prepare update_key_revoked (
  uuid, -- $1 id
  instant -- $2 at
) as
update api_keys set revoked_at = $2 where id = $1 and revoked_at is null returning id;

-- server/src/access/queries.ts
prepare update_last_use (
  uuid[], -- $1 id
  timestamp with time zone[] -- $2 at
) as
update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
 from unnest($1::uuid[], $2::timestamptz[]) as used (id, at)
where k.id = used.id;

-- The given keys that are revoked, or expired at `at`.
-- selectStoppedKeys in server/src/access/queries.ts
prepare select_stopped_keys (
  uuid[], -- $1 ids
  timestamp with time zone -- $2 at
) as
select id from api_keys where id = any ($1::uuid[]) and (revoked_at is not null or expires_at <= $2);
