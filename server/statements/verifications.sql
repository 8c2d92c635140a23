-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- `version`: that of the row that was seen, 0 for none.
-- upsertVerification in server/src/rules/verifications/queries.ts
prepare upsert_verification (
  uuid, -- $1 organization_id
  uuid, -- $2 subject_id
  text, -- $3 state
  text, -- $4 reason
  text, -- $5 actor
  instant, -- $6 at
  integer -- $7 version
) as
insert into verifications (organization_id, subject_id, state, reason, actor, changed_at)
select $1, $2, $3, $4, $5, $6 where $7 = 0
   or exists (select from verifications where organization_id = $1 and subject_id = $2)
on conflict (organization_id, subject_id) do update
  set state = excluded.state, reason = excluded.reason, actor = excluded.actor, changed_at = excluded.changed_at,
      version = verifications.version + 1
where verifications.version = $7
returning organization_id, subject_id, state, reason, actor, changed_at, version;

-- selectVerifications in server/src/rules/verifications/queries.ts
prepare select_verifications (
  uuid, -- $1 organization_id
  uuid, -- $2 after
  bigint -- $3 limit
) as
select organization_id, subject_id, state, reason, actor, changed_at, version from verifications
where organization_id = $1 and ($2::uuid is null or subject_id > $2) order by subject_id limit $3;

-- selectVerification in server/src/rules/verifications/queries.ts
prepare select_verification (
  uuid, -- $1 organization_id
  uuid -- $2 subject_id
) as
select organization_id, subject_id, state, reason, actor, changed_at, version from verifications where organization_id = $1 and subject_id = $2;

-- Returns the subjects that are not verified.
-- selectUnverified in server/src/rules/verifications/queries.ts
prepare select_unverified (
  uuid, -- $1 organization_id
  uuid[] -- $2 subject_ids
) as
select s.id from unnest($2::uuid[]) as s (id)
where not exists (select from verifications v
                   where v.organization_id = $1 and v.subject_id = s.id and v.state = 'verified');
