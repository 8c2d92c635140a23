-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Oldest first.
-- selectCancellations in server/src/engine/cancellations/queries.ts
prepare select_send_cancellations_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select organization_id, order_id, subject_id, kind, key, rail, asked_at, answer, detail, answered_at
 from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
 cross join lateral (select * from send_cancellations where organization_id = of_organization and order_id = of_order offset 0) send_cancellations
order by asked_at, key;

-- Also that of a refund which has another key by now, or of the return of a deposit.
-- selectCancellation in server/src/engine/cancellations/queries.ts
prepare select_cancellation (
  text -- $1 key
) as
select organization_id, order_id, subject_id, kind, key, rail, asked_at, answer, detail, answered_at from send_cancellations where key = $1;

-- False if the rail gave this answer before.
-- updateCancellationAnswered in server/src/engine/cancellations/queries.ts
prepare update_cancellation_answered (
  text, -- $1 key
  text, -- $2 answer
  text, -- $3 detail
  instant -- $4 at
) as
update send_cancellations set answer = $2, detail = $3, answered_at = $4
where key = $1 and answer is distinct from $2 returning key;

-- The send has ended.
-- updateCancellationEnded in server/src/engine/cancellations/queries.ts
prepare update_cancellation_ended (
  text, -- $1 key
  text, -- $2 answer
  text, -- $3 detail
  instant -- $4 at
) as
update send_cancellations set answer = $2, detail = $3, answered_at = $4
where key = $1 and coalesce(answer, 'pending') = 'pending';

-- The worker asks the rail to cancel the return of a deposit.
-- upsertReturnCancellation in server/src/engine/cancellations/queries.ts
prepare upsert_return_cancellation (
  text, -- $1 key
  uuid, -- $2 subject_id
  text, -- $3 rail
  instant -- $4 at
) as
insert into send_cancellations (key, kind, subject_id, rail, asked_at) values ($1, 'deposit_return', $2, $3, $4)
on conflict (key) do update
   set asked_at = excluded.asked_at, answer = null, detail = null, answered_at = null;
