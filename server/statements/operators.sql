-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- server/src/operators/queries.ts
prepare select_waiting as
select 'parked_orders' as what, count(*)::int as count from orders where parked_reason is not null
union all
select 'orders_without_liquidity', count(*)::int from orders
 where parked_reason is not null and parked_reason = 'liquidity'
union all
select 'refunds', count(*)::int from refunds where status = 'FAILED' or (status = 'PENDING' and due_at is null)
     or outflow_limited_at is not null
union all
select 'unmatched_deposits', count(*)::int from deposits d
 where order_id is null and reversed_at is null
   and not exists (select from screenings s where s.deposit_id = d.id
                      and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))
union all
select 'reversals', count(*)::int from (
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
select w.organization_id, g.name as organization_name, w.order_id, o.status, o.parked_reason, w.currency,
       w.owed_minor, case when w.currency = o.payin_currency then o.short_minor end as short_minor, w.deposits,
       w.reversed_at
  from owed w
  join orders o on (o.organization_id, o.id) = (w.organization_id, w.order_id)
  join organizations g on g.id = w.organization_id
 where w.owed_minor > 0
    or (w.currency = o.payin_currency and o.short_minor > 0 and o.retry_order_id is null
        and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'))) open_reversals
union all
-- A released deposit is credited in a moment.
select 'held_deposits', count(*)::int from screenings s join deposits d on d.id = s.deposit_id
 where s.state in ('hold', 'reject') and d.reversed_at is null
union all
select 'unanswered_screenings', count(*)::int from screenings s left join deposits d on d.id = s.deposit_id
 where s.state = 'asking' and d.reversed_at is null;

-- server/src/operators/apply-file.ts
prepare lock_apply as
select pg_advisory_xact_lock(hashtext('corridor apply'));

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_external_payment_instruments_details_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id, details_key_id as key_id,
      details_sealed as bytes
 from external_payment_instruments
where details_key_id <> $1 and true
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_webhook_endpoints_secrets_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id, secrets_key_id as key_id,
      secrets_sealed as bytes
 from webhook_endpoints
where secrets_key_id <> $1 and true
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_webhook_endpoints_created_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id, created_key_id as key_id,
      created_sealed as bytes
 from webhook_endpoints
where created_key_id <> $1 and true
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_payouts_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from payouts
where prepared_key_id <> $1 and settled_at is null and rejected_at is null
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_refunds_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select organization_id, id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from refunds
where prepared_key_id <> $1 and status in ('PENDING', 'SENT')
  and (organization_id, id) > ($2::uuid, $3::uuid)
order by organization_id, id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_sweeps_prepared_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id, prepared_key_id as key_id,
      prepared_sealed as bytes
 from sweeps
where prepared_key_id <> $1 and status = 'OPEN'
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_deposits_sender_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id, sender_key_id as key_id,
      sender_sealed as bytes
 from deposits
where sender_key_id <> $1 and true
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_users_totp_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id, totp_key_id as key_id,
      totp_sealed as bytes
 from users
where totp_key_id <> $1 and true
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
prepare select_rail_entries_payer_of_other_keys (
  text, -- $1 current_key_id
  uuid, -- $2 after_organization
  uuid, -- $3 after
  bigint -- $4 limit
) as
select null::uuid as organization_id, id, payer_key_id as key_id,
      payer_sealed as bytes
 from rail_entries
where payer_key_id <> $1 and due_at is not null
  and $2::uuid is not null and id > $3::uuid
order by id
limit $4;

-- Safe beside a running service, and safe to repeat after an interruption.
-- reseal in server/src/operators/reseal.ts
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
returning t.id;
