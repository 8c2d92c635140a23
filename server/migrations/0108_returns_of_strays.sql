-- Retention of returned strays, and the sum of what came back of a returned deposit.
-- Up Migration

-- As erase_deposit_returns: what nothing needs any more of returns that ended before `before`. A return that moved nothing
-- leaves its stray open, and the next one is prepared anew.
create function erase_stray_returns(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select s.id, s.seen_at, s.status, s.ended_at
      from strays s
     where s.prepared_key_id <> '' and s.seen_at < before and (s.seen_at, s.id) > (after_at, after_id)
     order by s.seen_at, s.id
     limit most
       for update skip locked
  ), erased as (
    update strays s set prepared_key_id = '', prepared_sealed = ''
      from page g
     where s.id = g.id and g.status <> 'RETURNING' and coalesce(g.ended_at < before, true)
    returning s.id
  )
  select g.id, g.seen_at, null::uuid, null::uuid, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.seen_at, g.id
$$;
revoke execute on function erase_stray_returns(timestamptz, timestamptz, timestamptz, uuid, int) from public;
grant execute on function erase_stray_returns(timestamptz, timestamptz, timestamptz, uuid, int) to corridor_service;
create index strays_to_erase on strays (seen_at, id) where prepared_key_id <> '';

-- The key of a return stands in place of the address.
create index deposits_came_back on deposits (rail, address) where starts_with(address, 'deposit:d');
