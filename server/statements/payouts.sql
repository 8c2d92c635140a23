-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- The beneficiary must be screened first: no answer of the present screeners clears it.
-- NOT_CLEARED in server/src/payouts/queries.ts
prepare insert_payout_intents (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  uuid[], -- $3 order_ids
  uuid[], -- $4 lease_tokens
  text[], -- $5 rail_keys
  timestamp with time zone[], -- $6 created_at
  text[], -- $7 rails
  text[], -- $8 prepared_key_ids
  bytea[] -- $9 prepared
) as
with fit as materialized (
 select o.organization_id, i.id, o.id as order_id, 1 as sequence, i.rail_key, payout.method,
        o.payout_currency as currency, o.payout_total_minor as amount_minor, i.created_at, i.rail,
        payout.id as instrument_id, i.prepared_key_id, i.prepared, 
(not (select is_on from screening) or exists (
   select from screenings s
    where s.key = i.rail_key and s.state in ('clear', 'released') and s.version = (select version from screening))) as is_cleared
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[], $8::text[],
          $9::bytea[])
        as i (organization_id, id, order_id, lease_token, rail_key, created_at, rail, prepared_key_id, prepared)
   cross join lateral (select * from orders where organization_id = i.organization_id and id = i.order_id and lease_token = i.lease_token
     and status = 'STEP_3_SETTLING_PAYOUT' and short_minor = 0 for share offset 0) o
   cross join lateral (select * from fills where organization_id = o.organization_id and order_id = o.id and filled_at is not null limit 1 offset 0) f
   
cross join lateral (select * from organizations where id = o.organization_id and status = 'ACTIVE' offset 0) organization
cross join lateral (select * from external_payment_instruments where organization_id = o.organization_id and id = o.payin_instrument_id and status = 'ACTIVE' offset 0) payin
cross join lateral (select * from external_payment_instruments where organization_id = o.organization_id and id = o.payout_instrument_id and status = 'ACTIVE' offset 0) payout
 ), judged as materialized (
select a.*,
       case when exists (select from outflow_caps where rail in (a.rail, a.signer) and currency = a.currency)
              or exists (select from observed_balances where account = 'rail:' || a.rail and currency = a.currency)
            then judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier) end as refusal
  from (select w.*, r.signer,
               sum(w.amount_minor) over (partition by w.rail, w.currency order by w.amount_minor, w.id) as with_earlier
          from (select * from fit where is_cleared) w left join rails r on r.name = w.rail
         order by r.signer, w.currency, w.rail, w.amount_minor, w.id offset 0) a
 ), inserted as (
 insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor,
   created_at, rail, instrument_id, prepared_key_id, prepared_sealed)
 select organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at, rail,
        instrument_id, prepared_key_id, prepared
   from judged where refusal is null
  -- Sort, so that all rows are judged before the first is inserted: a later one would count it twice.
  order by id
 on conflict do nothing
 returning organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at,
rail, instrument_id, prepared_key_id, prepared_sealed, rail_reference, settled_at, rejected_at, fee_currency,
fee_minor, rejection_code)
 select fit.order_id as intent_of, case when fit.is_cleared then judged.refusal else 'not_cleared' end as refusal, inserted.organization_id, inserted.id, inserted.order_id, inserted.sequence, inserted.rail_key, inserted.method, inserted.currency, inserted.amount_minor, inserted.created_at, inserted.rail, inserted.instrument_id, inserted.prepared_key_id, inserted.prepared_sealed, inserted.rail_reference, inserted.settled_at, inserted.rejected_at, inserted.fee_currency, inserted.fee_minor, inserted.rejection_code
   from fit left join judged using (organization_id, id) left join inserted using (organization_id, id)
  where inserted.id is not null or not fit.is_cleared or judged.refusal is not null;

-- All payouts of the orders, oldest first.
-- selectPayouts in server/src/payouts/queries.ts
prepare select_payouts_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at,
rail, instrument_id, prepared_key_id, prepared_sealed, rail_reference, settled_at, rejected_at, fee_currency,
fee_minor, rejection_code
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from payouts where organization_id = of_organization and order_id = of_order offset 0) payouts
    order by sequence;

-- SQL part that inserts the payouts in `json`, joined to `changed` by position.
-- insertPayouts in server/src/payouts/queries.ts
prepare update_payout_prepared (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 order_id
  uuid, -- $4 lease_token
  text, -- $5 rail
  text, -- $6 prepared_key_id
  bytea -- $7 prepared
) as
with fit as materialized (
 select p.organization_id, p.id, p.order_id, p.rail_key, $5 as rail, p.currency, p.amount_minor,
        
(not (select is_on from screening) or exists (
   select from screenings s
    where s.key = p.rail_key and s.state in ('clear', 'released') and s.version = (select version from screening))) as is_cleared
   from payouts p, orders o, organizations g, external_payment_instruments e
  where p.organization_id = $1 and p.id = $2 and p.prepared_sealed is null and p.rejected_at is null
    and o.organization_id = $1 and o.id = $3 and o.lease_token = $4 and o.short_minor = 0
    and g.id = $1 and g.status = 'ACTIVE'
    and e.organization_id = $1 and e.id = p.instrument_id and e.status = 'ACTIVE'
    for update of p for share of o
 ), judged as materialized (
select a.*,
       case when exists (select from outflow_caps where rail in (a.rail, a.signer) and currency = a.currency)
              or exists (select from observed_balances where account = 'rail:' || a.rail and currency = a.currency)
            then judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier) end as refusal
  from (select w.*, r.signer,
               sum(w.amount_minor) over (partition by w.rail, w.currency order by w.amount_minor, w.id) as with_earlier
          from (select * from fit where is_cleared) w left join rails r on r.name = w.rail
         order by r.signer, w.currency, w.rail, w.amount_minor, w.id offset 0) a
 ), prepared as (
 update payouts p
    set rail = $5, prepared_key_id = $6, prepared_sealed = $7
   from judged j
  where (p.organization_id, p.id) = (j.organization_id, j.id) and j.refusal is null
 returning p.organization_id, p.id, p.order_id, p.sequence, p.rail_key, p.method, p.currency, p.amount_minor, p.created_at, p.rail, p.instrument_id, p.prepared_key_id, p.prepared_sealed, p.rail_reference, p.settled_at, p.rejected_at, p.fee_currency, p.fee_minor, p.rejection_code)
 select fit.order_id as intent_of, case when fit.is_cleared then judged.refusal else 'not_cleared' end as refusal, prepared.organization_id, prepared.id, prepared.order_id, prepared.sequence, prepared.rail_key, prepared.method, prepared.currency, prepared.amount_minor, prepared.created_at, prepared.rail, prepared.instrument_id, prepared.prepared_key_id, prepared.prepared_sealed, prepared.rail_reference, prepared.settled_at, prepared.rejected_at, prepared.fee_currency, prepared.fee_minor, prepared.rejection_code
   from fit left join judged using (organization_id, id) left join prepared using (organization_id, id);
