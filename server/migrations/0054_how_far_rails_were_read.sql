-- Up to which instant a rail has reported everything. An order expires only once its rail was read up to its end.
-- Up Migration

alter table rail_cursors add column read_up_to instant;
grant update (read_up_to) on rail_cursors to corridor_service;

-- Deposits that are not taken up yet, by their account.
create index rail_entries_waiting on rail_entries (rail, (entry ->> 'account'))
  where due_at is not null and kind = 'deposit';
