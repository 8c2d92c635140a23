-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Deposits that were to be refunded count towards their order after all.
-- updateDepositsCounted in server/src/deposits/counted-queries.ts
prepare update_deposits_counted (
  uuid, -- $1 organization_id
  uuid, -- $2 order_id
  uuid[] -- $3 ids
) as
update deposits set outcome = 'counted'
 where organization_id = $1 and order_id = $2 and id = any ($3::uuid[]) and reversed_at is null and outcome <> 'counted'
returning amount_minor;

-- Returns false if the deposit left suspense, was taken back, is for an order, or is not cleared by screening.
-- updateDepositExited in server/src/deposits/exit-queries.ts
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
    where d.id = $1 and d.order_id is null and d.reversed_at is null and d.exited_at is null
      and 
case when (select is_on from screening)
     then exists (select from screenings s where s.deposit_id = d.id and s.state in ('clear', 'released')
                    and s.version = (select version from screening))
     else not exists (select from screenings s where s.deposit_id = d.id
                         and s.state in ('asking', 'hold', 'reject')) end
      and not exists (select from screenings s where s.deposit_id = d.id and s.order_id is not null)
   returning d.id
 ), unowned as (
   select 0 as position, null::uuid as organization_id, null::uuid as id, $5::timestamptz as at from exited
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($6::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join unowned c using (position))
 select id from exited;

-- Whether a deposit was booked as the arrival of the movement.
-- selectMovementIsBooked in server/src/deposits/exit-queries.ts
prepare select_movement_is_booked (
  uuid -- $1 movement_id
) as
select exists (select from deposits where exit_movement_id = $1) as is_booked;

-- A deposit in suspense at this rail, of exactly this amount.
-- selectSuspendedAlike in server/src/deposits/exit-queries.ts
prepare select_suspended_alike (
  text, -- $1 rail
  text, -- $2 currency
  bigint -- $3 amount_minor
) as
select id from deposits
where order_id is null and reversed_at is null and exited_at is null and not is_small
  and rail = $1 and currency = $2 and amount_minor = $3::bigint
order by recorded_at limit 1;

-- Takes back a deposit that has no order.
-- updateUnmatchedReversed in server/src/deposits/exit-queries.ts
prepare update_unmatched_reversed (
  uuid, -- $1 id
  text, -- $2 code
  instant, -- $3 at
  json, -- $4 transfers
  text -- $5 exit_account
) as
with reversed as (
   update deposits set reversed_at = $3, reversal_code = $2, loss_minor = 0
    where id = $1 and order_id is null and reversed_at is null and exit_account is not distinct from $5
   returning id
 ), unowned as (
   select 0 as position, null::uuid as organization_id, null::uuid as id, $3::timestamptz as at from reversed
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($4::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join unowned c using (position))
 select id from reversed;

-- Newest first; with `after`, only the deposits that follow it in the list.
-- selectDepositsOfOrganization in server/src/deposits/list-queries.ts
prepare select_deposits (
  uuid, -- $1 organization_id
  bigint -- $2 limit
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small from deposits
where organization_id = $1 and outcome <> 'unmatched'
order by organization_id desc, id desc limit $2;

-- Newest first; with `after`, only the deposits that follow it in the list.
-- selectDepositsOfOrganization in server/src/deposits/list-queries.ts
prepare "select_deposits page order status currency after from before to" (
  uuid, -- $1 organization_id
  bigint, -- $2 limit
  uuid, -- $3 page
  uuid, -- $4 order
  text, -- $5 status
  text, -- $6 currency
  timestamp with time zone, -- $7 after
  uuid, -- $8 from
  timestamp with time zone, -- $9 before
  uuid -- $10 to
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small from (select * from deposits where order_id = $4 and organization_id = $1 offset 0) deposits
where organization_id = $1 and outcome <> 'unmatched' and id < $3 and outcome = $5 and currency = $6 and recorded_at > $7 and id >= $8 and recorded_at < $9 and id < $10
order by organization_id desc, id desc limit $2;

-- selectDepositOfOrganization in server/src/deposits/list-queries.ts
prepare select_deposit_of_organization (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small from deposits where id = $2 and organization_id = $1;

-- Deposits of all organizations, newest first, and those in suspense.
-- seenDeposits in server/src/deposits/list-queries.ts
prepare "select_seen_deposits id" (
  uuid -- $1 id
) as
select t.id, t.rail, t.transaction, t.output_index, t.occurrence, t.organization_id, t.order_id, t.address, t.currency, t.amount_minor, t.outcome, t.recorded_at, t.received_at, t.assigned_at, t.reversed_at, t.reversal_code, t.loss_minor, t.reversal_order_id, t.reversal_held_minor, t.exit, t.exit_account, t.exit_movement_id, t.exited_at, t.is_small, t.sender_erased_at, g.enterprise_id, g.name as organization_name from (select * from deposits where id = $1) t left join organizations g on g.id = t.organization_id;

-- Deposits of all organizations, newest first, and those in suspense.
-- seenDeposits in server/src/deposits/list-queries.ts
prepare "select_seen_deposits all" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone -- $6 before
) as
select t.id, t.rail, t.transaction, t.output_index, t.occurrence, t.organization_id, t.order_id, t.address, t.currency, t.amount_minor, t.outcome, t.recorded_at, t.received_at, t.assigned_at, t.reversed_at, t.reversal_code, t.loss_minor, t.reversal_order_id, t.reversal_held_minor, t.exit, t.exit_account, t.exit_movement_id, t.exited_at, t.is_small, t.sender_erased_at, g.enterprise_id, g.name as organization_name from (select * from deposits where id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and recorded_at > coalesce($5::timestamptz, '-infinity')
and recorded_at < coalesce($6::timestamptz, 'infinity') order by id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Deposits of all organizations, newest first, and those in suspense.
-- seenDeposits in server/src/deposits/list-queries.ts
prepare "select_seen_deposits enterprises outcome currency rail" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone, -- $6 before
  text, -- $7 outcome
  text, -- $8 currency
  text, -- $9 rail
  uuid[] -- $10 enterprise_ids
) as
select t.id, t.rail, t.transaction, t.output_index, t.occurrence, t.organization_id, t.order_id, t.address, t.currency, t.amount_minor, t.outcome, t.recorded_at, t.received_at, t.assigned_at, t.reversed_at, t.reversal_code, t.loss_minor, t.reversal_order_id, t.reversal_held_minor, t.exit, t.exit_account, t.exit_movement_id, t.exited_at, t.is_small, t.sender_erased_at, g.enterprise_id, g.name as organization_name from (
   select found.* from (
     select owner.id as owner_id
       from (select owner.id from organizations owner where owner.enterprise_id = any ($10::uuid[]) and exists (select from listed_values v where v.field = 'deposits.currency' and v.value = $8 and v.organization_id = owner.id) and exists (select from listed_values v where v.field = 'deposits.rail' and v.value = $9 and v.organization_id = owner.id) offset 0) owner
      cross join lateral (
        select id from deposits where organization_id = owner.id
and outcome <> 'unmatched'
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and recorded_at > coalesce($5::timestamptz, '-infinity')
and recorded_at < coalesce($6::timestamptz, 'infinity')
and outcome = $7
and currency = $8
and rail = $9 order by organization_id desc, id desc limit 1) newest
      order by newest.id desc limit $1) owners
    cross join lateral (
      select * from deposits where organization_id = owner_id
and outcome <> 'unmatched'
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and recorded_at > coalesce($5::timestamptz, '-infinity')
and recorded_at < coalesce($6::timestamptz, 'infinity')
and outcome = $7
and currency = $8
and rail = $9 order by organization_id desc, id desc limit $1) found
    order by found.id desc limit $1) t left join organizations g on g.id = t.organization_id order by t.id desc;

-- Records a deposit that belongs to no order, in suspense, and its suggestions.
-- insertUnmatchedDeposit in server/src/deposits/queries.ts
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
  integer -- $14 occurrence
) as
with 
 recorded as (
   insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at,
     sender_key_id, sender_sealed, received_at, occurrence)
   select $1::uuid, $2, $3, $4::int, $5, $6, $7::bigint, 'unmatched', $8::timestamptz, $10, $11::bytea, $13::timestamptz, $14::int
    where not (select is_on from screening)
   on conflict do nothing
   returning id
 ), unowned as (
   select 0 as position, null::uuid as organization_id, null::uuid as id, $8::timestamptz as at from recorded
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($9::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join unowned c using (position)
 ), suggested as (
   insert into deposit_suggestions (deposit_id, organization_id, order_id, reason, score)
   select r.id, s.organization_id, s.order_id, s.reason, s.score
     from recorded r, json_to_recordset($12::json) as s (organization_id uuid, order_id uuid, reason text, score int)
 )
 select id from recorded;

-- selectDepositByTransaction in server/src/deposits/queries.ts
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
-- selectReversedDeposits in server/src/deposits/queries.ts
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
-- selectDeposits in server/src/deposits/queries.ts
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
-- selectUnmatchedDeposits in server/src/deposits/queries.ts
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

-- Records a deposit in suspense until it is screened.
-- insertScreenedDeposit in server/src/deposits/screened-queries.ts
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
  uuid, -- $15 organization_id
  uuid, -- $16 order_id
  text -- $17 key
) as
with 
 recorded as (
   insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at,
     sender_key_id, sender_sealed, received_at, occurrence)
   select $1::uuid, $2, $3, $4::int, $5, $6, $7::bigint, 'unmatched', $8::timestamptz, $10, $11::bytea, $13::timestamptz, $14::int
    where true
   on conflict do nothing
   returning id, recorded_at, $15::uuid as for_organization_id, $16::uuid as for_order_id
 ), unowned as (
   select 0 as position, null::uuid as organization_id, null::uuid as id, $8::timestamptz as at from recorded
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($9::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join unowned c using (position)
 ), suggested as (
   insert into deposit_suggestions (deposit_id, organization_id, order_id, reason, score)
   select r.id, s.organization_id, s.order_id, s.reason, s.score
     from recorded r, json_to_recordset($12::json) as s (organization_id uuid, order_id uuid, reason text, score int)
 ),
 screened as (
insert into screenings (key, subject, deposit_id, organization_id, order_id, state, asked_at, due_at)
select $17, 'deposit', r.id, r.for_organization_id, r.for_order_id, 'asking', r.recorded_at, now()
  from recorded r
 ), bumped as (
update orders o
   set version = o.version + 1
  from recorded r
 where (o.organization_id, o.id) = (r.for_organization_id, r.for_order_id))
 select id from recorded;

-- selectDeposit in server/src/deposits/screened-queries.ts
prepare select_deposit (
  uuid -- $1 id
) as
select id, rail, transaction, output_index, occurrence, organization_id, order_id, address, currency, amount_minor, outcome,
recorded_at, received_at, assigned_at, reversed_at, reversal_code, loss_minor, reversal_order_id, reversal_held_minor,
exit, exit_account, exit_movement_id, exited_at, is_small, sender_key_id, sender_sealed from deposits where id = $1;

-- selectDepositsById in server/src/deposits/screened-queries.ts
prepare select_deposits_by_id (
  uuid[] -- $1 ids
) as
select d.id, d.rail, d.transaction, d.output_index, d.occurrence, d.organization_id, d.order_id, d.address, d.currency, d.amount_minor, d.outcome, d.recorded_at, d.received_at, d.assigned_at, d.reversed_at, d.reversal_code, d.loss_minor, d.reversal_order_id, d.reversal_held_minor, d.exit, d.exit_account, d.exit_movement_id, d.exited_at, d.is_small from unnest($1::uuid[]) as wanted (id)
cross join lateral (select * from deposits where id = wanted.id offset 0) d;

-- Keeps a deposit in suspense, or writes it off.
-- insertSmallDeposit in server/src/deposits/small-queries.ts
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
 ), unowned as (
   select 0 as position, null::uuid as organization_id, null::uuid as id, $9::timestamptz as at from recorded
 ), posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($14::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join unowned c using (position))
 select id from recorded;

-- Whether a deposit of the order is being screened, or is held or rejected.
-- selectHasScreened in server/src/deposits/small-queries.ts
prepare select_has_screened (
  uuid, -- $1 organization_id
  uuid -- $2 order_id
) as
select exists (
select from screenings s join deposits d on d.id = s.deposit_id
 where s.organization_id = $1 and s.order_id = $2 and d.order_id is null and d.reversed_at is null) as has;
