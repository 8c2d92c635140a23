-- Events of all organizations, newest first. An organization's lists keep their primary key.
-- Up Migration

create index events_newest on events (id);
