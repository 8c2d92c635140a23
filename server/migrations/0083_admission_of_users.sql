-- Who got the enrolment token of a user, and which other admin admitted the user; the network of each sign-in of users.
-- Up Migration
alter table users
  add column invited_by uuid references users,
  -- A rule asks for a second person when users are created or reset: until admitted, the user may do nothing.
  add column needs_admission boolean not null default false,
  add column enrolled_at instant,
  add column admitted_at instant,
  add column admitted_by uuid references users;
-- Admins knew the users of before.
update users set enrolled_at = created_at, admitted_at = created_at where enrolment_hash is null;
create index users_not_admitted on users (enrolled_at) where admitted_at is null;
grant update (invited_by, needs_admission, enrolled_at, admitted_at, admitted_by) on users to corridor_service;
grant update (created_by) on operator_keys to corridor_service;
