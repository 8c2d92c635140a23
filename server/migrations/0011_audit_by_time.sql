-- The trail is listed newest first, of all chains together.
-- Up Migration
create index audit_entries_by_time on audit_entries (at, chain, number);
