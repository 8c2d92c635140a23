-- Reversals of deposits: what they took from orders and refunds, and what payers owe the desk since.
-- Up Migration

alter table orders
  -- Payin money that the order lacks because its deposits were reversed. Before the fill it is not held; after the fill
  -- it is a part of the receivable. Nothing more is sold or paid out for the order while it lacks money.
  add column short_minor minor_units not null default 0;
grant update (short_minor) on orders to corridor_service;

alter table deposits
  -- The order that bore the reversal: a retry takes over the money of the order before it. Null if it was in suspense.
  add column reversal_order_id uuid,
  -- Taken from money that the order held. Open refunds bore the rest, less loss_minor.
  add column reversal_held_minor minor_units,
  add foreign key (organization_id, reversal_order_id) references orders,
  add check (reversal_held_minor is null or reversed_at is not null);
create index deposits_reversed on deposits (organization_id, reversal_order_id) where reversal_order_id is not null;
grant update (reversal_order_id, reversal_held_minor) on deposits to corridor_service;

-- The part of a refund that a reversal gave back before the refund was sent. Only the rest is sent.
alter table refunds
  add column reversed_minor minor_units not null default 0,
  add constraint refunds_reversed check (reversed_minor <= amount_minor) not valid;
grant update (reversed_minor) on refunds to corridor_service;

-- What changed the debt of a payer after a reversal. The first loss is in deposits.
create table receivable_changes (
  organization_id uuid not null,
  order_id uuid not null,
  -- The version that the change gave the order: a change has at most one row.
  version int not null,
  -- advanced: the order was filled without the money, since its fill was in flight; the debt grows.
  -- repaid: a new deposit. set_off: against a refund of the order. received, written_off: an operator decided.
  -- restored: money that an order held is there again; there was no debt.
  kind text not null check (kind in ('advanced', 'repaid', 'set_off', 'received', 'written_off', 'restored')),
  currency currency_code not null,
  amount_minor minor_units not null check (amount_minor > 0),
  -- Where the money is, if it was received or restored.
  rail text check ((rail is not null) = (kind in ('received', 'restored'))),
  created_at instant not null,
  primary key (organization_id, order_id, version),
  foreign key (organization_id, order_id) references orders
);
grant select, insert on receivable_changes to corridor_service;

alter table order_notes
  drop constraint order_notes_action_check,
  add constraint order_notes_action_check check (action in ('parked', 'released', 'failed', 'refunded', 'paid_again',
    'reversed', 'received', 'written_off')) not valid;

alter table ledger_transfers
  drop constraint ledger_transfers_posting_check,
  add constraint ledger_transfers_posting_check check (posting in ('deposit', 'deposit_reversed', 'fill', 'fx_result',
    'payout', 'payout_rejected', 'payout_ended', 'payout_returned', 'refund', 'refund_returned', 'send_fee',
    'carry_over', 'fill_unwound', 'movement', 'receivable')) not valid;

-- A reversal may carry the name of the deposit that it takes back. It is an entry of its own.
drop index rail_entries_once;
create unique index rail_entries_once on rail_entries (rail, lower(transaction), index, (kind = 'reversal'));
-- Finds out whether a deposit was taken back before it was taken up.
create index rail_entries_reversals on rail_entries (rail, lower(entry ->> 'of_transaction')) where kind = 'reversal';
