-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- server/src/service/processes/primary.ts
prepare select_connections_allowed as
select current_setting('max_connections')::int
- current_setting('superuser_reserved_connections')::int as allowed;
