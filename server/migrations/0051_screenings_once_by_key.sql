-- The key of a deposit's screening is made of its deposit_id, so the primary key alone keeps it unique. A second unique
-- index made "on conflict (key)" fail now and then, when two sessions wrote the same screening at once.
-- Up Migration

alter table screenings drop constraint screenings_deposit_id_key;
create index screenings_of_deposits on screenings (deposit_id) where deposit_id is not null;
