-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectClock in server/src/service/sandbox/clock.ts
prepare select_sandbox_clock as
select ahead_ms::float8 as ahead_ms from sandbox_clock;

-- Returns the new offset; undefined, with nothing changed, if it would exceed `mostAheadMs`.
-- updateClockBy in server/src/service/sandbox/clock.ts
prepare update_sandbox_clock_by (
  bigint, -- $1 by_ms
  bigint -- $2 most_ahead_ms
) as
update sandbox_clock set ahead_ms = ahead_ms + $1::bigint
 where ahead_ms + $1::bigint <= $2::bigint
returning ahead_ms::float8 as ahead_ms;

-- Undefined, with nothing changed, if the clock is already further ahead or would jump by more than `mostByMs`.
-- updateClockTo in server/src/service/sandbox/clock.ts
prepare update_sandbox_clock_to (
  bigint, -- $1 ahead_ms
  bigint -- $2 most_by_ms
) as
update sandbox_clock set ahead_ms = $1::bigint
 where $1::bigint between ahead_ms and ahead_ms + $2::bigint
returning ahead_ms::float8 as ahead_ms;
