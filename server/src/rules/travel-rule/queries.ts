// All SQL of travel rule records. They only grow: the newest one of an instrument counts.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { OwnedId, Uuid } from '../../platform/ids.ts'

export type RecordRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'trr'>
  instrument_id: Uuid<'epi'>
  record_key_id: string
  record_sealed: Buffer
  recorded_at: Instant
  request_hash: Buffer
}

const COLUMNS =
  'organization_id, id, instrument_id, record_key_id, record_sealed, recorded_at, request_hash'

/** Undefined if the organization already has a record under this idempotency key. */
export const insertTravelRuleRecord = oneRow<
  RecordRow,
  [record: RecordRow & { idempotency_key: string }]
>(
  'insert_travel_rule_record',
  [
    'organization_id',
    'id',
    'instrument_id',
    'record_key_id',
    'record_sealed',
    'recorded_at',
    'idempotency_key',
    'request_hash',
  ],
  `insert into travel_rule_records (organization_id, id, instrument_id, record_key_id, record_sealed, recorded_at,
     idempotency_key, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (organization_id, idempotency_key) do nothing
   returning ${COLUMNS}`,
  (record) => [
    record.organization_id,
    record.id,
    record.instrument_id,
    record.record_key_id,
    record.record_sealed,
    sqlInstant(record.recorded_at),
    record.idempotency_key,
    record.request_hash,
  ],
)

export const selectTravelRuleRecordByKey = oneRow<
  RecordRow,
  [organizationId: Uuid<'org'>, key: string]
>(
  'select_travel_rule_record_by_key',
  ['organization_id', 'idempotency_key'],
  `select ${COLUMNS} from travel_rule_records where organization_id = $1 and idempotency_key = $2`,
)

/** The newest record of an instrument. */
export const selectTravelRuleRecord = oneRow<RecordRow, [OwnedId<'epi'>]>(
  'select_travel_rule_record',
  ['organization_id', 'instrument_id'],
  `select ${COLUMNS} from travel_rule_records
    where organization_id = $1 and instrument_id = $2 and erased_at is null order by id desc limit 1`,
  ({ organizationId, id }) => [organizationId, id],
)

const SELECT_HAS_TRAVEL_RULE_RECORD = statement(
  'select_has_travel_rule_record',
  ['instrument_id'],
  `select exists (select from travel_rule_records where instrument_id = $1 and erased_at is null) as has_record`,
)

export async function hasTravelRuleRecord(db: Db, instrumentId: Uuid<'epi'>): Promise<boolean> {
  const [row] = await rows<{ has_record: boolean }>(db, SELECT_HAS_TRAVEL_RULE_RECORD, [
    instrumentId,
  ])
  return row?.has_record === true
}
