// The row of an order and the SQL that finds orders. Other files of this folder write them.
import type { Instant } from '../../platform/clock.ts'
import {
  columnsOf,
  inOrder,
  joinByIndex,
  rows,
  sqlNumbers,
  sqlUuids,
  type Db,
} from '../../platform/db/pool.ts'
import { oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Metadata } from '../../platform/http/metadata.ts'
import type { StatusEntry } from '../../platform/http/status.ts'
import type { OwnedId, Uuid } from '../../platform/ids.ts'
import type { OrderStatus } from './states.ts'

export type OrderRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'ord'>
  quote_id: Uuid<'qt'>
  offering_id: Uuid<'off'>
  route_id: Uuid<'rt'>
  reference_number: string
  external_reference_id: string | null
  payin_instrument_id: Uuid<'epi'>
  payin_instrument_version: number
  payout_instrument_id: Uuid<'epi'>
  payout_instrument_version: number
  payin_currency: string
  payout_currency: string
  /** Decimal text. */
  exchange_rate: string
  effective_exchange_rate: string
  payin_total_minor: bigint
  payin_fee_minor: bigint
  payin_tax_minor: bigint
  payout_total_minor: bigint
  funding_details: Record<string, string>
  funding_expires_at: Instant
  retry_order_id: Uuid<'ord'> | null
  status: OrderStatus
  status_history: StatusEntry[]
  created_at: Instant
  updated_at: Instant
  request_hash: Buffer
  attempt: number
  lease_token: Uuid<'lease'> | null
  /** Grows by one with each change: see changes.ts. */
  version: number
  /** Sequence number of the last event. */
  last_event: number
  received_minor: bigint
  /** Payin money that the order lacks because its deposits were reversed. See reversal-outcomes.ts. */
  short_minor: bigint
  parked_reason: ParkedReason | null
  /** The provider whose rate was promised. Null in orders of earlier versions. */
  priced_provider: string | null
  /** The greatest loss with the conversion that an operator accepted, in the payout currency. */
  accepted_loss_minor: bigint | null
  /** The provider that an operator chose, in place of those of the route. */
  chosen_provider: string | null
  /** While set, nothing is filled or sent. See freeze-order.ts. */
  frozen_at: Instant | null
  /** The name of a retry in keys. See keys.ts. */
  key_id: Uuid<'ord'> | null
  metadata: Metadata | null
}

/** The rail lacks money, or the limit of a provider is used up. It ends by itself, and customers get no event. */
export const LIQUIDITY = 'liquidity' as const

/** Why an order waits for an operator. fill-order.ts, pay-out-order.ts and leases.ts park orders. */
export const parkedReasons = [
  'compliance_hold',
  'slippage',
  'attempts',
  'outflow_limit',
  LIQUIDITY,
  'deposit_reversed',
  'screening',
] as const
export type ParkedReason = (typeof parkedReasons)[number]

/** The columns that the published order needs. */
export const SHOWN = [
  'organization_id',
  'id',
  'quote_id',
  'offering_id',
  'reference_number',
  'external_reference_id',
  'payin_instrument_id',
  'payin_instrument_version',
  'payout_instrument_id',
  'payout_instrument_version',
  'payin_currency',
  'payout_currency',
  'exchange_rate',
  'effective_exchange_rate',
  'payin_total_minor',
  'payin_fee_minor',
  'payin_tax_minor',
  'payout_total_minor',
  'funding_details',
  'retry_order_id',
  'status_history',
  'created_at',
  'updated_at',
  'metadata',
] as const satisfies readonly (keyof OrderRow)[]
export type ShownOrder = Pick<OrderRow, (typeof SHOWN)[number]>

const NAMES = [
  ...SHOWN,
  'route_id',
  'funding_expires_at',
  'status',
  'request_hash',
  'attempt',
  'lease_token',
  'version',
  'last_event',
  'received_minor',
  'short_minor',
  'parked_reason',
  'priced_provider',
  'accepted_loss_minor',
  'chosen_provider',
  'frozen_at',
  'key_id',
] as const satisfies readonly (keyof OrderRow)[]
const COLUMNS = NAMES.join(', ')
/** The columns of an OrderRow, each prefixed with the relation. */
export const ORDER_COLUMNS_OF = (relation: string): string => columnsOf(COLUMNS, relation)

const SELECT_ORDERS_BY_IDS = statement(
  'select_orders_by_ids',
  ['organization_ids', 'ids'],
  `select ${COLUMNS} from orders
    where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
)

/** Returns one row per key, in order; null where the organization has no such order. */
export async function selectOrdersByIds(
  db: Db,
  keys: readonly OwnedId<'ord'>[],
): Promise<(OrderRow | null)[]> {
  const found = await rows<OrderRow>(db, SELECT_ORDERS_BY_IDS, [
    sqlUuids(keys.map((key) => key.organizationId)),
    sqlUuids(keys.map((key) => key.id)),
  ])
  return inOrder(found, keys)
}

const SELECT_ORDER_VERSIONS = statement(
  'select_order_versions',
  ['organization_ids', 'ids'],
  `select o.organization_id, o.id, o.version
     from unnest($1::uuid[], $2::uuid[]) as wanted (organization_id, id)
     ${joinByIndex('orders', 'organization_id = wanted.organization_id and id = wanted.id', 'o')}`,
)

/** Returns one version per key, in order; null where the organization has no such order. */
export async function selectOrderVersions(
  db: Db,
  keys: readonly OwnedId<'ord'>[],
): Promise<(number | null)[]> {
  const found = await rows<Pick<OrderRow, 'organization_id' | 'id' | 'version'>>(
    db,
    SELECT_ORDER_VERSIONS,
    [sqlUuids(keys.map((key) => key.organizationId)), sqlUuids(keys.map((key) => key.id))],
  )
  return inOrder(found, keys).map((row) => row?.version ?? null)
}

/** The known version of an order that was never read. Stored versions begin at 1. */
export const UNREAD = 0

/** An order and the version that the reader already has, or UNREAD. */
export type KnownOrder = OwnedId<'ord'> & { version: number }
export type ChangedOrder = ShownOrder & Pick<OrderRow, 'version'>

const SELECT_CHANGED_ORDERS = statement(
  'select_changed_orders',
  ['organization_ids', 'ids', 'versions'],
  `select ${columnsOf([...SHOWN, 'version'].join(), 'o')}
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as known (organization_id, id, version)
     ${joinByIndex('orders', 'organization_id = known.organization_id and id = known.id and version <> known.version', 'o')}`,
)

/** Returns one row per order, in order; null where the version is unchanged or the organization has no such order. */
export async function selectChangedOrders(
  db: Db,
  known: readonly KnownOrder[],
): Promise<(ChangedOrder | null)[]> {
  const changed = await rows<ChangedOrder>(db, SELECT_CHANGED_ORDERS, [
    sqlUuids(known.map((one) => one.organizationId)),
    sqlUuids(known.map((one) => one.id)),
    sqlNumbers(known.map((one) => one.version)),
  ])
  return inOrder(changed, known)
}

export type OrderKey = { organizationId: Uuid<'org'>; operation: 'create' | 'retry'; key: string }

const SELECT_ORDERS_BY_KEYS = statement(
  'select_orders_by_keys',
  ['organization_ids', 'operations', 'idempotency_keys'],
  `select k.position::int, ${ORDER_COLUMNS_OF('o')}
     from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as k (organization, operation, key, position)
     ${joinByIndex('orders', 'organization_id = k.organization and operation = k.operation and idempotency_key = k.key', 'o')}`,
)

/** Returns one row per idempotency key, in order; null where no order was created under it. */
export async function selectOrdersByKeys(
  db: Db,
  keys: readonly OrderKey[],
): Promise<(OrderRow | null)[]> {
  const found = await rows<OrderRow & { position: number }>(db, SELECT_ORDERS_BY_KEYS, [
    sqlUuids(keys.map((key) => key.organizationId)),
    keys.map((key) => key.operation),
    keys.map((key) => key.key),
  ])
  const byPosition = new Map(found.map(({ position, ...order }) => [position, order]))
  return keys.map((_, index) => byPosition.get(index + 1) ?? null)
}

const SELECT_CONFLICTS = statement(
  'select_conflicts',
  ['organization_id', 'quote_id', 'external_reference_id'],
  `select exists (select from orders where organization_id = $1 and quote_id = $2) as uses_quote,
          exists (select from orders where organization_id = $1 and external_reference_id = $3) as uses_reference`,
)

/** Tells whether another order uses the quote, and whether one uses the external reference. */
export async function selectConflicts(
  db: Db,
  organizationId: Uuid<'org'>,
  quoteId: Uuid<'qt'>,
  externalReferenceId: string | null,
): Promise<{ uses_quote: boolean; uses_reference: boolean }> {
  const [row] = await rows<{ uses_quote: boolean; uses_reference: boolean }>(db, SELECT_CONFLICTS, [
    organizationId,
    quoteId,
    externalReferenceId,
  ])
  return row ?? { uses_quote: false, uses_reference: false }
}

/** Names a retry in keys. */
export const updateKeyId = write(
  'update_key_id',
  ['organization_id', 'id', 'key_id'],
  `update orders set key_id = $3 where organization_id = $1 and id = $2`,
  (
    { organization_id: organizationId, id }: Pick<OrderRow, 'organization_id' | 'id'>,
    keyId: Uuid<'ord'>,
  ) => [organizationId, id, keyId],
)

/** The idempotency key that the order was made with. */
export const selectKeyOfOrder = oneRow<
  { idempotency_key: string },
  [organizationId: Uuid<'org'>, id: Uuid<'ord'>]
>(
  'select_key_of_order',
  ['organization_id', 'id'],
  `select idempotency_key from orders where organization_id = $1 and id = $2`,
  (organizationId, id) => [organizationId, id],
)
