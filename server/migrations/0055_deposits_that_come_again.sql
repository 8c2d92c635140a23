-- A deposit that its rail took back and that came again at the same place is another occurrence. It counts anew.
-- Up Migration

alter table rail_entries add column occurrence int not null default 0 check (occurrence >= 0);
alter table deposits add column occurrence int not null default 0 check (occurrence >= 0);

create unique index rail_entries_once_each
  on rail_entries (rail, lower(transaction), index, (kind = 'reversal'), occurrence);
drop index rail_entries_once;
alter index rail_entries_once_each rename to rail_entries_once;

create unique index deposits_once_each on deposits (rail, lower(transaction), output_index, occurrence);
drop index deposits_once;
alter index deposits_once_each rename to deposits_once;

-- As before, but an entry has the deposit of its occurrence.
create or replace function erase_payers(before timestamp with time zone, at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS TABLE(id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with page as (
    select e.id, e.reported_at, e.rail, e.due_at, e.problem, d.id as deposit_id, d.recorded_at, d.currency,
           d.organization_id, d.order_id, d.reversed_at
      from rail_entries e
      left join deposits d on d.rail = e.rail and lower(d.transaction) = lower(e.transaction)
                          and d.output_index = e.index and d.occurrence = e.occurrence and e.kind = 'deposit'
     where e.payer_key_id <> '' and e.reported_at < before and (e.reported_at, e.id) > (after_at, after_id)
     order by e.reported_at, e.id
     limit most
       for update of e skip locked
  ), erased as (
    update rail_entries e set payer_key_id = '', payer_sealed = ''
      from page g
     where e.id = g.id and g.due_at is null and g.problem is null
       and case when g.deposit_id is null then true
                when g.order_id is null then coalesce(g.reversed_at < before, false)
                else not order_needs_details(g.organization_id, g.order_id, before) end
       and (g.deposit_id is null or not rail_is_reconciled(g.rail, g.currency, g.recorded_at))
    returning e.id
  )
  select g.id, g.reported_at, g.organization_id, g.order_id, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.reported_at, g.id
$function$;
