// The SQL of conditions of the desk: what needs a person and is no row of another table.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { write } from '../../platform/db/row-functions.ts'
import type { QueueKind } from './kinds.ts'

type ConditionKind = Extract<QueueKind, 'balance_difference' | 'low_liquidity' | 'stale_rate'>

export type Condition = {
  kind: ConditionKind
  subject: string
  facts: Record<string, string | null>
  /** How long it may last before a person must look at it. */
  graceMs: number
}

/** Replaces the stored conditions: those that are not among `present` are over. `realAt` measures how long they last. */
export const upsertConditions = write(
  'upsert_conditions',
  ['kinds', 'subjects', 'facts', 'graces_ms', 'at', 'real_at'],
  `with present as (
     select * from unnest($1::text[], $2::text[], $3::jsonb[], $4::int[]) as p (kind, subject, facts, grace_ms)
   ), over as (
     update desk_conditions c set is_present = false, is_open = false
      where c.is_present and not exists (select from present p where p.kind = c.kind and p.subject = c.subject)
   )
   insert into desk_conditions as c (kind, subject, since, noted_at, facts, is_open)
   select kind, subject, $5, $6, facts, grace_ms = 0 from present
   on conflict (kind, subject) do update
      set since = case when c.is_present then c.since else excluded.since end,
          noted_at = case when c.is_present then c.noted_at else excluded.noted_at end,
          facts = excluded.facts, is_present = true,
          is_open = excluded.is_open or (c.is_present and (c.is_open or c.noted_at <= $6::timestamptz
            - (select grace_ms from present p where p.kind = excluded.kind and p.subject = excluded.subject)
              * interval '1 millisecond'))
    where not c.is_present or not c.is_open or c.facts <> excluded.facts`,
  (present: readonly Condition[], at: Instant, realAt: Instant) => [
    present.map(({ kind }) => kind),
    present.map(({ subject }) => subject),
    present.map(({ facts }) => JSON.stringify(facts)),
    present.map(({ graceMs }) => graceMs),
    sqlInstant(at),
    sqlInstant(realAt),
  ],
)
