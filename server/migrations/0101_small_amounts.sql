-- Smallest deposits and refunds by rail and currency, what becomes of smaller ones, and fees of refunds that payers bear.
-- Up Migration

create table small_amounts (
  rail text not null,
  currency currency_code not null,
  -- Smaller deposits are not credited.
  smallest_deposit_minor minor_units not null,
  -- Smaller refunds are not sent.
  smallest_refund_minor minor_units not null,
  below text not null check (below in ('keep', 'collect', 'write_off')),
  -- Taken off each refund that is sent.
  refund_fee_minor minor_units not null,
  primary key (rail, currency),
  check (smallest_deposit_minor <= smallest_refund_minor),
  check (refund_fee_minor = 0 or refund_fee_minor < smallest_refund_minor)
);
grant select, insert, update on small_amounts to corridor_service;

alter table deposits add column is_small boolean not null default false;
-- The queue and the lists of suspense do not read small deposits.
create index deposits_in_suspense on deposits (recorded_at)
 where order_id is null and reversed_at is null and exited_at is null and not is_small;
create index deposits_small on deposits (rail, currency, recorded_at) where is_small;

-- The rail where the money of a small refund came in; null for others.
alter table refunds add column small_rail text;
-- The fee that the payer bears. It is not in amount_minor.
alter table refunds add column borne_fee_minor minor_units not null default 0;
-- The refund that pays a collected one back.
alter table refunds add column collected_in uuid;
alter table refunds add constraint refunds_collected_in
  foreign key (organization_id, collected_in) references refunds (organization_id, id) not valid;
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check
  check (status in ('PENDING', 'SENT', 'PROCESSED', 'FAILED', 'KEPT', 'COLLECTED', 'WRITTEN_OFF')) not valid;
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('funding_expired', 'cancelled', 'excess', 'extra', 'late', 'wrong_asset', 'declined', 'payout_rejected',
                    'payout_ended', 'payout_returned', 'retry_leftover', 'collected')) not valid;
-- A small refund is never due, and never went to a rail.
alter table refunds add constraint refunds_small
  check ((status = 'COLLECTED') = (collected_in is not null)
         and (status not in ('KEPT', 'COLLECTED', 'WRITTEN_OFF') or (due_at is null and rail is null and small_rail is not null)))
  not valid;
create index refunds_small on refunds (small_rail, currency, created_at) where small_rail is not null;
grant update (collected_in) on refunds to corridor_service;

alter table ledger_transfers drop constraint ledger_transfers_posting_check;
alter table ledger_transfers add constraint ledger_transfers_posting_check
  check (posting in ('deposit', 'deposit_reversed', 'fill', 'fx_result', 'payout', 'payout_rejected', 'payout_ended',
                     'payout_returned', 'refund', 'refund_returned', 'send_fee', 'carry_over', 'fill_unwound', 'movement',
                     'receivable', 'small_amount', 'refund_fee')) not valid;
