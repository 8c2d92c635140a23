-- A send of the time that a restore lost stops everything else of its order, until the database explains it or an operator
-- has put the order right.
-- Up Migration

alter table unknown_sends
  -- The order that the key begins with, if the database has it.
  add column order_id uuid,
  -- When an operator recorded it. Null while it is unknown.
  add column put_right_at instant;
alter table unknown_fills
  add column order_id uuid,
  add column put_right_at instant;
grant update (put_right_at) on unknown_sends, unknown_fills to corridor_service;

-- What earlier versions listed was decided by hand.
update unknown_sends set put_right_at = now() from halts h where h.id = halt_id and h.resumed_at is not null;
update unknown_fills set put_right_at = now() from halts h where h.id = halt_id and h.resumed_at is not null;

create index unknown_sends_of_order on unknown_sends (order_id) where put_right_at is null and order_id is not null;
create index unknown_fills_of_order on unknown_fills (order_id) where put_right_at is null and order_id is not null;

-- The part of a refund that its order kept, because the order was paid out before. It is a part of reversed_minor.
alter table refunds add column kept_minor minor_units not null default 0;
grant update (kept_minor) on refunds to corridor_service;
