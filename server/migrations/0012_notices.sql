-- Notices to people of customers, by mail, and to the chat of an enterprise: who is told of what, and what waits to be sent.
-- Up Migration
create table notice_targets (
  id uuid primary key,
  enterprise_id uuid not null references enterprises(id),
  -- Null: the chat of the enterprise.
  user_id uuid references users(id),
  kinds text[] not null,
  language text not null check (language in ('en', 'es')),
  -- AES-256-GCM over the mail address, or the URL of the chat. An empty key: there is none.
  address_key_id text not null,
  address_sealed bytea not null,
  -- Earlier events are not told.
  since instant not null,
  unique nulls not distinct (enterprise_id, user_id),
  check (kinds = '{}' or address_key_id <> '')
);

-- Up to where the events of an organization were read for notices. Only while somebody of its enterprise is told of something.
create table notice_positions (
  organization_id uuid primary key references organizations(id),
  epoch int not null,
  transaction xid8 not null,
  event_id uuid not null
);

create table notices (
  id uuid primary key,
  target_id uuid not null references notice_targets(id),
  enterprise_id uuid not null references enterprises(id),
  organization_id uuid references organizations(id),
  order_id uuid,
  kind text not null,
  -- What it tells of. A target is told of it once.
  source text not null,
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  status text not null check (status in ('PENDING', 'SENT', 'REFUSED', 'FAILED', 'DROPPED')),
  attempt int not null default 0,
  -- In real time, as mails are read. A process that claims it moves it on, so that it is due again if the process dies.
  due_at instant,
  created_at instant not null,
  unique (target_id, source),
  check ((status = 'PENDING') = (due_at is not null))
);
create index notices_waiting on notices (enterprise_id, due_at) where due_at is not null;
create index notices_of_source on notices (source);
create index notices_by_age on notices (created_at);

-- Whoever enrols anew chooses anew where notices go: the mailbox may be somebody else's.
create function forget_notices_of_user() returns trigger language plpgsql as $$
begin
  update notice_targets set kinds = '{}', address_key_id = '', address_sealed = '' where user_id = new.id;
  return null;
end
$$;
create trigger forget_notices_of_user after update of enrolment_hash on users
  for each row when (new.enrolment_hash is not null) execute function forget_notices_of_user();

grant insert, select, update (kinds, language, address_key_id, address_sealed, since) on notice_targets to corridor_service;
grant delete, insert, select, update (epoch, transaction, event_id) on notice_positions to corridor_service;
grant delete, insert, select, update (status, attempt, due_at) on notices to corridor_service;
