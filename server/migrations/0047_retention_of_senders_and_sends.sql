-- Retention of senders of deposits and of what rails prepared for payouts and refunds, by a policy of the operator file.
-- Up Migration

-- Days by kind. A kind that is not named is kept, or has the days of CORRIDOR_DETAILS_KEPT_DAYS.
create table retention_policy (
  is_only boolean primary key default true check (is_only),
  kept_days jsonb not null default '{}' check (jsonb_typeof(kept_days) = 'object')
);
insert into retention_policy default values;
grant select, update (kept_days) on retention_policy to corridor_service;

alter table deposits add column sender_erased_at instant;
alter table payouts add column prepared_erased_at instant;
alter table refunds add column prepared_erased_at instant;

-- An erased value is empty, and its key too: nothing else has an empty key. Rows are inserted in the order of these
-- indexes, and no later step of an order changes their columns.
create index deposits_to_erase on deposits (recorded_at, id) where sender_key_id <> '';
create index rail_entries_to_erase on rail_entries (reported_at, id) where payer_key_id <> '';
create index payouts_to_erase on payouts (created_at, id) where prepared_key_id <> '';
create index refunds_to_erase on refunds (created_at, id) where prepared_key_id <> '';

-- Whether something still needs what is encrypted for an order or its retries: something is open, waits for a person, is
-- on hold, asked about or being reconciled, or the order ended after `before`.
create function order_needs_details(of_organization uuid, of_order uuid, before timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive chain as (
    select o.* from orders o where o.organization_id = of_organization and o.id = of_order
    union all
    select o.* from orders o join chain c on o.organization_id = c.organization_id and o.id = c.retry_order_id
  )
  select exists (
    select from chain o
     where o.updated_at >= before or o.due_at is not null or o.parked_reason is not null or o.frozen_at is not null
        or o.payout_held_since is not null or o.awaits_retry or (o.short_minor > 0 and o.retry_order_id is null)
        or o.status not in ('STEP_4_COMPLETED', 'FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED',
                            'FAILED_DECLINED_BY_LIQ_PROVIDER', 'FAILED_REFUND_PROCESSED')
        or exists (select from organizations g where g.id = o.organization_id and g.status <> 'ACTIVE')
        or exists (select from payouts p
                    where p.organization_id = o.organization_id and p.order_id = o.id
                      and p.settled_at is null and p.rejected_at is null)
        or exists (select from refunds r
                    where r.organization_id = o.organization_id and r.order_id = o.id
                      and r.status <> 'PROCESSED' and r.reversed_minor < r.amount_minor)
        or exists (select from rail_marks m
                    where m.organization_id = o.organization_id and m.order_id = o.id
                      and (m.due_at is not null or m.answer <> m.outcome))
        or exists (select from information_requests i
                    where i.organization_id = o.organization_id and (i.order_id = o.id or i.order_id is null)
                      and i.status <> 'CLOSED')
        -- The payer owes the desk a part of a reversed deposit.
        or exists (select from deposits d
                    where d.organization_id = o.organization_id and d.reversal_order_id = o.id
                    group by d.currency
                   having sum(d.loss_minor) + coalesce((
                            select sum(case c.kind when 'advanced' then c.amount_minor when 'restored' then 0
                                                   else -c.amount_minor end)
                              from receivable_changes c
                             where c.organization_id = o.organization_id and c.order_id = o.id
                               and c.currency = d.currency), 0) <> 0)
        or exists (select from reconciliation_differences d, unnest(d.transfer_ids) t (id)
                     join ledger_transfers l on l.id = t.id
                    where d.outcome is null and l.organization_id = o.organization_id and l.order_id = o.id))
$$;

-- Whether a statement of the rail's account that covers the day has an open difference: its other side may be this payment.
create function rail_is_reconciled(of_rail text, of_currency text, at timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from reconciliation_differences d join reconciliations r on r.id = d.reconciliation_id
     where d.outcome is null and d.account = 'rail:' || of_rail and d.currency = of_currency
       and at::date between r.period_from - r.tolerance_days and r.period_to + r.tolerance_days)
$$;

-- Each of these looks at a page of rows older than `before`, beginning after a position, and erases those that nothing
-- needs. They return the page, so that the caller knows where the next one begins.
create function erase_senders(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select d.id, d.recorded_at, d.rail, d.transaction, d.output_index, d.currency, d.organization_id, d.order_id,
           d.reversed_at
      from deposits d
     where d.sender_key_id <> '' and d.recorded_at < before and (d.recorded_at, d.id) > (after_at, after_id)
     order by d.recorded_at, d.id
     limit most
       for update skip locked
  ), erased as (
    update deposits d set sender_key_id = '', sender_sealed = '', sender_erased_at = at
      from page g
     where d.id = g.id
       and case when g.order_id is null then coalesce(g.reversed_at < before, false)
                else not order_needs_details(g.organization_id, g.order_id, before) end
       and not rail_is_reconciled(g.rail, g.currency, g.recorded_at)
       and not exists (select from rail_entries e
                        where e.rail = g.rail and lower(e.transaction) = lower(g.transaction)
                          and e.index = g.output_index and (e.kind = 'reversal') = false and e.due_at is not null)
    returning d.id
  )
  select g.id, g.recorded_at, g.organization_id, g.order_id, e.id is not null
    from page g left join erased e on e.id = g.id
   order by g.recorded_at, g.id
$$;

create function erase_payers(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select e.id, e.reported_at, e.rail, e.due_at, e.problem, d.id as deposit_id, d.recorded_at, d.currency,
           d.organization_id, d.order_id, d.reversed_at
      from rail_entries e
      left join deposits d on d.rail = e.rail and lower(d.transaction) = lower(e.transaction)
                          and d.output_index = e.index and e.kind = 'deposit'
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
$$;

create function erase_payout_preparations(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select p.id, p.created_at, p.organization_id, p.order_id, p.rail, p.currency,
           coalesce(p.settled_at, p.rejected_at) as ended_at
      from payouts p
     where p.prepared_key_id <> '' and p.created_at < before and (p.created_at, p.id) > (after_at, after_id)
     order by p.created_at, p.id
     limit most
       for update skip locked
  ), erased as (
    update payouts p set prepared_key_id = '', prepared_sealed = '', prepared_erased_at = at
      from page g
     where (p.organization_id, p.id) = (g.organization_id, g.id) and g.ended_at < before
       and not order_needs_details(g.organization_id, g.order_id, before)
       and not rail_is_reconciled(g.rail, g.currency, g.ended_at)
    returning p.organization_id, p.id
  ), marks as (
    update rail_marks m set prepared_key_id = '', prepared_sealed = ''
      from erased e
     where (m.organization_id, m.subject_id) = (e.organization_id, e.id) and m.prepared_key_id <> ''
  )
  select g.id, g.created_at, g.organization_id, g.order_id, e.id is not null
    from page g left join erased e on (e.organization_id, e.id) = (g.organization_id, g.id)
   order by g.created_at, g.id
$$;

create function erase_refund_preparations(before timestamptz, at timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (id uuid, made_at instant, organization_id uuid, order_id uuid, is_erased boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  with page as (
    select r.id, r.created_at, r.updated_at, r.organization_id, r.order_id, r.rail, r.currency
      from refunds r
     where r.prepared_key_id <> '' and r.created_at < before and (r.created_at, r.id) > (after_at, after_id)
     order by r.created_at, r.id
     limit most
       for update skip locked
  ), erased as (
    update refunds r set prepared_key_id = '', prepared_sealed = '', prepared_erased_at = at
      from page g
     where (r.organization_id, r.id) = (g.organization_id, g.id) and g.updated_at < before and r.lease_token is null
       and not order_needs_details(g.organization_id, g.order_id, before)
       and not rail_is_reconciled(g.rail, g.currency, g.updated_at)
    returning r.organization_id, r.id
  ), marks as (
    update rail_marks m set prepared_key_id = '', prepared_sealed = ''
      from erased e
     where (m.organization_id, m.subject_id) = (e.organization_id, e.id) and m.prepared_key_id <> ''
  )
  select g.id, g.created_at, g.organization_id, g.order_id, e.id is not null
    from page g left join erased e on (e.organization_id, e.id) = (g.organization_id, g.id)
   order by g.created_at, g.id
$$;

do $$
declare
  name text;
begin
  foreach name in array array['erase_senders', 'erase_payers', 'erase_payout_preparations', 'erase_refund_preparations'] loop
    execute format('revoke execute on function %I(timestamptz, timestamptz, timestamptz, uuid, int) from public', name);
    execute format('grant execute on function %I(timestamptz, timestamptz, timestamptz, uuid, int) to corridor_service', name);
  end loop;
end $$;
revoke execute on function order_needs_details(uuid, uuid, timestamptz) from public;
revoke execute on function rail_is_reconciled(text, text, timestamptz) from public;
