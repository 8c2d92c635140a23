-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Replaces the stored conditions: those that are not among `present` are over.
-- upsertConditions in server/src/desk/queue/condition-queries.ts
prepare upsert_conditions (
  text[], -- $1 kinds
  text[], -- $2 subjects
  jsonb[], -- $3 facts
  integer[], -- $4 graces_ms
  instant, -- $5 at
  instant -- $6 real_at
) as
with present as (
  select * from unnest($1::text[], $2::text[], $3::jsonb[], $4::int[]) as p (kind, subject, facts, grace_ms)
), over as (
  update desk_conditions c set is_present = false, is_open = false
   where c.is_present and not exists (select from present p where p.kind = c.kind and p.subject = c.subject)
)
insert into desk_conditions as c (kind, subject, since, noted_at, facts, is_open)
select kind, subject, $5, $6, facts, grace_ms = 0 from present
on conflict (kind, subject) do update
   set since = case when c.is_present then c.since else excluded.since end,
       noted_at = case when c.is_present then c.noted_at else excluded.noted_at end,
       facts = excluded.facts, is_present = true,
       is_open = excluded.is_open or (c.is_present and (c.is_open or c.noted_at <= $6::timestamptz
         - (select grace_ms from present p where p.kind = excluded.kind and p.subject = excluded.subject)
           * interval '1 millisecond'))
 where not c.is_present or not c.is_open or c.facts <> excluded.facts;

-- selectParkedFacts in server/src/desk/queue/fact-queries.ts
prepare select_parked_order_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, 
     o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id, o.parked_at, g.name as organization_name, g.enterprise_id,
     coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
     coalesce(n.firm_rate, f.firm_rate) as firm_rate,
     coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor
   from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from orders where organization_id = w.of_organization and id = w.subject::uuid offset 0) o 
cross join lateral (select * from organizations where id = o.organization_id offset 0) g
cross join lateral (select * from configured_routes where organization_id = o.organization_id and id = o.route_id offset 0) r
left join lateral (
  select * from order_notes
   where organization_id = o.organization_id and order_id = o.id
     and action = 'parked' and o.parked_reason is not null
   order by version desc limit 1) n on true
left join lateral (
  select *, coalesce(sum(delivered_minor) over (order by sequence rows between unbounded preceding and 1 preceding), 0)
              as delivered_before
    from fills
   where organization_id = o.organization_id and order_id = o.id and declined_at is null
   order by sequence desc limit 1) f on true;

-- The screenings that stop parked orders.
-- selectHitsOfOrders in server/src/desk/queue/fact-queries.ts
prepare select_hits_of_orders (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, s.key, s.state, s.screener, s.reason
 from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from screenings where organization_id = w.of_organization and order_id = w.of_order offset 0) s
where s.subject = 'payout' and s.state in ('hold', 'reject');

-- selectDepositFacts in server/src/desk/queue/fact-queries.ts
prepare select_deposit_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, d.id, d.rail, d.transaction, d.output_index, d.address, d.currency, d.amount_minor, d.counterparty
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from deposits where id = w.subject::uuid offset 0) d;

-- selectSuggestionFacts in server/src/desk/queue/fact-queries.ts
prepare select_suggestion_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, s.deposit_id, s.order_id, s.reason, s.score, o.organization_id, g.name as organization_name, o.reference_number,
   o.status, o.payin_currency, o.payin_total_minor, o.received_minor
   from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from deposit_suggestions where deposit_id = w.subject::uuid offset 0) s
 cross join lateral (select * from orders where organization_id = s.organization_id and id = s.order_id offset 0) o
 join organizations g on g.id = o.organization_id
order by s.score desc, s.order_id;

-- selectDepositReturnFacts in server/src/desk/queue/fact-queries.ts
prepare select_deposit_return_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, r.deposit_id, r.currency, r.amount_minor, r.rail, r.status, r.attempt, r.outflow_limited_by, r.stopped_at
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from deposit_returns where deposit_id = w.subject::uuid and due_at is not null offset 0) r;

-- selectEntryFacts in server/src/desk/queue/fact-queries.ts
prepare select_entry_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, e.rail, e.kind, e.transaction, e.index, e.entry, e.tied, e.attempt, e.problem
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from rail_entries where id = w.subject::uuid offset 0) e;

-- selectRefundFacts in server/src/desk/queue/fact-queries.ts
prepare select_refund_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, r.id, r.currency, r.amount_minor, r.reason, r.status, r.attempt, r.destination_instrument_id, r.rejection_code,
case when r.outflow_limited_at is not null then coalesce(r.outflow_limited_by, 'outflow_limit') end
  as outflow_limited_by, r.due_at, (select reference_number from orders r where r.organization_id = w.of_organization and r.id = w.of_order)
as reference_number,
(select sum(returned_minor)::bigint from returns b where b.key = r.rail_key) as returned_minor
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from refunds where organization_id = w.of_organization and id = w.subject::uuid offset 0) r;

-- selectOrganizationFacts in server/src/desk/queue/fact-queries.ts
prepare select_organization_hold_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, g.created_at, g.status_history @> '[{"status": "ACTIVE"}]' as was_active
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from organizations where id = w.subject::uuid offset 0) g;

-- selectInstrumentFacts in server/src/desk/queue/fact-queries.ts
prepare select_instrument_hold_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, e.id, e.alias, e.method, e.currency, e.created_at, e.status_history @> '[{"status": "ACTIVE"}]' as was_active
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from external_payment_instruments where organization_id = w.of_organization and id = w.subject::uuid offset 0) e;

-- selectScreeningFacts in server/src/desk/queue/fact-queries.ts
prepare select_screening_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, s.key, s.state, s.screener, s.reason, s.subject as screened, s.attempt, s.deposit_id,
  coalesce(d.currency, r.currency, p.currency, b.currency) as currency,
  coalesce(d.amount_minor, r.amount_minor, p.amount_minor, b.amount_minor) as amount_minor, (select reference_number from orders r where r.organization_id = w.of_organization and r.id = w.of_order)
  as reference_number
  from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from screenings where key = w.subject offset 0) s
left join lateral (select currency, amount_minor from deposits where id = s.deposit_id) d on true
left join lateral (select currency, amount_minor from refunds where rail_key = s.key) r on true
left join lateral (select currency, amount_minor from deposit_returns where rail_key = s.key) b on true
left join lateral (select payout_currency as currency, payout_total_minor as amount_minor from orders
                    where s.subject = 'payout' and organization_id = w.of_organization and id = w.of_order) p on true;

-- selectReturnFacts in server/src/desk/queue/fact-queries.ts
prepare select_return_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, p.id, p.currency, p.amount_minor, r.returned_minor, r.code, r.rail, (select reference_number from orders r where r.organization_id = w.of_organization and r.id = w.of_order)
  as reference_number
  from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from payouts where organization_id = w.of_organization and id = w.subject::uuid offset 0) p
cross join lateral (
  select sum(returned_minor)::bigint as returned_minor, (array_agg(code order by recorded_at desc))[1] as code,
         min(rail) as rail
    from returns where key = p.rail_key having count(*) > 0) r;

-- selectConditionFacts in server/src/desk/queue/fact-queries.ts
prepare select_condition_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, c.facts
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) join desk_conditions c on c.subject = w.subject and c.is_open;

-- selectApprovalFacts in server/src/desk/queue/fact-queries.ts
prepare select_approval_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, a.act, a.subject as about, a.reason, a.roles, a.proposed_by, a.expires_at
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from approvals where id = w.subject::uuid offset 0) a;

-- selectInformationFacts in server/src/desk/queue/fact-queries.ts
prepare select_information_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, r.status, r.message, r.deadline, r.answered_at, (select reference_number from orders r where r.organization_id = w.of_organization and r.id = w.of_order)
as reference_number
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from information_requests where organization_id = w.of_organization and id = w.subject::uuid offset 0) r;

-- selectHaltFacts in server/src/desk/queue/fact-queries.ts
prepare select_halt_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, h.what, h.rail, h.provider, h.cause, h.actor, h.reason
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from halts where id = w.subject::uuid offset 0) h;

-- selectUserFacts in server/src/desk/queue/fact-queries.ts
prepare select_user_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, u.login, u.role, (select i.login from users i where i.id = u.invited_by) as invited_by, u.needs_admission
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from users where login = w.subject offset 0) u;

-- selectWebhookFacts in server/src/desk/queue/fact-queries.ts
prepare select_webhook_facts (
  text[], -- $1 subjects
  uuid[], -- $2 organization_ids
  uuid[] -- $3 order_ids
) as
select w.subject, e.id, e.url, e.disabled_reason, e.failing_since
from unnest($1::text[], $2::uuid[], $3::uuid[]) as w (subject, of_organization, of_order) cross join lateral (select * from webhook_endpoints where organization_id = w.of_organization and id = w.subject::uuid offset 0) e;

-- Oldest first.
-- selectQueue in server/src/desk/queue/queries.ts
prepare select_queue (
  text[], -- $1 kinds
  uuid[], -- $2 enterprise_ids
  text, -- $3 assignee
  boolean, -- $4 snoozed
  timestamp with time zone, -- $5 now
  timestamp with time zone, -- $6 after_since
  text, -- $7 after_kind
  text, -- $8 after_subject
  bigint -- $9 limit
) as
select i.*, (select count(*)::int from queue_comments c where c.kind = i.kind and c.subject = i.subject) as comments
     from ((
       select * from (
  select 'parked_order'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, parked_at as since, organization_id, id as order_id
    from orders where parked_reason is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'parked_order' and subject = i.subject and since = i.since offset 0) q on true) parked_order
        where 'parked_order' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'unmatched_deposit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select d.id::text as subject, d.recorded_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposits d
   where d.order_id is null and d.reversed_at is null and d.exited_at is null and not d.is_small
     and not exists (select from screenings s
                      where s.deposit_id = d.id and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unmatched_deposit' and subject = i.subject and since = i.since offset 0) q on true) unmatched_deposit
        where 'unmatched_deposit' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'deposit_return'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select deposit_id::text as subject, created_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposit_returns
   where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'deposit_return' and subject = i.subject and since = i.since offset 0) q on true) deposit_return
        where 'deposit_return' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'rail_entry'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, reported_at as since, null::uuid as organization_id, null::uuid as order_id
    from rail_entries where problem is not null and (kind = 'invalid' or attempt >= 5)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'rail_entry' and subject = i.subject and since = i.since offset 0) q on true) rail_entry
        where 'rail_entry' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'refund'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, created_at as since, organization_id, order_id
    from refunds
   where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
      or (due_at is not null and attempt >= 15)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'refund' and subject = i.subject and since = i.since offset 0) q on true) refund
        where 'refund' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'refund'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select r.refund_id::text as subject, r.recorded_at as since, r.organization_id, r.order_id
    from returns r
   where r.refund_id is not null and r.stage = 'part'
     and not exists (select from returns e
                      where e.key = r.key
                        and (e.stage = 'whole' or (e.recorded_at, e.transaction, e.index) < (r.recorded_at, r.transaction, r.index)))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'refund' and subject = i.subject and since = i.since offset 0) q on true) refund
        where 'refund' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'reversal'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
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
           and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'))) open_reversals) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reversal' and subject = i.subject and since = i.since offset 0) q on true) reversal
        where 'reversal' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'organization_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, id as organization_id, null::uuid as order_id
    from organizations where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'organization_hold' and subject = i.subject and since = i.since offset 0) q on true) organization_hold
        where 'organization_hold' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'instrument_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id
    from external_payment_instruments where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'instrument_hold' and subject = i.subject and since = i.since offset 0) q on true) instrument_hold
        where 'instrument_hold' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'screening_hit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('hold', 'reject') and d.reversed_at is null and s.subject <> 'payout') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'screening_hit' and subject = i.subject and since = i.since offset 0) q on true) screening_hit
        where 'screening_hit' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'unanswered_screening'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('asking') and d.reversed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unanswered_screening' and subject = i.subject and since = i.since offset 0) q on true) unanswered_screening
        where 'unanswered_screening' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'returned_payout'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select r.payout_id::text as subject, o.payout_held_since as since, o.organization_id, o.id as order_id
    from orders o
    cross join lateral (
      select payout_id from returns
       where organization_id = o.organization_id and order_id = o.id and payout_id is not null
       order by recorded_at desc limit 1) r
   where o.payout_held_since is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'returned_payout' and subject = i.subject and since = i.since offset 0) q on true) returned_payout
        where 'returned_payout' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'balance_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'balance_difference') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'balance_difference' and subject = i.subject and since = i.since offset 0) q on true) balance_difference
        where 'balance_difference' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'low_liquidity'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'low_liquidity') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'low_liquidity' and subject = i.subject and since = i.since offset 0) q on true) low_liquidity
        where 'low_liquidity' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'stale_rate'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'stale_rate') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stale_rate' and subject = i.subject and since = i.since offset 0) q on true) stale_rate
        where 'stale_rate' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'webhook_disabled'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         coalesce(i.owner, g.enterprise_id) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id, enterprise_id as owner
    from webhook_endpoints
   where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'webhook_disabled' and subject = i.subject and since = i.since offset 0) q on true) webhook_disabled
        where 'webhook_disabled' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'halt'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, halted_at as since, null::uuid as organization_id, null::uuid as order_id
    from halts where resumed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'halt' and subject = i.subject and since = i.since offset 0) q on true) halt
        where 'halt' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'approval'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         nullif(i.chain, '00000000-0000-0000-0000-000000000000'::uuid) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, proposed_at as since, null::uuid as organization_id, null::uuid as order_id, chain
    from approvals where status = 'PENDING' and expires_at > now()) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'approval' and subject = i.subject and since = i.since offset 0) q on true) approval
        where 'approval' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'information_request'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, coalesce(answered_at, deadline) as since, organization_id, order_id
    from information_requests
   where status <> 'CLOSED' and (answered_at is not null or deadline <= now())) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'information_request' and subject = i.subject and since = i.since offset 0) q on true) information_request
        where 'information_request' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'reconciliation_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences where outcome is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reconciliation_difference' and subject = i.subject and since = i.since offset 0) q on true) reconciliation_difference
        where 'reconciliation_difference' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'reconciliation_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select d.id::text as subject, d.noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences d join treasury_movements m on m.id = d.movement_id
   where d.outcome = 'movement' and m.status in ('CANCELLED', 'FAILED')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reconciliation_difference' and subject = i.subject and since = i.since offset 0) q on true) reconciliation_difference
        where 'reconciliation_difference' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'new_user'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select login as subject, enrolled_at as since, null::uuid as organization_id, null::uuid as order_id
    from users where admitted_at is null and enrolled_at is not null and disabled_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'new_user' and subject = i.subject and since = i.since offset 0) q on true) new_user
        where 'new_user' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)
 union all
(
       select * from (
  select 'stray'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, seen_at as since, null::uuid as organization_id, null::uuid as order_id
    from strays where status = 'OPEN') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stray' and subject = i.subject and since = i.since offset 0) q on true) stray
        where 'stray' = any ($1::text[]) and since >= coalesce($6::timestamptz, '-infinity')
          and (since, kind, subject) > (coalesce($6::timestamptz, '-infinity'), coalesce($7::text, ''), coalesce($8::text, ''))
          and ($2::uuid[] is null or enterprise_id = any ($2))
          and ($3::text is null or coalesce(assignee, '') = $3)
          and ($4::boolean is null or coalesce(snoozed_until > $5::timestamptz, false) = $4)
        order by since, subject limit $9)) i
    order by since, kind, subject limit $9;

-- Undefined if there is no such item, or if it is done.
-- selectQueueItem in server/src/desk/queue/queries.ts
prepare select_queue_item (
  text, -- $1 kind
  text -- $2 subject
) as
select i.*, (select count(*)::int from queue_comments c where c.kind = i.kind and c.subject = i.subject) as comments from ((select * from (
  select 'parked_order'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, parked_at as since, organization_id, id as order_id
    from orders where parked_reason is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'parked_order' and subject = i.subject and since = i.since offset 0) q on true) parked_order where 'parked_order' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'unmatched_deposit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select d.id::text as subject, d.recorded_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposits d
   where d.order_id is null and d.reversed_at is null and d.exited_at is null and not d.is_small
     and not exists (select from screenings s
                      where s.deposit_id = d.id and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unmatched_deposit' and subject = i.subject and since = i.since offset 0) q on true) unmatched_deposit where 'unmatched_deposit' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'deposit_return'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select deposit_id::text as subject, created_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposit_returns
   where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'deposit_return' and subject = i.subject and since = i.since offset 0) q on true) deposit_return where 'deposit_return' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'rail_entry'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, reported_at as since, null::uuid as organization_id, null::uuid as order_id
    from rail_entries where problem is not null and (kind = 'invalid' or attempt >= 5)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'rail_entry' and subject = i.subject and since = i.since offset 0) q on true) rail_entry where 'rail_entry' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'refund'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, created_at as since, organization_id, order_id
    from refunds
   where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
      or (due_at is not null and attempt >= 15) union all 
  select r.refund_id::text as subject, r.recorded_at as since, r.organization_id, r.order_id
    from returns r
   where r.refund_id is not null and r.stage = 'part'
     and not exists (select from returns e
                      where e.key = r.key
                        and (e.stage = 'whole' or (e.recorded_at, e.transaction, e.index) < (r.recorded_at, r.transaction, r.index)))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'refund' and subject = i.subject and since = i.since offset 0) q on true) refund where 'refund' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'reversal'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
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
           and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'))) open_reversals) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reversal' and subject = i.subject and since = i.since offset 0) q on true) reversal where 'reversal' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'organization_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, id as organization_id, null::uuid as order_id
    from organizations where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'organization_hold' and subject = i.subject and since = i.since offset 0) q on true) organization_hold where 'organization_hold' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'instrument_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id
    from external_payment_instruments where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'instrument_hold' and subject = i.subject and since = i.since offset 0) q on true) instrument_hold where 'instrument_hold' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'screening_hit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('hold', 'reject') and d.reversed_at is null and s.subject <> 'payout') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'screening_hit' and subject = i.subject and since = i.since offset 0) q on true) screening_hit where 'screening_hit' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'unanswered_screening'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('asking') and d.reversed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unanswered_screening' and subject = i.subject and since = i.since offset 0) q on true) unanswered_screening where 'unanswered_screening' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'returned_payout'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select r.payout_id::text as subject, o.payout_held_since as since, o.organization_id, o.id as order_id
    from orders o
    cross join lateral (
      select payout_id from returns
       where organization_id = o.organization_id and order_id = o.id and payout_id is not null
       order by recorded_at desc limit 1) r
   where o.payout_held_since is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'returned_payout' and subject = i.subject and since = i.since offset 0) q on true) returned_payout where 'returned_payout' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'balance_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'balance_difference') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'balance_difference' and subject = i.subject and since = i.since offset 0) q on true) balance_difference where 'balance_difference' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'low_liquidity'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'low_liquidity') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'low_liquidity' and subject = i.subject and since = i.since offset 0) q on true) low_liquidity where 'low_liquidity' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'stale_rate'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'stale_rate') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stale_rate' and subject = i.subject and since = i.since offset 0) q on true) stale_rate where 'stale_rate' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'webhook_disabled'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         coalesce(i.owner, g.enterprise_id) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id, enterprise_id as owner
    from webhook_endpoints
   where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'webhook_disabled' and subject = i.subject and since = i.since offset 0) q on true) webhook_disabled where 'webhook_disabled' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'halt'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, halted_at as since, null::uuid as organization_id, null::uuid as order_id
    from halts where resumed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'halt' and subject = i.subject and since = i.since offset 0) q on true) halt where 'halt' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'approval'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         nullif(i.chain, '00000000-0000-0000-0000-000000000000'::uuid) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, proposed_at as since, null::uuid as organization_id, null::uuid as order_id, chain
    from approvals where status = 'PENDING' and expires_at > now()) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'approval' and subject = i.subject and since = i.since offset 0) q on true) approval where 'approval' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'information_request'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, coalesce(answered_at, deadline) as since, organization_id, order_id
    from information_requests
   where status <> 'CLOSED' and (answered_at is not null or deadline <= now())) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'information_request' and subject = i.subject and since = i.since offset 0) q on true) information_request where 'information_request' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'reconciliation_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences where outcome is null union all 
  select d.id::text as subject, d.noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences d join treasury_movements m on m.id = d.movement_id
   where d.outcome = 'movement' and m.status in ('CANCELLED', 'FAILED')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reconciliation_difference' and subject = i.subject and since = i.since offset 0) q on true) reconciliation_difference where 'reconciliation_difference' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'new_user'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select login as subject, enrolled_at as since, null::uuid as organization_id, null::uuid as order_id
    from users where admitted_at is null and enrolled_at is not null and disabled_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'new_user' and subject = i.subject and since = i.since offset 0) q on true) new_user where 'new_user' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'stray'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, seen_at as since, null::uuid as organization_id, null::uuid as order_id
    from strays where status = 'OPEN') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stray' and subject = i.subject and since = i.since offset 0) q on true) stray where 'stray' = $1::text and subject = $2::text)) i;

-- Returns false if the item is done, or if somebody has it and it is not taken over.
-- upsertQueueAssignee in server/src/desk/queue/queries.ts
prepare upsert_queue_assignee (
  text, -- $1 kind
  text, -- $2 subject
  text, -- $3 assignee
  timestamp with time zone, -- $4 at
  boolean -- $5 takes_over
) as
insert into queue_items (kind, subject, since, assignee, assigned_at)
   select kind, subject, since, $3, case when $3::text is not null then $4::timestamptz end from ((select * from (
  select 'parked_order'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, parked_at as since, organization_id, id as order_id
    from orders where parked_reason is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'parked_order' and subject = i.subject and since = i.since offset 0) q on true) parked_order where 'parked_order' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'unmatched_deposit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select d.id::text as subject, d.recorded_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposits d
   where d.order_id is null and d.reversed_at is null and d.exited_at is null and not d.is_small
     and not exists (select from screenings s
                      where s.deposit_id = d.id and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unmatched_deposit' and subject = i.subject and since = i.since offset 0) q on true) unmatched_deposit where 'unmatched_deposit' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'deposit_return'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select deposit_id::text as subject, created_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposit_returns
   where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'deposit_return' and subject = i.subject and since = i.since offset 0) q on true) deposit_return where 'deposit_return' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'rail_entry'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, reported_at as since, null::uuid as organization_id, null::uuid as order_id
    from rail_entries where problem is not null and (kind = 'invalid' or attempt >= 5)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'rail_entry' and subject = i.subject and since = i.since offset 0) q on true) rail_entry where 'rail_entry' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'refund'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, created_at as since, organization_id, order_id
    from refunds
   where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
      or (due_at is not null and attempt >= 15) union all 
  select r.refund_id::text as subject, r.recorded_at as since, r.organization_id, r.order_id
    from returns r
   where r.refund_id is not null and r.stage = 'part'
     and not exists (select from returns e
                      where e.key = r.key
                        and (e.stage = 'whole' or (e.recorded_at, e.transaction, e.index) < (r.recorded_at, r.transaction, r.index)))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'refund' and subject = i.subject and since = i.since offset 0) q on true) refund where 'refund' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'reversal'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
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
           and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'))) open_reversals) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reversal' and subject = i.subject and since = i.since offset 0) q on true) reversal where 'reversal' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'organization_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, id as organization_id, null::uuid as order_id
    from organizations where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'organization_hold' and subject = i.subject and since = i.since offset 0) q on true) organization_hold where 'organization_hold' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'instrument_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id
    from external_payment_instruments where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'instrument_hold' and subject = i.subject and since = i.since offset 0) q on true) instrument_hold where 'instrument_hold' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'screening_hit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('hold', 'reject') and d.reversed_at is null and s.subject <> 'payout') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'screening_hit' and subject = i.subject and since = i.since offset 0) q on true) screening_hit where 'screening_hit' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'unanswered_screening'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('asking') and d.reversed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unanswered_screening' and subject = i.subject and since = i.since offset 0) q on true) unanswered_screening where 'unanswered_screening' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'returned_payout'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select r.payout_id::text as subject, o.payout_held_since as since, o.organization_id, o.id as order_id
    from orders o
    cross join lateral (
      select payout_id from returns
       where organization_id = o.organization_id and order_id = o.id and payout_id is not null
       order by recorded_at desc limit 1) r
   where o.payout_held_since is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'returned_payout' and subject = i.subject and since = i.since offset 0) q on true) returned_payout where 'returned_payout' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'balance_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'balance_difference') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'balance_difference' and subject = i.subject and since = i.since offset 0) q on true) balance_difference where 'balance_difference' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'low_liquidity'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'low_liquidity') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'low_liquidity' and subject = i.subject and since = i.since offset 0) q on true) low_liquidity where 'low_liquidity' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'stale_rate'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'stale_rate') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stale_rate' and subject = i.subject and since = i.since offset 0) q on true) stale_rate where 'stale_rate' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'webhook_disabled'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         coalesce(i.owner, g.enterprise_id) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id, enterprise_id as owner
    from webhook_endpoints
   where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'webhook_disabled' and subject = i.subject and since = i.since offset 0) q on true) webhook_disabled where 'webhook_disabled' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'halt'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, halted_at as since, null::uuid as organization_id, null::uuid as order_id
    from halts where resumed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'halt' and subject = i.subject and since = i.since offset 0) q on true) halt where 'halt' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'approval'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         nullif(i.chain, '00000000-0000-0000-0000-000000000000'::uuid) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, proposed_at as since, null::uuid as organization_id, null::uuid as order_id, chain
    from approvals where status = 'PENDING' and expires_at > now()) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'approval' and subject = i.subject and since = i.since offset 0) q on true) approval where 'approval' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'information_request'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, coalesce(answered_at, deadline) as since, organization_id, order_id
    from information_requests
   where status <> 'CLOSED' and (answered_at is not null or deadline <= now())) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'information_request' and subject = i.subject and since = i.since offset 0) q on true) information_request where 'information_request' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'reconciliation_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences where outcome is null union all 
  select d.id::text as subject, d.noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences d join treasury_movements m on m.id = d.movement_id
   where d.outcome = 'movement' and m.status in ('CANCELLED', 'FAILED')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reconciliation_difference' and subject = i.subject and since = i.since offset 0) q on true) reconciliation_difference where 'reconciliation_difference' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'new_user'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select login as subject, enrolled_at as since, null::uuid as organization_id, null::uuid as order_id
    from users where admitted_at is null and enrolled_at is not null and disabled_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'new_user' and subject = i.subject and since = i.since offset 0) q on true) new_user where 'new_user' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'stray'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, seen_at as since, null::uuid as organization_id, null::uuid as order_id
    from strays where status = 'OPEN') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stray' and subject = i.subject and since = i.since offset 0) q on true) stray where 'stray' = $1::text and subject = $2::text)) i
   on conflict (kind, subject) do update
      set since = excluded.since, assignee = excluded.assignee, assigned_at = excluded.assigned_at,
          snoozed_until = case when queue_items.since = excluded.since then queue_items.snoozed_until end
    where $5::boolean or queue_items.assignee is null or queue_items.since <> excluded.since
   returning kind;

-- Null ends the snooze.
-- upsertQueueSnooze in server/src/desk/queue/queries.ts
prepare upsert_queue_snooze (
  text, -- $1 kind
  text, -- $2 subject
  timestamp with time zone -- $3 until
) as
insert into queue_items (kind, subject, since, snoozed_until)
   select kind, subject, since, $3::timestamptz from ((select * from (
  select 'parked_order'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, parked_at as since, organization_id, id as order_id
    from orders where parked_reason is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'parked_order' and subject = i.subject and since = i.since offset 0) q on true) parked_order where 'parked_order' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'unmatched_deposit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select d.id::text as subject, d.recorded_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposits d
   where d.order_id is null and d.reversed_at is null and d.exited_at is null and not d.is_small
     and not exists (select from screenings s
                      where s.deposit_id = d.id and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unmatched_deposit' and subject = i.subject and since = i.since offset 0) q on true) unmatched_deposit where 'unmatched_deposit' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'deposit_return'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select deposit_id::text as subject, created_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposit_returns
   where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'deposit_return' and subject = i.subject and since = i.since offset 0) q on true) deposit_return where 'deposit_return' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'rail_entry'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, reported_at as since, null::uuid as organization_id, null::uuid as order_id
    from rail_entries where problem is not null and (kind = 'invalid' or attempt >= 5)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'rail_entry' and subject = i.subject and since = i.since offset 0) q on true) rail_entry where 'rail_entry' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'refund'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, created_at as since, organization_id, order_id
    from refunds
   where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
      or (due_at is not null and attempt >= 15) union all 
  select r.refund_id::text as subject, r.recorded_at as since, r.organization_id, r.order_id
    from returns r
   where r.refund_id is not null and r.stage = 'part'
     and not exists (select from returns e
                      where e.key = r.key
                        and (e.stage = 'whole' or (e.recorded_at, e.transaction, e.index) < (r.recorded_at, r.transaction, r.index)))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'refund' and subject = i.subject and since = i.since offset 0) q on true) refund where 'refund' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'reversal'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
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
           and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'))) open_reversals) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reversal' and subject = i.subject and since = i.since offset 0) q on true) reversal where 'reversal' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'organization_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, id as organization_id, null::uuid as order_id
    from organizations where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'organization_hold' and subject = i.subject and since = i.since offset 0) q on true) organization_hold where 'organization_hold' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'instrument_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id
    from external_payment_instruments where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'instrument_hold' and subject = i.subject and since = i.since offset 0) q on true) instrument_hold where 'instrument_hold' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'screening_hit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('hold', 'reject') and d.reversed_at is null and s.subject <> 'payout') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'screening_hit' and subject = i.subject and since = i.since offset 0) q on true) screening_hit where 'screening_hit' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'unanswered_screening'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('asking') and d.reversed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unanswered_screening' and subject = i.subject and since = i.since offset 0) q on true) unanswered_screening where 'unanswered_screening' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'returned_payout'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select r.payout_id::text as subject, o.payout_held_since as since, o.organization_id, o.id as order_id
    from orders o
    cross join lateral (
      select payout_id from returns
       where organization_id = o.organization_id and order_id = o.id and payout_id is not null
       order by recorded_at desc limit 1) r
   where o.payout_held_since is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'returned_payout' and subject = i.subject and since = i.since offset 0) q on true) returned_payout where 'returned_payout' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'balance_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'balance_difference') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'balance_difference' and subject = i.subject and since = i.since offset 0) q on true) balance_difference where 'balance_difference' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'low_liquidity'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'low_liquidity') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'low_liquidity' and subject = i.subject and since = i.since offset 0) q on true) low_liquidity where 'low_liquidity' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'stale_rate'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'stale_rate') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stale_rate' and subject = i.subject and since = i.since offset 0) q on true) stale_rate where 'stale_rate' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'webhook_disabled'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         coalesce(i.owner, g.enterprise_id) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id, enterprise_id as owner
    from webhook_endpoints
   where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'webhook_disabled' and subject = i.subject and since = i.since offset 0) q on true) webhook_disabled where 'webhook_disabled' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'halt'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, halted_at as since, null::uuid as organization_id, null::uuid as order_id
    from halts where resumed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'halt' and subject = i.subject and since = i.since offset 0) q on true) halt where 'halt' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'approval'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         nullif(i.chain, '00000000-0000-0000-0000-000000000000'::uuid) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, proposed_at as since, null::uuid as organization_id, null::uuid as order_id, chain
    from approvals where status = 'PENDING' and expires_at > now()) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'approval' and subject = i.subject and since = i.since offset 0) q on true) approval where 'approval' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'information_request'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, coalesce(answered_at, deadline) as since, organization_id, order_id
    from information_requests
   where status <> 'CLOSED' and (answered_at is not null or deadline <= now())) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'information_request' and subject = i.subject and since = i.since offset 0) q on true) information_request where 'information_request' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'reconciliation_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences where outcome is null union all 
  select d.id::text as subject, d.noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences d join treasury_movements m on m.id = d.movement_id
   where d.outcome = 'movement' and m.status in ('CANCELLED', 'FAILED')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reconciliation_difference' and subject = i.subject and since = i.since offset 0) q on true) reconciliation_difference where 'reconciliation_difference' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'new_user'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select login as subject, enrolled_at as since, null::uuid as organization_id, null::uuid as order_id
    from users where admitted_at is null and enrolled_at is not null and disabled_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'new_user' and subject = i.subject and since = i.since offset 0) q on true) new_user where 'new_user' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'stray'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, seen_at as since, null::uuid as organization_id, null::uuid as order_id
    from strays where status = 'OPEN') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stray' and subject = i.subject and since = i.since offset 0) q on true) stray where 'stray' = $1::text and subject = $2::text)) i
   on conflict (kind, subject) do update
      set since = excluded.since, snoozed_until = excluded.snoozed_until,
          assignee = case when queue_items.since = excluded.since then queue_items.assignee end,
          assigned_at = case when queue_items.since = excluded.since then queue_items.assigned_at end
   returning kind;

-- Returns false if the item is done.
-- insertQueueComment in server/src/desk/queue/queries.ts
prepare insert_queue_comment (
  text, -- $1 kind
  text, -- $2 subject
  text, -- $3 author
  text, -- $4 comment
  instant -- $5 at
) as
insert into queue_comments (kind, subject, author, comment, created_at)
   select kind, subject, $3, $4, $5 from ((select * from (
  select 'parked_order'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, parked_at as since, organization_id, id as order_id
    from orders where parked_reason is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'parked_order' and subject = i.subject and since = i.since offset 0) q on true) parked_order where 'parked_order' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'unmatched_deposit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select d.id::text as subject, d.recorded_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposits d
   where d.order_id is null and d.reversed_at is null and d.exited_at is null and not d.is_small
     and not exists (select from screenings s
                      where s.deposit_id = d.id and (s.order_id is not null or s.state in ('asking', 'hold', 'reject')))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unmatched_deposit' and subject = i.subject and since = i.since offset 0) q on true) unmatched_deposit where 'unmatched_deposit' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'deposit_return'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select deposit_id::text as subject, created_at as since, null::uuid as organization_id, null::uuid as order_id
    from deposit_returns
   where due_at is not null and (stopped_at is not null or outflow_limited_at is not null or attempt >= 15)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'deposit_return' and subject = i.subject and since = i.since offset 0) q on true) deposit_return where 'deposit_return' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'rail_entry'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, reported_at as since, null::uuid as organization_id, null::uuid as order_id
    from rail_entries where problem is not null and (kind = 'invalid' or attempt >= 5)) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'rail_entry' and subject = i.subject and since = i.since offset 0) q on true) rail_entry where 'rail_entry' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'refund'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, created_at as since, organization_id, order_id
    from refunds
   where status = 'FAILED' or (status = 'PENDING' and due_at is null) or outflow_limited_at is not null
      or (due_at is not null and attempt >= 15) union all 
  select r.refund_id::text as subject, r.recorded_at as since, r.organization_id, r.order_id
    from returns r
   where r.refund_id is not null and r.stage = 'part'
     and not exists (select from returns e
                      where e.key = r.key
                        and (e.stage = 'whole' or (e.recorded_at, e.transaction, e.index) < (r.recorded_at, r.transaction, r.index)))) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'refund' and subject = i.subject and since = i.since offset 0) q on true) refund where 'refund' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'reversal'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
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
           and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'))) open_reversals) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reversal' and subject = i.subject and since = i.since offset 0) q on true) reversal where 'reversal' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'organization_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, id as organization_id, null::uuid as order_id
    from organizations where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'organization_hold' and subject = i.subject and since = i.since offset 0) q on true) organization_hold where 'organization_hold' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'instrument_hold'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id
    from external_payment_instruments where status = 'COMPLIANCE_HOLD') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'instrument_hold' and subject = i.subject and since = i.since offset 0) q on true) instrument_hold where 'instrument_hold' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'screening_hit'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('hold', 'reject') and d.reversed_at is null and s.subject <> 'payout') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'screening_hit' and subject = i.subject and since = i.since offset 0) q on true) screening_hit where 'screening_hit' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'unanswered_screening'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select s.key as subject, s.asked_at as since, s.organization_id, s.order_id
    from screenings s left join deposits d on d.id = s.deposit_id
   where s.state in ('asking') and d.reversed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'unanswered_screening' and subject = i.subject and since = i.since offset 0) q on true) unanswered_screening where 'unanswered_screening' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'returned_payout'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select r.payout_id::text as subject, o.payout_held_since as since, o.organization_id, o.id as order_id
    from orders o
    cross join lateral (
      select payout_id from returns
       where organization_id = o.organization_id and order_id = o.id and payout_id is not null
       order by recorded_at desc limit 1) r
   where o.payout_held_since is not null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'returned_payout' and subject = i.subject and since = i.since offset 0) q on true) returned_payout where 'returned_payout' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'balance_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'balance_difference') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'balance_difference' and subject = i.subject and since = i.since offset 0) q on true) balance_difference where 'balance_difference' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'low_liquidity'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'low_liquidity') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'low_liquidity' and subject = i.subject and since = i.since offset 0) q on true) low_liquidity where 'low_liquidity' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'stale_rate'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select subject, since, null::uuid as organization_id, null::uuid as order_id
    from desk_conditions where is_open and kind = 'stale_rate') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stale_rate' and subject = i.subject and since = i.since offset 0) q on true) stale_rate where 'stale_rate' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'webhook_disabled'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         coalesce(i.owner, g.enterprise_id) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, updated_at as since, organization_id, null::uuid as order_id, enterprise_id as owner
    from webhook_endpoints
   where status = 'DISABLED' and deleted_at is null and disabled_reason in ('gone', 'failing')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'webhook_disabled' and subject = i.subject and since = i.since offset 0) q on true) webhook_disabled where 'webhook_disabled' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'halt'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, halted_at as since, null::uuid as organization_id, null::uuid as order_id
    from halts where resumed_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'halt' and subject = i.subject and since = i.since offset 0) q on true) halt where 'halt' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'approval'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         nullif(i.chain, '00000000-0000-0000-0000-000000000000'::uuid) as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, proposed_at as since, null::uuid as organization_id, null::uuid as order_id, chain
    from approvals where status = 'PENDING' and expires_at > now()) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'approval' and subject = i.subject and since = i.since offset 0) q on true) approval where 'approval' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'information_request'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, coalesce(answered_at, deadline) as since, organization_id, order_id
    from information_requests
   where status <> 'CLOSED' and (answered_at is not null or deadline <= now())) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'information_request' and subject = i.subject and since = i.since offset 0) q on true) information_request where 'information_request' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'reconciliation_difference'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences where outcome is null union all 
  select d.id::text as subject, d.noted_at as since, null::uuid as organization_id, null::uuid as order_id
    from reconciliation_differences d join treasury_movements m on m.id = d.movement_id
   where d.outcome = 'movement' and m.status in ('CANCELLED', 'FAILED')) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'reconciliation_difference' and subject = i.subject and since = i.since offset 0) q on true) reconciliation_difference where 'reconciliation_difference' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'new_user'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select login as subject, enrolled_at as since, null::uuid as organization_id, null::uuid as order_id
    from users where admitted_at is null and enrolled_at is not null and disabled_at is null) i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'new_user' and subject = i.subject and since = i.since offset 0) q on true) new_user where 'new_user' = $1::text and subject = $2::text)
 union all
(select * from (
  select 'stray'::text collate "C" as kind, i.subject collate "C" as subject, i.since, i.organization_id, i.order_id,
         g.enterprise_id as enterprise_id, g.name as organization_name, q.assignee, q.assigned_at, q.snoozed_until
    from (
  select id::text as subject, seen_at as since, null::uuid as organization_id, null::uuid as order_id
    from strays where status = 'OPEN') i
    left join organizations g on g.id = i.organization_id
    left join lateral (
      select * from queue_items where kind = 'stray' and subject = i.subject and since = i.since offset 0) q on true) stray where 'stray' = $1::text and subject = $2::text)) i
   returning id;

-- The newest first.
-- selectQueueComments in server/src/desk/queue/queries.ts
prepare select_queue_comments (
  text, -- $1 kind
  text, -- $2 subject
  bigint -- $3 limit
) as
select author, comment, created_at from queue_comments
where kind = $1 and subject = $2 order by id desc limit $3;
