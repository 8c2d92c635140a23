// The SQL of halts after a restore: which sends a rail has made that the database does not know.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'
import type { ListedSend } from '../rails/port.ts'

const HALT_RESTORED_SENDS = statement('halt_restored_sends', [], `select halt_restored_sends()`)

/** Halts the sends of every rail: the database lacks changes that were acknowledged. */
export async function haltRestoredSends(db: Db): Promise<void> {
  await rows(db, HALT_RESTORED_SENDS)
}

const SELECT_LAST_CHANGE = statement(
  'select_last_change',
  [],
  `select max(updated_at)::timestamptz(3) as at from orders`,
)

/** When an order of the database last changed. It reads the whole table. Null if there are no orders. */
export async function selectLastChange(db: Db): Promise<Instant | null> {
  const [row] = await rows<{ at: Instant | null }>(db, SELECT_LAST_CHANGE)
  return row?.at ?? null
}

const INSERT_UNKNOWN_SENDS = statement(
  'insert_unknown_sends',
  ['halt_id', 'references', 'keys', 'currencies', 'amounts_minor'],
  `insert into unknown_sends (halt_id, reference, key, currency, amount_minor)
   select h.id, s.reference, s.key, s.currency, s.amount_minor
     from halts h, unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as s (reference, key, currency, amount_minor)
    where h.id = $1 and h.cause = 'restore' and h.resumed_at is null and h.lists_sends is null
      and not exists (select from payouts where rail_key = s.key)
      and not exists (select from refunds where rail_key = s.key)
   on conflict do nothing`,
)

/** Notes those sends of the rail that the database does not know. Repeated sends count once. */
export async function insertUnknownSends(
  db: Db,
  haltId: Uuid<'hlt'>,
  listed: readonly ListedSend[],
): Promise<void> {
  await rows(db, INSERT_UNKNOWN_SENDS, [
    haltId,
    listed.map(({ reference }) => reference),
    listed.map(({ key }) => key),
    listed.map(({ currency }) => currency),
    listed.map(({ amountMinor }) => amountMinor),
  ])
}

const UPDATE_HALT_READ = statement(
  'update_halt_read',
  ['id', 'at', 'lists_sends'],
  `update halts set read_at = greatest($2::timestamptz, halted_at), lists_sends = $3
    where id = $1 and cause = 'restore' and lists_sends is null and resumed_at is null`,
)

/**
 * Notes that the rail was read again. Call it after all its unknown sends are noted. `listsSends`: false if the rail
 * cannot list them; null if the list is not complete yet.
 */
export async function updateHaltRead(
  db: Db,
  id: Uuid<'hlt'>,
  at: Instant,
  listsSends: boolean | null,
): Promise<void> {
  await rows(db, UPDATE_HALT_READ, [id, sqlInstant(at), listsSends])
}

export type UnknownSend = {
  reference: string
  key: string | null
  currency: string
  amount_minor: bigint
}

const SELECT_UNKNOWN_SENDS = statement(
  'select_unknown_sends',
  ['halt_id'],
  `select reference, key, currency, amount_minor from unknown_sends where halt_id = $1 order by reference`,
)

export const selectUnknownSends = (db: Db, haltId: Uuid<'hlt'>): Promise<UnknownSend[]> =>
  rows(db, SELECT_UNKNOWN_SENDS, [haltId])
