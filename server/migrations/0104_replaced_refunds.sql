-- A refund that a rail sent before a restore may replace others, in other parts: they are collected in it, whatever their size.
-- Up Migration

alter table refunds drop constraint refunds_small;
alter table refunds add constraint refunds_small
  check ((status = 'COLLECTED') = (collected_in is not null)
         and (status not in ('KEPT', 'WRITTEN_OFF') or (due_at is null and rail is null and small_rail is not null))
         and (status <> 'COLLECTED' or due_at is null))
  not valid;
