-- Ways out of suspense beside an order: booked as the desk's own money, or written off.
-- Up Migration

alter table deposits add column exit text check (exit in ('booked', 'written_off'));
alter table deposits add column exit_account text;
alter table deposits add column exit_movement_id uuid references treasury_movements (id);
alter table deposits add column exited_at instant;
-- A deposit leaves suspense once: to an order, or in this way.
alter table deposits add constraint deposits_exit
  check (num_nonnulls(exit, exit_account, exited_at) = any (array[0, 3])
         and (exit is null or order_id is null)
         and (exit_movement_id is null or exit = 'booked')) not valid;
alter table deposits validate constraint deposits_exit;
create unique index deposits_of_movement on deposits (exit_movement_id) where exit_movement_id is not null;

grant update (exit, exit_account, exit_movement_id, exited_at) on deposits to corridor_service;
