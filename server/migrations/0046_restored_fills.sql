-- After a restore the fills at each provider are halted as the sends of each rail are, until its fills were compared.
-- Up Migration

alter table halts
  -- Whether the provider could list its fills. Null before it was asked, and for halts of something else.
  add column lists_fills boolean;
grant update (lists_fills) on halts to corridor_service;

-- A bank's folder names payments whose amount it does not have any more.
alter table unknown_sends alter column amount_minor drop not null;

-- What a provider has converted and the restored database does not know.
create table unknown_fills (
  halt_id uuid not null references halts,
  -- The provider's own name of the fill.
  reference text not null,
  key text,
  payin_currency currency_code not null,
  -- Null if the provider does not tell it, as long as the outcome is open.
  sold_minor minor_units,
  payout_currency currency_code not null,
  delivered_minor minor_units,
  primary key (halt_id, reference)
);
grant select, insert on unknown_fills to corridor_service;

-- A backup may have an open halt of an earlier restore. What it has listed is too old then, so it begins anew.
create or replace function halt_restored_sends() returns int
  language sql security definer set search_path = public, pg_temp as $$
  with made as (
    insert into halts (id, what, rail, provider, cause, actor, reason, halted_at)
    select gen_random_uuid(), what, rail, provider, 'restore', 'database',
           'the database was restored or failed over: what was ' || done || ' meanwhile may be unknown', now()
      from (select 'sends' as what, name as rail, null as provider, 'sent' as done from rails
             union all select 'sends', 'sandbox', null, 'sent' from deployment where environment = 'sandbox'
             union all select distinct 'fills', null, provider_name, 'converted' from trading_pairs) named
    on conflict (what, coalesce(rail, ''), coalesce(provider, ''), cause) where resumed_at is null
      do update set halted_at = excluded.halted_at, read_at = null, lists_sends = null, lists_fills = null
    returning id)
  select count(*)::int from made
$$;
