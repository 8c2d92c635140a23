-- Exits for orders: an accepted loss, another provider, a freeze, and outcomes at the rail that an operator has in writing.
-- Up Migration
alter table orders
  -- What the desk may lose with the conversion, in the payout currency.
  add column accepted_loss_minor bigint check (accepted_loss_minor > 0),
  -- The only provider that is asked, in place of those of the route.
  add column chosen_provider text,
  -- Nothing is filled or sent for a frozen order.
  add column frozen_at instant;
create index orders_frozen on orders (frozen_at) where frozen_at is not null;
grant update (accepted_loss_minor, chosen_provider, frozen_at) on orders to corridor_service;

alter table order_notes
  drop constraint order_notes_action_check,
  add constraint order_notes_action_check check (action in ('parked', 'released', 'failed', 'refunded', 'paid_again',
    'reversed', 'received', 'written_off', 'loss_accepted', 'provider_chosen', 'paid_elsewhere', 'frozen', 'unfrozen',
    'marked_settled', 'marked_rejected', 'refund_redirected')) not valid;

-- Payouts that an operator asked for and that are not prepared yet: their instruments are in use.
create index payouts_unprepared on payouts (organization_id, instrument_id) where rail is null and rejected_at is null;

-- Outcomes of payouts and refunds that an operator recorded with evidence, before the rail gave a final answer.
create table rail_marks (
  -- The key of the payout or refund.
  key text not null unique,
  kind text not null check (kind in ('payout', 'refund')),
  organization_id uuid not null,
  order_id uuid not null,
  -- The payout or refund. A refund that was redirected may be recorded again, under its new key.
  subject_id uuid not null,
  rail text not null,
  outcome text not null check (outcome in ('settled', 'rejected')),
  evidence text not null check (length(evidence) between 1 and 200),
  marked_at instant not null,
  -- Copied, since a redirected refund loses them: the rail is asked with what it prepared.
  prepared_key_id text,
  prepared_sealed bytea,
  -- When the rail is asked next whether it agrees. Null after its final answer.
  due_at timestamptz,
  attempt int not null default 0,
  answer text check (answer in ('settled', 'rejected')),
  answered_at instant,
  primary key (organization_id, subject_id, key),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  check ((prepared_key_id is null) = (prepared_sealed is null)),
  check ((answer is null) = (answered_at is null)),
  check (answer is null or due_at is null)
);
create index rail_marks_due on rail_marks (due_at) where due_at is not null;
create index rail_marks_of_orders on rail_marks (organization_id, order_id);
create index rail_marks_contradicted on rail_marks (answered_at) where answer <> outcome;
grant select, insert, update (due_at, attempt, answer, answered_at, prepared_key_id, prepared_sealed) on rail_marks
  to corridor_service;
