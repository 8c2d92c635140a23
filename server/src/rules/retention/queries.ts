// The SQL of retention. Functions of the owner erase: the service's role may not change what is encrypted. They also decide
// what nothing needs any more: see order_needs_details in the schema.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, NIL_UUID, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { publicId, type Kind, type Uuid } from '../../platform/ids.ts'
import { INSTRUMENT_COLUMNS, type InstrumentRow } from '../../parties/instruments/queries.ts'

export type ErasableInstrument = InstrumentRow & { enterprise_id: Uuid<'ent'> }

/** Instruments archived before the instant, longest first, except of organizations with an open information request. */
export const selectInstrumentsToErase = allRows<
  ErasableInstrument,
  [before: Instant, limit: number]
>(
  'select_instruments_to_erase',
  ['before', 'limit'],
  `select ${columnsOf(INSTRUMENT_COLUMNS, 'e')}, o.enterprise_id
     from external_payment_instruments e join organizations o on o.id = e.organization_id
    where e.status = 'ARCHIVED' and e.details_erased_at is null and e.updated_at < $1
      and not exists (select from information_requests i where i.organization_id = e.organization_id and i.status <> 'CLOSED')
    order by e.updated_at limit $2`,
  (before, limit) => [sqlInstant(before), limit],
)

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

type ErasableRequest = {
  organization_id: Uuid<'org'>
  id: Uuid<'irq'>
  enterprise_id: Uuid<'ent'>
}

/** Closed before the instant, longest first. */
export const selectInformationRequestsToErase = allRows<
  ErasableRequest,
  [before: Instant, limit: number]
>(
  'select_information_requests_to_erase',
  ['before', 'limit'],
  `select r.organization_id, r.id, o.enterprise_id
     from information_requests r join organizations o on o.id = r.organization_id
    where r.status = 'CLOSED' and r.erased_at is null and r.closed_at < $1
    order by r.closed_at limit $2`,
  (before, limit) => [sqlInstant(before), limit],
)

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

/** A row that the policy no longer keeps. `is_erased`: false if something still needs its contents. */
export type Visited = {
  id: Uuid
  made_at: Instant
  /** Null: it belongs to no organization. */
  enterprise_id: Uuid<'ent'> | null
  is_erased: boolean
  /** The name of the row in the audit trail. */
  name: string
}

export type Position = Pick<Visited, 'id' | 'made_at'>

type Due = { before: Instant; at: Instant }

/**
 * Erases what was made before the instant and is not needed, on the page after the position. Oldest first. Rows that
 * another transaction has locked are left out.
 */
export type ErasePage = (
  db: Db,
  due: Due,
  after: Position | undefined,
  most: number,
) => Promise<Visited[]>

function pagesOf<K extends Kind>(erase: string, nameOf: (id: Uuid<K>) => string): ErasePage {
  const page = statement(
    erase,
    ['before', 'at', 'after_at', 'after_id', 'most'],
    `select v.id, v.made_at, o.enterprise_id, v.is_erased
       from ${erase}($1, $2, coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, ${NIL_UUID}), $5) v
       left join organizations o on o.id = v.organization_id
      order by v.made_at, v.id`,
  )
  return async (db, { before, at }, after, most) => {
    const position = after === undefined ? [null, null] : [sqlInstant(after.made_at), after.id]
    const values = [sqlInstant(before), sqlInstant(at), ...position, most]
    const visited = await rows<Omit<Visited, 'id' | 'name'> & { id: Uuid<K> }>(db, page, values)
    return visited.map((row) => ({ ...row, name: nameOf(row.id) }))
  }
}

export const eraseSenders = pagesOf('erase_senders', (id: Uuid<'dep'>) => publicId('dep', id))
/** Payers and payment references in the entries that rails reported. These have no public identifier. */
export const erasePayers = pagesOf('erase_payers', (id: Uuid<'entry'>) => id)
export const erasePayoutPreparations = pagesOf('erase_payout_preparations', (id: Uuid<'po'>) =>
  publicId('po', id),
)
export const eraseDepositReturns = pagesOf('erase_deposit_returns', (id: Uuid<'drt'>) =>
  publicId('drt', id),
)
export const eraseStrayReturns = pagesOf('erase_stray_returns', (id: Uuid<'str'>) =>
  publicId('str', id),
)
export const eraseRefundPreparations = pagesOf('erase_refund_preparations', (id: Uuid<'rf'>) =>
  publicId('rf', id),
)
