-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- cli/commands/doctor.ts
prepare doctor_sealed_with as
select details_key_id as key_id from external_payment_instruments
union select secrets_key_id from webhook_endpoints
union select created_key_id from webhook_endpoints;

-- cli/commands/doctor.ts
prepare doctor_server as
select current_setting('server_version') as version;

-- cli/commands/doctor.ts
prepare doctor_durability as
select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
current_setting('synchronous_standby_names') as names;

-- cli/commands/doctor.ts
prepare doctor_standbys as
select application_name as name, sync_state from pg_stat_replication;
