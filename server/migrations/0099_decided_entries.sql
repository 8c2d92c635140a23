-- What operators decide about entries of rails that cannot be taken up.
-- Up Migration

alter table rail_entries
  -- 'dismissed': it is no money. 'deposit': what came is a deposit in suspense. An entry that was tied is taken up as usual.
  add column decision text check (decision in ('dismissed', 'deposit')),
  add column decided_at instant,
  -- What an operator corrected in the entry: the key of a return, or the deposit of a reversal.
  add column tied jsonb,
  -- Until when a worker takes it up: nobody decides about it meanwhile.
  add column claimed_until timestamptz,
  add constraint rail_entries_decision check ((decision is null) = (decided_at is null)) not valid,
  add constraint rail_entries_decided check (decision is null or (due_at is null and problem is null)) not valid,
  add constraint rail_entries_tied check (tied is null or kind in ('return', 'reversal')) not valid;
-- An entry that failed five times needs a person: about half a minute, so that a return may come before its payout settles.
create index rail_entries_for_operators on rail_entries (reported_at)
  where problem is not null and (kind = 'invalid' or attempt >= 5);
grant update (decision, decided_at, tied, claimed_until) on rail_entries to corridor_service;

-- A refund of which only parts came back waits for the rest.
create index returns_parts_of_refunds on returns (recorded_at) where refund_id is not null and stage = 'part';
