-- A decision that the record stands can be taken back once, for the rail.
-- Up Migration
alter table rail_marks
  add column record_stands boolean,
  add constraint rail_marks_check9 check (record_stands is null or decided_at is not null);
grant update (record_stands) on rail_marks to corridor_service;
