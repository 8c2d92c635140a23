-- Recorded outcomes of returns of deposits and of strays are asked about at their rails too, as those of payouts and refunds
-- are. A rail that contradicts one keeps the deposit or the stray until a person decides.
-- Up Migration
alter table rail_marks drop constraint rail_marks_pkey;
alter table rail_marks
  alter column organization_id drop not null,
  alter column order_id drop not null,
  drop constraint rail_marks_kind_check,
  add primary key (subject_id, key),
  -- In the smallest unit of the asset, when the outcome was recorded. Of strays: more may come to their address.
  add column units numeric(78,0),
  -- The rail's own reference, if it answered that the send was settled.
  add column reference text,
  -- When a person decided which of two contradicting outcomes is right.
  add column decided_at instant,
  add constraint rail_marks_kind_check check (kind in ('payout', 'refund', 'deposit_return', 'stray')),
  add constraint rail_marks_check3 check ((order_id is not null) = (kind in ('payout', 'refund'))),
  add constraint rail_marks_check4 check ((organization_id is null) = (order_id is null)),
  add constraint rail_marks_check5 check ((units is not null) = (kind = 'stray')),
  add constraint rail_marks_check6 check (decided_at is null or answer <> outcome);
drop index rail_marks_contradicted;
create index rail_marks_contradicted on rail_marks (answered_at) where answer <> outcome and decided_at is null;
grant update (reference, decided_at) on rail_marks to corridor_service;

-- Whether the rail is still asked about a recorded outcome of the send, or contradicts it.
create function mark_is_open(of_subject uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from rail_marks m
                  where m.subject_id = of_subject
                    and (m.due_at is not null or (m.answer <> m.outcome and m.decided_at is null)))
$$;
revoke execute on function mark_is_open(uuid) from public;

-- As before, but not while a recorded outcome is open.
create or replace function erase_deposit_returns(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select r.id, r.created_at, r.updated_at, r.status, r.rail, r.currency
      from deposit_returns r
     where r.details_key_id <> '' and r.created_at < before and (r.created_at, r.id) > (after_at, after_id)
     order by r.created_at, r.id
     limit most
       for update skip locked
  ), erased as (
    update deposit_returns r
       set details_key_id = '', details_sealed = '',
           prepared_key_id = case when r.prepared_key_id is not null then '' end,
           prepared_sealed = case when r.prepared_key_id is not null then ''::bytea end
      from page g
     where r.id = g.id and g.updated_at < before and g.status not in ('PENDING', 'SENT') and not mark_is_open(g.id)
       and (g.rail is null or not rail_is_reconciled(g.rail, g.currency, g.updated_at))
    returning r.id
  ), marks as (
    update rail_marks m set prepared_key_id = '', prepared_sealed = ''
      from erased e
     where m.subject_id = e.id and m.prepared_key_id <> ''
  )
  select g.id, g.created_at, null::uuid, null::uuid, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.created_at, g.id
$$;

create or replace function erase_stray_returns(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
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
     where s.id = g.id and g.status <> 'RETURNING' and coalesce(g.ended_at < before, true) and not mark_is_open(g.id)
    returning s.id
  ), marks as (
    update rail_marks m set prepared_key_id = '', prepared_sealed = ''
      from erased e
     where m.subject_id = e.id and m.prepared_key_id <> ''
  )
  select g.id, g.seen_at, null::uuid, null::uuid, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.seen_at, g.id
$$;
