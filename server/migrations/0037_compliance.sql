-- Verification of organizations and instruments, records of the travel rule, and holds that end when what is lacking is there.
-- Up Migration

-- What an operator has found about an organization or an instrument. Without a row: pending.
create table verifications (
  organization_id uuid not null references organizations,
  -- The organization itself, or an instrument of it.
  subject_id uuid not null,
  state text not null check (state in ('pending', 'verified', 'rejected')),
  reason text not null,
  -- `user:LOGIN` or `key:LABEL`.
  actor text not null,
  changed_at instant not null,
  version int not null default 1,
  primary key (organization_id, subject_id)
);
grant select, insert, update (state, reason, actor, changed_at, version) on verifications to corridor_service;

-- Originator and beneficiary of transfers from or to a wallet. The newest one counts.
create table travel_rule_records (
  organization_id uuid not null,
  id uuid not null,
  instrument_id uuid not null,
  record_key_id text not null,
  record_sealed bytea not null,
  recorded_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  primary key (organization_id, id),
  foreign key (organization_id, instrument_id) references external_payment_instruments (organization_id, id)
);
create unique index travel_rule_records_idempotency on travel_rule_records (organization_id, idempotency_key);
create index travel_rule_records_of_instrument on travel_rule_records (instrument_id, id);
grant select, insert on travel_rule_records to corridor_service;

-- What a held question lacks, and of what. It is asked again when that is there.
alter table screenings
  add column lacking text check (lacking in ('travel_rule', 'verification')),
  add column lacking_id uuid,
  add check ((lacking is null) = (lacking_id is null));
create index screenings_lacking on screenings (lacking_id) where state = 'hold' and lacking is not null;
grant update (lacking, lacking_id) on screenings to corridor_service;

-- Accounts that occur in several organizations are found by an index alone. It also serves what instruments_of_account did.
create index instruments_of_account_owners on external_payment_instruments (fingerprint, organization_id)
  where fingerprint is not null;
drop index instruments_of_account;
