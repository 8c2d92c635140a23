// The SQL for keys that customers list, create and rotate themselves.
import type { Instant } from '../clock.ts'
import type { Scope as OperatorScope } from '../db/operator-listing.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { oneRow, write } from '../db/row-functions.ts'
import { inBothOrders, type Sort, type Sorted } from '../db/sorts.ts'
import { statement } from '../db/statement.ts'
import { periodValues, type Period } from '../http/filters.ts'
import type { Uuid } from '../ids.ts'
import { COLUMNS, type KeyCreation, type KeyRow } from './queries.ts'

/** `replaced_by`: the key that a rotation put in the place of this one. */
export type ShownKey = KeyRow & { replaced_by: Uuid<'key'> | null }

const SHOWN = `${COLUMNS}, (select s.id from api_keys s where s.replaces = api_keys.id) as replaced_by`

const SELECT_KEYS_OF_ENTERPRISE = inBothOrders(
  'select_keys_of_enterprise',
  ['enterprise_id', 'organization_id', 'after', 'limit'],
  ({ after, direction, start }) => `select ${SHOWN} from api_keys
    where enterprise_id = $1 and ($2::uuid is null or organization_id = $2) and id ${after} coalesce($3, ${start})
    order by enterprise_id ${direction}, id ${direction}
    limit $4`,
)

/** Those after `after`. `only`: keys that are bound to this organization. */
export const selectKeysOfEnterprise = (
  db: Db,
  enterpriseId: Uuid<'ent'>,
  { only, sort }: { only: Uuid<'org'> | null; sort: Sort },
  after: Uuid<'key'> | null,
  limit: number,
): Promise<ShownKey[]> =>
  rows(db, SELECT_KEYS_OF_ENTERPRISE(sort), [enterpriseId, only, after, limit])

const STATUS = `(case when revoked_at is not null then 'REVOKED' when expires_at <= $4::timestamptz then 'EXPIRED' else 'ACTIVE' end)`

const SELECT_SEEN_KEYS = inBothOrders(
  'select_seen_keys',
  ['enterprise_ids', 'organization_id', 'status', 'now', 'after', 'made_before', 'before', 'limit'],
  ({ after, direction }) => `select ${SHOWN} from api_keys
    where ($1::uuid[] is null or enterprise_id = any ($1)) and ($2::uuid is null or organization_id = $2)
      and ($3::text is null or ${STATUS} = $3)
      and created_at > coalesce($5::timestamptz, '-infinity') and created_at < coalesce($6::timestamptz, 'infinity')
      and ($7::uuid is null or id ${after} $7)
    order by id ${direction} limit $8`,
)

/** Keys of all enterprises. `at`: whether a key has expired then. */
export function selectSeenKeys(
  db: Db,
  { enterpriseIds, organizationId }: OperatorScope,
  filter: Period & Sorted & { status: string | undefined },
  before: Uuid<'key'> | null,
  limit: number,
  at: Instant,
): Promise<ShownKey[]> {
  const { after, before: madeBefore } = periodValues('key', filter)
  return rows(db, SELECT_SEEN_KEYS(filter.sort), [
    enterpriseIds,
    organizationId,
    filter.status,
    sqlInstant(at),
    after,
    madeBefore,
    before,
    limit,
  ])
}

/** A key of any enterprise. */
export const selectKeyById = oneRow<ShownKey, [id: Uuid<'key'>]>(
  'select_key_by_id',
  ['id'],
  `select ${SHOWN} from api_keys where id = $1`,
)

export const selectKey = oneRow<ShownKey, [enterpriseId: Uuid<'ent'>, id: Uuid<'key'>]>(
  'select_key',
  ['enterprise_id', 'id'],
  `select ${SHOWN} from api_keys where enterprise_id = $1 and id = $2`,
)

/** The key that an earlier request created. */
export const selectKeyCreation = oneRow<
  ShownKey & { request_hash: Buffer },
  [enterpriseId: Uuid<'ent'>, KeyCreation]
>(
  'select_key_creation',
  ['enterprise_id', 'operation', 'idempotency_key'],
  `select ${SHOWN}, request_hash from api_keys
    where enterprise_id = $1 and operation = $2 and idempotency_key = $3`,
  (enterpriseId, { operation, key }) => [enterpriseId, operation, key],
)

/** Ends a key at `until`, unless it ends before. */
export const updateKeyReplaced = write(
  'update_key_replaced',
  ['id', 'until'],
  `update api_keys set granted_until = expires_at, expires_at = least(expires_at, $2::timestamptz) where id = $1`,
  (id: Uuid<'key'>, until: Instant) => [id, sqlInstant(until)],
)

const SELECT_ADDRESSES_OUTSIDE = statement(
  'select_addresses_outside',
  ['addresses', 'networks'],
  `select a.position::int
     from unnest($1::cidr[]) with ordinality as a (address, position)
    where not exists (select from unnest($2::cidr[]) as n (network) where a.address <<= n.network)
    order by a.position`,
)

/** Positions, from 0, of the addresses that are in none of the networks. */
export async function selectAddressesOutside(
  db: Db,
  addresses: readonly string[],
  networks: readonly string[],
): Promise<number[]> {
  const found = await rows<{ position: number }>(db, SELECT_ADDRESSES_OUTSIDE, [
    addresses,
    networks,
  ])
  return found.map(({ position }) => position - 1)
}
