-- A refund that was not sent is set off against what its payer owes.
-- Up Migration

alter table order_notes
  drop constraint order_notes_action_check,
  add constraint order_notes_action_check check (action in ('parked', 'released', 'failed', 'refunded', 'paid_again',
    'reversed', 'received', 'written_off', 'set_off', 'loss_accepted', 'provider_chosen', 'paid_elsewhere', 'frozen',
    'unfrozen', 'marked_settled', 'marked_rejected', 'refund_redirected', 'cancel_asked')) not valid;
