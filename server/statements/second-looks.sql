-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Idempotent.
-- insertSecondLook in server/src/engine/second-looks/queries.ts
prepare insert_second_look (
  text, -- $1 key
  text, -- $2 kind
  uuid, -- $3 organization_id
  uuid, -- $4 order_id
  uuid, -- $5 subject_id
  text, -- $6 rail
  instant, -- $7 at
  double precision -- $8 wait_ms
) as
insert into second_looks (key, kind, organization_id, order_id, subject_id, rail, noted_at, due_at)
values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond')
on conflict do nothing;

-- Takes up to `limit` due rows.
-- claimDueSecondLooks in server/src/engine/second-looks/queries.ts
prepare claim_due_second_looks (
  bigint, -- $1 limit
  bigint, -- $2 first_ms
  bigint -- $3 longest_ms
) as
with due as (
  select key as due_key from second_looks where outcome is null and due_at <= now()
   order by due_at limit $1 for update skip locked
)
update second_looks set attempt = attempt + 1, due_at = now() + least($2::bigint * (attempt + 1), $3::bigint) * interval '1 millisecond'
  from due where key = due_key
returning key, kind, organization_id, order_id, subject_id, rail, attempt, missing_at;

-- `at`: null if the chain has the payment.
-- updateSecondLookMissing in server/src/engine/second-looks/queries.ts
prepare update_second_look_missing (
  text, -- $1 key
  instant -- $2 missing_at
) as
update second_looks set missing_at = $2 where key = $1 and outcome is null;

-- updateSecondLookEnded in server/src/engine/second-looks/queries.ts
prepare update_second_look_ended (
  text, -- $1 key
  text, -- $2 outcome
  instant -- $3 at
) as
update second_looks set outcome = $2, ended_at = $3, due_at = null where key = $1 and outcome is null;
