// All SQL that writes offering_batches and offerings.
import type { Instant } from '../../platform/clock.ts'
import type { RouteRow, StoredTier } from '../routes/queries.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { oneOwned, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { TradingPairJson } from '../../outside/providers/view.ts'
import type { Uuid } from '../../platform/ids.ts'

export type OfferingRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'off'>
  route_id: Uuid<'rt'>
  order_type: RouteRow['order_type']
  provider_name: string
  payin_instrument_id: Uuid<'epi'>
  payin_instrument_version: number
  payout_instrument_id: Uuid<'epi'>
  payout_instrument_version: number
  payin_currency: string
  payout_currency: string
  payin_min_minor: bigint
  payin_max_minor: bigint
  cost_tiers: StoredTier[]
  /** Decimal text. */
  indicative_exchange_rate: string
  open_at: Instant
  close_at: Instant
  estimated_settlement_time: RouteRow['estimated_settlement_time']
  created_at: Instant
  /** The provider's pairs when the offering was created. */
  trading_pairs: TradingPairJson[]
}

const COLUMNS = `o.organization_id, o.id, o.route_id, o.order_type, o.provider_name,
         o.payin_instrument_id, o.payin_instrument_version, o.payout_instrument_id, o.payout_instrument_version,
         o.payin_currency, o.payout_currency, o.payin_min_minor, o.payin_max_minor, o.cost_tiers,
         o.indicative_exchange_rate, o.open_at, o.close_at, o.estimated_settlement_time, o.created_at`

export const selectOffering = oneOwned<OfferingRow, 'off'>(
  'select_offering',
  `select ${COLUMNS}, b.trading_pairs -> o.provider_name as trading_pairs
     from offerings o
     join offering_batches b on (b.organization_id, b.id) = (o.organization_id, o.batch_id)
    where o.organization_id = $1 and o.id = $2`,
)

const SELECT_OFFERINGS_OF_BATCH = statement(
  'select_offerings_of_batch',
  ['organization_id', 'batch_id'],
  `select ${COLUMNS} from offerings o where o.organization_id = $1 and o.batch_id = $2 order by o.id`,
)

const SELECT_TRADING_PAIRS_OF_BATCH = statement(
  'select_trading_pairs_of_batch',
  ['organization_id', 'batch_id'],
  `select trading_pairs from offering_batches where organization_id = $1 and id = $2`,
)

/** Oldest first: the ids of a batch increase. */
export async function selectOfferingsOfBatch(
  db: Db,
  organizationId: Uuid<'org'>,
  batchId: Uuid<'batch'>,
): Promise<OfferingRow[]> {
  // Read the pairs once per batch. Repeated in each of 500 rows, they were most of the work.
  const [batch] = await rows<{ trading_pairs: Record<string, TradingPairJson[]> }>(
    db,
    SELECT_TRADING_PAIRS_OF_BATCH,
    [organizationId, batchId],
  )
  const found = await rows<Omit<OfferingRow, 'trading_pairs'>>(db, SELECT_OFFERINGS_OF_BATCH, [
    organizationId,
    batchId,
  ])
  return found.map((row) => ({
    ...row,
    trading_pairs: batch?.trading_pairs[row.provider_name] ?? [],
  }))
}

type BatchRow = { id: Uuid<'batch'>; request_hash: Buffer }

export const selectBatchByKey = oneRow<
  BatchRow,
  [organizationId: Uuid<'org'>, idempotencyKey: string]
>(
  'select_batch_by_key',
  ['organization_id', 'idempotency_key'],
  `select id, request_hash from offering_batches where organization_id = $1 and idempotency_key = $2`,
)

export type NewBatch = {
  organizationId: Uuid<'org'>
  id: Uuid<'batch'>
  tradingPairs: Record<string, TradingPairJson[]>
  createdAt: Instant
  idempotencyKey: string
  requestHash: Buffer
  offerings: readonly Omit<OfferingRow, 'organization_id' | 'trading_pairs' | 'created_at'>[]
}

const INSERT_BATCH = statement(
  'insert_batch',
  [
    'organization_id',
    'id',
    'trading_pairs',
    'created_at',
    'idempotency_key',
    'request_hash',
    'offering_ids',
    'route_ids',
    'order_types',
    'provider_names',
    'payin_instrument_ids',
    'payin_instrument_versions',
    'payout_instrument_ids',
    'payout_instrument_versions',
    'payin_currencies',
    'payout_currencies',
    'payin_min_minor',
    'payin_max_minor',
    'cost_tiers',
    'indicative_exchange_rates',
    'open_at',
    'close_at',
    'estimated_settlement_times',
  ],
  `with batch as (
     insert into offering_batches (organization_id, id, trading_pairs, created_at, idempotency_key, request_hash)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (organization_id, idempotency_key) do nothing
     returning organization_id, id, created_at
   ), made as (
     insert into offerings (organization_id, id, batch_id, route_id, order_type, provider_name,
       payin_instrument_id, payin_instrument_version, payout_instrument_id, payout_instrument_version,
       payin_currency, payout_currency, payin_min_minor, payin_max_minor, cost_tiers,
       indicative_exchange_rate, open_at, close_at, estimated_settlement_time, created_at)
     select batch.organization_id, i.id, batch.id, i.route_id, i.order_type, i.provider_name,
            i.payin_id, i.payin_version, i.payout_id, i.payout_version,
            i.payin_currency, i.payout_currency, i.min_minor, i.max_minor, i.cost_tiers,
            i.rate, i.open_at, i.close_at, i.settlement, batch.created_at
       from batch, unnest($7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::uuid[], $12::int[], $13::uuid[],
              $14::int[], $15::text[], $16::text[], $17::bigint[], $18::bigint[], $19::jsonb[], $20::numeric[],
              $21::timestamptz[], $22::timestamptz[], $23::text[])
            as i (id, route_id, order_type, provider_name, payin_id, payin_version, payout_id, payout_version,
              payin_currency, payout_currency, min_minor, max_minor, cost_tiers, rate, open_at, close_at, settlement)
   )
   select exists (select from batch) as inserted`,
)

/** Inserts the batch, its idempotency key and its offerings in one statement. False means that the key was used before. */
export async function insertBatch(db: Db, batch: NewBatch): Promise<boolean> {
  const { offerings } = batch
  const [result] = await rows<{ inserted: boolean }>(db, INSERT_BATCH, [
    batch.organizationId,
    batch.id,
    JSON.stringify(batch.tradingPairs),
    sqlInstant(batch.createdAt),
    batch.idempotencyKey,
    batch.requestHash,
    offerings.map((one) => one.id),
    offerings.map((one) => one.route_id),
    offerings.map((one) => one.order_type),
    offerings.map((one) => one.provider_name),
    offerings.map((one) => one.payin_instrument_id),
    offerings.map((one) => one.payin_instrument_version),
    offerings.map((one) => one.payout_instrument_id),
    offerings.map((one) => one.payout_instrument_version),
    offerings.map((one) => one.payin_currency),
    offerings.map((one) => one.payout_currency),
    offerings.map((one) => one.payin_min_minor),
    offerings.map((one) => one.payin_max_minor),
    offerings.map((one) => JSON.stringify(one.cost_tiers)),
    offerings.map((one) => one.indicative_exchange_rate),
    offerings.map((one) => sqlInstant(one.open_at)),
    offerings.map((one) => sqlInstant(one.close_at)),
    offerings.map((one) => one.estimated_settlement_time),
  ])
  return result?.inserted === true
}
