-- Each applied operator file is a version of the configuration. A version may wait for its instant.
-- Up Migration

create table configuration_versions (
  id uuid primary key,
  -- In the order in which they were accepted.
  number int not null unique check (number > 0),
  kind text not null check (kind in ('apply', 'rollback')),
  status text not null check (status in ('pending', 'effective', 'withdrawn', 'refused')),
  actor text not null,
  reason text not null,
  created_at instant not null,
  -- The instant that a pending version waits for; null for one that was effective at once.
  effective_from instant,
  -- When it became effective, was withdrawn or refused.
  settled_at instant,
  -- What it changed, or what it would have changed when it was accepted. Never details or settings.
  changes jsonb not null,
  -- Why it was refused at its instant.
  problem text,
  -- The place in which files that it names are looked for.
  folder text not null,
  file_key_id text not null,
  file_sealed bytea not null,
  -- An operator file that takes the version back.
  undo_key_id text,
  undo_sealed bytea,
  check ((settled_at is null) = (status = 'pending')),
  check ((undo_key_id is null) = (undo_sealed is null)),
  check ((undo_sealed is not null) = (status = 'effective')),
  check ((problem is not null) = (status = 'refused'))
);
create index configuration_versions_pending on configuration_versions (effective_from) where status = 'pending';
grant select, insert,
  update (status, settled_at, changes, problem, undo_key_id, undo_sealed, file_key_id, file_sealed)
  on configuration_versions to corridor_service;

-- Holds of whole enterprises, with the organizations that each of them held: a release ends no other hold.
create table enterprise_holds (
  enterprise_id uuid not null references enterprises,
  placed_at instant not null,
  organization_ids uuid[] not null,
  released_at instant,
  primary key (enterprise_id, placed_at)
);
create unique index enterprise_holds_open on enterprise_holds (enterprise_id) where released_at is null;
grant select, insert, update (released_at) on enterprise_holds to corridor_service;
