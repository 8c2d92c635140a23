// The SQL of account holds and fingerprints.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, NIL_UUID, rows, sqlInstant, sqlUuids, type Db } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { INSTRUMENT_COLUMNS, type InstrumentId, type InstrumentRow } from './queries.ts'

/** An account within one enterprise. */
export type Account = { enterpriseId: Uuid<'ent'>; fingerprint: Buffer }

/** Returns false if the account was already on hold. */
export const insertAccountHold = anyRow(
  'insert_account_hold',
  ['enterprise_id', 'fingerprint', 'at'],
  `insert into account_holds (enterprise_id, fingerprint, placed_at) values ($1, $2, $3)
   on conflict (fingerprint, enterprise_id) where released_at is null do nothing
   returning id`,
  (account: Account, at: Instant) => [account.enterpriseId, account.fingerprint, sqlInstant(at)],
)

/** Returns false if the account was not on hold. */
export const updateAccountHoldReleased = anyRow(
  'update_account_hold_released',
  ['enterprise_id', 'fingerprint', 'at'],
  `update account_holds set released_at = greatest($3, placed_at)
    where enterprise_id = $1 and fingerprint = $2 and released_at is null
    returning id`,
  (account: Account, at: Instant) => [account.enterpriseId, account.fingerprint, sqlInstant(at)],
)

const SELECT_IS_HELD = statement(
  'select_is_held',
  ['enterprise_id', 'fingerprint'],
  `select exists (select from account_holds
                   where enterprise_id = $1 and fingerprint = $2 and released_at is null) as is_held`,
)

export async function selectIsHeld(db: Db, account: Account): Promise<boolean> {
  const [row] = await rows<{ is_held: boolean }>(db, SELECT_IS_HELD, [
    account.enterpriseId,
    account.fingerprint,
  ])
  return row?.is_held === true
}

type AccountInstrument = InstrumentId & { status: string; was_active: boolean }

/** All instruments of the account within the enterprise. `was_active`: the instrument was released at least once. */
export const selectInstrumentsOfAccount = allRows<AccountInstrument, [account: Account]>(
  'select_instruments_of_account',
  ['enterprise_id', 'fingerprint'],
  `select e.organization_id, e.id, e.status, e.status_history @> '[{"status": "ACTIVE"}]' as was_active
     from external_payment_instruments e join organizations o on o.id = e.organization_id
    where e.fingerprint = $2 and o.enterprise_id = $1
    order by e.organization_id, e.id`,
  (account) => [account.enterpriseId, account.fingerprint],
)

export type OwnedInstrument = InstrumentRow & { enterprise_id: Uuid<'ent'> }

/** An instrument of any organization, for operators. */
export const selectInstrumentById = oneRow<OwnedInstrument, [id: Uuid<'epi'>]>(
  'select_instrument_by_id',
  ['id'],
  `select ${columnsOf(INSTRUMENT_COLUMNS, 'e')}, o.enterprise_id
     from external_payment_instruments e join organizations o on o.id = e.organization_id
    where e.id = $1`,
)

/** Instruments after `after`, oldest first. */
export const selectWithoutFingerprint = allRows<
  OwnedInstrument,
  [after: Uuid<'epi'> | null, limit: number]
>(
  'select_without_fingerprint',
  ['after', 'limit'],
  `select ${columnsOf(INSTRUMENT_COLUMNS, 'e')}, o.enterprise_id
     from external_payment_instruments e join organizations o on o.id = e.organization_id
    where e.fingerprint is null and e.id > coalesce($1, ${NIL_UUID})
    order by e.id
    limit $2`,
)

export const updateFingerprints = write(
  'update_fingerprints',
  ['organization_ids', 'ids', 'fingerprints'],
  `update external_payment_instruments e set fingerprint = i.fingerprint
     from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as i (of_organization, of_instrument, fingerprint)
    where e.organization_id = i.of_organization and e.id = i.of_instrument and e.fingerprint is null`,
  (filled: readonly (InstrumentId & { fingerprint: Buffer })[]) => [
    sqlUuids(filled.map((one) => one.organization_id)),
    sqlUuids(filled.map((one) => one.id)),
    filled.map((one) => one.fingerprint),
  ],
)

export type HeldInstrument = {
  id: Uuid<'epi'>
  organization_id: Uuid<'org'>
  enterprise_id: Uuid<'ent'>
  enterprise_name: string
  method: string
  status: string
  /** When the instrument got this status. */
  since: Instant
  /** True if an operator holds the account; false if the instrument waits for its first release. */
  is_account_held: boolean
  /** Instruments of the same account in other enterprises. */
  elsewhere: Uuid<'epi'>[]
  /** Orders from or to its account that stay parked when the hold ends. */
  parked_orders: number
}

/** Instruments on hold, and archived ones whose account is on hold, oldest first. */
export const selectHeldInstruments = allRows<HeldInstrument>(
  'select_held_instruments',
  [],
  `select e.id, e.organization_id, o.enterprise_id, p.name as enterprise_name, e.method, e.status,
          e.updated_at as since, h.id is not null as is_account_held,
          array(select m.id from external_payment_instruments m join organizations n on n.id = m.organization_id
                 where m.fingerprint = e.fingerprint and n.enterprise_id <> o.enterprise_id
                 order by m.id) as elsewhere,
          (select count(*)::int from orders d join organizations n on n.id = d.organization_id
            where d.parked_reason is not null and d.parked_reason = 'compliance_hold' and n.enterprise_id = o.enterprise_id
              and exists (select from external_payment_instruments m
                           where m.organization_id = d.organization_id and m.id in (d.payin_instrument_id, d.payout_instrument_id)
                             and (m.id = e.id or m.fingerprint = e.fingerprint))) as parked_orders
     from external_payment_instruments e
     join organizations o on o.id = e.organization_id
     join enterprises p on p.id = o.enterprise_id
     left join account_holds h on h.fingerprint = e.fingerprint and h.enterprise_id = o.enterprise_id
      and h.released_at is null
    where e.status = 'COMPLIANCE_HOLD' or (e.status = 'ARCHIVED' and h.id is not null)
    order by e.id`,
)
