// All SQL of halts. The statements that commit quotes and intents contain the conditions below, so that no process can
// overlook a halt that is older than the statement.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { isExplained, isExplainedFill } from './contested.ts'
import type { Halt } from './halted.ts'

export type HaltRow = Halt & {
  id: Uuid<'hlt'>
  cause: 'operator' | 'restore' | 'other_service'
  actor: string
  reason: string
  halted_at: Instant
  resumed_at: Instant | null
  /** After a restore: when the backup last changed. Null of halts of earlier versions. */
  since: Instant | null
  /** For a halt because of another service: when that service made its newer claim. */
  newer_claim_at: Instant | null
  /** After a restore: when the rail or provider was read again, the last time. Null before. */
  read_at: Instant | null
  /** Whether the rail listed all its sends. Null as long as more of them may come to light. */
  lists_sends: boolean | null
  /** Whether the provider listed all its fills. Null as long as more of them may come to light. */
  lists_fills: boolean | null
  /** Sends of the rail that the restored database does not know. */
  unknown_sends: number
  /** Fills of the provider that the restored database does not know. */
  unknown_fills: number
}

/** SQL condition: fills at the provider are halted. */
export const fillsAreHaltedAt = (provider: string): string => `
  exists (select from halts h where h.resumed_at is null and h.what = 'fills'
             and (h.provider is null or h.provider = ${provider}))`

/** SQL condition: sends over the rail are halted. */
export const sendsAreHaltedOver = (rail: string): string => `
  exists (select from halts h where h.resumed_at is null and h.what = 'sends'
             and (h.rail is null or h.rail = ${rail}))`

/** SQL condition: quotes at the provider, or over one of the rails, are halted. */
export const quotesAreHalted = (provider: string, rails: readonly string[]): string => `
  exists (select from halts h where h.resumed_at is null and h.what = 'quotes'
             and (h.provider is null or h.provider = ${provider})
             and (h.rail is null or h.rail in (${rails.join(', ')})))`

const COLUMNS = `id, what, rail, provider, cause, actor, reason, halted_at, resumed_at, since, newer_claim_at, read_at, lists_sends,
  lists_fills,
  (select count(*)::int from unknown_sends u
    where u.halt_id = halts.id and u.put_right_at is null and not ${isExplained('u')}) as unknown_sends,
  (select count(*)::int from unknown_fills u
    where u.halt_id = halts.id and u.put_right_at is null and not ${isExplainedFill('u', 'halts.provider')}) as unknown_fills`

/** The present halts, oldest first. */
export const selectHalts = allRows<HaltRow>(
  'select_halts',
  [],
  `select ${COLUMNS} from halts where resumed_at is null order by halted_at, id`,
)

export const selectHalt = oneRow<HaltRow, [id: Uuid<'hlt'>]>(
  'select_halt',
  ['id'],
  `select ${COLUMNS} from halts where id = $1`,
)

/** Undefined if an operator has halted the same before. */
export const insertHalt = oneRow<
  HaltRow,
  [Halt & { id: Uuid<'hlt'> }, by: { actor: string; reason: string }, at: Instant]
>(
  'insert_halt',
  ['id', 'what', 'rail', 'provider', 'actor', 'reason', 'at'],
  `insert into halts (id, what, rail, provider, actor, reason, halted_at) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict do nothing
   returning ${COLUMNS}`,
  ({ id, what, rail, provider }, by, at) => [
    id,
    what,
    rail,
    provider,
    by.actor,
    by.reason,
    sqlInstant(at),
  ],
)

/** SQL query: listed sends without a key that nobody has named. */
const nameless = (halt: string): string =>
  `select reference from unknown_sends n where n.halt_id = ${halt} and n.key is null and n.put_right_at is null`

const SELECT_NAMELESS_SENDS = statement(
  'select_nameless_sends',
  ['halt_id'],
  `${nameless('$1')} order by reference limit 3`,
)

/** The first references of listed sends without a key that belong to no known order and that no operator has named. */
export const selectNamelessSends = async (db: Db, id: Uuid<'hlt'>): Promise<string[]> =>
  (await rows<{ reference: string }>(db, SELECT_NAMELESS_SENDS, [id])).map((row) => row.reference)

/** Undefined if it was resumed before, if the rail or provider was not read again after a restore, or if a send has no name. */
export const updateHaltResumed = oneRow<HaltRow, [id: Uuid<'hlt'>, at: Instant]>(
  'update_halt_resumed',
  ['id', 'at'],
  `update halts set resumed_at = greatest($2::timestamptz, halted_at)
    where id = $1 and resumed_at is null and (cause <> 'restore' or read_at is not null)
      and not exists (${nameless('halts.id')})
   returning ${COLUMNS}`,
  (id, at) => [id, sqlInstant(at)],
)
