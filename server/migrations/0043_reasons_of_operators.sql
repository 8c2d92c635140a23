-- Notes of releases have the reason of the operator, and operators disable webhook endpoints.
-- Up Migration

alter table order_notes
  drop constraint order_notes_check,
  -- The service releases orders by itself.
  add constraint order_notes_check check (action = 'released' or reason is not null);

alter table webhook_endpoints
  drop constraint webhook_endpoints_disabled_reason_check,
  add constraint webhook_endpoints_disabled_reason_check
    check (disabled_reason in ('customer', 'operator', 'gone', 'failing'));
