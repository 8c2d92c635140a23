// Holds of accounts. A hold on an instrument covers all instruments of the same account within the enterprise, later
// ones included. Releasing one instrument releases all that were held with it.
import type { Instant } from '../../platform/clock.ts'
import type { Config, Secrets } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
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

type HoldResult = { isChanged: boolean; instruments: readonly InstrumentId[] }

/** Call it in a transaction. Archived instruments keep their status. */
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
 * Call it in a transaction. An instrument that was never active keeps waiting for its first release, unless it is `row`
 * or the deployment auto-releases.
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

/** Call it in a transaction that has locked the enterprise. */
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

/** The lock prevents new instruments of the account until the transaction ends. */
async function lockAccount(db: Db, secrets: Secrets, row: OwnedInstrument): Promise<Account> {
  await lockEnterprise(db, row.enterprise_id)
  const { method, details } = instrumentOf(secrets, row)
  const fingerprint = fingerprintOf(secrets, method, details)
  await updateFingerprints(db, [{ ...row, fingerprint }])
  return { enterpriseId: row.enterprise_id, fingerprint }
}
