-- A person decides about payouts and refunds whose recorded outcome a rail contradicts, and money that left twice is booked.
-- Up Migration
-- What the payout or refund sent, and to whom, when its outcome was recorded. A refund can change since.
alter table rail_marks
  add column currency currency_code,
  add column amount_minor minor_units,
  add column instrument_id uuid;
update rail_marks m set currency = p.currency, amount_minor = p.amount_minor, instrument_id = p.instrument_id
  from payouts p where m.kind = 'payout' and (p.organization_id, p.id) = (m.organization_id, m.subject_id);
update rail_marks m set currency = r.currency, amount_minor = r.amount_minor - r.reversed_minor,
       instrument_id = r.destination_instrument_id
  from refunds r where m.kind = 'refund' and (r.organization_id, r.id) = (m.organization_id, m.subject_id);
alter table rail_marks
  add constraint rail_marks_check7 check ((amount_minor is not null) = (kind in ('payout', 'refund'))),
  add constraint rail_marks_check8 check ((amount_minor is null) = (currency is null));

-- What a payer owes grows by money that left twice: `sent_twice` by a payout or refund, `claimed` by the return of a deposit.
alter table receivable_changes
  drop constraint receivable_changes_check,
  drop constraint receivable_changes_kind_check,
  drop constraint receivable_changes_pkey,
  add constraint receivable_changes_check check ((rail is not null) = (kind in ('received', 'restored', 'sent_twice', 'claimed'))),
  add constraint receivable_changes_kind_check check (kind in ('advanced', 'repaid', 'set_off', 'received', 'written_off', 'restored',
    'sent_twice', 'claimed')),
  add primary key (organization_id, order_id, version, kind);

-- The rail had sent the return, and the deposit had left suspense another way: the desk lost it.
alter table deposit_returns
  add column went_twice boolean not null default false,
  add constraint deposit_returns_check6 check (not went_twice or status = 'PROCESSED');
drop index deposit_returns_of_deposit;
create unique index deposit_returns_of_deposit on deposit_returns (deposit_id)
  where status in ('PENDING', 'SENT', 'PROCESSED') and not went_twice;
grant update (went_twice) on deposit_returns to corridor_service;
