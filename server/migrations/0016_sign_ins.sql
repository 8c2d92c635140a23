-- Sessions of users are deleted when nothing needs them any more. An enterprise may want two admins for what makes people.
-- Up Migration
grant delete on user_sessions to corridor_service;
create index user_sessions_by_age on user_sessions (created_at);

-- Whether a second admin admits whoever used a link, and confirms changes of these settings.
alter table enterprise_settings add column second_admin boolean not null default false;
-- The change that waits for a second admin: {"change": {…}, "by": uuid, "at": timestamp}. Null: none.
alter table enterprise_settings add column waiting jsonb check (jsonb_typeof(waiting) = 'object');
grant update (second_admin, waiting) on enterprise_settings to corridor_service;
