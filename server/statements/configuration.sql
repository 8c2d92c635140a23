-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- With `undo` it is effective, else pending.
-- insertVersion in server/src/desk/configuration/queries.ts
prepare insert_configuration_version (
  uuid, -- $1 id
  text, -- $2 kind
  text, -- $3 status
  text, -- $4 actor
  text, -- $5 reason
  instant, -- $6 created_at
  instant, -- $7 effective_from
  instant, -- $8 settled_at
  jsonb, -- $9 changes
  text, -- $10 folder
  text, -- $11 file_key_id
  bytea, -- $12 file_sealed
  text, -- $13 undo_key_id
  bytea -- $14 undo_sealed
) as
insert into configuration_versions (id, number, kind, status, actor, reason, created_at, effective_from, settled_at,
  changes, folder, file_key_id, file_sealed, undo_key_id, undo_sealed)
select $1, (select coalesce(max(number), 0) + 1 from configuration_versions), $2, $3, $4, $5, $6, $7, $8, $9, $10,
       $11, $12, $13, $14
returning id, number, kind, status, actor, reason, created_at, effective_from, settled_at, changes, problem, folder;

-- Ends the waiting of a version.
-- updateVersion in server/src/desk/configuration/queries.ts
prepare update_configuration_version (
  uuid, -- $1 id
  text, -- $2 status
  instant, -- $3 at
  jsonb, -- $4 changes
  text, -- $5 problem
  text, -- $6 undo_key_id
  bytea -- $7 undo_sealed
) as
update configuration_versions
   set status = $2, settled_at = $3, changes = coalesce($4, changes), problem = $5, undo_key_id = $6, undo_sealed = $7
 where id = $1 and status = 'pending'
returning id, number, kind, status, actor, reason, created_at, effective_from, settled_at, changes, problem, folder;

-- Newest first.
-- selectVersions in server/src/desk/configuration/queries.ts
prepare select_configuration_versions (
  bigint -- $1 limit
) as
select id, number, kind, status, actor, reason, created_at, effective_from, settled_at, changes, problem, folder from configuration_versions order by number desc limit $1;

-- selectVersion in server/src/desk/configuration/queries.ts
prepare select_configuration_version (
  integer -- $1 number
) as
select id, number, kind, status, actor, reason, created_at, effective_from, settled_at, changes, problem, folder from configuration_versions where number = $1;

-- The pending versions that become effective until then, in this order.
-- selectDueVersions in server/src/desk/configuration/queries.ts
prepare select_due_configuration_versions (
  timestamp with time zone, -- $1 until
  bigint -- $2 limit
) as
select id, number, kind, status, actor, reason, created_at, effective_from, settled_at, changes, problem, folder from configuration_versions where status = 'pending' and effective_from <= $1
order by effective_from, number limit $2;

-- selectVersionFile in server/src/desk/configuration/queries.ts
prepare select_configuration_version_file (
  uuid -- $1 id
) as
select file_key_id as key_id, file_sealed as bytes from configuration_versions where id = $1;

-- The files that take back what became effective after a version, newest first.
-- selectUndosAfter in server/src/desk/configuration/queries.ts
prepare select_configuration_undos_after (
  integer -- $1 number
) as
select id, undo_key_id as key_id, undo_sealed as bytes from configuration_versions
where status = 'effective' and (settled_at, number) > (
        select settled_at, number from configuration_versions where number = $1
        union all select '-infinity', 0 where $1 = 0)
order by settled_at desc, number desc;
