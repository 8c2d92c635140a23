-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Undefined if the organization already has a record under this idempotency key.
-- insertTravelRuleRecord in server/src/rules/travel-rule/queries.ts
prepare insert_travel_rule_record (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 instrument_id
  text, -- $4 record_key_id
  bytea, -- $5 record_sealed
  instant, -- $6 recorded_at
  text, -- $7 idempotency_key
  bytea -- $8 request_hash
) as
insert into travel_rule_records (organization_id, id, instrument_id, record_key_id, record_sealed, recorded_at,
  idempotency_key, request_hash)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (organization_id, idempotency_key) do nothing
returning organization_id, id, instrument_id, record_key_id, record_sealed, recorded_at, request_hash;

-- selectTravelRuleRecordByKey in server/src/rules/travel-rule/queries.ts
prepare select_travel_rule_record_by_key (
  uuid, -- $1 organization_id
  text -- $2 idempotency_key
) as
select organization_id, id, instrument_id, record_key_id, record_sealed, recorded_at, request_hash from travel_rule_records where organization_id = $1 and idempotency_key = $2;

-- The newest record of an instrument.
-- selectTravelRuleRecord in server/src/rules/travel-rule/queries.ts
prepare select_travel_rule_record (
  uuid, -- $1 organization_id
  uuid -- $2 instrument_id
) as
select organization_id, id, instrument_id, record_key_id, record_sealed, recorded_at, request_hash from travel_rule_records
where organization_id = $1 and instrument_id = $2 and erased_at is null order by id desc limit 1;

-- hasTravelRuleRecord in server/src/rules/travel-rule/queries.ts
prepare select_has_travel_rule_record (
  uuid -- $1 instrument_id
) as
select exists (select from travel_rule_records where instrument_id = $1 and erased_at is null) as has_record;
