-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Deposits that were to be refunded count towards their order after all.
-- updateDepositsCounted in server/src/engine/deposits/counted-queries.ts
prepare update_deposits_counted (
  uuid, -- $1 organization_id
  uuid, -- $2 order_id
  uuid[] -- $3 ids
) as
update deposits set outcome = 'counted'
 where organization_id = $1 and order_id = $2 and id = any ($3::uuid[]) and reversed_at is null and outcome <> 'counted'
returning amount_minor;

-- Returns false if the deposit left suspense, was taken back, is for an order, or is not cleared by screening.
-- updateDepositExited in server/src/engine/deposits/exit-queries.ts
prepare update_deposit_exited (
  uuid, -- $1 id
  text, -- $2 exit
  text, -- $3 account
  uuid, -- $4 movement_id
  instant, -- $5 at
  json -- $6 transfers
) as
with exited as (
   update deposits d set exit = $2, exit_account = $3, exit_movement_id = $4, exited_at = $5
    where d.id = $1 and 

d.order_id is null and d.reversed_at is null and d.exited_at is null
and not exists (
select m.* from deposit_returns b join rail_marks m on m.subject_id = b.id
 where b.deposit_id = d.id and m.answer <> m.outcome and m.decided_at is null) and 
case when (select is_on from screening)
     then exists (select from screenings s where s.deposit_id = d.id and s.state in ('clear', 'released')
                    and s.version = (select version from screening))
     else not exists (select from screenings s where s.deposit_id = d.id
                         and s.state in ('asking', 'hold', 'reject')) end
and not exists (select from screenings s where s.deposit_id = d.id and s.order_id is not null)
   returning d.id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($6::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $5::timestamptz as at from exited) c using (position))
 select id from exited;

-- Whether a deposit was booked as the arrival of the movement.
-- selectMovementIsBooked in server/src/engine/deposits/exit-queries.ts
prepare select_movement_is_booked (
  uuid -- $1 movement_id
) as
select exists (select from deposits where exit_movement_id = $1) as is_booked;

-- A deposit at this rail, of exactly this amount, that may be the arrival of a movement: it is in suspense, or was booked since then without a movement, from `exit_account`.
-- selectDepositAlike in server/src/engine/deposits/exit-queries.ts
prepare select_deposit_alike (
  text, -- $1 rail
  text, -- $2 currency
  bigint, -- $3 amount_minor
  timestamp with time zone -- $4 booked_since
) as
select id, exit_account from deposits d
where d.order_id is null and d.reversed_at is null and d.rail = $1 and d.currency = $2 and d.amount_minor = $3::bigint
  and (d.exited_at is null and not d.is_small
       or (d.exit = 'booked' and d.exit_movement_id is null and d.exited_at >= $4))
order by d.recorded_at limit 1;

-- Deposits in suspense of these counterparties about which nobody has to decide, oldest first.
-- selectDepositsToBook in server/src/engine/deposits/exit-queries.ts
prepare select_deposits_to_book (
  text[] -- $1 counterparties
) as
select d.id, d.rail, d.transaction, d.output_index, d.occurrence, d.organization_id, d.order_id, d.address, d.currency, d.amount_minor, d.outcome, d.recorded_at, d.received_at, d.assigned_at, d.reversed_at, d.reversal_code, d.loss_minor, d.reversal_order_id, d.reversal_held_minor, d.exit, d.exit_account, d.exit_movement_id, d.exited_at, d.is_small, d.sender_key_id, d.sender_sealed, d.counterparty from deposits d
  where d.counterparty = any ($1::text[]) and 

d.order_id is null and d.reversed_at is null and d.exited_at is null
and not exists (
select m.* from deposit_returns b join rail_marks m on m.subject_id = b.id
 where b.deposit_id = d.id and m.answer <> m.outcome and m.decided_at is null) and 
case when (select is_on from screening)
     then exists (select from screenings s where s.deposit_id = d.id and s.state in ('clear', 'released')
                    and s.version = (select version from screening))
     else not exists (select from screenings s where s.deposit_id = d.id
                         and s.state in ('asking', 'hold', 'reject')) end
and not exists (select from screenings s where s.deposit_id = d.id and s.order_id is not null)
    and not exists (select from deposit_suggestions s where s.deposit_id = d.id)
    and not exists (
      select from treasury_movements m
       where m.to_account = 'rail:' || d.rail and m.currency = d.currency and m.amount_minor = d.amount_minor
         and (m.status in ('PROPOSED', 'APPROVED', 'SENT')
              or (m.status = 'SETTLED' and m.updated_at > d.recorded_at - interval '7 days'))
         and not exists (select from deposits o where o.exit_movement_id = m.id))
  order by d.recorded_at limit 1000;

-- Takes back a deposit that has no order.
-- updateUnmatchedReversed in server/src/engine/deposits/exit-queries.ts
prepare update_unmatched_reversed (
  uuid, -- $1 id
  text, -- $2 code
  timestamp with time zone, -- $3 at
  json, -- $4 transfers
  text, -- $5 exit_account
  boolean -- $6 withdraws
) as
with withdrawn as (
   update deposit_returns
      set status = 'WITHDRAWN', updated_at = greatest($3::timestamptz, updated_at), due_at = null,
          lease_token = null, leased_until = null, outflow_limited_at = null, outflow_limited_by = null
    where $6 and deposit_id = $1 and status = 'PENDING' and rail is null and not 
(exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends')
 or exists (select from unknown_sends u where u.key = deposit_returns.rail_key and u.put_right_at is null))
   returning deposit_id
 ), reversed as (
   update deposits
      set reversed_at = $3, reversal_code = $2, loss_minor = 0,
          exit = case when not $6 then exit end, exit_account = case when not $6 then exit_account end,
          exited_at = case when not $6 then exited_at end
    where id = $1 and order_id is null and reversed_at is null and exit_account is not distinct from $5
      and (not $6 or exists (select from withdrawn))
   returning id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($4::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $3::timestamptz as at from reversed) c using (position))
 select id from reversed;

-- selectDepositOfOrganization in server/src/engine/deposits/list-queries.ts
prepare select_deposit_of_organization (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small from deposits where organization_id = $1 and id = $2;

-- Deposits of all organizations, or of one, and those in suspense.
-- seenDeposits in server/src/engine/deposits/list-queries.ts
prepare "select_seen_deposits pace" (
  uuid -- $1 after
) as
select id from deposits where id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by id desc offset 20000 limit 1;

-- Deposits of all organizations, or of one, and those in suspense.
-- seenDeposits in server/src/engine/deposits/list-queries.ts
prepare "select_seen_deposits pace one" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from deposits where organization_id = $2 and outcome <> 'unmatched' and id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by organization_id desc, id desc offset 20000 limit 1;

-- Deposits of all organizations, or of one, and those in suspense.
-- seenDeposits in server/src/engine/deposits/list-queries.ts
prepare "select_seen_deposits pace oldest" (
  uuid -- $1 after
) as
select id from deposits where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) order by id asc offset 20000 limit 1;

-- Deposits of all organizations, or of one, and those in suspense.
-- seenDeposits in server/src/engine/deposits/list-queries.ts
prepare "select_seen_deposits pace one oldest" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from deposits where organization_id = $2 and outcome <> 'unmatched' and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
order by organization_id asc, id asc offset 20000 limit 1;

-- Deposits of all organizations, or of one, and those in suspense.
-- seenDeposits in server/src/engine/deposits/list-queries.ts
prepare "select_seen_deposits id" (
  uuid -- $1 id
) as
select t.id, t.rail, t.transaction, t.output_index, t.occurrence, t.organization_id, t.order_id, t.address, t.currency, t.amount_minor, t.outcome, t.recorded_at, t.received_at, t.assigned_at, t.reversed_at, t.reversal_code, t.loss_minor, t.reversal_order_id, t.reversal_held_minor, t.exit, t.exit_account, t.exit_movement_id, t.exited_at, t.is_small, t.sender_erased_at, g.enterprise_id, g.name as organization_name from (select * from deposits where id = $1) t left join organizations g on g.id = t.organization_id;

-- Deposits of all organizations, or of one, and those in suspense.
-- seenDeposits in server/src/engine/deposits/list-queries.ts
prepare "select_seen_deposits all" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone -- $6 before
) as
select t.id, t.rail, t.transaction, t.output_index, t.occurrence, t.organization_id, t.order_id, t.address, t.currency, t.amount_minor, t.outcome, t.recorded_at, t.received_at, t.assigned_at, t.reversed_at, t.reversal_code, t.loss_minor, t.reversal_order_id, t.reversal_held_minor, t.exit, t.exit_account, t.exit_movement_id, t.exited_at, t.is_small, t.sender_erased_at, g.enterprise_id, g.name as organization_name from (select * from deposits where id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and recorded_at > coalesce($5::timestamptz, '-infinity')
and recorded_at < coalesce($6::timestamptz, 'infinity') order by id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Deposits of all organizations, or of one, and those in suspense.
-- seenDeposits in server/src/engine/deposits/list-queries.ts
prepare "select_seen_deposits enterprises outcome currency rail read345" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone, -- $6 before
  text, -- $7 outcome
  text, -- $8 currency
  text, -- $9 rail
  bigint, -- $10 min_amount
  bigint, -- $11 max_amount
  text, -- $12 text
  uuid[] -- $13 enterprise_ids
) as
select t.id, t.rail, t.transaction, t.output_index, t.occurrence, t.organization_id, t.order_id, t.address, t.currency, t.amount_minor, t.outcome, t.recorded_at, t.received_at, t.assigned_at, t.reversed_at, t.reversal_code, t.loss_minor, t.reversal_order_id, t.reversal_held_minor, t.exit, t.exit_account, t.exit_movement_id, t.exited_at, t.is_small, t.sender_erased_at, g.enterprise_id, g.name as organization_name from (
 select found.* from (
   select owner.id as owner_id
     from (select owner.id from organizations owner where owner.enterprise_id = any ($13::uuid[]) and exists (select from listed_values v where v.field = 'deposits.currency' and v.value = $8 and v.organization_id = owner.id) and exists (select from listed_values v where v.field = 'deposits.rail' and v.value = $9 and v.organization_id = owner.id) offset 0) owner
    cross join lateral (
      select id from deposits where organization_id = owner.id
and outcome <> 'unmatched'
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and recorded_at > coalesce($5::timestamptz, '-infinity')
and recorded_at < coalesce($6::timestamptz, 'infinity')
and outcome = $7
and currency = $8
and rail = $9
and amount_minor >= $10
and amount_minor <= $11
and (transaction || ' ' || address) ilike $12 order by organization_id desc, id desc limit 1) newest
    order by newest.id desc limit $1) owners
  cross join lateral (
    select * from deposits where organization_id = owner_id
and outcome <> 'unmatched'
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and recorded_at > coalesce($5::timestamptz, '-infinity')
and recorded_at < coalesce($6::timestamptz, 'infinity')
and outcome = $7
and currency = $8
and rail = $9
and amount_minor >= $10
and amount_minor <= $11
and (transaction || ' ' || address) ilike $12 order by organization_id desc, id desc limit $1) found
  order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Records a deposit that belongs to no order, in suspense, and its suggestions.
-- insertUnmatchedDeposit in server/src/engine/deposits/queries.ts
prepare insert_unmatched_deposit (
  uuid, -- $1 id
  text, -- $2 rail
  text, -- $3 transaction
  integer, -- $4 output_index
  text, -- $5 address
  currency_code, -- $6 currency
  bigint, -- $7 amount_minor
  timestamp with time zone, -- $8 at
  json, -- $9 transfers
  text, -- $10 sender_key_id
  bytea, -- $11 sender_sealed
  json, -- $12 suggestions
  timestamp with time zone, -- $13 received_at
  integer, -- $14 occurrence
  text -- $15 counterparty
) as
with 
 recorded as (
   insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at,
     sender_key_id, sender_sealed, received_at, occurrence, counterparty)
   select $1::uuid, $2, $3, $4::int, $5, $6, $7::bigint, 'unmatched', $8::timestamptz, $10, $11::bytea, $13::timestamptz, $14::int, $15
    where not (select is_on from screening)
   on conflict do nothing
   returning id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($9::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $8::timestamptz as at from recorded) c using (position)
 ), suggested as (
   insert into deposit_suggestions (deposit_id, organization_id, order_id, reason, score)
   select r.id, s.organization_id, s.order_id, s.reason, s.score
     from recorded r, json_to_recordset($12::json) as s (organization_id uuid, order_id uuid, reason text, score int)
 )
 select id from recorded;

-- selectDepositByTransaction in server/src/engine/deposits/queries.ts
prepare select_deposit_by_transaction (
  text, -- $1 rail
  text, -- $2 transaction
  integer, -- $3 output_index
  integer -- $4 occurrence
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small from deposits where rail = $1 and lower(transaction) = lower($2) and output_index = $3
    and occurrence = $4;

-- Deposits whose reversal these orders bore, oldest reversal first.
-- selectReversedDeposits in server/src/engine/deposits/queries.ts
prepare select_reversed_deposits (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small
   from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
   cross join lateral (select * from deposits where organization_id = of_organization and reversal_order_id = of_order offset 0) deposits
  order by reversed_at, id;

-- Oldest first.
-- selectDeposits in server/src/engine/deposits/queries.ts
prepare select_deposits_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from deposits where organization_id = of_organization and order_id = of_order offset 0) deposits
    order by recorded_at, id;

-- Deposits in suspense that belong to no order, oldest first.
-- selectUnmatchedDeposits in server/src/engine/deposits/queries.ts
prepare select_unmatched_deposits (
  boolean -- $1 ever
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small from deposits d
  where (order_id is null
         and ($1 or (reversed_at is null and exited_at is null and not is_small
                     and not exists (select from screenings s
                                      where s.deposit_id = d.id and (s.state in ('asking', 'hold', 'reject')
                                                                     or s.order_id is not null)))))
     or ($1 and assigned_at is not null) order by recorded_at, id;

-- The rail had paid a return that was recorded as rejected.
-- updateReturnFoundSettled in server/src/engine/deposits/return-found-queries.ts
prepare update_return_found_settled (
  uuid, -- $1 id
  text, -- $2 reference
  uuid, -- $3 posting_id
  text, -- $4 account
  instant, -- $5 at
  json -- $6 transfers
) as
with "left" as (
   update deposits d set exit = 'returned', exit_account = $4, exited_at = $5
     from deposit_returns r
    where r.id = $1 and r.status = 'FAILED' and d.id = r.deposit_id
      and d.order_id is null and d.reversed_at is null and d.exited_at is null
   returning r.id
 ), settled as (
   update deposit_returns r
      set status = 'PROCESSED', rail_reference = $2, rejection_code = null, posting_id = $3,
          updated_at = greatest($5::timestamptz, r.updated_at)
     from "left" l where r.id = l.id
   returning r.id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($6::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $5::timestamptz as at from settled) c using (position))
 select id from settled;

-- The same, of a deposit that left suspense another way, or was taken back: the desk lost what the rail sent.
-- updateReturnFoundTwice in server/src/engine/deposits/return-found-queries.ts
prepare update_return_found_twice (
  uuid, -- $1 id
  text, -- $2 reference
  uuid, -- $3 posting_id
  timestamp with time zone, -- $4 at
  json -- $5 transfers
) as
with settled as (
   update deposit_returns
      set status = 'PROCESSED', rail_reference = $2, rejection_code = null, posting_id = $3, went_twice = true,
          updated_at = greatest($4::timestamptz, updated_at)
    where id = $1 and status = 'FAILED'
   returning id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($5::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $4::timestamptz as at from settled) c using (position))
 select id from settled;

-- Undefined if the deposit left suspense or was taken back, and, without `key`, if it is for an order or screening has not cleared it.
-- insertDepositReturn in server/src/engine/deposits/return-queries.ts
prepare insert_deposit_return (
  uuid, -- $1 deposit_id
  uuid, -- $2 id
  text, -- $3 account
  text, -- $4 method
  text, -- $5 details_key_id
  bytea, -- $6 details
  bytea, -- $7 fingerprint
  text, -- $8 keys
  text, -- $9 key
  instant -- $10 at
) as
with exited as (
   update deposits d set exit = 'returned', exit_account = $3, exited_at = $10
    -- What is listed has left already, whatever screening says of it now.
    where d.id = $1 and case when $9::text is null then 

d.order_id is null and d.reversed_at is null and d.exited_at is null
and not exists (
select m.* from deposit_returns b join rail_marks m on m.subject_id = b.id
 where b.deposit_id = d.id and m.answer <> m.outcome and m.decided_at is null) and 
case when (select is_on from screening)
     then exists (select from screenings s where s.deposit_id = d.id and s.state in ('clear', 'released')
                    and s.version = (select version from screening))
     else not exists (select from screenings s where s.deposit_id = d.id
                         and s.state in ('asking', 'hold', 'reject')) end
and not exists (select from screenings s where s.deposit_id = d.id and s.order_id is not null) else 
d.order_id is null and d.reversed_at is null and d.exited_at is null
and not exists (
select m.* from deposit_returns b join rail_marks m on m.subject_id = b.id
 where b.deposit_id = d.id and m.answer <> m.outcome and m.decided_at is null) end
   returning d.id, d.currency, d.amount_minor
 )
 insert into deposit_returns (id, deposit_id, currency, amount_minor, method, details_key_id, details_sealed, fingerprint,
   rail_key, created_at, updated_at, due_at)
 select $2, e.id, e.currency, e.amount_minor, $4, $5, $6, $7,
        coalesce($9, $8 || (1 + (select count(*) from deposit_returns r where r.rail_key like $8 || '%'))::text),
        $10, $10, now()
   from exited e
 returning id, deposit_id, currency, amount_minor, method, details_key_id, details_sealed, status, rail_key, rail,
prepared_key_id, prepared_sealed, rail_reference, rejection_code, created_at, updated_at, attempt, lease_token,
outflow_limited_by, stopped_at;

-- claimDueReturns in server/src/engine/deposits/return-queries.ts
prepare claim_due_returns (
  bigint, -- $1 limit
  uuid, -- $2 lease_token
  double precision -- $3 lease_ms
) as
with due as (
  select id from deposit_returns where due_at <= now() and (leased_until is null
 or leased_until not between now() and now() + $3 * interval '1 millisecond' + interval '1 minute')
   order by due_at limit $1 for update skip locked
)
update deposit_returns r set lease_token = $2, leased_until = now() + $3 * interval '1 millisecond', attempt = r.attempt + 1
  from due where r.id = due.id
returning r.id, r.deposit_id, r.currency, r.amount_minor, r.method, r.details_key_id, r.details_sealed, r.status, r.rail_key, r.rail, r.prepared_key_id, r.prepared_sealed, r.rail_reference, r.rejection_code, r.created_at, r.updated_at, r.attempt, r.lease_token, r.outflow_limited_by, r.stopped_at;

-- Gives the lease back.
-- updateReturnPostponed in server/src/engine/deposits/return-queries.ts
prepare update_return_postponed (
  uuid, -- $1 id
  uuid, -- $2 lease_token
  double precision, -- $3 wait_ms
  text, -- $4 status
  integer -- $5 attempt
) as
update deposit_returns
  set due_at = now() + $3 * interval '1 millisecond', status = coalesce($4, status), attempt = coalesce($5::int, attempt),
      lease_token = null, leased_until = null
where id = $1 and lease_token = $2;

-- Commits what the rail prepared, before it is sent.
-- updateReturnPrepared in server/src/engine/deposits/return-queries.ts
prepare update_return_prepared (
  uuid, -- $1 id
  uuid, -- $2 lease_token
  text, -- $3 rail
  text, -- $4 prepared_key_id
  bytea, -- $5 prepared
  timestamp with time zone, -- $6 now
  double precision -- $7 wait_ms
) as
with fit as materialized (
   select r.id, $3 as rail, r.currency, r.amount_minor
     from deposit_returns r
    where r.id = $1 and r.lease_token = $2 and r.status = 'PENDING' and r.prepared_sealed is null
      and r.stopped_at is null and 
(not (select is_on from screening) or exists (
   select from screenings s
    where s.key = r.rail_key and s.state in ('clear', 'released') and s.version = (select version from screening))) and not 
exists (select from halts h where h.resumed_at is null and h.what = 'sends'
           and (h.rail is null or h.rail = $3))
      and not exists (select from account_holds h where h.fingerprint = r.fingerprint and h.released_at is null)
      and not 
(exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends')
 or exists (select from unknown_sends u where u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))))) and not exists (
select m.* from deposit_returns b join rail_marks m on m.subject_id = b.id
 where b.deposit_id = r.deposit_id and m.answer <> m.outcome and m.decided_at is null)
      for update of r
 ), judged as materialized (
select a.*,
       case when exists (select from outflow_caps where rail in (a.rail, a.signer) and currency = a.currency)
              or exists (select from observed_balances where account = 'rail:' || a.rail and currency = a.currency)
            then judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier) end as refusal
  from (select w.*, r.signer,
               sum(w.amount_minor) over (partition by w.rail, w.currency order by w.amount_minor, w.id) as with_earlier
          from fit w left join rails r on r.name = w.rail
         order by r.signer, w.currency, w.rail, w.amount_minor, w.id offset 0) a
 )
 update deposit_returns r
    set
        rail = case when j.refusal is null then $3 end,
        prepared_key_id = case when j.refusal is null then $4 end,
        prepared_sealed = case when j.refusal is null then $5::bytea end,
        outflow_limited_at = case when j.refusal is not null then coalesce(r.outflow_limited_at, $6::timestamptz) end,
        outflow_limited_by = j.refusal,
        attempt = case when j.refusal is null then r.attempt else 0 end,
        due_at = case when j.refusal is null then r.due_at else now() + $7 * interval '1 millisecond' end,
        lease_token = case when j.refusal is null then r.lease_token end,
        leased_until = case when j.refusal is null then r.leased_until end
   from judged j
  where r.id = j.id
 returning j.refusal is null as is_within;

-- The rail has paid it.
-- updateReturnSettled in server/src/engine/deposits/return-queries.ts
prepare update_return_settled (
  uuid, -- $1 id
  uuid, -- $2 lease_token
  text, -- $3 rail
  text, -- $4 reference
  currency_code, -- $5 fee_currency
  bigint, -- $6 fee_minor
  uuid, -- $7 posting_id
  uuid, -- $8 fee_posting_id
  text, -- $9 account
  timestamp with time zone, -- $10 at
  json -- $11 transfers
) as
with settled as (
   update deposit_returns
      set status = 'PROCESSED', rail = $3, rail_reference = $4, fee_currency = $5, fee_minor = $6::bigint, posting_id = $7,
          fee_posting_id = $8, updated_at = greatest($10::timestamptz, updated_at), due_at = null, lease_token = null, leased_until = null, outflow_limited_at = null, outflow_limited_by = null
    where id = $1 and lease_token is not distinct from $2 and status in ('PENDING', 'SENT')
   returning deposit_id
 ), "left" as (
   update deposits d set exit_account = $9 from settled s where d.id = s.deposit_id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($11::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $10::timestamptz as at from settled) c using (position))
 select deposit_id from settled;

-- The deposit is in suspense again: the rail rejected the return for good, or it was withdrawn before it was prepared.
-- updateReturnUnsent in server/src/engine/deposits/return-queries.ts
prepare update_return_unsent (
  uuid, -- $1 id
  uuid, -- $2 lease_token
  text, -- $3 status
  text, -- $4 code
  timestamp with time zone -- $5 at
) as
with ended as (
   update deposit_returns
      set status = $3, rejection_code = $4, updated_at = greatest($5::timestamptz, updated_at), due_at = null, lease_token = null, leased_until = null, outflow_limited_at = null, outflow_limited_by = null
    where id = $1 and lease_token is not distinct from $2 and status in ('PENDING', 'SENT') and ($3 = 'FAILED' or rail is null and not 
(exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends')
 or exists (select from unknown_sends u where u.key = deposit_returns.rail_key and u.put_right_at is null)))
   returning deposit_id
 ), back as (
   update deposits d set exit = null, exit_account = null, exited_at = null from ended e where d.id = e.deposit_id
 )
 select deposit_id from ended;

-- From now on nothing is sent under the key, by no process.
-- updateReturnStopped in server/src/engine/deposits/return-queries.ts
prepare update_return_stopped (
  uuid, -- $1 id
  timestamp with time zone -- $2 at
) as
update deposit_returns set stopped_at = coalesce(stopped_at, $2), due_at = now()
where id = $1 and status in ('PENDING', 'SENT') and rail is not null returning id;

-- Keeps workers from the row in this transaction.
-- updateReturnLeased in server/src/engine/deposits/return-queries.ts
prepare update_return_leased (
  uuid, -- $1 id
  uuid, -- $2 lease_token
  double precision -- $3 lease_ms
) as
update deposit_returns set lease_token = $2, leased_until = now() + $3 * interval '1 millisecond'
where id = $1 and status in ('PENDING', 'SENT') and (leased_until is null
or leased_until not between now() and now() + $3 * interval '1 millisecond' + interval '1 minute') returning id;

-- A return of the deposit that a rail has listed after a restore, and that the database lacks.
-- selectListedReturn in server/src/engine/deposits/return-read-queries.ts
prepare select_listed_return (
  text -- $1 keys
) as
select u.key, h.rail, u.reference, u.currency, u.amount_minor
   from unknown_sends u join halts h on h.id = u.halt_id
  where starts_with(u.key, $1) and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))
  order by u.key limit 1;

-- The last one.
-- selectReturnOfDeposit in server/src/engine/deposits/return-read-queries.ts
prepare select_return_of_deposit (
  uuid -- $1 deposit_id
) as
select id, deposit_id, currency, amount_minor, method, details_key_id, details_sealed, status, rail_key, rail,
prepared_key_id, prepared_sealed, rail_reference, rejection_code, created_at, updated_at, attempt, lease_token,
outflow_limited_by, stopped_at from deposit_returns where deposit_id = $1 order by id desc limit 1;

-- Whether a return that the database has not sent may have gone in the time that a restore lost: it must not be withdrawn.
-- selectMayHaveGone in server/src/engine/deposits/return-read-queries.ts
prepare select_may_have_gone (
  text -- $1 key
) as
select 
(exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends')
 or exists (select from unknown_sends u where u.key = $1 and u.put_right_at is null)) as may;

-- selectSentKey finds payouts and refunds in the same way.
-- selectReturnSent in server/src/engine/deposits/return-read-queries.ts
prepare select_return_sent (
  text, -- $1 rail
  text, -- $2 key
  text -- $3 reference
) as
select id, deposit_id, currency, amount_minor, method, details_key_id, details_sealed, status, rail_key, rail,
prepared_key_id, prepared_sealed, rail_reference, rejection_code, created_at, updated_at, attempt, lease_token,
outflow_limited_by, stopped_at from deposit_returns
  where rail_key = $2 or ($2::text is null and rail = $1 and rail_reference = $3) limit 2;

-- The sum of earlier entries in which the return with this key came back.
-- selectCameBack in server/src/engine/deposits/return-read-queries.ts
prepare select_came_back (
  text, -- $1 rail
  text, -- $2 key
  text, -- $3 transaction
  integer -- $4 index
) as
select coalesce(sum(amount_minor), 0)::text as minor from deposits
where rail = $1 and address = $2 and starts_with(address, 'deposit:d')
  and (lower(transaction), output_index) is distinct from (lower($3), $4::int);

-- The newest first.
-- selectDepositReturns in server/src/engine/deposits/return-read-queries.ts
prepare select_deposit_returns as
select id, deposit_id, currency, amount_minor, method, details_key_id, details_sealed, status, rail_key, rail,
prepared_key_id, prepared_sealed, rail_reference, rejection_code, created_at, updated_at, attempt, lease_token,
outflow_limited_by, stopped_at from deposit_returns order by id desc limit 1000;

-- A return that differs from its postings or its deposit, or a posting without a return.
-- selectReturnFault in server/src/engine/deposits/return-read-queries.ts
prepare select_return_fault as
with wrong as (
  select r.id, t.id as transfer_id
    from (select * from deposit_returns where posting_id is not null) r
    full join (select * from ledger_transfers where posting = 'refund' and order_id is null) t using (posting_id)
   where r.id is null or t.id is null or t.currency <> r.currency or t.amount_minor <> r.amount_minor
      or t.debit_account <> case when r.went_twice then 'written_off' else 'suspense' end or t.credit_account <> 'rail:' || r.rail
), wrong_fee as (
  select r.id, t.id as transfer_id
    from (select * from deposit_returns where fee_posting_id is not null) r
    left join ledger_transfers t on t.posting_id = r.fee_posting_id
   where t.id is null or t.currency <> r.fee_currency or t.amount_minor <> r.fee_minor
), astray as (
  select r.id, null::bigint from deposit_returns r join deposits d on d.id = r.deposit_id
   where (r.status in ('PENDING', 'SENT', 'PROCESSED')) and not r.went_twice and d.exit is distinct from 'returned'
  union all
  select r.id, null::bigint from deposits d
    left join deposit_returns r on r.deposit_id = d.id and r.status in ('PENDING', 'SENT', 'PROCESSED') and not r.went_twice
   where d.exit = 'returned' and r.id is null
)
select * from wrong union all select * from wrong_fee union all select * from astray limit 1;

-- Records a deposit in suspense until it is screened.
-- insertScreenedDeposit in server/src/engine/deposits/screened-queries.ts
prepare insert_screened_deposit (
  uuid, -- $1 id
  text, -- $2 rail
  text, -- $3 transaction
  integer, -- $4 output_index
  text, -- $5 address
  currency_code, -- $6 currency
  bigint, -- $7 amount_minor
  timestamp with time zone, -- $8 at
  json, -- $9 transfers
  text, -- $10 sender_key_id
  bytea, -- $11 sender_sealed
  json, -- $12 suggestions
  timestamp with time zone, -- $13 received_at
  integer, -- $14 occurrence
  text, -- $15 counterparty
  uuid, -- $16 organization_id
  uuid, -- $17 order_id
  text -- $18 key
) as
with 
 recorded as (
   insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at,
     sender_key_id, sender_sealed, received_at, occurrence, counterparty)
   select $1::uuid, $2, $3, $4::int, $5, $6, $7::bigint, 'unmatched', $8::timestamptz, $10, $11::bytea, $13::timestamptz, $14::int, $15
    where true
   on conflict do nothing
   returning id, recorded_at, $16::uuid as for_organization_id, $17::uuid as for_order_id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($9::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $8::timestamptz as at from recorded) c using (position)
 ), suggested as (
   insert into deposit_suggestions (deposit_id, organization_id, order_id, reason, score)
   select r.id, s.organization_id, s.order_id, s.reason, s.score
     from recorded r, json_to_recordset($12::json) as s (organization_id uuid, order_id uuid, reason text, score int)
 ),
 screened as (
insert into screenings (key, subject, deposit_id, organization_id, order_id, state, asked_at, due_at)
select $18, 'deposit', r.id, r.for_organization_id, r.for_order_id, 'asking', r.recorded_at, now()
  from recorded r
 ), bumped as (
update orders o
   set version = o.version + 1
  from recorded r
 where (o.organization_id, o.id) = (r.for_organization_id, r.for_order_id))
 select id from recorded;

-- selectDeposit in server/src/engine/deposits/screened-queries.ts
prepare select_deposit (
  uuid -- $1 id
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small, sender_key_id, sender_sealed from deposits where id = $1;

-- selectDepositsById in server/src/engine/deposits/screened-queries.ts
prepare select_deposits_by_id (
  uuid[] -- $1 ids
) as
select d.id, d.rail, d.transaction, d.output_index, d.occurrence, d.organization_id, d.order_id, d.address, d.currency, d.amount_minor, d.outcome, d.recorded_at, d.received_at, d.assigned_at, d.reversed_at, d.reversal_code, d.loss_minor, d.reversal_order_id, d.reversal_held_minor, d.exit, d.exit_account, d.exit_movement_id, d.exited_at, d.is_small from unnest($1::uuid[]) as wanted (id)
cross join lateral (select * from deposits where id = wanted.id offset 0) d;

-- Keeps a deposit in suspense, or writes it off.
-- insertSmallDeposit in server/src/engine/deposits/small-queries.ts
prepare insert_small_deposit (
  uuid, -- $1 id
  text, -- $2 rail
  text, -- $3 transaction
  integer, -- $4 output_index
  integer, -- $5 occurrence
  text, -- $6 address
  currency_code, -- $7 currency
  bigint, -- $8 amount_minor
  timestamp with time zone, -- $9 at
  timestamp with time zone, -- $10 received_at
  text, -- $11 sender_key_id
  bytea, -- $12 sender_sealed
  text, -- $13 exit_account
  json -- $14 transfers
) as
with recorded as (
   insert into deposits (id, rail, transaction, output_index, occurrence, address, currency, amount_minor, outcome,
     recorded_at, received_at, sender_key_id, sender_sealed, is_small, exit, exit_account, exited_at)
   values ($1::uuid, $2, $3, $4::int, $5::int, $6, $7, $8::bigint, 'unmatched', $9::timestamptz, $10::timestamptz, $11,
           $12::bytea, true, case when $13::text is not null then 'written_off' end, $13::text,
           case when $13::text is not null then $9::timestamptz end)
   on conflict do nothing
   returning id
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($14::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select 0 as position, null::uuid as organization_id, null::uuid as id, $9::timestamptz as at from recorded) c using (position))
 select id from recorded;

-- Whether a deposit of the order is being screened, or is held or rejected.
-- selectHasScreened in server/src/engine/deposits/small-queries.ts
prepare select_has_screened (
  uuid, -- $1 organization_id
  uuid -- $2 order_id
) as
select exists (
select from screenings s join deposits d on d.id = s.deposit_id
 where s.organization_id = $1 and s.order_id = $2 and d.order_id is null and d.reversed_at is null
   and d.exited_at is null) as has;
