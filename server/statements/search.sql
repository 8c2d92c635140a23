-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- At most `limit` things.
-- selectFound in server/src/desk/search/queries.ts
prepare select_found (
  text, -- $1 text
  uuid, -- $2 id
  text, -- $3 prefix
  uuid[], -- $4 enterprise_ids
  bigint, -- $5 limit
  boolean -- $6 sees_matches
) as
with found as (
  (select 'enterprise' as kind, id, 'id' as matched, id as of_enterprise, null::uuid as organization_id,
          null::uuid as order_id
     from enterprises where $3::text = 'ent' and id = $2::uuid)
  union all
  (select 'organization', id, 'id', null, id, null from organizations where $3 = 'org' and id = $2)
  union all
  (select 'instrument', e.id, 'id', null, e.organization_id, null
     from organizations g cross join lateral (select * from external_payment_instruments where organization_id = g.id and id = $2 offset 0) e
    where $3 = 'epi')
  union all
  (select 'instrument', m.id, 'account', null, m.organization_id, null
     from organizations g cross join lateral (select * from external_payment_instruments where organization_id = g.id and id = $2 offset 0) e
     join external_payment_instruments m on m.fingerprint = e.fingerprint and m.id <> e.id
    where $3 = 'epi' and $6 and ($4::uuid[] is null or g.enterprise_id = any ($4))
      and ($4::uuid[] is null or exists (select from organizations s where s.id = m.organization_id and s.enterprise_id = any ($4))) limit $5)
  union all
  (select 'order', o.id, 'id', null, o.organization_id, o.id as order_id from orders o where $3 = 'ord' and o.id = $2)
  union all
  (select 'deposit', id, 'id', null, organization_id, order_id from deposits where $3 = 'dep' and id = $2)
  union all
  (select 'payout', p.id, 'id', null, p.organization_id, p.order_id
     from organizations g cross join lateral (select * from payouts where organization_id = g.id and id = $2 offset 0) p where $3 = 'po')
  union all
  (select 'refund', p.id, 'id', null, p.organization_id, p.order_id
     from organizations g cross join lateral (select * from refunds where organization_id = g.id and id = $2 offset 0) p where $3 = 'rf')
  union all
  (select 'order', o.id, 'reference_number', null, o.organization_id, o.id as order_id from orders o where o.reference_number = upper($1::text))
  union all
  (select 'order', o.id, 'external_reference', null, o.organization_id, o.id as order_id from orders o
    where o.external_reference_id = $1 and ($4::uuid[] is null or exists (select from organizations s where s.id = o.organization_id and s.enterprise_id = any ($4))) limit $5)
  union all
  (select 'order', o.id, 'address', null, o.organization_id, o.id as order_id from orders o
    where o.funding_address = $1 and ($4::uuid[] is null or exists (select from organizations s where s.id = o.organization_id and s.enterprise_id = any ($4))) limit $5)
  union all
  (select 'deposit', d.id, 'transaction', null, d.organization_id, d.order_id
     from (select name from rails union select 'sandbox') r (name)
     cross join lateral (select * from deposits where rail = r.name and lower(transaction) = lower($1) offset 0) d
    where ($4::uuid[] is null or exists (select from organizations s where s.id = d.organization_id and s.enterprise_id = any ($4))) limit $5)
  union all
  (select 'enterprise', id, 'name', id, null, null from enterprises
    where starts_with(lower(name), lower($1)) and ($4::uuid[] is null or id = any ($4)) limit $5)
  union all
  (select 'organization', id, 'name', null, id, null from organizations
    where starts_with(lower(name), lower($1)) and ($4::uuid[] is null or enterprise_id = any ($4)) limit $5)
)
select distinct on (f.kind, f.id) f.kind, f.id, f.matched, coalesce(f.of_enterprise, g.enterprise_id) as enterprise_id,
       f.organization_id, f.order_id
  from found f left join organizations g on g.id = f.organization_id
 where $4::uuid[] is null or coalesce(f.of_enterprise, g.enterprise_id) = any ($4)
 order by f.kind, f.id limit $5;

-- At most `limit` things.
-- selectFound in server/src/desk/search/queries.ts
prepare select_found_by_amount (
  text[], -- $1 currencies
  bigint[], -- $2 minors
  bigint -- $3 limit
) as
select * from (
 select 'order' as kind, t.id, 'amount' as matched, g.enterprise_id, t.organization_id, t.id as order_id
   from (select * from orders order by id desc limit 20000) t left join organizations g on g.id = t.organization_id
     where ((t.payin_currency, t.payin_total_minor) in (select currency, minor from unnest($1::text[], $2::bigint[]) w (currency, minor))
                                         or (t.payout_currency, t.payout_total_minor) in (select currency, minor from unnest($1::text[], $2::bigint[]) w (currency, minor)))
 union all
 select 'deposit', t.id, 'amount', g.enterprise_id, t.organization_id, t.order_id
   from (select * from deposits order by id desc limit 20000) t left join organizations g on g.id = t.organization_id
     where (t.currency, t.amount_minor) in (select currency, minor from unnest($1::text[], $2::bigint[]) w (currency, minor))) found
order by id desc limit $3;

-- Orders and deposits of exactly one of these amounts, newest first.
-- selectFoundByAmount in server/src/desk/search/queries.ts
prepare select_found_by_amount_of_enterprises (
  text[], -- $1 currencies
  bigint[], -- $2 minors
  bigint, -- $3 limit
  uuid[] -- $4 enterprise_ids
) as
select * from (
 select 'order' as kind, t.id, 'amount' as matched, g.enterprise_id, t.organization_id, t.id as order_id
   from organizations g cross join lateral (
      select * from orders where organization_id = g.id 
       order by organization_id desc, id desc limit 1000) t
     where g.enterprise_id = any ($4::uuid[]) and ((t.payin_currency, t.payin_total_minor) in (select currency, minor from unnest($1::text[], $2::bigint[]) w (currency, minor))
                                         or (t.payout_currency, t.payout_total_minor) in (select currency, minor from unnest($1::text[], $2::bigint[]) w (currency, minor)))
 union all
 select 'deposit', t.id, 'amount', g.enterprise_id, t.organization_id, t.order_id
   from organizations g cross join lateral (
      select * from deposits where organization_id = g.id and outcome <> 'unmatched'
       order by organization_id desc, id desc limit 1000) t
     where g.enterprise_id = any ($4::uuid[]) and (t.currency, t.amount_minor) in (select currency, minor from unnest($1::text[], $2::bigint[]) w (currency, minor))) found
order by id desc limit $3;
