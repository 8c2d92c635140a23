// Statements that make refunds due sooner: after the clock of a sandbox moved, and after a webhook of a rail.
import type { Instant } from '../clock.ts'
import { bringForward } from '../db/lease.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { MANY_ATTEMPTS } from './queries.ts'

const UPDATE_REFUNDS_DUE_SOONER = statement(
  'update_refunds_due_sooner',
  ['now', 'latest', 'latest_seldom', 'many_attempts'],
  bringForward(
    'refunds',
    'organization_id, id',
    'due_at > case when attempt >= $4 then $3::timestamptz else $2::timestamptz end',
  ),
)

/** Makes refunds due at `now` if their retry is later than `latest`, or than `latestSeldom` after many attempts. */
export async function updateRefundsDueSooner(
  db: Db,
  now: Instant,
  latest: Instant,
  latestSeldom: Instant,
): Promise<number> {
  const sooner = await rows(db, UPDATE_REFUNDS_DUE_SOONER, [
    sqlInstant(now),
    sqlInstant(latest),
    sqlInstant(latestSeldom),
    MANY_ATTEMPTS,
  ])
  return sooner.length
}

const UPDATE_REFUNDS_DUE_NOW = statement(
  'update_refunds_due_now',
  ['now', 'keys', 'rail'],
  bringForward(
    'refunds',
    'organization_id, id',
    'due_at > $1 and rail_key = any($2::text[]) and rail = $3 and lease_token is null',
  ),
)

/** Makes the refunds of these keys due, if they went over this rail. */
export async function updateRefundsDueNow(
  db: Db,
  now: Instant,
  keys: readonly string[],
  rail: string,
): Promise<number> {
  return (await rows(db, UPDATE_REFUNDS_DUE_NOW, [sqlInstant(now), keys, rail])).length
}
