// The SQL of claims, and of sends that show that another service works on a copy of the database.
import type { Instant } from '../../platform/clock.ts'
import { firstRow, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { uuidOf } from '../../platform/ids.ts'
import type { ListedSend } from '../../outside/rails/port.ts'
import type { Claim } from '../../outside/claim.ts'
import { isExplained } from './contested.ts'

const SELECT_CLAIM = statement(
  'select_claim',
  [],
  `select claimed_at as at, claim as instance from deployment`,
)

export async function selectClaim(db: Db): Promise<Claim> {
  const claim = await firstRow<Claim>(db, SELECT_CLAIM)
  if (claim === undefined) throw new Error('the database has no deployment')
  return claim
}

const HALT_FOR_NEWER_CLAIM = statement(
  'halt_for_newer_claim',
  ['seen_by', 'newer', 'why'],
  `select halt_for_newer_claim($1, $2, $3) as halted`,
)

/** Halts all sends and fills. False if they were halted before, or if an operator has renewed the claim meanwhile. */
export async function haltForNewerClaim(
  db: Db,
  own: Claim,
  newer: Claim,
  why: string,
): Promise<boolean> {
  const values = [own.instance, sqlInstant(newer.at), why]
  const row = await firstRow<{ halted: number }>(db, HALT_FOR_NEWER_CLAIM, values)
  return (row?.halted ?? 0) > 0
}

/** An operator says that this service is the one. The claim becomes newer than the one that was seen. */
export const renewClaim = write(
  'renew_claim',
  ['after'],
  `select renew_claim($1)`,
  (after: Instant | null) => [after === null ? null : sqlInstant(after)],
)

const SELECT_STRANGE_SENDS = statement(
  'select_strange_sends',
  ['rail', 'keys', 'currencies', 'amounts_minor'],
  `select s.key from unnest($2::text[], $3::text[], $4::bigint[]) as s (key, currency, amount_minor)
    where not ${isExplained('s')}
      and not exists (select from unknown_sends u join halts h on h.id = u.halt_id
                       where h.rail = $1 and u.key = s.key)
    order by s.key limit 1`,
)

/**
 * A key among the listed sends that names an order, and that this database never sent under. Undefined if there is none.
 * Sends that a halt after a restore lists were told before.
 */
export async function selectStrangeSend(
  db: Db,
  rail: string,
  listed: readonly ListedSend[],
): Promise<string | undefined> {
  const named = listed.filter(({ key }) => uuidOf('ord', key?.split(':', 1)[0] ?? '') !== undefined)
  if (named.length === 0) return undefined
  const row = await firstRow<{ key: string }>(db, SELECT_STRANGE_SENDS, [
    rail,
    named.map(({ key }) => key),
    named.map(({ currency }) => currency),
    named.map(({ amountMinor }) => amountMinor),
  ])
  return row?.key
}
