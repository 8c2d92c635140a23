-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectSendState in server/src/engine/sends/may-send.ts
prepare select_send_state (
  text, -- $1 rail
  text, -- $2 key
  uuid -- $3 sweep_id
) as
select case
   when exists (select from send_cancellations c where c.key = $2 and c.answer is distinct from 'impossible')
   then 'cancelling'
   when 
exists (select from halts h where h.resumed_at is null and h.what = 'sends'
           and (h.rail is null or h.rail = $1)) then 'halted'
   when exists (select from payouts p where p.rail_key = $2 and p.rejected_at is null
                   and (p.settled_at is null or exists (select from second_looks l where l.key = $2 and l.outcome is null and l.missing_at is not null)) and 

exists (select from orders o, organizations g
         where o.organization_id = p.organization_id and o.id = p.order_id and o.frozen_at is null
           and g.id = p.organization_id and g.status = 'ACTIVE' and not 
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
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))
              and not (u.key = p.rail_key and coalesce((u.currency, u.amount_minor) = (p.currency, p.amount_minor),
                                                       u.amount_minor is null)))
 or 
exists (select from rail_marks m
         where (m.organization_id, m.order_id) = (o.organization_id, o.id) and m.answer <> m.outcome and m.decided_at is null and m.answer = 'settled'
           and (m.kind = 'payout' or m.subject_id = (select r.id from refunds r where r.rail_key = p.rail_key)))))
and not exists (select from external_payment_instruments e
                 where e.organization_id = p.organization_id and e.id = p.instrument_id
                   and e.status = 'COMPLIANCE_HOLD'))
     or exists (select from refunds r where r.rail_key = $2
                   and (r.status in ('PENDING', 'SENT') or r.status = 'PROCESSED' and exists (select from second_looks l where l.key = $2 and l.outcome is null and l.missing_at is not null))
                   and 

exists (select from orders o, organizations g
         where o.organization_id = r.organization_id and o.id = r.order_id and o.frozen_at is null
           and g.id = r.organization_id and g.status = 'ACTIVE' and not 
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
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor))))
              and not (u.key = r.rail_key and coalesce((u.currency, u.amount_minor) = (r.currency, r.amount_minor - r.reversed_minor),
                                                       u.amount_minor is null)))
 or 
exists (select from rail_marks m
         where (m.organization_id, m.order_id) = (o.organization_id, o.id) and m.answer <> m.outcome and m.decided_at is null and m.answer = 'settled'
           and (m.kind = 'payout' or m.subject_id = (select r.id from refunds r where r.rail_key = r.rail_key)))))
and not exists (select from external_payment_instruments e
                 where e.organization_id = r.organization_id and e.id = r.destination_instrument_id
                   and e.status = 'COMPLIANCE_HOLD'))
     or exists (select from strays r where r.key = $2 and r.status = 'RETURNING' and r.stopped_at is null
                   -- The time that a restore lost may have given it up and sent it elsewhere. No list of a rail has it.
                   and not 
exists (select from halts h where h.cause = 'restore' and coalesce(h.halted_at > r.returning_at, true))
                   and 
exists (select from orders o, organizations g
         where o.organization_id = r.organization_id and o.id = r.order_id and o.frozen_at is null
           and g.id = r.organization_id and g.status = 'ACTIVE' and true) and 
not exists (select from account_holds h where h.fingerprint = r.fingerprint and h.released_at is null)
                   and not exists (
select m.* from rail_marks m where m.subject_id = r.id and m.answer <> m.outcome and m.decided_at is null))
     or exists (select from deposit_returns d where d.rail_key = $2 and d.status in ('PENDING', 'SENT')
                   and d.stopped_at is null and not 
(exists (select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends')
 or exists (select from unknown_sends u where u.put_right_at is null and not 
(exists (select from payouts p where p.rail_key = u.key
            and (u.amount_minor is null or (p.currency, p.amount_minor) = (u.currency, u.amount_minor)))
 -- Reversals of the deposit make a refund smaller.
 or exists (select from refunds r where r.rail_key = u.key and (r.rail is not null
               or r.status = 'PENDING' and coalesce(u.amount_minor = r.amount_minor - r.reversed_minor, true))
               and (u.amount_minor is null
                    or (r.currency = u.currency and u.amount_minor <= r.amount_minor)))
 or exists (select from deposit_returns d where d.rail_key = u.key and (d.rail is not null or d.status = 'PENDING')
               and (u.amount_minor is null
                    or (d.currency, d.amount_minor) = (u.currency, u.amount_minor)))))) and 
not exists (select from account_holds h where h.fingerprint = d.fingerprint and h.released_at is null)
                   and not 
exists (select from rail_entries e join deposits t on t.id = d.deposit_id
         where e.kind = 'reversal' and e.due_at is not null and e.rail = t.rail
           and lower(e.entry ->> 'of_transaction') = lower(t.transaction) and e.entry ->> 'of_index' = t.output_index::text) and not exists (
select m.* from deposit_returns b join rail_marks m on m.subject_id = b.id
 where b.deposit_id = d.deposit_id and m.answer <> m.outcome and m.decided_at is null))
     or exists (select from sweeps s where s.id = $3 and s.status = 'OPEN') then 'yes'
   else 'withheld' end as answer;
