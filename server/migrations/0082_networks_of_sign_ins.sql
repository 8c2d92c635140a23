-- The network that each operator signed in from: places for such networks are kept free of strangers.
-- Up Migration
alter table user_sessions add column network text;
create index user_sessions_by_network on user_sessions (network, created_at) where network is not null;
