-- The code of the reason why an entry of a rail waits is kept beside its sentence. It was found by the form of the sentence.
-- Up Migration
-- Null without a problem, and for problems of before this column: their entries are tried again within an hour.
alter table rail_entries add column problem_code text;
grant update (problem_code) on rail_entries to corridor_service;
