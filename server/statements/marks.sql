-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Oldest first.
-- selectMarks in server/src/engine/marks/queries.ts
prepare select_rail_marks_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select organization_id, order_id, subject_id, kind, key, rail, outcome, evidence, marked_at, prepared_key_id,
prepared_sealed, answer, answered_at
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from rail_marks where organization_id = of_organization and order_id = of_order offset 0) rail_marks
    order by marked_at, key;

-- Claims marks without a final answer of their rail.
-- claimDueMarks in server/src/engine/marks/queries.ts
prepare claim_due_marks (
  bigint, -- $1 limit
  integer -- $2 most_attempts
) as
with due as (
  select key as due_key from rail_marks where true and due_at <= now()
   order by due_at limit $1 for update skip locked
)
update rail_marks set attempt = attempt + 1, due_at = case when attempt + 1 < $2 then now() + least(power(2, attempt), 1440) * interval '1 minute' end
  from due where key = due_key
returning organization_id, order_id, subject_id, kind, key, rail, outcome, evidence, marked_at, prepared_key_id,
  prepared_sealed, answer, answered_at;

-- False if the answer of the rail is recorded already.
-- updateMarkAnswered in server/src/engine/marks/queries.ts
prepare update_mark_answered (
  text, -- $1 key
  text, -- $2 answer
  instant -- $3 at
) as
update rail_marks set answer = $2, answered_at = $3, due_at = null
where key = $1 and answer is null returning key;
