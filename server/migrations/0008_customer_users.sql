-- People of customers' enterprises sign in to the console as operators do. They are users with an enterprise.
-- Up Migration
alter table users add column enterprise_id uuid references enterprises(id);
-- Two enterprises may have the same login.
alter table users drop constraint users_login_key;
alter table users add constraint users_login_key unique nulls not distinct (login, enterprise_id);
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (
  case when enterprise_id is null
       then role in ('viewer', 'operator', 'treasurer', 'compliance', 'admin')
       else role in ('viewer', 'preparer', 'approver', 'developer', 'admin')
  end);
-- The limit to some enterprises is one of operators.
alter table users add constraint users_of_one_enterprise check (enterprise_id is null or enterprise_ids is null);
create index users_by_enterprise on users (enterprise_id, id) where enterprise_id is not null;

-- The public identifier. Null for sessions of before.
alter table user_sessions add column id uuid;
create unique index user_sessions_by_id on user_sessions (id) where id is not null;

-- What the admin of an enterprise decides. No row: the defaults.
create table enterprise_settings (
  enterprise_id uuid primary key references enterprises(id),
  -- Whether API keys may sign in to the console.
  keys_may_sign_in boolean not null default true
);
grant insert, select, update (keys_may_sign_in) on enterprise_settings to corridor_service;
