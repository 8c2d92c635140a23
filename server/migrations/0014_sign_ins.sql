-- Sessions of users are deleted when nothing needs them any more.
-- Up Migration
grant delete on user_sessions to corridor_service;
create index user_sessions_by_age on user_sessions (created_at);
