-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- server/src/service/health/endpoints.ts
prepare select_now as
select now()::timestamptz(3) as now;
