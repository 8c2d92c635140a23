-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- server/src/engine/orders/acknowledged.ts
prepare select_deployment_created_at as
select created_at from deployment;

-- selectOrderAges in server/src/engine/orders/age-queries.ts
prepare select_order_ages as
select status, is_parked, count(*)::int as count, min(updated_at)::timestamptz as since
 from ((select status, false as is_parked, updated_at from orders
         where due_at is not null and parked_reason is null order by due_at limit 10000)
       union all
       (select status, true, updated_at from orders
         where parked_reason is not null order by parked_at limit 10000)) open_orders
group by status, is_parked;

-- Since when the next order has waited for a worker.
-- selectOrderDue in server/src/engine/orders/age-queries.ts
prepare select_order_due (
  timestamp with time zone -- $1 now
) as
select due_at from orders
where due_at <= $1 and parked_reason is null and frozen_at is null and (leased_until is null
or leased_until not between now() and now() + 30000 * interval '1 millisecond' + interval '1 minute')
order by due_at limit 1;

-- server/src/engine/orders/changes.ts
prepare change_orders (
  json, -- $1 changes
  json, -- $2 deposits
  json, -- $3 fills
  json, -- $4 payouts
  json, -- $5 transfers
  json, -- $6 events
  integer -- $7 slot
) as
-- Lock the orders first, so that a deposit is recorded only together with its change. Lock them in key order, so that
-- two batches never deadlock.
with locked as (
  select i.*, o.status = 'STEP_1_AWAITING_FUNDING' and o.operation = 'create' and i.status is not null as closes,
         (o.reserved_provider is not null
      and coalesce(o.status, o.status) in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX')) and not (o.reserved_provider is not null
      and coalesce(i.status, o.status) in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX')) as releases
    from json_to_recordset($1::json) as i (position int, organization_id uuid, id uuid, version int, lease_token uuid, at timestamptz, status text,
           entries jsonb, is_shown boolean, due_at timestamptz, received_minor bigint, deposit_id uuid,
           is_rescheduled boolean, events int, keeps_parking boolean, attempt int, keeps_lease boolean, renewed_ms int,
           payout_held text)
    join orders o on (o.organization_id, o.id) = (i.organization_id, i.id)
   where o.version = i.version and (i.lease_token is null or o.lease_token = i.lease_token)
   order by i.organization_id, i.id
     for update of o
), recorded as (
  -- A deposit that is already recorded inserts no row, so its order is not changed.
  insert into deposits (id, rail, transaction, output_index, occurrence, organization_id, order_id, address, sender_key_id,
    sender_sealed, currency, amount_minor, outcome, recorded_at, received_at)
  select d.id, d.rail, d.transaction, d.output_index, d.occurrence, l.organization_id, l.id, d.address, d.sender_key_id,
         decode(d.sender_sealed, 'base64'), d.currency, d.amount_minor, d.outcome, l.at,
         d.received_at
    from json_to_recordset($2::json) as d (position int, id uuid, rail text, transaction text,
           output_index int, address text, sender_key_id text, sender_sealed text, currency text,
           amount_minor bigint, outcome text, received_at timestamptz, occurrence int, return_keys text)
    join locked l using (position)
   where not (select is_on from screening)
     and not exists (select from unknown_sends u where starts_with(u.key, d.return_keys) and u.put_right_at is null and not 
  (exists (select from payouts p where p.rail_key = u.key
              and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
   -- Reversals of the deposit make a refund smaller.
   or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
                 or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
                 and (u.amount_minor is null
                      or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
   or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
                 and (u.amount_minor is null
                      or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))))
  on conflict do nothing
  returning id
), changed as (
  update orders o
     set version = o.version + 1,
         last_event = o.last_event + i.events,
         received_minor = o.received_minor + coalesce(i.received_minor, 0),
         status = coalesce(i.status, o.status),
         status_history = o.status_history || i.entries,
         updated_at = case when i.is_shown then i.at else o.updated_at end,
         -- Keep due_at if the old and the new value are both already due: a new value would rewrite every index entry.
         due_at = case when not i.is_rescheduled or (i.due_at <= i.at and o.due_at <= i.due_at) then o.due_at
                       else i.due_at end,
         attempt = coalesce(i.attempt, o.attempt),
         lease_token = case when i.keeps_lease then o.lease_token end,
         leased_until = case when i.renewed_ms is not null then now() + i.renewed_ms * interval '1 millisecond'
                             when i.keeps_lease then o.leased_until end,
         payout_held_since = case i.payout_held when 'held' then i.at when 'decided' then null else o.payout_held_since end,
         parked_reason = case when i.keeps_parking then o.parked_reason end,
         parked_at = case when i.keeps_parking then o.parked_at end
    from locked i
   where (o.organization_id, o.id) = (i.organization_id, i.id)
     and (i.deposit_id is null or i.deposit_id in (select id from recorded))
  returning o.status, o.status_history, o.updated_at, o.version, o.last_event, o.received_minor, o.short_minor, o.retry_order_id, o.parked_reason, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.attempt, o.lease_token, o.organization_id, o.id, o.route_id, o.payin_total_minor,
    o.payin_fee_minor, o.payin_tax_minor, o.payin_currency, o.payout_currency, o.payout_total_minor,
    o.reserved_provider, o.payin_instrument_id, o.created_at, i.position, i.closes, i.releases,
    o.last_event - i.events as first_event, i.at
), closed as (
  -- Orders that no longer await funding leave the open total of their route.
  insert into open_totals (organization_id, route_id, slot, open_minor)
  select organization_id, route_id, $7::int, -sum(payin_total_minor)
    from changed where closes
   group by organization_id, route_id order by organization_id, route_id
      on conflict (organization_id, route_id, slot)
      do update set open_minor = open_totals.open_minor + excluded.open_minor
), released as (
  -- Orders that are filled or have ended give back what they reserve.
  insert into reserved_totals (provider, payin_currency, payout_currency, slot, payin_minor, payout_minor)
  select provider, payin_currency, payout_currency, $7::int, sum(payin_minor), sum(payout_minor)
    from (
  select reserved_provider as provider, payin_currency, payout_currency, -(payin_total_minor - payin_fee_minor - payin_tax_minor) as payin_minor,
         -payout_total_minor as payout_minor
    from changed where releases) changes
   group by provider, payin_currency, payout_currency order by provider, payin_currency, payout_currency
      on conflict (provider, payin_currency, payout_currency, slot)
      do update set payin_minor = reserved_totals.payin_minor + excluded.payin_minor,
                    payout_minor = reserved_totals.payout_minor + excluded.payout_minor
), filled as (
  update fills f
     set provider_reference = c.reference,
         filled_at = case when c.reference is not null then c.at end,
         sold_minor = c.sold_minor, delivered_minor = c.delivered_minor,
         fee_currency = c.fee_currency, fee_minor = c.fee_minor,
         declined_at = case when c.reference is null then c.at end,
         decline_code = c.code, decline_is_final = c.is_final
    from (select c.organization_id, c.id, c.at, i.*
            from json_to_recordset($3::json) as i (position int, sequence int, reference text, code text, is_final boolean,
                   sold_minor bigint, delivered_minor bigint, fee_currency text, fee_minor bigint)
            join changed c using (position) offset 0) c
   where (f.organization_id, f.order_id, f.sequence) = (c.organization_id, c.id, c.sequence)
), paid as (
  update payouts p
     set rail_reference = c.reference,
         settled_at = case when c.reference is not null then c.at end,
         rejected_at = case when c.reference is null then c.at end,
         rejection_code = c.code, fee_currency = c.fee_currency, fee_minor = c.fee_minor
    from (select c.organization_id, c.id, c.at, i.*
            from json_to_recordset($4::json) as i (position int, sequence int, reference text, code text,
                   fee_currency text, fee_minor bigint)
            join changed c using (position) offset 0) c
   where (p.organization_id, p.order_id, p.sequence) = (c.organization_id, c.id, c.sequence)
), posted as (
  insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
    currency, amount_minor, posted_at)
  select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
    from json_to_recordset($5::json) as t (position int, posting_id uuid, posting text, debit text,
           credit text, currency text, amount_minor bigint)
    join changed c using (position)
), announced as (
  insert into events (organization_id, id, order_id, sequence, type, data, created_at)
  select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
    from json_to_recordset($6::json) as e (position int, id uuid, type text, data jsonb, step int)
    join changed c using (position)
  returning organization_id, id, type, created_at), delivered as (
  insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
    updated_at, due_at)
  select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
         a.created_at, a.created_at, a.created_at
    from announced a
    cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
         and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
select status, status_history, updated_at, version, last_event, received_minor, short_minor, retry_order_id, parked_reason, accepted_loss_minor, chosen_provider, frozen_at, attempt, lease_token, position from changed;

-- Returns one row per change, in order; null where nothing was written.
-- changeOrders in server/src/engine/orders/changes.ts
prepare change_orders_in_any_way (
  json, -- $1 changes
  json, -- $2 deposits
  json, -- $3 fills
  json, -- $4 payouts
  json, -- $5 transfers
  json, -- $6 events
  integer, -- $7 slot
  json, -- $8 refunds
  json, -- $9 refund_updates
  json, -- $10 collected_refunds
  json, -- $11 assigned_deposits
  json, -- $12 notes
  json, -- $13 returns
  json, -- $14 new_payouts
  json, -- $15 reversals
  json, -- $16 reversed_refunds
  json, -- $17 receivables
  json, -- $18 marks
  json -- $19 cancellations
) as
-- Lock the orders first, so that a deposit is recorded only together with its change. Lock them in key order, so that
-- two batches never deadlock.
with locked as (
  select i.*, o.status = 'STEP_1_AWAITING_FUNDING' and o.operation = 'create' and i.status is not null as closes,
         (o.reserved_provider is not null
      and coalesce(o.status, o.status) in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX')) and not (o.reserved_provider is not null
      and coalesce(i.status, o.status) in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX')) as releases,
         o.operation = 'create' and i.ends_unfunded and o.status = 'STEP_1_AWAITING_FUNDING' as gives_back
    from json_to_recordset($1::json) as i (position int, organization_id uuid, id uuid, version int, lease_token uuid, at timestamptz, status text,
           entries jsonb, is_shown boolean, due_at timestamptz, received_minor bigint, deposit_id uuid,
           is_rescheduled boolean, events int, keeps_parking boolean, attempt int, keeps_lease boolean, renewed_ms int,
           payout_held text,
           short_minor bigint, retry_order_id uuid, reversed_id uuid, set_off int, refund_id uuid, refund_lease uuid, return_key text, parked_for text,
           freezing text, accepted_loss_minor bigint, chosen_provider text, pays_to uuid, is_marked boolean, decided_key text, record_stands boolean, ends_unfunded boolean)
    join orders o on (o.organization_id, o.id) = (i.organization_id, i.id)
   where o.version = i.version and (i.lease_token is null or o.lease_token = i.lease_token)
     and (i.is_marked is null or (o.leased_until is null
    or o.leased_until not between now() and now() + 30000 * interval '1 millisecond' + interval '1 minute'))
   order by i.organization_id, i.id
     for update of o
), recorded as (
  -- A deposit that is already recorded inserts no row, so its order is not changed.
  insert into deposits (id, rail, transaction, output_index, occurrence, organization_id, order_id, address, sender_key_id,
    sender_sealed, currency, amount_minor, outcome, recorded_at, received_at)
  select d.id, d.rail, d.transaction, d.output_index, d.occurrence, l.organization_id, l.id, d.address, d.sender_key_id,
         decode(d.sender_sealed, 'base64'), d.currency, d.amount_minor, d.outcome, l.at,
         d.received_at
    from json_to_recordset($2::json) as d (position int, id uuid, rail text, transaction text,
           output_index int, address text, sender_key_id text, sender_sealed text, currency text,
           amount_minor bigint, outcome text, received_at timestamptz, occurrence int, return_keys text)
    join locked l using (position)
   where not (select is_on from screening)
     and not exists (select from unknown_sends u where starts_with(u.key, d.return_keys) and u.put_right_at is null and not 
  (exists (select from payouts p where p.rail_key = u.key
              and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
   -- Reversals of the deposit make a refund smaller.
   or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
                 or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
                 and (u.amount_minor is null
                      or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
   or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
                 and (u.amount_minor is null
                      or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))))
  on conflict do nothing
  returning id
), held as (
  -- A refund changes only if its lease is still the one that the caller read, and gets another destination only unprepared.
  select i.position
    from locked i join refunds r on (r.organization_id, r.id) = (i.organization_id, i.refund_id)
   where r.lease_token is not distinct from i.refund_lease
     and (i.pays_to is null or r.status = 'FAILED' or (r.rail is null and r.prepared_sealed is null))
     and (i.is_marked is null or (r.leased_until is null
    or r.leased_until not between now() and now() + 30000 * interval '1 millisecond' + interval '1 minute'))
     for update of r
), assigned as (
  update deposits d
     set organization_id = l.organization_id, order_id = l.id, outcome = i.outcome, assigned_at = l.at
    from json_to_recordset($11::json) as i (position int, id uuid, outcome text)
    join locked l using (position)
   where d.id = i.id and d.order_id is null and d.reversed_at is null and d.exited_at is null
     and 
  case when (select is_on from screening)
       then exists (select from screenings s where s.deposit_id = i.id and s.state in ('clear', 'released')
                      and s.version = (select version from screening))
       else not exists (select from screenings s where s.deposit_id = i.id
                           and s.state in ('asking', 'hold', 'reject')) end and not exists (
  select m.* from deposit_returns b join rail_marks m on m.subject_id = b.id
   where b.deposit_id = i.id and m.answer <> m.outcome and m.decided_at is null)
  returning d.id
), returned as (
  -- A return that was recorded before inserts no row, so its order is not changed.
  insert into returns (rail, transaction, index, organization_id, order_id, payout_id, refund_id, key, currency,
    sent_minor, returned_minor, stage, code, recorded_at)
  select r.rail, r.transaction, r.index, l.organization_id, l.id, r.payout_id, r.refund_id, r.key, r.currency,
         r.sent_minor, r.returned_minor, r.stage, r.code, l.at
    from json_to_recordset($13::json) as r (position int, rail text, transaction text, index int, payout_id uuid,
           refund_id uuid, key text, currency text, sent_minor bigint, returned_minor bigint, stage text, code text)
    join locked l using (position)
  on conflict do nothing
  returning key
), unsent as (
  -- A refund that was sent meanwhile gives no position: the deposit is then not taken back, and nothing is set off.
  select i.position
    from json_to_recordset($16::json) as i (position int, id uuid, lease uuid, before bigint)
    join locked l using (position)
    join refunds r on (r.organization_id, r.id) = (l.organization_id, i.id)
   where r.lease_token is not distinct from i.lease and r.reversed_minor = i.before
     and (r.status in ('FAILED', 'KEPT', 'WRITTEN_OFF') or (r.status = 'PENDING' and r.rail is null and r.prepared_sealed is null))
     for update of r
), reversed as (
  update deposits d
     set reversed_at = l.at, reversal_code = i.code, reversal_held_minor = i.held_minor, loss_minor = i.loss_minor,
         reversal_order_id = l.id
    from json_to_recordset($15::json) as i (position int, id uuid, code text, held_minor bigint, loss_minor bigint,
           refunds int)
    join locked l using (position)
   where d.id = i.id and d.reversed_at is null and d.organization_id = l.organization_id
     and (select count(*) from unsent u where u.position = i.position) = i.refunds
  returning d.id
), contradicted as (
  -- A contradiction is decided once. That its record stands can be taken back.
  select m.key from rail_marks m join locked i on i.decided_key = m.key
   where (m.answer <> m.outcome and m.decided_at is null) or (m.record_stands and not i.record_stands) for update of m
), changed as (
  update orders o
     set version = o.version + 1,
         last_event = o.last_event + i.events,
         received_minor = o.received_minor + coalesce(i.received_minor, 0),
         status = coalesce(i.status, o.status),
         status_history = o.status_history || i.entries,
         updated_at = case when i.is_shown then i.at else o.updated_at end,
         -- Keep due_at if the old and the new value are both already due: a new value would rewrite every index entry.
         due_at = case when not i.is_rescheduled or (i.due_at <= i.at and o.due_at <= i.due_at) then o.due_at
                       else i.due_at end,
         attempt = coalesce(i.attempt, o.attempt),
         lease_token = case when i.keeps_lease then o.lease_token end,
         leased_until = case when i.renewed_ms is not null then now() + i.renewed_ms * interval '1 millisecond'
                             when i.keeps_lease then o.leased_until end,
         short_minor = o.short_minor + coalesce(i.short_minor, 0),
         retry_order_id = coalesce(i.retry_order_id, o.retry_order_id),
         accepted_loss_minor = coalesce(i.accepted_loss_minor, o.accepted_loss_minor),
         chosen_provider = coalesce(i.chosen_provider, o.chosen_provider),
         frozen_at = case i.freezing when 'frozen' then i.at when 'unfrozen' then null else o.frozen_at end,
         payout_held_since = case i.payout_held when 'held' then i.at when 'decided' then null else o.payout_held_since end,
         parked_reason = case when i.keeps_parking then o.parked_reason else i.parked_for end,
         parked_at = case when i.keeps_parking then o.parked_at when i.parked_for is not null then i.at end
    from locked i
   where (o.organization_id, o.id) = (i.organization_id, i.id)
     and (i.deposit_id is null or i.deposit_id in (select id from recorded union all select id from assigned))
     and (i.refund_id is null or i.position in (select position from held))
     and (i.return_key is null or i.return_key in (select key from returned))
     and (i.reversed_id is null or i.reversed_id in (select id from reversed))
     and (i.decided_key is null or i.decided_key in (select key from contradicted))
     and (i.set_off is null or i.set_off = (select count(*) from unsent u where u.position = i.position))
     and (i.pays_to is null or exists (
            select from external_payment_instruments e
             where e.organization_id = i.organization_id and e.id = i.pays_to and e.status = 'ACTIVE'
               and (e.closing_until is null or e.closing_until <= now())))
  returning o.status, o.status_history, o.updated_at, o.version, o.last_event, o.received_minor, o.short_minor, o.retry_order_id, o.parked_reason, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.attempt, o.lease_token, o.organization_id, o.id, o.route_id, o.payin_total_minor,
    o.payin_fee_minor, o.payin_tax_minor, o.payin_currency, o.payout_currency, o.payout_total_minor,
    o.reserved_provider, o.payin_instrument_id, o.created_at, i.position, i.closes, i.releases,
    o.last_event - i.events as first_event, i.at, i.gives_back, i.decided_key, i.record_stands
), closed as (
  -- Orders that no longer await funding leave the open total of their route.
  insert into open_totals (organization_id, route_id, slot, open_minor)
  select organization_id, route_id, $7::int, -sum(payin_total_minor)
    from changed where closes
   group by organization_id, route_id order by organization_id, route_id
      on conflict (organization_id, route_id, slot)
      do update set open_minor = open_totals.open_minor + excluded.open_minor
), released as (
  -- Orders that are filled or have ended give back what they reserve.
  insert into reserved_totals (provider, payin_currency, payout_currency, slot, payin_minor, payout_minor)
  select provider, payin_currency, payout_currency, $7::int, sum(payin_minor), sum(payout_minor)
    from (
  select reserved_provider as provider, payin_currency, payout_currency, -(payin_total_minor - payin_fee_minor - payin_tax_minor) as payin_minor,
         -payout_total_minor as payout_minor
    from changed where releases) changes
   group by provider, payin_currency, payout_currency order by provider, payin_currency, payout_currency
      on conflict (provider, payin_currency, payout_currency, slot)
      do update set payin_minor = reserved_totals.payin_minor + excluded.payin_minor,
                    payout_minor = reserved_totals.payout_minor + excluded.payout_minor
), filled as (
  update fills f
     set provider_reference = c.reference,
         filled_at = case when c.reference is not null then c.at end,
         sold_minor = c.sold_minor, delivered_minor = c.delivered_minor,
         fee_currency = c.fee_currency, fee_minor = c.fee_minor,
         declined_at = case when c.reference is null then c.at end,
         decline_code = c.code, decline_is_final = c.is_final
    from (select c.organization_id, c.id, c.at, i.*
            from json_to_recordset($3::json) as i (position int, sequence int, reference text, code text, is_final boolean,
                   sold_minor bigint, delivered_minor bigint, fee_currency text, fee_minor bigint)
            join changed c using (position) offset 0) c
   where (f.organization_id, f.order_id, f.sequence) = (c.organization_id, c.id, c.sequence)
), paid as (
  update payouts p
     set rail_reference = c.reference,
         settled_at = case when c.reference is not null then c.at end,
         rejected_at = case when c.reference is null then c.at end,
         rejection_code = c.code, fee_currency = c.fee_currency, fee_minor = c.fee_minor
    from (select c.organization_id, c.id, c.at, i.*
            from json_to_recordset($4::json) as i (position int, sequence int, reference text, code text,
                   fee_currency text, fee_minor bigint)
            join changed c using (position) offset 0) c
   where (p.organization_id, p.order_id, p.sequence) = (c.organization_id, c.id, c.sequence)
), posted as (
  insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
    currency, amount_minor, posted_at)
  select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
    from json_to_recordset($5::json) as t (position int, posting_id uuid, posting text, debit text,
           credit text, currency text, amount_minor bigint)
    join changed c using (position)
), given_back as (
  -- Orders that end unfunded no longer count for volume limits.
  insert into volume_used (organization_id, subject_id, currency, period, starts_at, used_minor)
  
  select u.organization_id, u.subject_id, u.currency, u.period, u.starts_at, -sum(c.payin_total_minor)
    from changed c
    cross join lateral (select * from volume_used where organization_id = c.organization_id and subject_id in (c.organization_id, c.payin_instrument_id) and currency = c.payin_currency and starts_at = date_trunc(period, c.created_at, 'UTC') offset 0) u
   where gives_back group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, subject_id, currency, period, starts_at)
      do update set used_minor = volume_used.used_minor + excluded.used_minor
), payout_returned as (
  update payouts p set returned_at = c.at
    from (select c.organization_id, c.at, i.payout_id
            from json_to_recordset($13::json) as i (position int, payout_id uuid, stage text)
            join changed c using (position)
           where i.stage = 'whole' offset 0) c
   where (p.organization_id, p.id) = (c.organization_id, c.payout_id)
), paid_again as (
  insert into payouts (organization_id, id, order_id, sequence, rail_key, method, instrument_id, currency,
    amount_minor, created_at, rail)
  select c.organization_id, p.id, c.id, p.sequence, p.rail_key, p.method, p.instrument_id, p.currency, p.amount_minor,
         c.at, null
    from json_to_recordset($14::json) as p (position int, id uuid, sequence int, rail_key text, method text,
           instrument_id uuid, currency text, amount_minor bigint)
    join changed c using (position)
), refunded as (
  insert into refunds (organization_id, id, order_id, deposit_id, currency, amount_minor, reason,
    destination_instrument_id, status, rail_key, created_at, updated_at, due_at, small_rail, borne_fee_minor, collected_in)
  select c.organization_id, r.id, c.id, r.deposit_id, r.currency, r.amount_minor, r.reason, r.destination,
         r.status, r.rail_key, c.at, c.at, r.due_at, r.small_rail, r.borne_fee_minor, r.collected_in
    from json_to_recordset($8::json) as r (position int, id uuid, deposit_id uuid, currency text,
           amount_minor bigint, reason text, destination uuid, rail_key text, due_at timestamptz, status text,
           small_rail text, borne_fee_minor bigint, collected_in uuid)
    join changed c using (position)
), refunds_collected as (
  update refunds r
     set status = 'COLLECTED', collected_in = c.collected_in, updated_at = greatest(c.at, r.updated_at)
    from (select c.organization_id, c.at, i.id, i.collected_in
            from json_to_recordset($10::json) as i (position int, id uuid, collected_in uuid)
            join changed c using (position) offset 0) c
   where (r.organization_id, r.id) = (c.organization_id, c.id) and r.status in ('PENDING', 'FAILED', 'KEPT')
), refund_moved as (
  update refunds r
     set status = c.status, rail_reference = c.reference, due_at = c.due_at, attempt = 0,
         destination_instrument_id = coalesce(c.destination, r.destination_instrument_id),
         rail_key = coalesce(c.rail_key, r.rail_key),
         rail = coalesce(c.found_rail, case when c.rail_key is null then r.rail end),
         prepared_key_id = case when c.rail_key is null then r.prepared_key_id end,
         prepared_sealed = case when c.rail_key is null then r.prepared_sealed end,
         rejection_code = c.code, fee_currency = c.fee_currency, fee_minor = c.fee_minor,
         lease_token = null, leased_until = null, updated_at = greatest(c.at, r.updated_at)
    from (select c.organization_id, c.at, i.*
            from json_to_recordset($9::json) as i (position int, id uuid, status text, reference text,
                   due_at timestamptz, destination uuid, rail_key text, found_rail text, code text, fee_currency text, fee_minor bigint)
            join changed c using (position) offset 0) c
   where (r.organization_id, r.id) = (c.organization_id, c.id)
), refund_reversed as (
  update refunds r
     set reversed_minor = r.reversed_minor + c.minor,
         kept_minor = r.kept_minor + c.kept,
         status = case when c.is_whole and r.status <> 'WRITTEN_OFF' then 'PROCESSED' else r.status end,
         rail_reference = case when c.is_whole and r.status <> 'WRITTEN_OFF' then c.reference end,
         due_at = case when c.is_whole then null else r.due_at end,
         lease_token = null, leased_until = null, updated_at = greatest(c.at, r.updated_at)
    from (select c.organization_id, c.at, i.*
            from json_to_recordset($16::json) as i (position int, id uuid, minor bigint, is_whole boolean,
                   kept bigint, reference text)
            join changed c using (position) offset 0) c
   where (r.organization_id, r.id) = (c.organization_id, c.id)
), receivable_changed as (
  insert into receivable_changes (organization_id, order_id, version, kind, currency, amount_minor, rail, created_at)
  select c.organization_id, c.id, c.version, i.kind, i.currency, i.amount_minor, i.rail, c.at
    from json_to_recordset($17::json) as i (position int, kind text, currency text, amount_minor bigint, rail text)
    join changed c using (position)
), marked as (
  insert into rail_marks (key, kind, organization_id, order_id, subject_id, rail, outcome, evidence, marked_at,
    prepared_key_id, prepared_sealed, due_at, currency, amount_minor, instrument_id)
  select m.key, m.kind, c.organization_id, c.id, m.subject_id, m.rail, m.outcome, m.evidence, c.at,
         coalesce(p.prepared_key_id, r.prepared_key_id), coalesce(p.prepared_sealed, r.prepared_sealed), now(),
         coalesce(p.currency, r.currency), coalesce(p.amount_minor, r.amount_minor - r.reversed_minor),
         coalesce(p.instrument_id, r.destination_instrument_id)
    from json_to_recordset($18::json) as m (position int, key text, kind text, subject_id uuid, rail text,
           outcome text, evidence text)
    join changed c using (position)
    left join payouts p on p.rail_key = m.key
    left join refunds r on r.rail_key = m.key
), decided as (
  update rail_marks m set decided_at = c.at, record_stands = c.record_stands from changed c where m.key = c.decided_key
), cancelling as (
  insert into send_cancellations (key, kind, organization_id, order_id, subject_id, rail, asked_at)
  select s.key, s.kind, c.organization_id, c.id, s.subject_id, s.rail, c.at
    from json_to_recordset($19::json) as s (position int, key text, kind text, subject_id uuid, rail text)
    join changed c using (position)
  on conflict (key) do update
     set asked_at = excluded.asked_at, answer = null, detail = null, answered_at = null
), noted as (
  insert into order_notes (organization_id, order_id, version, action, reason, provider_name, firm_rate,
    provider_payout_minor, created_at)
  select c.organization_id, c.id, c.version, n.action, n.reason, n.provider_name, n.firm_rate,
         n.provider_payout_minor, c.at
    from json_to_recordset($12::json) as n (position int, action text, reason text, provider_name text,
           firm_rate numeric, provider_payout_minor bigint)
    join changed c using (position)
), announced as (
  insert into events (organization_id, id, order_id, sequence, type, data, created_at)
  select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
    from json_to_recordset($6::json) as e (position int, id uuid, type text, data jsonb, step int)
    join changed c using (position)
  returning organization_id, id, type, created_at), delivered as (
  insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
    updated_at, due_at)
  select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
         a.created_at, a.created_at, a.created_at
    from announced a
    cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
         and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
select status, status_history, updated_at, version, last_event, received_minor, short_minor, retry_order_id, parked_reason, accepted_loss_minor, chosen_provider, frozen_at, attempt, lease_token, position from changed;

-- Orders that were parked or frozen before an instant.
-- selectHeldOrders in server/src/engine/orders/delay-queries.ts
prepare select_held_orders (
  timestamp with time zone, -- $1 before
  bigint -- $2 limit
) as
(select o.organization_id, o.id, o.version, o.status, o.reference_number, o.external_reference_id, o.metadata, o.updated_at,
o.payout_instrument_id, o.payout_currency, o.parked_reason, coalesce(o.chosen_provider, o.priced_provider) as provider, 'parked' as cause, o.parked_at as since
    from orders o
   where o.parked_reason is not null and o.parked_reason <> 'liquidity' and o.parked_at <= $1 and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')
     and 
not exists (select from order_delays d
             where (d.organization_id, d.order_id, d.cause, d.since) = (o.organization_id, o.id, 'parked', o.parked_at) offset 0)
   order by o.parked_at limit $2)
 union all
 (select o.organization_id, o.id, o.version, o.status, o.reference_number, o.external_reference_id, o.metadata, o.updated_at,
o.payout_instrument_id, o.payout_currency, o.parked_reason, coalesce(o.chosen_provider, o.priced_provider) as provider, 'frozen', o.frozen_at
    from orders o
   where o.frozen_at is not null and o.frozen_at <= $1 and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')
     and (o.parked_reason is null or o.parked_reason = 'liquidity')
     and 
not exists (select from order_delays d
             where (d.organization_id, d.order_id, d.cause, d.since) = (o.organization_id, o.id, 'frozen', o.frozen_at) offset 0)
   order by o.frozen_at limit $2);

-- Orders that have had their status for too long.
-- selectSlowOrders in server/src/engine/orders/delay-queries.ts
prepare select_slow_orders (
  timestamp with time zone, -- $1 now
  timestamp with time zone, -- $2 due_before
  double precision, -- $3 fill_ms
  double precision, -- $4 payout_ms
  double precision, -- $5 halted_ms
  integer -- $6 limit
) as
with unparked as (
   select o.* from orders o
    where o.due_at <= $2 and o.parked_reason is null and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') and o.frozen_at is null
 ), unfunded as (
   select o.* from orders o
    where o.parked_reason is not null and o.parked_reason = 'liquidity' and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') and o.frozen_at is null
 ), old as not materialized (
   select o.*, case o.status when 'STEP_2_FILLING_FX' then $3::float8 else $4::float8 end * interval '1 millisecond' as step
     from (select * from unparked union all select * from unfunded) o
    where o.updated_at <= $1::timestamptz
          - least(case o.status when 'STEP_2_FILLING_FX' then $3::float8 else $4::float8 end, $5::float8) * interval '1 millisecond'
 ), timed as not materialized (
   select o.*, o.step + o.days * interval '1 day' as takes
     from (select o.*, r.days as settlement_days, case when o.status = 'STEP_2_FILLING_FX' or r.days = 0 then 0
                            when extract(isodow from o.updated_at) + r.days < 6 then r.days
                            when extract(isodow from o.updated_at) = 7 then r.days + 1
                            else r.days + 2 end as days
             from old o
             join (select organization_id, id, right(estimated_settlement_time, 1)::int as days from configured_routes) r
               on (r.organization_id, r.id) = (o.organization_id, o.route_id)) o
 ), late as (
   -- Only of these the releases are looked up. There are never as many orders that were released a moment ago.
   select o.* from timed o where o.updated_at + o.takes <= $1 and 
not exists (select from order_delays d
             where (d.organization_id, d.order_id, d.cause, d.since) = (o.organization_id, o.id, 'slow', o.updated_at) offset 0)
    order by o.updated_at limit $6 * 10
 )
 (select o.organization_id, o.id, o.version, o.status, o.reference_number, o.external_reference_id, o.metadata, o.updated_at,
o.payout_instrument_id, o.payout_currency, o.parked_reason, coalesce(o.chosen_provider, o.priced_provider) as provider, 'slow' as cause, o.updated_at as since, true as is_late, case o.status
     when 'STEP_2_FILLING_FX' then not exists (
       select from fills f where f.organization_id = o.organization_id and f.order_id = o.id
          and f.filled_at is null and f.declined_at is null offset 0)
     else not exists (
       select from payouts p where p.organization_id = o.organization_id and p.order_id = o.id
          and p.rejected_at is null and p.rail is not null offset 0) end as has_nothing_in_flight,
         o.settlement_days
    from late o
   where not exists (
     select from events e
      where e.order_id = o.id and e.organization_id = o.organization_id and e.id >= o.id
        and e.type = 'order.released' and e.created_at > $1::timestamptz - o.takes offset 0)
   order by o.updated_at limit $6)
 union all
 (select o.organization_id, o.id, o.version, o.status, o.reference_number, o.external_reference_id, o.metadata, o.updated_at,
o.payout_instrument_id, o.payout_currency, o.parked_reason, coalesce(o.chosen_provider, o.priced_provider) as provider, 'slow', o.updated_at, false, true, o.settlement_days
    from timed o
   where $5::float8 is not null and o.updated_at + o.takes > $1 and case o.status
     when 'STEP_2_FILLING_FX' then not exists (
       select from fills f where f.organization_id = o.organization_id and f.order_id = o.id
          and f.filled_at is null and f.declined_at is null offset 0)
     else not exists (
       select from payouts p where p.organization_id = o.organization_id and p.order_id = o.id
          and p.rejected_at is null and p.rail is not null offset 0) end
     and 
not exists (select from order_delays d
             where (d.organization_id, d.order_id, d.cause, d.since) = (o.organization_id, o.id, 'slow', o.updated_at) offset 0)
   order by o.updated_at limit $6);

-- Returns the delays that were told now.
-- insertOrderDelays in server/src/engine/orders/delay-queries.ts
prepare insert_order_delays (
  json, -- $1 delays
  json -- $2 events
) as
with locked as (
   select i.*
     from json_to_recordset($1::json) as i (position int, organization_id uuid, id uuid, version int, cause text,
            since timestamptz, code text, at timestamptz, expected_at timestamptz)
     join orders o on (o.organization_id, o.id) = (i.organization_id, i.id)
    where o.version = i.version
    order by i.organization_id, i.id
      for update of o skip locked
 ), told as (
   insert into order_delays (organization_id, order_id, cause, since, code, told_at, expected_at)
   select organization_id, id, cause, since, code, at, expected_at from locked
   on conflict do nothing
   returning organization_id, order_id
 ), changed as (
   update orders o set last_event = o.last_event + 1
     from locked i join told t on (t.organization_id, t.order_id) = (i.organization_id, i.id)
    where (o.organization_id, o.id) = (i.organization_id, i.id)
   returning i.position, o.organization_id, o.id, o.last_event - 1 as first_event, i.at
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($2::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select position from changed;

-- The wanted orders that stand still until a person has looked at them.
-- selectReviewedOrders in server/src/engine/orders/delay-queries.ts
prepare select_reviewed_orders (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  text[] -- $3 untold_reasons
) as
select id, since
 from (
   select id, least(case when parked_reason <> all ($3::text[]) then parked_at end, frozen_at) as since from orders
    where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))) looked
where since is not null;

-- A background task that corrects open and reserved totals, and the counts of volume limits.
-- keepOpenTotals in server/src/engine/orders/exposure.ts
prepare lock_open_totals as
select pg_advisory_xact_lock(hashtext('open totals'));

-- The order with this funding account; undefined if no order or several orders have it.
-- selectOrderByFundingAccount in server/src/engine/orders/funding-queries.ts
prepare select_order_by_funding_account (
  text, -- $1 rail
  text -- $2 address
) as
select orders.organization_id, orders.id, orders.quote_id, orders.offering_id, orders.reference_number, orders.external_reference_id, orders.payin_instrument_id, orders.payin_instrument_version, orders.payout_instrument_id, orders.payout_instrument_version, orders.payin_currency, orders.payout_currency, orders.exchange_rate, orders.effective_exchange_rate, orders.payin_total_minor, orders.payin_fee_minor, orders.payin_tax_minor, orders.payout_total_minor, orders.funding_details, orders.retry_order_id, orders.status_history, orders.created_at, orders.updated_at, orders.metadata, orders.route_id, orders.funding_expires_at, orders.status, orders.request_hash, orders.attempt, orders.lease_token, orders.version, orders.last_event, orders.received_minor, orders.short_minor, orders.parked_reason, orders.priced_provider, orders.accepted_loss_minor, orders.chosen_provider, orders.frozen_at, orders.key_id from orders where funding_address = $2 and funding_rail = $1 limit 2;

-- The rail that watches the order's funding account.
-- selectFundingRail in server/src/engine/orders/funding-queries.ts
prepare select_funding_rail (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select funding_rail from orders where organization_id = $1 and id = $2;

-- The order that has an account of a pool now.
-- selectOrderOfPooledAccount in server/src/engine/orders/funding-queries.ts
prepare select_order_of_pooled_account (
  text, -- $1 rail
  text -- $2 address
) as
select o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id
 from funding_accounts a join orders o on (o.organization_id, o.id) = (a.organization_id, a.order_id)
where a.rail = $1 and a.account = $2;

-- Orders with this funding account that await exactly this amount.
-- selectOrdersAwaiting in server/src/engine/orders/funding-queries.ts
prepare select_orders_awaiting (
  text, -- $1 rail
  text, -- $2 address
  text, -- $3 currency
  bigint -- $4 amount_minor
) as
select orders.organization_id, orders.id, orders.quote_id, orders.offering_id, orders.reference_number, orders.external_reference_id, orders.payin_instrument_id, orders.payin_instrument_version, orders.payout_instrument_id, orders.payout_instrument_version, orders.payin_currency, orders.payout_currency, orders.exchange_rate, orders.effective_exchange_rate, orders.payin_total_minor, orders.payin_fee_minor, orders.payin_tax_minor, orders.payout_total_minor, orders.funding_details, orders.retry_order_id, orders.status_history, orders.created_at, orders.updated_at, orders.metadata, orders.route_id, orders.funding_expires_at, orders.status, orders.request_hash, orders.attempt, orders.lease_token, orders.version, orders.last_event, orders.received_minor, orders.short_minor, orders.parked_reason, orders.priced_provider, orders.accepted_loss_minor, orders.chosen_provider, orders.frozen_at, orders.key_id from orders
where funding_address = $2 and funding_rail = $1 and status = 'STEP_1_AWAITING_FUNDING'
  and payin_currency = $3 and payin_total_minor - received_minor = $4::bigint
limit 100;

-- The order with this funding account and one of these numbers; undefined if there is none or more than one.
-- selectOrderByReferenceNumbers in server/src/engine/orders/funding-queries.ts
prepare select_order_by_reference_numbers (
  text, -- $1 rail
  text, -- $2 address
  text[] -- $3 reference_numbers
) as
select orders.organization_id, orders.id, orders.quote_id, orders.offering_id, orders.reference_number, orders.external_reference_id, orders.payin_instrument_id, orders.payin_instrument_version, orders.payout_instrument_id, orders.payout_instrument_version, orders.payin_currency, orders.payout_currency, orders.exchange_rate, orders.effective_exchange_rate, orders.payin_total_minor, orders.payin_fee_minor, orders.payin_tax_minor, orders.payout_total_minor, orders.funding_details, orders.retry_order_id, orders.status_history, orders.created_at, orders.updated_at, orders.metadata, orders.route_id, orders.funding_expires_at, orders.status, orders.request_hash, orders.attempt, orders.lease_token, orders.version, orders.last_event, orders.received_minor, orders.short_minor, orders.parked_reason, orders.priced_provider, orders.accepted_loss_minor, orders.chosen_provider, orders.frozen_at, orders.key_id from orders
where reference_number = any ($3::text[]) and funding_address = $2 and funding_rail = $1 limit 2;

-- Orders with one of these numbers, on any rail, and the latest ones of the account.
-- selectOrdersToSuggest in server/src/engine/orders/funding-queries.ts
prepare select_orders_to_suggest (
  text, -- $1 rail
  text, -- $2 address
  text[], -- $3 reference_numbers
  timestamp with time zone -- $4 since
) as
(
select organization_id, id, reference_number, payin_currency, funding_address = $2 and (funding_rail = $1 or funding_rail <> 'sandbox') as is_at_account,
       status = 'STEP_1_AWAITING_FUNDING' as is_awaiting, payin_total_minor - received_minor as open_minor
  from orders where reference_number = any ($3::text[]))
 union
 (
select organization_id, id, reference_number, payin_currency, funding_address = $2 and (funding_rail = $1 or funding_rail <> 'sandbox') as is_at_account,
       status = 'STEP_1_AWAITING_FUNDING' as is_awaiting, payin_total_minor - received_minor as open_minor
  from orders where funding_address = $2 and (funding_rail = $1 or funding_rail <> 'sandbox') and funding_expires_at >= $4
   order by funding_expires_at desc limit 1000);

-- A page of accounts whose orders can be funded until `boundary` or later, or of all others.
-- selectWatchedAccounts in server/src/engine/orders/funding-queries.ts
prepare select_recent_accounts (
  text, -- $1 rail
  timestamp with time zone, -- $2 boundary
  timestamp with time zone, -- $3 after_expiry
  uuid -- $4 after_id
) as
select o.id, o.funding_address, o.funding_details, o.funding_expires_at, e.method
 from orders o
 join external_payment_instruments e on e.organization_id = o.organization_id and e.id = o.payin_instrument_id
where o.funding_rail = $1 and o.funding_rail <> 'sandbox' and o.funding_expires_at >= $2
  and (o.funding_expires_at, o.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'::uuid))
order by o.funding_expires_at, o.id limit 500;

-- A page of accounts whose orders can be funded until `boundary` or later, or of all others.
-- selectWatchedAccounts in server/src/engine/orders/funding-queries.ts
prepare select_older_accounts (
  text, -- $1 rail
  timestamp with time zone, -- $2 boundary
  timestamp with time zone, -- $3 after_expiry
  uuid -- $4 after_id
) as
select o.id, o.funding_address, o.funding_details, o.funding_expires_at, e.method
 from orders o
 join external_payment_instruments e on e.organization_id = o.organization_id and e.id = o.payin_instrument_id
where o.funding_rail = $1 and o.funding_rail <> 'sandbox' and o.funding_expires_at < $2
  and (o.funding_expires_at, o.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'::uuid))
order by o.funding_expires_at, o.id limit 500;

-- openFundingReads in server/src/engine/orders/funding-reads.ts
prepare select_funding_reads (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 order_ids
  text[] -- $3 refund_keys
) as
select o.funding_rail as rail,
        o.funding_rail = 'sandbox'
        or (coalesce(c.read_up_to >= o.funding_expires_at, false)
            and not exists (
              select from rail_entries e
               where e.rail = o.funding_rail and e.entry ->> 'account' = o.funding_address
                 and e.due_at is not null and e.kind = 'deposit'
                 and coalesce((e.entry ->> 'received_at')::timestamptz, e.reported_at) <= o.funding_expires_at))
          as is_read,
        
(
exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends' and coalesce(h.orders_until, h.halted_at) >= o.created_at)
 or exists (select from unknown_sends u where u.order_id = o.id and u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))) and u.key is distinct from of_refund)) as is_undecided
   from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as i (of_organization, of_order, of_refund, position)
   cross join lateral (select * from orders where organization_id = of_organization and id = of_order offset 0) o
   left join rail_cursors c on c.rail = o.funding_rail
  order by position;

-- Creates orders from quotes.
-- insertOrders in server/src/engine/orders/insert-queries.ts
prepare insert_plain_orders (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  uuid[], -- $3 quote_ids
  text[], -- $4 reference_numbers
  text[], -- $5 external_reference_ids
  jsonb[], -- $6 funding_details
  text[], -- $7 funding_addresses
  text[], -- $8 first_statuses
  text[], -- $9 created_at_texts
  timestamp with time zone[], -- $10 created_at
  text[], -- $11 operations
  text[], -- $12 idempotency_keys
  bytea[], -- $13 request_hashes
  numeric[], -- $14 totals
  uuid[], -- $15 route_organization_ids
  uuid[], -- $16 route_ids
  integer, -- $17 slot
  text[], -- $18 funding_rails
  integer[], -- $19 event_positions
  uuid[], -- $20 event_ids
  text[], -- $21 event_types
  jsonb[], -- $22 event_data
  integer[], -- $23 event_steps
  jsonb[] -- $24 metadata
) as
with room as materialized (
   select r.organization_id, r.id as route_id, r.max_open_total_minor - 
(select coalesce(sum(open_minor), 0) from open_totals
  where organization_id = r.organization_id and route_id = r.id) as minor
     from unnest($15::uuid[], $16::uuid[]) as used (organization_id, id)
     cross join lateral (select * from configured_routes where organization_id = used.organization_id and id = used.id and not is_disabled offset 0) r
 ), limited as materialized (
   select distinct organization_id from volume_limits
    where organization_id = any ($1) and limit_minor is not null
 ), created as (
   insert into orders (organization_id, id, quote_id, offering_id, route_id, reference_number,
     external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id,
     payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate,
     payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, funding_address, funding_rail,
     funding_expires_at, status, status_history, created_at, updated_at, operation, idempotency_key,
     request_hash, due_at, priced_provider, metadata)
   select q.organization_id, i.id, q.id, q.offering_id, q.route_id, i.reference, i.external_reference,
          payin.id, payin.version, payout.id, payout.version, q.payin_currency, q.payout_currency,
          q.exchange_rate, q.exchange_rate, q.payin_total_minor, q.payin_fee_minor, q.payin_tax_minor,
          q.payout_total_minor, i.funding_details, i.funding_address, i.funding_rail, q.funding_expires_at,
          i.status, jsonb_build_array(jsonb_build_object('status', i.status, 'created_at', i.created_at_text)), i.created_at, i.created_at, i.operation, i.key, i.hash,
          q.funding_expires_at, q.priced_provider, i.metadata
     from unnest($1::uuid[], $2::uuid[], $3::uuid[],
            $4::text[], $5::text[], $6::jsonb[],
            $7::text[], $8::text[], $9::text[],
            $10::timestamptz[], $11::text[], $12::text[],
            $13::bytea[], $14::numeric[],
            $18::text[], $24::jsonb[])
          as i (organization_id, id, quote_id, reference, external_reference, funding_details, funding_address,
            status, created_at_text, created_at, operation, key, hash, batch_minor, funding_rail, metadata)
     cross join lateral (select * from quotes where organization_id = i.organization_id and id = i.quote_id and i.created_at <= submission_expires_at offset 0) q
     cross join lateral (select * from room where organization_id = q.organization_id and route_id = q.route_id and (i.operation = 'retry' or i.batch_minor <= minor) offset 0) room
     
cross join lateral (select * from organizations where id = q.organization_id and status = 'ACTIVE' offset 0) organization
cross join lateral (select * from external_payment_instruments where organization_id = q.organization_id and id = q.payin_instrument_id and status = 'ACTIVE' and (closing_until is null or closing_until <= now()) offset 0) payin
cross join lateral (select * from external_payment_instruments where organization_id = q.organization_id and id = q.payout_instrument_id and status = 'ACTIVE' and (closing_until is null or closing_until <= now()) offset 0) payout
    where i.organization_id not in (select organization_id from limited)
   on conflict do nothing
   returning organization_id, id, payin_instrument_version, payout_instrument_version, route_id,
     payin_total_minor, created_at, operation
 ), opened_more as (
insert into open_totals (organization_id, route_id, slot, open_minor)
select organization_id, route_id, $17::int, sum(payin_total_minor)
  from created where operation = 'create'
 group by organization_id, route_id order by organization_id, route_id
    on conflict (organization_id, route_id, slot)
    do update set open_minor = open_totals.open_minor + excluded.open_minor
 ), numbered as (
   select i.position::int as position, c.organization_id, c.id, c.created_at as at, 0 as first_event
     from unnest($2::uuid[]) with ordinality as i (id, position) join created c using (id)
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from unnest($19::int[], $20::uuid[], $21::text[], $22::jsonb[],
         $23::int[]) as e (position, id, type, data, step)
  join numbered c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select organization_id, id, payin_instrument_version, payout_instrument_version from created
  union all
 select i.organization_id, i.id, null, null
   from unnest($1::uuid[], $2::uuid[]) as i (organization_id, id) join limited using (organization_id);

-- server/src/engine/orders/insert-queries.ts
prepare insert_orders (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  uuid[], -- $3 quote_ids
  text[], -- $4 reference_numbers
  text[], -- $5 external_reference_ids
  jsonb[], -- $6 funding_details
  text[], -- $7 funding_addresses
  text[], -- $8 first_statuses
  text[], -- $9 created_at_texts
  timestamp with time zone[], -- $10 created_at
  text[], -- $11 operations
  text[], -- $12 idempotency_keys
  bytea[], -- $13 request_hashes
  numeric[], -- $14 totals
  uuid[], -- $15 route_organization_ids
  uuid[], -- $16 route_ids
  integer, -- $17 slot
  text[], -- $18 funding_rails
  integer[], -- $19 event_positions
  uuid[], -- $20 event_ids
  text[], -- $21 event_types
  jsonb[], -- $22 event_data
  integer[], -- $23 event_steps
  jsonb[], -- $24 metadata
  uuid[], -- $25 funding_account_ids
  uuid[], -- $26 reserving_ids
  text[], -- $27 reserving_providers
  text[], -- $28 reserving_payin_currencies
  text[], -- $29 reserving_payout_currencies
  numeric[], -- $30 reserving_payin_minor
  numeric[], -- $31 reserving_payout_minor
  json, -- $32 payments
  json, -- $33 account_transfers
  json -- $34 payment_transfers
) as
with room as materialized (
   select r.organization_id, r.id as route_id, r.max_open_total_minor - 
(select coalesce(sum(open_minor), 0) from open_totals
  where organization_id = r.organization_id and route_id = r.id) as minor
     from unnest($15::uuid[], $16::uuid[]) as used (organization_id, id)
     cross join lateral (select * from configured_routes where organization_id = used.organization_id and id = used.id and not is_disabled offset 0) r
 ), covered as materialized (
   with asked as materialized (
     select * from unnest($26::uuid[], $27::text[],
           $28::text[], $29::text[],
           $30::numeric[], $31::numeric[]) as a (id, provider, payin_currency, payout_currency, payin_minor, payout_minor)
   ), pairs as materialized (
     select distinct provider, payin_currency, payout_currency from asked order by 1, 2, 3
   ), room as materialized (
     select p.*, l.* from pairs p cross join lateral lock_liquidity(p.provider, p.payin_currency, p.payout_currency) l
   )
   select id from asked join room using (provider, payin_currency, payout_currency)
    where payin_minor <= coalesce(payin_left, payin_minor) and payout_minor <= coalesce(payout_left, payout_minor)
 ), paying as materialized (
   select * from json_to_recordset($32::json) as p (position int, organization_id uuid, id uuid, account_id uuid,
            amount_minor bigint, currency text, number text, rail text, transaction text, deposit_id uuid,
            line_posting_id uuid, due_at timestamptz)
 ), paying_accounts as materialized (
   select a.* from accounts a
    where (a.organization_id, a.id) in (select organization_id, account_id from paying) and not (
exists (select from halts h where h.resumed_at is null and h.what = 'sends'
           and (h.rail is null or h.rail = a.rail)) or exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends'))
      and (select count(*) from covered) is not null
    order by a.organization_id, a.id
      for update
 ), affordable as materialized (
   select p.*, a.balance_minor, a.lines
     from (select *, sum(amount_minor) over (partition by account_id order by position) as asked_minor from paying) p
     join paying_accounts a on (a.organization_id, a.id) = (p.organization_id, p.account_id) and a.currency = p.currency
    where p.asked_minor <= a.balance_minor
 ), batch as materialized (
   select * from unnest($1::uuid[], $2::uuid[], $3::uuid[],
              $10::timestamptz[], $11::text[])
     with ordinality as b (organization_id, id, quote_id, created_at, operation, position)
 ), volumes as materialized (
   select o.organization_id, v.*
     from (select organization_id, max(created_at) as at from batch
            where operation = 'create' and (select count(*) from (select id from covered union all select id from affordable) l) is not null
            group by organization_id, date_trunc('day', created_at, 'UTC') order by 1, 2) o
     cross join lateral (select from volume_limits
                          where organization_id = o.organization_id and limit_minor is not null limit 1) limited
     cross join lateral lock_volume_limits(o.organization_id, o.at) v
 ), asked_volumes as materialized (
   select i.id, v.*, sum(q.payin_total_minor) over (
            partition by v.organization_id, v.subject_id, v.currency, v.period, v.starts_at order by i.position
          ) as asked_minor
     from volumes v
     join batch i on i.organization_id = v.organization_id and i.operation = 'create'
      and v.starts_at = date_trunc(v.period, i.created_at, 'UTC')
     cross join lateral (select * from quotes where organization_id = i.organization_id and id = i.quote_id and payin_currency = v.currency and v.subject_id in (organization_id, payin_instrument_id) offset 0) q
 ), created as (
   insert into orders (organization_id, id, quote_id, offering_id, route_id, reference_number,
     external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id,
     payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate,
     payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, funding_address, funding_rail,
     funding_expires_at, status, status_history, created_at, updated_at, operation, idempotency_key,
     request_hash, due_at, priced_provider, metadata, reserved_provider, received_minor, last_event)
   select q.organization_id, i.id, q.id, q.offering_id, q.route_id, i.reference, i.external_reference,
          payin.id, payin.version, payout.id, payout.version, q.payin_currency, q.payout_currency,
          q.exchange_rate, q.exchange_rate, q.payin_total_minor, q.payin_fee_minor, q.payin_tax_minor,
          q.payout_total_minor, i.funding_details, i.funding_address, i.funding_rail, q.funding_expires_at,
          i.status, case when paying.id is null then jsonb_build_array(jsonb_build_object('status', i.status, 'created_at', i.created_at_text))
               else jsonb_build_array(jsonb_build_object('status', 'STEP_1_AWAITING_FUNDING', 'created_at', i.created_at_text), jsonb_build_object('status', i.status, 'created_at', i.created_at_text)) end, i.created_at, i.created_at, i.operation, i.key, i.hash,
          coalesce(paying.due_at, q.funding_expires_at), q.priced_provider, i.metadata,
          case when i.id = any ($26) then q.priced_provider end, coalesce(paying.amount_minor, 0),
          case when paying.id is null then 1 else 3 end
     from unnest($1::uuid[], $2::uuid[], $3::uuid[],
            $4::text[], $5::text[], $6::jsonb[],
            $7::text[], $8::text[], $9::text[],
            $10::timestamptz[], $11::text[], $12::text[],
            $13::bytea[], $14::numeric[],
            $18::text[], $24::jsonb[], $25::uuid[])
          as i (organization_id, id, quote_id, reference, external_reference, funding_details, funding_address,
            status, created_at_text, created_at, operation, key, hash, batch_minor, funding_rail, metadata, funding_account)
     left join paying on paying.id = i.id
     cross join lateral (select * from quotes where organization_id = i.organization_id and id = i.quote_id and i.created_at <= submission_expires_at offset 0) q
     cross join lateral (select * from room where organization_id = q.organization_id and route_id = q.route_id and (i.operation = 'retry' or paying.id is not null or i.batch_minor <= minor) offset 0) room
     
cross join lateral (select * from organizations where id = q.organization_id and status = 'ACTIVE' offset 0) organization
cross join lateral (select * from external_payment_instruments where organization_id = q.organization_id and id = q.payin_instrument_id and status = 'ACTIVE' and (closing_until is null or closing_until <= now()) offset 0) payin
cross join lateral (select * from external_payment_instruments where organization_id = q.organization_id and id = q.payout_instrument_id and status = 'ACTIVE' and (closing_until is null or closing_until <= now()) offset 0) payout
    where 
(i.funding_account is null or exists (
   select from funding_accounts where id = i.funding_account and order_id is null and retired_at is null for update skip locked))
      and (i.id <> all ($26) or i.id in (select id from covered))
      and (paying.id is null or i.id in (select id from affordable))
      and not exists (select from asked_volumes where id = i.id and asked_minor > left_minor)
   on conflict do nothing
   returning organization_id, id, payin_instrument_version, payout_instrument_version, route_id,
     payin_total_minor, created_at, operation, reserved_provider, payin_currency, payout_currency,
     payin_fee_minor, payin_tax_minor, payout_total_minor, status
 ), opened_more as (
insert into open_totals (organization_id, route_id, slot, open_minor)
select organization_id, route_id, $17::int, sum(payin_total_minor)
  from created where operation = 'create' and status = 'STEP_1_AWAITING_FUNDING'
 group by organization_id, route_id order by organization_id, route_id
    on conflict (organization_id, route_id, slot)
    do update set open_minor = open_totals.open_minor + excluded.open_minor
 ), reserved_more as (
insert into reserved_totals (provider, payin_currency, payout_currency, slot, payin_minor, payout_minor)
select provider, payin_currency, payout_currency, $17::int, sum(payin_minor), sum(payout_minor)
  from (
select reserved_provider as provider, payin_currency, payout_currency, (payin_total_minor - payin_fee_minor - payin_tax_minor) as payin_minor,
       payout_total_minor as payout_minor
  from created where reserved_provider is not null) changes
 group by provider, payin_currency, payout_currency order by provider, payin_currency, payout_currency
    on conflict (provider, payin_currency, payout_currency, slot)
    do update set payin_minor = reserved_totals.payin_minor + excluded.payin_minor,
                  payout_minor = reserved_totals.payout_minor + excluded.payout_minor
 ), counted as (
insert into volume_used (organization_id, subject_id, currency, period, starts_at, used_minor)

select a.organization_id, a.subject_id, a.currency, a.period, a.starts_at, sum(c.payin_total_minor)
  from asked_volumes a join created c using (id) group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (organization_id, subject_id, currency, period, starts_at)
    do update set used_minor = volume_used.used_minor + excluded.used_minor
 ), assigned as (
update funding_accounts a
   set organization_id = c.organization_id, order_id = c.id, assigned_at = c.created_at
  from unnest($2::uuid[], $25::uuid[]) as i (order_id, account_id)
  join created c on c.id = i.order_id
 where a.id = i.account_id
 ), paid as materialized (
   select f.*, c.created_at as at, row_number() over of_account as nth, sum(f.amount_minor) over of_account as taken_minor
     from created c join affordable f using (id)
   window of_account as (partition by f.account_id order by f.position)
 ), taken as (
   update accounts a set balance_minor = a.balance_minor - p.minor, lines = a.lines + p.orders
     from (select organization_id, account_id, sum(amount_minor) as minor, count(*) as orders from paid group by 1, 2) p
    where (a.organization_id, a.id) = (p.organization_id, p.account_id)
 ), account_lined as (
   insert into account_lines (organization_id, account_id, number, kind, amount_minor, balance_minor, order_id, posting_id, created_at)
   select organization_id, account_id, lines + nth, 'order', -amount_minor, balance_minor - taken_minor, id, line_posting_id, at
     from paid
 ), paid_in as (
   insert into deposits (id, rail, transaction, output_index, organization_id, order_id, address, currency, amount_minor,
     outcome, recorded_at, received_at)
   select deposit_id, rail, transaction, 0, organization_id, id, number, currency, amount_minor, 'counted', at, at
     from paid
 ), lines_posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($33::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select position, null::uuid as organization_id, null::uuid as id, at from paid) c using (position)
 ), payments_posted as (
insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
  currency, amount_minor, posted_at)
select t.posting_id, t.posting, c.organization_id, c.id, t.debit, t.credit, t.currency, t.amount_minor, c.at
  from json_to_recordset($34::json) as t (position int, posting_id uuid, posting text, debit text,
         credit text, currency text, amount_minor bigint)
  join (select position, organization_id, id, at from paid) c using (position)
 ), numbered as (
   select i.position::int as position, c.organization_id, c.id, c.created_at as at, 0 as first_event
     from unnest($2::uuid[]) with ordinality as i (id, position) join created c using (id)
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from unnest($19::int[], $20::uuid[], $21::text[], $22::jsonb[],
         $23::int[]) as e (position, id, type, data, step)
  join numbered c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select organization_id, id, payin_instrument_version, payout_instrument_version from created;

-- Leases up to `limit` due orders to a worker, under `leaseToken`, for `leaseMs`.
-- claimDueOrders in server/src/engine/orders/job-queries.ts
prepare claim_due_orders (
  timestamp with time zone, -- $1 now
  bigint, -- $2 limit
  uuid, -- $3 lease_token
  double precision -- $4 lease_ms
) as
with due as (
  select organization_id, id from orders
   where due_at <= $1 and parked_reason is null and (leased_until is null
 or leased_until not between now() and now() + $4 * interval '1 millisecond' + interval '1 minute')
     and (frozen_at is null or status = 'STEP_1_AWAITING_FUNDING'
         or exists (select from fills f where (f.organization_id, f.order_id) = (orders.organization_id, orders.id)
                       and f.filled_at is null and f.declined_at is null)
         or exists (select from payouts p where (p.organization_id, p.order_id) = (orders.organization_id, orders.id)
                       and p.settled_at is null and p.rejected_at is null and p.rail is not null))
   order by due_at
   limit $2
   for update skip locked
)
update orders o
   set lease_token = $3, leased_until = now() + $4 * interval '1 millisecond', attempt = o.attempt + 1
  from due
 where (o.organization_id, o.id) = (due.organization_id, due.id)
returning o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id;

-- Releases the lease.
-- updateOrderPostponed in server/src/engine/orders/job-queries.ts
prepare update_order_postponed (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 lease_token
  instant, -- $4 due_at
  integer -- $5 failures
) as
update orders set due_at = $4, attempt = $5, lease_token = null, leased_until = null
where organization_id = $1 and id = $2 and lease_token = $3;

-- Makes orders due at `now` if their retry is scheduled later than `latest`.
-- updateOrdersDueSooner in server/src/engine/orders/job-queries.ts
prepare update_orders_due_sooner (
  instant, -- $1 now
  timestamp with time zone -- $2 latest
) as
with late as (
  select organization_id, id from orders where due_at > $2 and parked_reason is null and status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT') for update skip locked
)
update orders d set due_at = $1 from late
 where (d.organization_id, d.id) = (late.organization_id, late.id)
returning d.due_at;

-- Makes the orders of these keys due.
-- updateOrdersDueNow in server/src/engine/orders/job-queries.ts
prepare update_orders_due_now (
  timestamp with time zone, -- $1 now
  text[], -- $2 keys
  text -- $3 counterparty
) as
with late as (
  select organization_id, id from orders where due_at > $1 and parked_reason is null and lease_token is null
      and status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')
      and (organization_id, id) in (
        select organization_id, order_id from payouts where rail_key = any($2::text[]) and rail = $3
        union all
        select organization_id, order_id from fills where provider_key = any($2::text[]) and provider_name = $3) for update skip locked
)
update orders d set due_at = $1 from late
 where (d.organization_id, d.id) = (late.organization_id, late.id)
returning d.due_at;

-- Newest first; with `after`, only the orders that follow it in the list.
-- selectOrders in server/src/engine/orders/list-queries.ts
prepare select_orders (
  uuid, -- $1 organization_id
  bigint -- $2 limit
) as
select organization_id, id, quote_id, offering_id, reference_number, external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, retry_order_id, status_history, created_at, updated_at, metadata from orders
where organization_id = $1
order by organization_id desc, id desc limit $2;

-- Newest first; with `after`, only the orders that follow it in the list.
-- selectOrders in server/src/engine/orders/list-queries.ts
prepare "select_orders page status after from before to ref offering" (
  uuid, -- $1 organization_id
  bigint, -- $2 limit
  uuid, -- $3 page
  text, -- $4 status
  timestamp with time zone, -- $5 after
  uuid, -- $6 from
  timestamp with time zone, -- $7 before
  uuid, -- $8 to
  text, -- $9 ref
  uuid -- $10 offering
) as
select organization_id, id, quote_id, offering_id, reference_number, external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, retry_order_id, status_history, created_at, updated_at, metadata from orders
where organization_id = $1 and id < $3 and status = $4 and created_at > $5 and id >= $6 and created_at < $7 and id < $8 and external_reference_id = $9 and offering_id = $10
order by organization_id desc, id desc limit $2;

-- Newest first; with `after`, only the orders that follow it in the list.
-- selectOrders in server/src/engine/orders/list-queries.ts
prepare "select_orders page metadata pair" (
  uuid, -- $1 organization_id
  bigint, -- $2 limit
  uuid, -- $3 page
  jsonb, -- $4 metadata
  bytea -- $5 pair
) as
select organization_id, id, quote_id, offering_id, reference_number, external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, retry_order_id, status_history, created_at, updated_at, metadata from (select id as paired from metadata_pairs
  where organization_id = $1 and kind = 'orders' and pair = $5 order by id desc) pairs
cross join lateral (select * from orders where organization_id = $1 and id = paired offset 0) orders
where organization_id = $1 and paired < $3 and metadata @> $4
order by paired desc limit $2;

-- Orders with this part in a reference, or of this amount.
-- searchOrders in server/src/engine/orders/list-queries.ts
prepare select_orders_with (
  uuid, -- $1 organization_id
  bigint -- $2 limit
) as
select organization_id, id, quote_id, offering_id, reference_number, external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, retry_order_id, status_history, created_at, updated_at, metadata from orders
where organization_id = $1
order by organization_id desc, id desc limit $2;

-- Orders with this part in a reference, or of this amount.
-- searchOrders in server/src/engine/orders/list-queries.ts
prepare "select_orders_with page status after from before to text" (
  uuid, -- $1 organization_id
  bigint, -- $2 limit
  uuid, -- $3 page
  text, -- $4 status
  timestamp with time zone, -- $5 after
  uuid, -- $6 from
  timestamp with time zone, -- $7 before
  uuid, -- $8 to
  text[] -- $9 text
) as
select organization_id, id, quote_id, offering_id, reference_number, external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, retry_order_id, status_history, created_at, updated_at, metadata from orders
where organization_id = $1 and id < $3 and status = $4 and created_at > $5 and id >= $6 and created_at < $7 and id < $8 and (strpos(lower(reference_number || ' ' || coalesce(external_reference_id, '')), lower(($9::text[])[1])) > 0
  or array[payin_currency || ' ' || payin_total_minor, payout_currency || ' ' || payout_total_minor] && $9::text[])
order by organization_id desc, id desc limit $2;

-- Orders with this part in a reference, or of this amount.
-- searchOrders in server/src/engine/orders/list-queries.ts
prepare "select_orders_with pace" (
  uuid -- $1 after
) as
select id from orders where id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by id desc offset 20000 limit 1;

-- Orders with this part in a reference, or of this amount.
-- searchOrders in server/src/engine/orders/list-queries.ts
prepare "select_orders_with pace one" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from orders where organization_id = $2 and true and id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by organization_id desc, id desc offset 20000 limit 1;

-- Orders with this part in a reference, or of this amount.
-- searchOrders in server/src/engine/orders/list-queries.ts
prepare "select_orders_with pace oldest" (
  uuid -- $1 after
) as
select id from orders where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) order by id asc offset 20000 limit 1;

-- Orders with this part in a reference, or of this amount.
-- searchOrders in server/src/engine/orders/list-queries.ts
prepare "select_orders_with pace one oldest" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from orders where organization_id = $2 and true and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
order by organization_id asc, id asc offset 20000 limit 1;

-- Oldest first.
-- selectNotes in server/src/engine/orders/notes.ts
prepare select_order_notes_of_orders (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 order_ids
) as
select organization_id, order_id, version, action, reason, provider_name, firm_rate, provider_payout_minor,
created_at
     from unnest($1::uuid[], $2::uuid[]) as o (of_organization, of_order)
     cross join lateral (select * from order_notes where organization_id = of_organization and order_id = of_order offset 0) order_notes
    order by version;

-- selectOpenTotal in server/src/engine/orders/open-total-queries.ts
prepare select_open_total (
  uuid, -- $1 organization_id
  uuid -- $2 route_id
) as
select coalesce(sum(open_minor), 0)::text as open_minor
from open_totals where organization_id = $1 and route_id = $2;

-- Only totals that are not zero.
-- selectOpenTotals in server/src/engine/orders/open-total-queries.ts
prepare select_open_totals as
select organization_id, route_id, sum(open_minor)::text as open_minor
 from open_totals group by organization_id, route_id having sum(open_minor) <> 0
order by organization_id, route_id;

-- Corrects the totals that differ from the orders and returns the differences.
-- correctOpenTotals in server/src/engine/orders/open-total-queries.ts
prepare correct_open_totals as
with waiting as (
  select organization_id, route_id, payin_total_minor from orders
   where due_at is not null and parked_reason is null and status = 'STEP_1_AWAITING_FUNDING'
  union all
  select organization_id, route_id, payin_total_minor from orders
   where parked_reason is not null and status = 'STEP_1_AWAITING_FUNDING'
), difference as (
  select organization_id, route_id, sum(minor) as open_minor
    from (select organization_id, route_id, payin_total_minor::numeric as minor from waiting
          union all select organization_id, route_id, -open_minor from open_totals) both_sides
   group by organization_id, route_id having sum(minor) <> 0
), corrected as (
  insert into open_totals (organization_id, route_id, slot, open_minor)
  select organization_id, route_id, -1, open_minor from difference order by organization_id, route_id
      on conflict (organization_id, route_id, slot)
      do update set open_minor = open_totals.open_minor + excluded.open_minor)
select organization_id, route_id, open_minor::text from difference;

-- Orders of all organizations, newest first.
-- seenOrders in server/src/engine/orders/operator-queries.ts
prepare "select_seen_orders pace" (
  uuid -- $1 after
) as
select id from orders where id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by id desc offset 20000 limit 1;

-- Orders of all organizations, newest first.
-- seenOrders in server/src/engine/orders/operator-queries.ts
prepare "select_seen_orders pace one" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from orders where organization_id = $2 and true and id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by organization_id desc, id desc offset 20000 limit 1;

-- Orders of all organizations, newest first.
-- seenOrders in server/src/engine/orders/operator-queries.ts
prepare "select_seen_orders pace oldest" (
  uuid -- $1 after
) as
select id from orders where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid) order by id asc offset 20000 limit 1;

-- Orders of all organizations, newest first.
-- seenOrders in server/src/engine/orders/operator-queries.ts
prepare "select_seen_orders pace one oldest" (
  uuid, -- $1 after
  uuid -- $2 organization_id
) as
select id from orders where organization_id = $2 and true and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
order by organization_id asc, id asc offset 20000 limit 1;

-- Orders of all organizations, newest first.
-- seenOrders in server/src/engine/orders/operator-queries.ts
prepare "select_seen_orders id" (
  uuid -- $1 id
) as
select 
     o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id, o.parked_at, g.name as organization_name, g.enterprise_id,
     
     case when o.parked_reason = 'compliance_hold'
          then g.status = 'ACTIVE'
               and not exists (select from external_payment_instruments e
                                where e.organization_id = o.organization_id and e.status <> 'ACTIVE'
                                  and e.id in (o.payin_instrument_id, coalesce(
                                        (select instrument_id from payouts p
                                          where p.order_id = o.id and p.organization_id = o.organization_id
                                            and p.rail is null and p.settled_at is null and p.rejected_at is null
                                          order by sequence desc limit 1), o.payout_instrument_id)))
          else false end as hold_is_over,
     coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
     coalesce(n.firm_rate, f.firm_rate) as firm_rate,
     coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor from (select * from orders where id = $1) o 
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

-- Orders of all organizations, newest first.
-- seenOrders in server/src/engine/orders/operator-queries.ts
prepare "select_seen_orders all" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone -- $6 before
) as
select 
        o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id, o.parked_at, g.name as organization_name, g.enterprise_id,
        
        case when o.parked_reason = 'compliance_hold'
             then g.status = 'ACTIVE'
                  and not exists (select from external_payment_instruments e
                                   where e.organization_id = o.organization_id and e.status <> 'ACTIVE'
                                     and e.id in (o.payin_instrument_id, coalesce(
                                           (select instrument_id from payouts p
                                             where p.order_id = o.id and p.organization_id = o.organization_id
                                               and p.rail is null and p.settled_at is null and p.rejected_at is null
                                             order by sequence desc limit 1), o.payout_instrument_id)))
             else false end as hold_is_over,
        coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
        coalesce(n.firm_rate, f.firm_rate) as firm_rate,
        coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor from (select * from orders where id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity') order by id desc limit $1) o 
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
      order by sequence desc limit 1) f on true order by o.id desc;

-- Orders of all organizations, newest first.
-- seenOrders in server/src/engine/orders/operator-queries.ts
prepare "select_seen_orders enterprises status read12345678" (
  bigint, -- $1 limit
  uuid, -- $2 page
  uuid, -- $3 from
  uuid, -- $4 to
  timestamp with time zone, -- $5 after
  timestamp with time zone, -- $6 before
  text, -- $7 status
  text, -- $8 payin_currency
  text, -- $9 payout_currency
  bigint, -- $10 min_payin
  bigint, -- $11 max_payin
  bigint, -- $12 min_payout
  bigint, -- $13 max_payout
  text, -- $14 text
  jsonb, -- $15 metadata
  uuid[] -- $16 enterprise_ids
) as
select 
        o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id, o.parked_at, g.name as organization_name, g.enterprise_id,
        
        case when o.parked_reason = 'compliance_hold'
             then g.status = 'ACTIVE'
                  and not exists (select from external_payment_instruments e
                                   where e.organization_id = o.organization_id and e.status <> 'ACTIVE'
                                     and e.id in (o.payin_instrument_id, coalesce(
                                           (select instrument_id from payouts p
                                             where p.order_id = o.id and p.organization_id = o.organization_id
                                               and p.rail is null and p.settled_at is null and p.rejected_at is null
                                             order by sequence desc limit 1), o.payout_instrument_id)))
             else false end as hold_is_over,
        coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
        coalesce(n.firm_rate, f.firm_rate) as firm_rate,
        coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor from (
 select found.* from (
   select owner.id as owner_id
     from (select owner.id from organizations owner where owner.enterprise_id = any ($16::uuid[]) and exists (select from listed_values v where v.field = 'orders.payin_currency' and v.value = $8 and v.organization_id = owner.id) and exists (select from listed_values v where v.field = 'orders.payout_currency' and v.value = $9 and v.organization_id = owner.id) offset 0) owner
    cross join lateral (
      select id from orders where organization_id = owner.id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and status = $7
and payin_currency = $8
and payout_currency = $9
and payin_total_minor >= $10
and payin_total_minor <= $11
and payout_total_minor >= $12
and payout_total_minor <= $13
and (reference_number || ' ' || coalesce(external_reference_id, '')) ilike $14
and metadata @> $15 order by organization_id desc, id desc limit 1) newest
    order by newest.id desc limit $1) owners
  cross join lateral (
    select * from orders where organization_id = owner_id
and id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and id >= coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
and id <= coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
and created_at > coalesce($5::timestamptz, '-infinity')
and created_at < coalesce($6::timestamptz, 'infinity')
and status = $7
and payin_currency = $8
and payout_currency = $9
and payin_total_minor >= $10
and payin_total_minor <= $11
and payout_total_minor >= $12
and payout_total_minor <= $13
and (reference_number || ' ' || coalesce(external_reference_id, '')) ilike $14
and metadata @> $15 order by organization_id desc, id desc limit $1) found
  order by found.id desc limit $1) o 
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
      order by sequence desc limit 1) f on true order by o.id desc;

-- server/src/engine/orders/operator-queries.ts
prepare select_parked_orders (
  uuid[], -- $1 enterprise_ids
  timestamp with time zone, -- $2 after_at
  uuid, -- $3 after_id
  bigint, -- $4 limit
  uuid -- $5 held_by
) as
select 
       o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id, o.parked_at, g.name as organization_name, g.enterprise_id,
       
       case when o.parked_reason = 'compliance_hold'
            then g.status = 'ACTIVE'
                 and not exists (select from external_payment_instruments e
                                  where e.organization_id = o.organization_id and e.status <> 'ACTIVE'
                                    and e.id in (o.payin_instrument_id, coalesce(
                                          (select instrument_id from payouts p
                                            where p.order_id = o.id and p.organization_id = o.organization_id
                                              and p.rail is null and p.settled_at is null and p.rejected_at is null
                                            order by sequence desc limit 1), o.payout_instrument_id)))
            else false end as hold_is_over,
       coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
       coalesce(n.firm_rate, f.firm_rate) as firm_rate,
       coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor, since
     from (
       select w.organization_id, w.id, w.since from (select organization_id, id, parked_at as since from orders d
  where parked_reason is not null and ($5::uuid is null or 
(d.parked_reason = 'compliance_hold' and (
   d.organization_id = $5
   or exists (select from organizations o
               where o.id = d.organization_id and o.enterprise_id = $5 and o.status = 'COMPLIANCE_HOLD')
   or exists (select from external_payment_instruments e
                join organizations o on o.id = e.organization_id
                join organizations n on n.id = d.organization_id and n.enterprise_id = o.enterprise_id
                join external_payment_instruments m on m.organization_id = d.organization_id
                 and m.id in (d.payin_instrument_id, d.payout_instrument_id)
                 and (m.id = e.id or m.fingerprint = e.fingerprint)
               where e.id = $5))))) w
        where w.since >= coalesce($2::timestamptz, '-infinity')
          and (w.since, w.id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid))
          and ($1::uuid[] is null
               or exists (select from organizations e where e.id = w.organization_id and e.enterprise_id = any ($1)))
        order by w.since, w.id limit $4) waiting
     cross join lateral (select * from orders where organization_id = waiting.organization_id and id = waiting.id offset 0) o 
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
     order by sequence desc limit 1) f on true
    order by since, o.id;

-- Longest frozen first.
-- selectFrozenOrders in server/src/engine/orders/operator-queries.ts
prepare select_frozen_orders (
  uuid[], -- $1 enterprise_ids
  timestamp with time zone, -- $2 after_at
  uuid, -- $3 after_id
  bigint -- $4 limit
) as
select 
     o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id, o.parked_at, g.name as organization_name, g.enterprise_id,
     
     case when o.parked_reason = 'compliance_hold'
          then g.status = 'ACTIVE'
               and not exists (select from external_payment_instruments e
                                where e.organization_id = o.organization_id and e.status <> 'ACTIVE'
                                  and e.id in (o.payin_instrument_id, coalesce(
                                        (select instrument_id from payouts p
                                          where p.order_id = o.id and p.organization_id = o.organization_id
                                            and p.rail is null and p.settled_at is null and p.rejected_at is null
                                          order by sequence desc limit 1), o.payout_instrument_id)))
          else false end as hold_is_over,
     coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
     coalesce(n.firm_rate, f.firm_rate) as firm_rate,
     coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor, since
   from (
     select w.organization_id, w.id, w.since from (select organization_id, id, frozen_at as since from orders where frozen_at is not null) w
      where w.since >= coalesce($2::timestamptz, '-infinity')
        and (w.since, w.id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid))
        and ($1::uuid[] is null
             or exists (select from organizations e where e.id = w.organization_id and e.enterprise_id = any ($1)))
      order by w.since, w.id limit $4) waiting
   cross join lateral (select * from orders where organization_id = waiting.organization_id and id = waiting.id offset 0) o 
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
   order by sequence desc limit 1) f on true
  order by since, o.id;

-- Orders for which a rail contradicts the outcome that an operator recorded, oldest contradiction first.
-- selectContradictedOrders in server/src/engine/orders/operator-queries.ts
prepare select_contradicted_orders (
  uuid[], -- $1 enterprise_ids
  timestamp with time zone, -- $2 after_at
  uuid, -- $3 after_id
  bigint -- $4 limit
) as
select 
     o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id, o.parked_at, g.name as organization_name, g.enterprise_id,
     
     case when o.parked_reason = 'compliance_hold'
          then g.status = 'ACTIVE'
               and not exists (select from external_payment_instruments e
                                where e.organization_id = o.organization_id and e.status <> 'ACTIVE'
                                  and e.id in (o.payin_instrument_id, coalesce(
                                        (select instrument_id from payouts p
                                          where p.order_id = o.id and p.organization_id = o.organization_id
                                            and p.rail is null and p.settled_at is null and p.rejected_at is null
                                          order by sequence desc limit 1), o.payout_instrument_id)))
          else false end as hold_is_over,
     coalesce(n.provider_name, f.provider_name, r.provider_name) as provider_name,
     coalesce(n.firm_rate, f.firm_rate) as firm_rate,
     coalesce(n.provider_payout_minor, f.provider_payout_minor + f.delivered_before)::bigint as provider_payout_minor, since
   from (
     select w.organization_id, w.id, w.since from (select organization_id, order_id as id, min(answered_at) as since from rail_marks
  where answer <> outcome and decided_at is null and order_id is not null group by organization_id, order_id) w
      where w.since >= coalesce($2::timestamptz, '-infinity')
        and (w.since, w.id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'::uuid))
        and ($1::uuid[] is null
             or exists (select from organizations e where e.id = w.organization_id and e.enterprise_id = any ($1)))
      order by w.since, w.id limit $4) waiting
   cross join lateral (select * from orders where organization_id = waiting.organization_id and id = waiting.id offset 0) o 
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
   order by sequence desc limit 1) f on true
  order by since, o.id;

-- Orders that wait for liquidity, longest first.
-- selectOrdersWithoutLiquidity in server/src/engine/orders/operator-queries.ts
prepare select_orders_without_liquidity (
  bigint -- $1 limit
) as
select orders.organization_id, orders.id, orders.quote_id, orders.offering_id, orders.reference_number, orders.external_reference_id, orders.payin_instrument_id, orders.payin_instrument_version, orders.payout_instrument_id, orders.payout_instrument_version, orders.payin_currency, orders.payout_currency, orders.exchange_rate, orders.effective_exchange_rate, orders.payin_total_minor, orders.payin_fee_minor, orders.payin_tax_minor, orders.payout_total_minor, orders.funding_details, orders.retry_order_id, orders.status_history, orders.created_at, orders.updated_at, orders.metadata, orders.route_id, orders.funding_expires_at, orders.status, orders.request_hash, orders.attempt, orders.lease_token, orders.version, orders.last_event, orders.received_minor, orders.short_minor, orders.parked_reason, orders.priced_provider, orders.accepted_loss_minor, orders.chosen_provider, orders.frozen_at, orders.key_id from orders
where parked_reason is not null and parked_reason = 'liquidity' order by parked_at, id limit $1;

-- Orders that screening parked and whose beneficiary may be asked about again, longest first.
-- selectOrdersToAskAgain in server/src/engine/orders/operator-queries.ts
prepare select_orders_to_ask_again (
  bigint -- $1 limit
) as
select orders.organization_id, orders.id, orders.quote_id, orders.offering_id, orders.reference_number, orders.external_reference_id, orders.payin_instrument_id, orders.payin_instrument_version, orders.payout_instrument_id, orders.payout_instrument_version, orders.payin_currency, orders.payout_currency, orders.exchange_rate, orders.effective_exchange_rate, orders.payin_total_minor, orders.payin_fee_minor, orders.payin_tax_minor, orders.payout_total_minor, orders.funding_details, orders.retry_order_id, orders.status_history, orders.created_at, orders.updated_at, orders.metadata, orders.route_id, orders.funding_expires_at, orders.status, orders.request_hash, orders.attempt, orders.lease_token, orders.version, orders.last_event, orders.received_minor, orders.short_minor, orders.parked_reason, orders.priced_provider, orders.accepted_loss_minor, orders.chosen_provider, orders.frozen_at, orders.key_id from orders
where parked_reason is not null and parked_reason = 'screening' and frozen_at is null
  and exists (select from screenings s
               where s.organization_id = orders.organization_id and s.order_id = orders.id
                 and s.subject = 'payout' and s.state = 'asking' and s.lacking is not null)
order by parked_at, id limit $1;

-- Orders of all organizations, by primary key.
-- selectOrdersAfter in server/src/engine/orders/operator-queries.ts
prepare select_orders_after (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  bigint -- $3 limit
) as
select orders.organization_id, orders.id, orders.quote_id, orders.offering_id, orders.reference_number, orders.external_reference_id, orders.payin_instrument_id, orders.payin_instrument_version, orders.payout_instrument_id, orders.payout_instrument_version, orders.payin_currency, orders.payout_currency, orders.exchange_rate, orders.effective_exchange_rate, orders.payin_total_minor, orders.payin_fee_minor, orders.payin_tax_minor, orders.payout_total_minor, orders.funding_details, orders.retry_order_id, orders.status_history, orders.created_at, orders.updated_at, orders.metadata, orders.route_id, orders.funding_expires_at, orders.status, orders.request_hash, orders.attempt, orders.lease_token, orders.version, orders.last_event, orders.received_minor, orders.short_minor, orders.parked_reason, orders.priced_provider, orders.accepted_loss_minor, orders.chosen_provider, orders.frozen_at, orders.key_id from orders
where (organization_id, id) > (coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'::uuid), coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'::uuid))
order by organization_id, id limit $3;

-- Returns one row per key, in order; null where the organization has no such order.
-- selectOrdersByIds in server/src/engine/orders/queries.ts
prepare select_orders_by_ids (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 ids
) as
select organization_id, id, quote_id, offering_id, reference_number, external_reference_id, payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version, payin_currency, payout_currency, exchange_rate, effective_exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor, payout_total_minor, funding_details, retry_order_id, status_history, created_at, updated_at, metadata, route_id, funding_expires_at, status, request_hash, attempt, lease_token, version, last_event, received_minor, short_minor, parked_reason, priced_provider, accepted_loss_minor, chosen_provider, frozen_at, key_id from orders
where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]));

-- Returns one version per key, in order; null where the organization has no such order.
-- selectOrderVersions in server/src/engine/orders/queries.ts
prepare select_order_versions (
  uuid[], -- $1 organization_ids
  uuid[] -- $2 ids
) as
select o.organization_id, o.id, o.version
from unnest($1::uuid[], $2::uuid[]) as wanted (organization_id, id)
cross join lateral (select * from orders where organization_id = wanted.organization_id and id = wanted.id offset 0) o;

-- Returns one row per order, in order; null where the version is unchanged or the organization has no such order.
-- selectChangedOrders in server/src/engine/orders/queries.ts
prepare select_changed_orders (
  uuid[], -- $1 organization_ids
  uuid[], -- $2 ids
  integer[] -- $3 versions
) as
select o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.version
from unnest($1::uuid[], $2::uuid[], $3::int[]) as known (organization_id, id, version)
cross join lateral (select * from orders where organization_id = known.organization_id and id = known.id and version <> known.version offset 0) o;

-- Returns one row per idempotency key, in order; null where no order was created under it.
-- selectOrdersByKeys in server/src/engine/orders/queries.ts
prepare select_orders_by_keys (
  uuid[], -- $1 organization_ids
  text[], -- $2 operations
  text[] -- $3 idempotency_keys
) as
select k.position::int, o.organization_id, o.id, o.quote_id, o.offering_id, o.reference_number, o.external_reference_id, o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version, o.payin_currency, o.payout_currency, o.exchange_rate, o.effective_exchange_rate, o.payin_total_minor, o.payin_fee_minor, o.payin_tax_minor, o.payout_total_minor, o.funding_details, o.retry_order_id, o.status_history, o.created_at, o.updated_at, o.metadata, o.route_id, o.funding_expires_at, o.status, o.request_hash, o.attempt, o.lease_token, o.version, o.last_event, o.received_minor, o.short_minor, o.parked_reason, o.priced_provider, o.accepted_loss_minor, o.chosen_provider, o.frozen_at, o.key_id
from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as k (organization, operation, key, position)
cross join lateral (select * from orders where organization_id = k.organization and operation = k.operation and idempotency_key = k.key offset 0) o;

-- Tells whether another order uses the quote, and whether one uses the external reference.
-- selectConflicts in server/src/engine/orders/queries.ts
prepare select_conflicts (
  uuid, -- $1 organization_id
  uuid, -- $2 quote_id
  text -- $3 external_reference_id
) as
select exists (select from orders where organization_id = $1 and quote_id = $2) as uses_quote,
exists (select from orders where organization_id = $1 and external_reference_id = $3) as uses_reference;

-- Names a retry in keys.
-- updateKeyId in server/src/engine/orders/queries.ts
prepare update_key_id (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid -- $3 key_id
) as
update orders set key_id = $3 where organization_id = $1 and id = $2;

-- The idempotency key that the order was made with.
-- selectKeyOfOrder in server/src/engine/orders/queries.ts
prepare select_key_of_order (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select idempotency_key from orders where organization_id = $1 and id = $2;
