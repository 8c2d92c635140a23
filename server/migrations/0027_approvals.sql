-- Approvals: acts that wait for a second person, the rules that ask for one, and who made each operator key.
-- Up Migration

-- The rules of the operator file, as one row: `corridor apply` replaces them as a whole.
create table approval_rules (
  is_only boolean primary key default true check (is_only),
  rules jsonb not null check (jsonb_typeof(rules) = 'array')
);
insert into approval_rules (rules) values ('[]');

create table approvals (
  id uuid primary key,
  -- The act, as the audit trail names it.
  act text not null,
  -- The chain of the audit trail: an enterprise, or the nil UUID for the deployment.
  chain uuid not null,
  -- The public identifier of what is acted on; empty if the act creates something.
  subject text not null,
  -- The state of the subject that the proposer saw. The act is carried out in this state, or not at all.
  version text not null,
  -- The request as it was asked: { params, body }. It contains no secret and no bank detail.
  asked jsonb not null,
  -- What it moves: [{ currency, minor }].
  amounts jsonb not null,
  reason text not null,
  -- The roles that may approve, from the rule that asked for it.
  roles text[] not null check (roles <@ array['operator', 'treasurer', 'compliance', 'admin'] and cardinality(roles) > 0),
  -- As the audit trail names the proposer, and the person: the user, or the maker of the key.
  proposed_by text not null,
  proposed_person uuid not null references users,
  proposed_at instant not null,
  expires_at instant not null check (expires_at > proposed_at),
  status text not null default 'PENDING'
    check (status in ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED', 'EXPIRED')),
  decided_by text,
  decided_person uuid references users,
  decided_at instant,
  decision_reason text,
  check ((status = 'PENDING') = (decided_at is null)),
  -- Four eyes: nobody approves or rejects what the same person asked for. Only that person withdraws it.
  check (status not in ('APPROVED', 'REJECTED') or (decided_person is not null and decided_person <> proposed_person)),
  check (status <> 'WITHDRAWN' or (decided_person is not null and decided_person = proposed_person))
);
-- An act on a subject waits once.
create unique index approvals_pending on approvals (act, subject) where status = 'PENDING' and subject <> '';
-- The queue of what needs a person.
create index approvals_waiting on approvals (proposed_at) where status = 'PENDING';
create index approvals_by_chain on approvals (chain, id);

-- A decision is final.
create function check_approval() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING' then
    raise exception 'approval % is %, and a decision is final', old.id, old.status using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger approvals_are_final before update on approvals for each row execute function check_approval();

grant select, update (rules) on approval_rules to corridor_service;
grant select, insert, update (status, decided_by, decided_person, decided_at, decision_reason) on approvals
  to corridor_service;

-- The person behind a key: its acts count as that user's. Null for a key that was made before, and not by a user.
alter table operator_keys add column created_by uuid references users;
update operator_keys k set created_by = u.id
  from audit_entries e join users u on e.actor = 'user:' || u.login
 where e.act = 'operator_key.created' and e.at = k.created_at and e.detail::json -> 'after' ->> 'label' = k.label;

-- When a token of an ended session was last presented: the trail has one entry in an hour for it.
alter table user_sessions add column replayed_at instant;
grant update (replayed_at) on user_sessions to corridor_service;
