-- Keys of a retry follow from the order that it retries, so that a service on a restored database uses the same again.
-- Up Migration
-- The name of the order in keys: null stands for its id. It names no order, and its last 16 bits count the retries.
alter table orders add column key_id uuid;
create unique index orders_of_keys on orders (key_id) where key_id is not null;
grant update (key_id) on orders to corridor_service;
-- A retry that was lost with a restore has no row. Its parent keeps the name of its keys.
alter table orders drop constraint orders_organization_id_retry_order_id_fkey;
