-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- One transaction at a time changes the configuration.
-- lockApply in server/src/desk/operator-file/apply-file.ts
prepare lock_apply as
select pg_advisory_xact_lock(hashtext('corridor apply'));

-- selectWaiting in server/src/desk/operator-file/queries.ts
prepare select_waiting as
(select 'parked_orders' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, parked_at as since, organization_id, id as order_id
    from orders where parked_reason is not null) parked_order)
 union all
(select 'unmatched_deposits' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select d.id::text as subject, d.recorded_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposits d
   where d.order_id is null and d.reversed_at is null and d.exited_at is null and not d.is_small
     and not exists (select from screenings s
                      where s.deposit_id = d.id and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))) unmatched_deposit)
 union all
(select 'deposit_returns' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select deposit_id::text as subject, created_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposit_returns
   where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15)) deposit_return)
 union all
(select 'rail_entries' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, reported_at as since, null::uuid as organization_id, null::uuid as order_id
    from rail_entries where problem is not null and (kind = 'invalid' or attempt >= 5)) rail_entry)
 union all
(select 'refunds' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, created_at as since, organization_id, order_id
    from refunds
   where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
      or (due_at is not null and attempt >= 15) union all 
  select r.refund_id::text as subject, r.recorded_at as since, r.organization_id, r.order_id
    from returns r
   where r.refund_id is not null and r.stage = 'part'
     and not exists (select from returns e
                      where e.key = r.key
                        and (e.stage = 'whole' or (e.recorded_at, e.transaction, e.index) < (r.recorded_at, r.transaction, r.index)))) refund)
 union all
(select 'reversals' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select order_id || ':' || currency as subject, reversed_at as since, organization_id, order_id
    from (
   with reversed as (
     select organization_id, reversal_order_id as order_id, currency, sum(loss_minor) as loss_minor,
            max(reversed_at) as reversed_at,
            jsonb_agg(jsonb_build_object('id', id, 'rail', rail, 'transaction', transaction, 'code', reversal_code)
                      order by reversed_at, id) as deposits
       from deposits where reversal_order_id is not null
      group by organization_id, reversal_order_id, currency
   ), owed as (
     select r.*, (r.loss_minor + coalesce((
              select sum(case kind when 'advanced' then amount_minor when 'restored' then 0 else -amount_minor end)
                from receivable_changes c
               where (c.organization_id, c.order_id, c.currency) = (r.organization_id, r.order_id, r.currency)), 0)
            )::bigint as owed_minor
       from reversed r
   )
   select w.organization_id, g.enterprise_id, g.name as organization_name, w.order_id, o.status, o.parked_reason, w.currency,
          w.owed_minor, case when w.currency = o.payin_currency then o.short_minor end as short_minor, w.deposits,
          w.reversed_at
     from owed w
     join orders o on (o.organization_id, o.id) = (w.organization_id, w.order_id)
     join organizations g on g.id = w.organization_id
    where w.owed_minor > 0
       or (w.currency = o.payin_currency and o.short_minor > 0 and o.retry_order_id is null
           and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'))) open_reversals) reversal)
 union all
(select 'organization_holds' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, updated_at as since, id as organization_id, null::uuid as order_id
    from organizations where status = 'COMPLIANCE_HOLD') organization_hold)
 union all
(select 'instrument_holds' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id
    from external_payment_instruments where status = 'COMPLIANCE_HOLD') instrument_hold)
 union all
(select 'screening_hits' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('hold', 'reject') and d.reversed_at is null and s.subject <> 'payout') screening_hit)
 union all
(select 'unanswered_screenings' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('asking') and d.reversed_at is null) unanswered_screening)
 union all
(select 'returned_payouts' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select r.payout_id::text as subject, o.payout_held_since as since, o.organization_id, o.id as order_id
    from orders o
    cross join lateral (
      select payout_id from returns
       where organization_id = o.organization_id and order_id = o.id and payout_id is not null
       order by recorded_at desc limit 1) r
   where o.payout_held_since is not null) returned_payout)
 union all
(select 'balance_differences' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'balance_difference') balance_difference)
 union all
(select 'low_liquidity' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'low_liquidity') low_liquidity)
 union all
(select 'stale_rates' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'stale_rate') stale_rate)
 union all
(select 'disabled_webhooks' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id, enterprise_id as owner
    from webhook_endpoints
   where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing')) webhook_disabled)
 union all
(select 'halts' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, halted_at as since, null::uuid as organization_id, null::uuid as order_id
    from halts where resumed_at is null) halt)
 union all
(select 'approvals' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, proposed_at as since, null::uuid as organization_id, null::uuid as order_id, chain
    from approvals where status = 'PENDING' and expires_at > now()) approval)
 union all
(select 'information_requests' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, coalesce(answered_at, deadline) as since, organization_id, order_id
    from information_requests
   where status <> 'CLOSED' and (answered_at is not null or deadline <= now())) information_request)
 union all
(select 'reconciliation_differences' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences where outcome is null union all 
  select d.id::text as subject, d.noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences d join treasury_movements m on m.id = d.movement_id
   where d.outcome = 'movement' and m.status in ('CANCELLED', 'FAILED')) reconciliation_difference)
 union all
(select 'new_users' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select login as subject, enrolled_at as since, null::uuid as organization_id, null::uuid as order_id
    from users where admitted_at is null and enrolled_at is not null and disabled_at is null) new_user)
 union all
(select 'strays' as what, count(*)::int as count, min(since)::timestamptz as since from (
  select id::text as subject, seen_at as since, null::uuid as organization_id, null::uuid as order_id
    from strays where status = 'OPEN') stray)
   -- Parts of the above.
   union all
   select 'orders_without_liquidity', count(*)::int, min(parked_at)::timestamptz from orders
    where parked_reason is not null and parked_reason = 'liquidity'
   union all
   select 'held_deposits', count(*)::int, min(held.since)::timestamptz from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('hold', 'reject') and d.reversed_at is null and s.subject <> 'payout' and s.deposit_id is not null) held
   -- They end by an act on the halt, and are no items of the queue.
   union all
   select 'halts', count(*)::int, min(halted_at)::timestamptz from halts where resumed_at is null
   union all
   select 'unknown_sends', count(*)::int, min(h.halted_at)::timestamptz from unknown_sends u join halts h on h.id = u.halt_id
    where h.resumed_at is null
   union all
   select 'unknown_fills', count(*)::int, min(h.halted_at)::timestamptz from unknown_fills u join halts h on h.id = u.halt_id
    where h.resumed_at is null;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_external_payment_instruments_details_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id as id, details_key_id as key_id,
      details_sealed as bytes
 from external_payment_instruments
where details_key_id <> $1 and true
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_external_payment_instruments_details_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update external_payment_instruments t
   set details_key_id = $5, details_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.organization_id = i.organization_id and t.details_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_webhook_endpoints_secrets_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id as id, secrets_key_id as key_id,
      secrets_sealed as bytes
 from webhook_endpoints
where secrets_key_id <> $1 and true
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_webhook_endpoints_secrets_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update webhook_endpoints t
   set secrets_key_id = $5, secrets_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.organization_id = i.organization_id and t.secrets_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_webhook_endpoints_created_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id as id, created_key_id as key_id,
      created_sealed as bytes
 from webhook_endpoints
where created_key_id <> $1 and true
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_webhook_endpoints_created_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update webhook_endpoints t
   set created_key_id = $5, created_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.organization_id = i.organization_id and t.created_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_payouts_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id as id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from payouts
where prepared_key_id <> $1 and settled_at is null and rejected_at is null
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_payouts_prepared_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update payouts t
   set prepared_key_id = $5, prepared_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.organization_id = i.organization_id and t.prepared_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_refunds_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id as id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from refunds
where prepared_key_id <> $1 and status in ('PENDING', 'SENT')
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_refunds_prepared_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update refunds t
   set prepared_key_id = $5, prepared_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.organization_id = i.organization_id and t.prepared_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_deposit_returns_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from deposit_returns
where prepared_key_id <> $1 and status in ('PENDING', 'SENT')
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_deposit_returns_prepared_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update deposit_returns t
   set prepared_key_id = $5, prepared_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.prepared_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_deposit_returns_details_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, details_key_id as key_id,
      details_sealed as bytes
 from deposit_returns
where details_key_id <> $1 and details_key_id <> ''
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_deposit_returns_details_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update deposit_returns t
   set details_key_id = $5, details_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.details_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_strays_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from strays
where prepared_key_id <> $1 and status = 'RETURNING'
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_strays_prepared_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update strays t
   set prepared_key_id = $5, prepared_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.prepared_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_known_counterparties_list_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, list_key_id as key_id,
      list_sealed as bytes
 from known_counterparties
where list_key_id <> $1 and true
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_known_counterparties_list_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update known_counterparties t
   set list_key_id = $5, list_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.list_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_rail_marks_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, subject_id as id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from rail_marks
where prepared_key_id <> $1 and answer is null and prepared_key_id <> ''
  and (organization_id, subject_id) > ($2::uuid, $3::uuid)
order by organization_id, subject_id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_rail_marks_prepared_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update rail_marks t
   set prepared_key_id = $5, prepared_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.subject_id = i.id and t.organization_id = i.organization_id and t.prepared_sealed = i.old_bytes
returning t.subject_id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_sweeps_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from sweeps
where prepared_key_id <> $1 and status = 'OPEN'
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_sweeps_prepared_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update sweeps t
   set prepared_key_id = $5, prepared_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.prepared_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_deposits_sender_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, sender_key_id as key_id,
      sender_sealed as bytes
 from deposits
where sender_key_id <> $1 and sender_key_id <> ''
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_deposits_sender_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update deposits t
   set sender_key_id = $5, sender_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.sender_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_configuration_versions_file_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, file_key_id as key_id,
      file_sealed as bytes
 from configuration_versions
where file_key_id <> $1 and true
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_configuration_versions_file_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update configuration_versions t
   set file_key_id = $5, file_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.file_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_configuration_versions_undo_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, undo_key_id as key_id,
      undo_sealed as bytes
 from configuration_versions
where undo_key_id <> $1 and undo_sealed is not null
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_configuration_versions_undo_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update configuration_versions t
   set undo_key_id = $5, undo_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.undo_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_users_totp_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, totp_key_id as key_id,
      totp_sealed as bytes
 from users
where totp_key_id <> $1 and true
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_users_totp_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update users t
   set totp_key_id = $5, totp_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.totp_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_information_requests_answer_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id as id, answer_key_id as key_id,
      answer_sealed as bytes
 from information_requests
where answer_key_id <> $1 and answer_sealed is not null and erased_at is null
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_information_requests_answer_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update information_requests t
   set answer_key_id = $5, answer_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.organization_id = i.organization_id and t.answer_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_information_documents_content_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id as id, content_key_id as key_id,
      content_sealed as bytes
 from information_documents
where content_key_id <> $1 and content_sealed <> '\x'
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_information_documents_content_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update information_documents t
   set content_key_id = $5, content_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.organization_id = i.organization_id and t.content_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_travel_rule_records_record_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id as id, record_key_id as key_id,
      record_sealed as bytes
 from travel_rule_records
where record_key_id <> $1 and erased_at is null
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_travel_rule_records_record_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update travel_rule_records t
   set record_key_id = $5, record_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.organization_id = i.organization_id and t.record_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_approvals_body_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, body_key_id as key_id,
      body_sealed as bytes
 from approvals
where body_key_id <> $1 and status = 'PENDING' and body_sealed is not null
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_approvals_body_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update approvals t
   set body_key_id = $5, body_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.body_sealed = i.old_bytes
returning t.id as id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare select_rail_entries_payer_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id as id, payer_key_id as key_id,
      payer_sealed as bytes
 from rail_entries
where payer_key_id <> $1 and due_at is not null and payer_key_id <> ''
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/desk/operator-file/reseal.ts
prepare update_rail_entries_payer_sealed_anew (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  bytea[], -- $3 old_bytes
  bytea[], -- $4 new_bytes
  text -- $5 key_id
) as
update rail_entries t
   set payer_key_id = $5, payer_sealed = i.new_bytes
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (organization_id, id, old_bytes, new_bytes)
 where t.id = i.id and t.payer_sealed = i.old_bytes
returning t.id as id;
