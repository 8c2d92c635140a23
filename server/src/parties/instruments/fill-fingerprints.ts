// Adds fingerprints to instruments that an older version created, before or during the upgrade. A hold then covers all
// instruments of the same account.
import type { Logger } from 'pino'
import { LruMap } from 'toad-cache'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { lockEnterprise } from '../organizations/queries.ts'
import { fingerprintOf } from './fingerprint.ts'
import { holdInstruments } from './hold-account.ts'
import {
  insertAccountHold,
  selectInstrumentsOfAccount,
  selectIsHeld,
  selectWithoutFingerprint,
  updateFingerprints,
  type OwnedInstrument,
} from './hold-queries.ts'
import { instrumentOf } from './view.ts'

type FingerprintDeps = { db: Pool; clock: Clock; config: Config; log: Logger }

const PAGE = 200
const UNREADABLE = 10_000

/** Each call handles a page and returns how many instruments it read; 0 at the end, and the next call starts over. */
export function createFingerprintFiller(): (deps: FingerprintDeps) => Promise<number> {
  let after: Uuid<'epi'> | null = null
  // Log each unreadable instrument once, although every round reads it again.
  const unreadable = new LruMap<true>(UNREADABLE)
  return async (deps) => {
    const page: OwnedInstrument[] = await selectWithoutFingerprint(deps.db, after, PAGE)
    const byEnterprise = Map.groupBy(page, (row) => row.enterprise_id)
    for (const [enterpriseId, rows] of byEnterprise)
      await fill(deps, enterpriseId, rows, unreadable)
    after = page.at(-1)?.id ?? null
    return page.length
  }
}

/** Safe in several processes: it locks the enterprise and never overwrites a fingerprint. */
async function fill(
  deps: FingerprintDeps,
  enterpriseId: Uuid<'ent'>,
  rows: readonly OwnedInstrument[],
  unreadable: LruMap<true>,
): Promise<void> {
  const filled = rows.flatMap((row) => {
    try {
      const { method, details } = instrumentOf(deps.config.secrets, row)
      return [{ ...row, fingerprint: fingerprintOf(deps.config.secrets, method, details) }]
    } catch (error) {
      if (unreadable.get(row.id) !== undefined) return []
      unreadable.set(row.id, true)
      const external_payment_instrument_id = publicId('epi', row.id)
      deps.log.error(
        { err: error, external_payment_instrument_id },
        'the details of an instrument cannot be decrypted: a hold of its account does not cover it',
      )
      return []
    }
  })
  await inTransaction(deps.db, async (db) => {
    await lockEnterprise(db, enterpriseId)
    await updateFingerprints(db, filled)
    const at = deps.clock.now()
    const distinct = new Map(filled.map((row) => [row.fingerprint.toString('base64'), row]))
    for (const { fingerprint } of distinct.values()) {
      const account = { enterpriseId, fingerprint }
      // If an instrument on hold was active before, an operator held it. The others wait for their first release.
      const isHeld = (await selectInstrumentsOfAccount(db, account)).some(
        (one) => one.status === 'COMPLIANCE_HOLD' && one.was_active,
      )
      if (isHeld) await insertAccountHold(db, account, at)
      if (isHeld || (await selectIsHeld(db, account))) await holdInstruments(db, account, at)
    }
  })
}
