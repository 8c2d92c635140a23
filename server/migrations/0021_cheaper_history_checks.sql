-- The database checks the history of an order at less cost: 9 µs instead of 30 for each change of status.
-- Up Migration

-- A statement that does not set the history cannot change it. The claims of the worker set none.
-- The function decides, except where the new history is the old one and one entry that is no earlier. It would agree there.
create or replace trigger orders_history before update of status_history on orders for each row
  when ((new.status_history - -1 = old.status_history
         and new.status_history -> -1 ->> 'created_at' >= old.status_history -> -1 ->> 'created_at') is not true
        and old.status_history is distinct from new.status_history)
  execute function history_only_grows();

-- The trigger keeps this column from these three only.
create or replace trigger orders_awaits_retry before update of status, retry_order_id, awaits_retry on orders
  for each row
  when (new.awaits_retry <> (new.status = 'FAILED_DECLINED_BY_LIQ_PROVIDER' and new.retry_order_id is null))
  execute function order_awaits_retry();
