// All SQL on keys for which a network stores something. queries.ts links them to the return of their rent.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { EndedKey } from '../../outside/rails/port.ts'

export type RentKey = {
  key: string
  rail: string
  ofKind: 'payout' | 'refund' | 'deposit_return'
  /** Null for the return of a deposit, which belongs to none. */
  organizationId: Uuid<'org'> | null
  id: Uuid<'po' | 'rf' | 'drt'>
  note: string
}

export const insertRentKey = write(
  'insert_rent_key',
  ['key', 'rail', 'of_kind', 'organization_id', 'id', 'note'],
  `insert into rent_keys (key, rail, of_kind, of_organization_id, of_id, note) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing`,
  (one: RentKey) => {
    const { key, rail, ofKind, organizationId, id, note } = one
    return [key, rail, ofKind, organizationId, id, note]
  },
)

// A refund that was redirected has another key: nothing is sent under the old one any more.
/** Keys whose outcome is recorded and whose rent was not asked back, the oldest first. */
export const selectEndedRentKeys = allRows<EndedKey, [rail: string, limit: number]>(
  'select_ended_rent_keys',
  ['rail', 'limit'],
  `select k.key, k.note from rent_keys k
     left join payouts p on k.of_kind = 'payout' and (p.organization_id, p.id) = (k.of_organization_id, k.of_id)
     left join refunds r on k.of_kind = 'refund' and (r.organization_id, r.id) = (k.of_organization_id, k.of_id)
     left join deposit_returns d on k.of_kind = 'deposit_return' and d.id = k.of_id
     left join sweeps s on k.of_kind = 'sweep' and s.id = k.of_id
    where k.rail = $1 and k.sweep_id is null and k.returned_at is null
      and (p.settled_at is not null or p.rejected_at is not null or r.status in ('PROCESSED', 'FAILED')
           or r.rail_key <> k.key
           or d.status in ('PROCESSED', 'FAILED') or s.status <> 'OPEN')
    order by k.of_id limit $2`,
)

const UPDATE_RENT_KEYS_RETURNED = statement(
  'update_rent_keys_returned',
  ['keys', 'at'],
  `update rent_keys set returned_at = $2 where key = any ($1::text[]) and sweep_id is null and returned_at is null`,
)

/** Marks keys for which nothing is stored. */
export async function updateRentKeysReturned(
  db: Db,
  keys: readonly string[],
  at: Instant,
): Promise<void> {
  if (keys.length > 0) await rows(db, UPDATE_RENT_KEYS_RETURNED, [keys, sqlInstant(at)])
}
