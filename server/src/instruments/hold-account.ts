// Holds of accounts: a hold that an operator places on an instrument covers every instrument of the same account
// within the enterprise, those made later too. Releasing one releases all that were held with it.
import type { Instant } from '../clock.ts'
import type { Config, Secrets } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { lockEnterprise } from '../organizations/queries.ts'
import { fingerprintOf } from './fingerprint.ts'
import {
  insertAccountHold,
  selectInstrumentsOfAccount,
  updateAccountHoldReleased,
  updateFingerprints,
  type Account,
  type OwnedInstrument,
} from './hold-queries.ts'
import { updateInstrumentStatuses, type InstrumentId } from './queries.ts'
import { instrumentOf } from './view.ts'

export type HoldResult = { isChanged: boolean; instruments: readonly InstrumentId[] }

/** Needs a transaction. Archived instruments stay as they are. */
export async function placeHold(
  db: Db,
  secrets: Secrets,
  row: OwnedInstrument,
  at: Instant,
): Promise<HoldResult> {
  const account = await lockAccount(db, secrets, row)
  const isPlaced = await insertAccountHold(db, account, at)
  const instruments = await holdInstruments(db, account, at)
  return { isChanged: isPlaced || instruments.length > 0, instruments }
}

/**
 * Needs a transaction. An instrument that was never released still waits for its own first release, unless it is
 * `row` or the deployment releases at once.
 */
export async function releaseHold(
  db: Db,
  config: Pick<Config, 'secrets' | 'autoRelease'>,
  row: OwnedInstrument,
  at: Instant,
): Promise<HoldResult> {
  const account = await lockAccount(db, config.secrets, row)
  const isReleased = await updateAccountHoldReleased(db, account, at)
  const instruments = (await selectInstrumentsOfAccount(db, account)).filter(
    (one) => one.id === row.id || one.was_active || config.autoRelease,
  )
  const change = { from: ['COMPLIANCE_HOLD'], to: 'ACTIVE', at } as const
  const released = await updateInstrumentStatuses(db, instruments, change)
  return { isChanged: isReleased || released.length > 0, instruments: released }
}

/** Needs a transaction that has locked the enterprise. */
export async function holdInstruments(
  db: Db,
  account: Account,
  at: Instant,
): Promise<readonly InstrumentId[]> {
  const active = (await selectInstrumentsOfAccount(db, account)).filter(
    (one) => one.status === 'ACTIVE',
  )
  return active.length === 0
    ? []
    : updateInstrumentStatuses(db, active, { from: ['ACTIVE'], to: 'COMPLIANCE_HOLD', at })
}

/** The lock keeps new instruments of the account away until the transaction has ended. */
async function lockAccount(db: Db, secrets: Secrets, row: OwnedInstrument): Promise<Account> {
  await lockEnterprise(db, row.enterprise_id)
  const { method, details } = instrumentOf(secrets, row)
  const fingerprint = fingerprintOf(secrets, method, details)
  await updateFingerprints(db, [{ ...row, fingerprint }])
  return { enterpriseId: row.enterprise_id, fingerprint }
}
