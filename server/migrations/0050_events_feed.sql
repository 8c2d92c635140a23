-- The feed of an organization filtered by a type that it has had rarely, or never, reads this index alone.
-- Up Migration

create index events_feed on events (organization_id, epoch, transaction, id) include (type);
drop index events_by_epoch;
