-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- server/src/desk/exports/datasets.ts
prepare "select_exported_orders all" (
  uuid, -- $1 after
  uuid, -- $2 from_id
  uuid, -- $3 to_id
  timestamp with time zone, -- $4 from
  timestamp with time zone, -- $5 to
  bigint, -- $6 limit
  uuid -- $7 organization_id
) as
select t.id, t.organization_id, t.reference_number, t.external_reference_id, t.route_id, t.status, t.parked_reason, t.payin_currency, t.payin_total_minor, t.payin_fee_minor, t.payin_tax_minor, t.received_minor, t.payout_currency, t.payout_total_minor, t.exchange_rate, t.retry_order_id, t.created_at, t.updated_at, g.enterprise_id, g.name as organization_name, r.name as route_name, f.provider_name, f.firm_rate
 from (select * from orders
        where $7::uuid is null and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) and id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
          and id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          and created_at >= coalesce($4::timestamptz, '-infinity')
          and created_at < coalesce($5::timestamptz, 'infinity')
        order by id limit $6) t
 left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true 
 left join lateral (select name from configured_routes
                     where organization_id = t.organization_id and id = t.route_id) r on true
 left join lateral (select provider_name, firm_rate from fills
                     where organization_id = t.organization_id and order_id = t.id and declined_at is null
                     order by sequence desc limit 1) f on true
order by t.id;

-- server/src/desk/exports/datasets.ts
prepare "select_exported_orders one" (
  uuid, -- $1 after
  uuid, -- $2 from_id
  uuid, -- $3 to_id
  timestamp with time zone, -- $4 from
  timestamp with time zone, -- $5 to
  bigint, -- $6 limit
  uuid -- $7 organization_id
) as
select t.id, t.organization_id, t.reference_number, t.external_reference_id, t.route_id, t.status, t.parked_reason, t.payin_currency, t.payin_total_minor, t.payin_fee_minor, t.payin_tax_minor, t.received_minor, t.payout_currency, t.payout_total_minor, t.exchange_rate, t.retry_order_id, t.created_at, t.updated_at, g.enterprise_id, g.name as organization_name, r.name as route_name, f.provider_name, f.firm_rate
 from (select * from orders
        where organization_id = $7 and true and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) and id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
          and id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          and created_at >= coalesce($4::timestamptz, '-infinity')
          and created_at < coalesce($5::timestamptz, 'infinity')
        order by organization_id, id limit $6) t
 left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true 
 left join lateral (select name from configured_routes
                     where organization_id = t.organization_id and id = t.route_id) r on true
 left join lateral (select provider_name, firm_rate from fills
                     where organization_id = t.organization_id and order_id = t.id and declined_at is null
                     order by sequence desc limit 1) f on true
order by t.id;

-- server/src/desk/exports/datasets.ts
prepare "select_exported_deposits all" (
  uuid, -- $1 after
  uuid, -- $2 from_id
  uuid, -- $3 to_id
  timestamp with time zone, -- $4 from
  timestamp with time zone, -- $5 to
  bigint, -- $6 limit
  uuid -- $7 organization_id
) as
select t.id, t.organization_id, t.order_id, t.rail, t.transaction, t.output_index, t.address, t.currency, t.amount_minor, t.outcome, t.recorded_at, t.assigned_at, t.reversed_at, t.reversal_code, t.reversal_order_id, t.loss_minor, g.enterprise_id, g.name as organization_name
 from (select * from deposits
        where $7::uuid is null and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) and id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
          and id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          and recorded_at >= coalesce($4::timestamptz, '-infinity')
          and recorded_at < coalesce($5::timestamptz, 'infinity')
        order by id limit $6) t
 left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true 
order by t.id;

-- server/src/desk/exports/datasets.ts
prepare "select_exported_deposits one" (
  uuid, -- $1 after
  uuid, -- $2 from_id
  uuid, -- $3 to_id
  timestamp with time zone, -- $4 from
  timestamp with time zone, -- $5 to
  bigint, -- $6 limit
  uuid -- $7 organization_id
) as
select t.id, t.organization_id, t.order_id, t.rail, t.transaction, t.output_index, t.address, t.currency, t.amount_minor, t.outcome, t.recorded_at, t.assigned_at, t.reversed_at, t.reversal_code, t.reversal_order_id, t.loss_minor, g.enterprise_id, g.name as organization_name
 from (select * from deposits
        where organization_id = $7 and outcome <> 'unmatched' and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) and id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
          and id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          and recorded_at >= coalesce($4::timestamptz, '-infinity')
          and recorded_at < coalesce($5::timestamptz, 'infinity')
        order by organization_id, id limit $6) t
 left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true 
order by t.id;

-- server/src/desk/exports/datasets.ts
prepare "select_exported_payouts one" (
  uuid, -- $1 after
  uuid, -- $2 from_id
  uuid, -- $3 to_id
  timestamp with time zone, -- $4 from
  timestamp with time zone, -- $5 to
  bigint, -- $6 limit
  uuid -- $7 organization_id
) as
select t.id, t.organization_id, t.order_id, t.sequence, t.method, t.rail, t.rail_key, t.rail_reference, t.currency, t.amount_minor, t.fee_currency, t.fee_minor, t.rejection_code, t.created_at, t.settled_at, t.rejected_at, t.returned_at, g.enterprise_id, g.name as organization_name
 from (select * from payouts
        where organization_id = $7 and true and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) and id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
          and id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          and created_at >= coalesce($4::timestamptz, '-infinity')
          and created_at < coalesce($5::timestamptz, 'infinity')
        order by organization_id, id limit $6) t
 left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true 
order by t.id;

-- server/src/desk/exports/datasets.ts
prepare "select_exported_refunds one" (
  uuid, -- $1 after
  uuid, -- $2 from_id
  uuid, -- $3 to_id
  timestamp with time zone, -- $4 from
  timestamp with time zone, -- $5 to
  bigint, -- $6 limit
  uuid -- $7 organization_id
) as
select t.id, t.organization_id, t.order_id, t.deposit_id, t.reason, t.status, t.rail, t.rail_key, t.rail_reference, t.currency, t.amount_minor, t.reversed_minor, t.borne_fee_minor, t.fee_currency, t.fee_minor, t.rejection_code, t.created_at, t.updated_at, g.enterprise_id, g.name as organization_name
 from (select * from refunds
        where organization_id = $7 and true and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) and id >= coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
          and id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          and created_at >= coalesce($4::timestamptz, '-infinity')
          and created_at < coalesce($5::timestamptz, 'infinity')
        order by organization_id, id limit $6) t
 left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true 
order by t.id;

-- The organizations of some enterprises, or one of them.
-- selectExtent in server/src/desk/exports/queries.ts
prepare select_extent_of_export (
  uuid[], -- $1 enterprise_ids
  uuid -- $2 organization_id
) as
select id from organizations
where ($1::uuid[] is null or enterprise_id = any ($1)) and ($2::uuid is null or id = $2)
order by id;

-- server/src/desk/exports/queries.ts
prepare select_exported_transfers (
  bigint, -- $1 after
  bigint, -- $2 up_to
  timestamp with time zone, -- $3 from
  timestamp with time zone, -- $4 to
  bigint, -- $5 limit
  uuid[] -- $6 organization_ids
) as
select t.*, g.enterprise_id, g.name as organization_name
 from (select * from ledger_transfers
        where id > $1::bigint and id <= $2::bigint and posted_at >= $3 and posted_at < $4
          and ($6::uuid[] is null or organization_id = any ($6))
        order by id limit $5) t
 left join lateral (select enterprise_id, name from organizations where id = t.organization_id) g on true
order by t.id;
