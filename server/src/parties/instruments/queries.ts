// All SQL that writes external_payment_instruments.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, NIL_UUID, rows, sqlInstant, sqlUuids, type Db } from '../../platform/db/pool.ts'
import { allRows, oneOwned, oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { announceEvents } from '../../platform/events/insert-events.ts'
import {
  changedWithoutOrder,
  newStatus,
  statusChanges,
} from '../../platform/events/status-changes.ts'
import { metadataJson, type Metadata } from '../../platform/http/metadata.ts'
import type { StatusEntry } from '../../platform/http/status.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'

export const instrumentStatuses = ['ACTIVE', 'COMPLIANCE_HOLD', 'ARCHIVED'] as const
export type InstrumentStatus = (typeof instrumentStatuses)[number]

export type InstrumentRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'epi'>
  alias: string
  currency: string
  method: InstrumentMethod
  details_key_id: string
  details_sealed: Buffer
  status: InstrumentStatus
  status_history: StatusEntry[]
  version: number
  created_at: Instant
  updated_at: Instant
  first_version: number
  request_hash: Buffer | null
  metadata: Metadata | null
}

export const INSTRUMENT_COLUMNS = `organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
  status_history, version, created_at, updated_at, first_version, request_hash, metadata`

export const selectInstrument = oneOwned<InstrumentRow, 'epi'>(
  'select_instrument',
  `select ${INSTRUMENT_COLUMNS} from external_payment_instruments where organization_id = $1 and id = $2`,
)

/** Instruments after `after`, oldest first. */
export const selectInstruments = allRows<
  InstrumentRow,
  [
    organizationId: Uuid<'org'>,
    after: Uuid<'epi'> | null,
    limit: number | null,
    metadata?: Metadata | null,
  ]
>(
  'select_instruments',
  ['organization_id', 'after', 'limit', 'metadata'],
  `select ${INSTRUMENT_COLUMNS} from external_payment_instruments
    where organization_id = $1 and id > coalesce($2, ${NIL_UUID}) and ($4::jsonb is null or metadata @> $4)
    order by id
    limit $3`,
  (organizationId, after, limit, metadata = null) => [
    organizationId,
    after,
    limit,
    metadataJson(metadata),
  ],
)

export type InstrumentId = { organization_id: Uuid<'org'>; id: Uuid<'epi'> }

export const selectInstrumentByKey = oneRow<
  InstrumentRow,
  [organizationId: Uuid<'org'>, idempotencyKey: string]
>(
  'select_instrument_by_key',
  ['organization_id', 'idempotency_key'],
  `select ${INSTRUMENT_COLUMNS} from external_payment_instruments where organization_id = $1 and idempotency_key = $2`,
)

type NewInstrument = Omit<InstrumentRow, 'version' | 'updated_at' | 'first_version'> & {
  idempotency_key: string | null
  fingerprint: Buffer
}

/** Undefined if the organization already has an instrument under this idempotency key. */
export const insertInstrument = oneRow<InstrumentRow, [instrument: NewInstrument]>(
  'insert_instrument',
  [
    'organization_id',
    'id',
    'alias',
    'currency',
    'method',
    'details_key_id',
    'details_sealed',
    'status',
    'status_history',
    'created_at',
    'idempotency_key',
    'request_hash',
    'events',
    'fingerprint',
    'metadata',
  ],
  `with written as (
     insert into external_payment_instruments (organization_id, id, alias, currency, method, details_key_id,
       details_sealed, status, status_history, first_version, created_at, updated_at, idempotency_key, request_hash,
       fingerprint, metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, jsonb_array_length($9), $10, $10, $11, $12, $14, $15)
     on conflict (organization_id, idempotency_key) do nothing
     returning ${INSTRUMENT_COLUMNS}
   ), changed as (${changedWithoutOrder('organization_id', 'written')}
   ), ${announceEvents('$13', 'changed')}
   select ${INSTRUMENT_COLUMNS} from written`,
  (instrument) => [
    instrument.organization_id,
    instrument.id,
    instrument.alias,
    instrument.currency,
    instrument.method,
    instrument.details_key_id,
    instrument.details_sealed,
    instrument.status,
    JSON.stringify(instrument.status_history),
    sqlInstant(instrument.created_at),
    instrument.idempotency_key,
    instrument.request_hash,
    statusChanges([
      eventsOf(
        instrument.id,
        instrument.status_history.map(({ status }) => status),
        instrument.created_at,
      ),
    ]),
    instrument.fingerprint,
    metadataJson(instrument.metadata),
  ],
)

const COUNT_INSTRUMENTS = statement(
  'count_instruments',
  ['organization_id'],
  `select count(*)::int as count from external_payment_instruments
    where organization_id = $1 and status in ('ACTIVE', 'COMPLIANCE_HOLD')`,
)

/** Counts the instruments that are not archived. */
export async function countInstruments(db: Db, organizationId: Uuid<'org'>): Promise<number> {
  const [row] = await rows<{ count: number }>(db, COUNT_INSTRUMENTS, [organizationId])
  return row?.count ?? 0
}

export type ActiveInstrument = Pick<InstrumentRow, 'id' | 'currency' | 'method' | 'version'>

/** Oldest first. */
export const selectActiveInstruments = allRows<ActiveInstrument, [organizationId: Uuid<'org'>]>(
  'select_active_instruments',
  ['organization_id'],
  `select id, currency, method, version from external_payment_instruments
    where organization_id = $1 and status = 'ACTIVE'
    order by id`,
)

/** Adds a status to the instruments with a status in `from`, and returns these instruments. */
export const updateInstrumentStatuses = allRows<
  InstrumentRow,
  [
    instruments: readonly InstrumentId[],
    change: { from: readonly InstrumentStatus[]; to: InstrumentStatus; at: Instant },
  ]
>(
  'update_instrument_statuses',
  ['organization_ids', 'ids', 'from_statuses', 'status', 'at', 'events'],
  `with written as (
     update external_payment_instruments e
        set ${newStatus('e', '$4', '$5')}
       from unnest($1::uuid[], $2::uuid[]) with ordinality as i (of_organization, of_instrument, position)
      where e.organization_id = i.of_organization and e.id = i.of_instrument and e.status = any ($3)
      returning ${columnsOf(INSTRUMENT_COLUMNS, 'e')}, i.position
   ), changed as (${changedWithoutOrder('organization_id', 'written', 'position')}
   ), ${announceEvents('$6', 'changed')}
   select ${INSTRUMENT_COLUMNS} from written`,
  (instruments, change) => [
    sqlUuids(instruments.map((one) => one.organization_id)),
    sqlUuids(instruments.map((one) => one.id)),
    change.from,
    change.to,
    sqlInstant(change.at),
    statusEventsOf(instruments, change.to, change.at),
  ],
)

/** The event of a new status for each instrument. Positions start at 1. */
export const statusEventsOf = (
  instruments: readonly InstrumentId[],
  status: InstrumentStatus,
  at: Instant,
): string =>
  statusChanges(instruments.map(({ id }, index) => eventsOf(id, [status], at, index + 1)))

const eventsOf = (id: Uuid<'epi'>, statuses: readonly string[], at: Instant, position = 0) => ({
  position,
  type: 'instrument.status_changed' as const,
  of: { external_payment_instrument_id: publicId('epi', id) },
  statuses,
  at,
})
