-- A question that is asked again, because its content or the screeners changed or because an operator said so, gets a new
-- round. A screener with a memory is asked under the key and the round, so that it may answer otherwise than before.
-- Up Migration

alter table screenings
  add column round int not null default 1,
  -- The version of the screeners that were asked in this round. Null: not asked yet.
  add column asked_version int;
grant update (round, asked_version) on screenings to corridor_service;
