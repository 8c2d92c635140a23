-- When the money of a deposit came, by its rail. Null for deposits of older versions: they came when they were recorded.
-- Up Migration

alter table deposits add column received_at instant;
