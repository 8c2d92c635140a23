// Gives a fingerprint to instruments that an older version made, before the upgrade or beside this process. From then
// on a hold of one covers the others of its account.
import type { Logger } from 'pino'
import { LruMap } from 'toad-cache'
import { monotonicMs, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
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
/** Workers also run their tasks whenever an order changes, which is far too often for this one. */
const EVERY_MS = 5000

/** Each round fills a page and answers how many it read; 0 at the end, after which it begins anew. */
export function createFingerprintFiller(): (deps: FingerprintDeps) => Promise<number> {
  let after: Uuid<'epi'> | null = null
  // Each is logged once, although every round reads it again.
  const unreadable = new LruMap<true>(UNREADABLE)
  let nextMs = 0
  return async (deps) => {
    if (after === null && monotonicMs() < nextMs) return 0
    const page: OwnedInstrument[] = await selectWithoutFingerprint(deps.db, after, PAGE)
    const byEnterprise = Map.groupBy(page, (row) => row.enterprise_id)
    for (const [enterpriseId, rows] of byEnterprise)
      await fill(deps, enterpriseId, rows, unreadable)
    after = page.at(-1)?.id ?? null
    if (after === null) nextMs = monotonicMs() + EVERY_MS
    return page.length
  }
}

/** Several processes at once do no harm: the enterprise is locked, and what is there is not written again. */
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
        'the details of an instrument cannot be opened: no hold of its account covers it',
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
      // An instrument on hold that was active before was put there by an operator. Others wait for their release.
      const isHeld = (await selectInstrumentsOfAccount(db, account)).some(
        (one) => one.status === 'COMPLIANCE_HOLD' && one.was_active,
      )
      if (isHeld) await insertAccountHold(db, account, at)
      if (isHeld || (await selectIsHeld(db, account))) await holdInstruments(db, account, at)
    }
  })
}
