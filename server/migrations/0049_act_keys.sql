-- Idempotency keys of operators' acts, each written in the transaction of its act.
-- Up Migration

create table act_keys (
  -- As in the audit trail: `user:LOGIN` or `key:LABEL`.
  actor text not null,
  key text not null,
  request_hash bytea not null,
  act text not null,
  -- What the act was about, or made. The approval, where the act waits for one.
  subject text not null,
  done_at instant not null,
  primary key (actor, key)
);

grant select, insert on act_keys to corridor_service;
