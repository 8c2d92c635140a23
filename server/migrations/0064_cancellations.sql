-- Cancellations of payouts and refunds in flight.
-- Up Migration

-- What an operator asked a rail not to execute. A key has one row: it may be asked again after the rail refused.
create table send_cancellations (
  -- The key of the payout or refund.
  key text not null primary key,
  kind text not null check (kind in ('payout', 'refund')),
  organization_id uuid not null,
  order_id uuid not null,
  -- The payout or refund.
  subject_id uuid not null,
  rail text not null,
  asked_at instant not null,
  -- The rail's answer. Null before the first. 'impossible' ends the cancellation: the send goes on.
  answer text check (answer in ('pending', 'cancelled', 'too_late', 'impossible')),
  -- The rail's words, of a cancellation that it made or refused.
  detail text check (length(detail) between 1 and 500),
  answered_at instant,
  foreign key (organization_id, order_id) references orders (organization_id, id),
  check ((answer is null) = (answered_at is null))
);
create index send_cancellations_of_orders on send_cancellations (organization_id, order_id);
grant select, insert, update (asked_at, answer, detail, answered_at) on send_cancellations to corridor_service;

alter table order_notes
  drop constraint order_notes_action_check,
  add constraint order_notes_action_check check (action in ('parked', 'released', 'failed', 'refunded', 'paid_again',
    'reversed', 'received', 'written_off', 'loss_accepted', 'provider_chosen', 'paid_elsewhere', 'frozen', 'unfrozen',
    'marked_settled', 'marked_rejected', 'refund_redirected', 'cancel_asked')) not valid;
