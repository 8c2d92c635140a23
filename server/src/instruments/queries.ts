// All SQL that writes external_payment_instruments.
import type { Instant } from '../clock.ts'
import { lookUp, NIL_UUID, rows, sqlInstant, type Db } from '../db/pool.ts'
import { announceEvents } from '../events/queries.ts'
import { changedWithoutOrder, statusChanges } from '../events/status-changes.ts'
import type { StatusEntry } from '../http/status.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { InstrumentMethod } from './methods.ts'

export type InstrumentStatus = 'ACTIVE' | 'COMPLIANCE_HOLD' | 'ARCHIVED'

export type InstrumentRow = {
  organization_id: Uuid
  id: Uuid
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
}

const COLUMNS = `organization_id, id, alias, currency, method, details_key_id, details_sealed, status,
  status_history, version, created_at, updated_at, first_version, request_hash`

export async function selectInstrument(
  db: Db,
  organizationId: Uuid,
  id: Uuid,
): Promise<InstrumentRow | undefined> {
  const [row] = await rows<InstrumentRow>(
    db,
    'select_instrument',
    `select ${COLUMNS} from external_payment_instruments where organization_id = $1 and id = $2`,
    [organizationId, id],
  )
  return row
}

/** In the order they were made, after `after`. */
export async function selectInstruments(
  db: Db,
  organizationId: Uuid,
  after: Uuid | null,
  limit: number | null,
): Promise<InstrumentRow[]> {
  return rows<InstrumentRow>(
    db,
    'select_instruments',
    `select ${COLUMNS} from external_payment_instruments
      where organization_id = $1 and id > coalesce($2, ${NIL_UUID})
      order by id
      limit $3`,
    [organizationId, after, limit],
  )
}

export type InstrumentId = { organization_id: Uuid; id: Uuid }

/** The methods of instruments, by their identifiers. */
export async function selectMethods(
  db: Db,
  instruments: readonly InstrumentId[],
): Promise<Map<Uuid, InstrumentMethod>> {
  const found = await rows<{ id: Uuid; method: InstrumentMethod }>(
    db,
    'select_methods',
    `select e.id, e.method
       from unnest($1::uuid[], $2::uuid[]) as i (of_organization, of_instrument)
       ${lookUp('external_payment_instruments', 'organization_id = of_organization and id = of_instrument', 'e')}`,
    [instruments.map((one) => one.organization_id), instruments.map(({ id }) => id)],
  )
  return new Map(found.map(({ id, method }) => [id, method]))
}

export async function selectInstrumentByKey(
  db: Db,
  organizationId: Uuid,
  idempotencyKey: string,
): Promise<InstrumentRow | undefined> {
  const [row] = await rows<InstrumentRow>(
    db,
    'select_instrument_by_key',
    `select ${COLUMNS} from external_payment_instruments where organization_id = $1 and idempotency_key = $2`,
    [organizationId, idempotencyKey],
  )
  return row
}

export type NewInstrument = Omit<InstrumentRow, 'version' | 'updated_at' | 'first_version'> & {
  idempotency_key: string | null
}

/** Undefined when the organization already has an instrument under this idempotency key. */
export async function insertInstrument(
  db: Db,
  instrument: NewInstrument,
): Promise<InstrumentRow | undefined> {
  const [row] = await rows<InstrumentRow>(
    db,
    'insert_instrument',
    `with written as (
       insert into external_payment_instruments (organization_id, id, alias, currency, method, details_key_id,
         details_sealed, status, status_history, first_version, created_at, updated_at, idempotency_key, request_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, jsonb_array_length($9), $10, $10, $11, $12)
       on conflict (organization_id, idempotency_key) do nothing
       returning ${COLUMNS}
     ), changed as (${changedWithoutOrder('organization_id', 'written')}
     ), ${announceEvents('$13', 'changed')}
     select ${COLUMNS} from written`,
    [
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
      eventsOf(
        instrument.id,
        instrument.status_history.map(({ status }) => status),
        instrument.created_at,
      ),
    ],
  )
  return row
}

/** Adds a status; undefined when the instrument does not exist or has it already. Times never go back. */
export async function updateInstrumentStatus(
  db: Db,
  organizationId: Uuid,
  id: Uuid,
  status: InstrumentStatus,
  at: Instant,
): Promise<InstrumentRow | undefined> {
  const [row] = await rows<InstrumentRow>(
    db,
    'update_instrument_status',
    `with written as (
       update external_payment_instruments
          set status = $3,
              updated_at = greatest($4, updated_at),
              status_history = status_history || jsonb_build_object('status', $3::text, 'created_at',
                to_char(greatest($4, updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        where organization_id = $1 and id = $2 and status <> $3
        returning ${COLUMNS}
     ), changed as (${changedWithoutOrder('organization_id', 'written')}
     ), ${announceEvents('$5', 'changed')}
     select ${COLUMNS} from written`,
    [organizationId, id, status, sqlInstant(at), eventsOf(id, [status], at)],
  )
  return row
}

const eventsOf = (id: Uuid, statuses: readonly string[], at: Instant): string =>
  statusChanges(
    {
      type: 'instrument.status_changed',
      of: { external_payment_instrument_id: publicId('epi', id) },
    },
    statuses,
    at,
  )
