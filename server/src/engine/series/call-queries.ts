// All SQL of call_sums: how many calls of an hour took so long, and failed.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { CallKind, CallSum } from './call-sums.ts'
import type { Span } from './spans.ts'

const UPSERT_CALL_SUMS = statement(
  'upsert_call_sums',
  ['kinds', 'names', 'calls', 'are_failed', 'steps', 'counts', 'hour'],
  `insert into call_sums as s (kind, name, at, call, is_failed, step, calls)
   select kind, name, $7, call, is_failed, step, calls
     from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::smallint[], $6::bigint[])
            as c (kind, name, call, is_failed, step, calls)
    order by kind, name, call, is_failed, step
       on conflict (kind, name, at, call, is_failed, step) do update set calls = s.calls + excluded.calls`,
)

export async function upsertCallSums(
  db: Db,
  sums: readonly CallSum[],
  hour: Instant,
): Promise<void> {
  if (sums.length === 0) return
  await rows(db, UPSERT_CALL_SUMS, [
    sums.map(({ kind }) => kind),
    sums.map(({ name }) => name),
    sums.map(({ call }) => call),
    sums.map(({ isFailed }) => isFailed),
    sums.map(({ step }) => step),
    sums.map(({ calls }) => calls),
    sqlInstant(hour),
  ])
}

export type CallSumRow = {
  at: Instant
  call: string
  is_failed: boolean
  step: number
  calls: bigint
}

/** By call, the oldest first. */
export const selectCallSums = allRows<CallSumRow, [kind: CallKind, name: string, Span<'hour'>]>(
  'select_call_sums',
  ['kind', 'name', 'from', 'to'],
  `select at, call, is_failed, step, calls from call_sums
    where kind = $1 and name = $2 and at >= $3 and at < $4 order by call, at`,
  (kind, name, { from, to }) => [kind, name, sqlInstant(from), sqlInstant(to)],
)

export const deleteOldCallSums = write(
  'delete_old_call_sums',
  ['before'],
  `delete from call_sums where at < $1`,
  (before: Instant) => [sqlInstant(before)],
)
