-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Call it before this process writes an event.
-- settleEventEpoch in server/src/platform/db/epoch.ts
prepare settle_event_epoch as
select settle_event_epoch();

-- The names of the migrations of this version, in order.
-- expectedMigrations in server/src/platform/db/migrate.ts
prepare select_migrations as
select name from migrations order by id;

-- The names of the migrations of this version, in order.
-- expectedMigrations in server/src/platform/db/migrate.ts
prepare migrations_table_exists as
select to_regclass('public.migrations') is not null as exists;

-- server/src/platform/db/migrate.ts
prepare select_deployment as
select environment from deployment;

-- server/src/platform/db/migrate.ts
prepare insert_deployment (
  text, -- $1 environment
  instant -- $2 now
) as
insert into deployment (environment, created_at) values ($1, $2) on conflict do nothing;

-- Call it at each start.
-- settlePlace in server/src/platform/db/place.ts
prepare settle_place as
select settle_place() as halted;

-- Throws when the database was created with another deposit seed.
-- settleSecrets in server/src/platform/db/secrets.ts
prepare settle_secrets (
  bytea -- $1 digest
) as
update deployment set secrets_digest = coalesce(secrets_digest, $1) returning secrets_digest;
