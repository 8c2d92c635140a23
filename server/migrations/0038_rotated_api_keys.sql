-- A rotated API key names the key that asked for the rotation, and ends with it.
-- Up Migration

-- The line of another key that rotated this one into being, and so got its secret. Null: the key rotated itself, or was
-- created.
alter table api_keys add column rotated_by uuid references api_keys (id);
create index api_keys_rotated_by on api_keys (rotated_by) where rotated_by is not null;
