-- Delays that customers were told about. The key lets each be told once.
-- Up Migration

create table order_delays (
  organization_id uuid not null,
  order_id uuid not null,
  -- parked and frozen: an operator set the order aside. slow: it is late in its status, or waits for a halt.
  cause text not null check (cause in ('parked', 'frozen', 'slow')),
  -- Since when: of the parking, of the freeze, or of the status.
  since instant not null,
  code text not null check (code in ('review', 'processing')),
  told_at instant not null,
  expected_at instant not null,
  primary key (organization_id, order_id, cause, since),
  foreign key (organization_id, order_id) references orders (organization_id, id)
);

grant select, insert on order_delays to corridor_service;
