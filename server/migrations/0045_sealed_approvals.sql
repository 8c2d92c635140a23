-- An approval of an act whose body has bank details keeps that body encrypted while it waits.
-- Up Migration

alter table approvals
  add column body_key_id text,
  add column body_sealed bytea,
  add constraint approvals_body_whole check ((body_key_id is null) = (body_sealed is null)),
  -- Nothing needs it after the decision.
  add constraint approvals_body_waits check (body_sealed is null or status = 'PENDING');
grant update (body_key_id, body_sealed) on approvals to corridor_service;
