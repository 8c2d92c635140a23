// The SQL of retention. Two functions of the owner erase: the service's role may not change what is encrypted.
import type { Instant } from '../clock.ts'
import { columnsOf, rows, sqlInstant, type Db } from '../db/pool.ts'
import type { Sealed } from '../db/seal.ts'
import { statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'
import { INSTRUMENT_COLUMNS, type InstrumentRow } from '../instruments/queries.ts'

export type ErasableInstrument = InstrumentRow & { enterprise_id: Uuid<'ent'> }

const SELECT_INSTRUMENTS_TO_ERASE = statement(
  'select_instruments_to_erase',
  ['before', 'limit'],
  `select ${columnsOf(INSTRUMENT_COLUMNS, 'e')}, o.enterprise_id
     from external_payment_instruments e join organizations o on o.id = e.organization_id
    where e.status = 'ARCHIVED' and e.details_erased_at is null and e.updated_at < $1
    order by e.updated_at limit $2`,
)

/** Archived before the instant, longest first. */
export const selectInstrumentsToErase = (
  db: Db,
  before: Instant,
  limit: number,
): Promise<ErasableInstrument[]> =>
  rows(db, SELECT_INSTRUMENTS_TO_ERASE, [sqlInstant(before), limit])

const ERASE_INSTRUMENT = statement(
  'erase_instrument',
  ['organization_id', 'id', 'before', 'at', 'key_id', 'kinds'],
  `select erase_instrument($1, $2, $3, $4, $5, $6) as is_erased`,
)

/** Erases the details but for `kinds`, and the travel rule records. False if it was erased before. */
export async function eraseInstrument(
  db: Db,
  instrument: ErasableInstrument,
  before: Instant,
  at: Instant,
  kinds: Sealed,
): Promise<boolean> {
  const [row] = await rows<{ is_erased: boolean }>(db, ERASE_INSTRUMENT, [
    instrument.organization_id,
    instrument.id,
    sqlInstant(before),
    sqlInstant(at),
    kinds.keyId,
    kinds.bytes,
  ])
  return row?.is_erased === true
}

export type ErasableRequest = {
  organization_id: Uuid<'org'>
  id: Uuid<'irq'>
  enterprise_id: Uuid<'ent'>
}

const SELECT_INFORMATION_REQUESTS_TO_ERASE = statement(
  'select_information_requests_to_erase',
  ['before', 'limit'],
  `select r.organization_id, r.id, o.enterprise_id
     from information_requests r join organizations o on o.id = r.organization_id
    where r.status = 'CLOSED' and r.erased_at is null and r.closed_at < $1
    order by r.closed_at limit $2`,
)

/** Closed before the instant, longest first. */
export const selectInformationRequestsToErase = (
  db: Db,
  before: Instant,
  limit: number,
): Promise<ErasableRequest[]> =>
  rows(db, SELECT_INFORMATION_REQUESTS_TO_ERASE, [sqlInstant(before), limit])

const ERASE_INFORMATION_REQUEST = statement(
  'erase_information_request',
  ['organization_id', 'id', 'before', 'at'],
  `select erase_information_request($1, $2, $3, $4) as is_erased`,
)

/** Erases the answer and the documents. False if they were erased before. */
export async function eraseInformationRequest(
  db: Db,
  request: ErasableRequest,
  before: Instant,
  at: Instant,
): Promise<boolean> {
  const [row] = await rows<{ is_erased: boolean }>(db, ERASE_INFORMATION_REQUEST, [
    request.organization_id,
    request.id,
    sqlInstant(before),
    sqlInstant(at),
  ])
  return row?.is_erased === true
}
