// The SQL of the entries of screening lists.
import { allRows, write } from '../../platform/db/row-functions.ts'

/** Replaces parts of a list. */
export const upsertScreeningList = write(
  'upsert_screening_list',
  ['screener', 'parts', 'entries'],
  `insert into screening_lists (screener, part, entries)
   select $1, part, entries from unnest($2::int[], $3::bytea[]) as p (part, entries)
   on conflict (screener, part) do update set entries = excluded.entries
     where screening_lists.entries <> excluded.entries`,
  (screener: string, parts: readonly { part: number; entries: Buffer }[]) => [
    screener,
    parts.map(({ part }) => part),
    parts.map(({ entries }) => entries),
  ],
)

export const selectScreeningParts = allRows<
  { part: number; entries: Buffer },
  [screener: string, parts: readonly number[]]
>(
  'select_screening_parts',
  ['screener', 'parts'],
  `select part, entries from screening_lists where screener = $1 and part = any ($2::int[])`,
)
