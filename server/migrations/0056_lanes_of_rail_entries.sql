-- Entries are taken up rail by rail, so that a flood of one delays no other.
-- Up Migration

create index rail_entries_lanes on rail_entries (rail, (kind = 'deposit'), due_at) where due_at is not null;
