// Erases what is encrypted when the policy keeps it no longer. Each erasure is one transaction with its entry in the audit
// trail. Orders, deposits, payouts and the ledger stay: they name the instrument, not the account.
import type { Logger } from 'pino'
import { instantAt, type Clock } from '../clock.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Config } from '../config.ts'
import { insertAudit } from '../audit/queries.ts'
import { inTransaction, type Db, type Pool } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { selectUses } from '../instruments/archiving-queries.ts'
import { describedFieldsOf } from '../instruments/methods.ts'
import { sealDetails } from '../instruments/seal.ts'
import { instrumentOf } from '../instruments/view.ts'
import {
  eraseInformationRequest,
  eraseInstrument,
  selectInformationRequestsToErase,
  selectInstrumentsToErase,
  type ErasableInstrument,
} from './queries.ts'

type EraseDeps = { db: Pool; clock: Clock; log: Logger; config: Config; catalogue: Catalogue }

const BATCH = 100
const DAY_MS = 86_400_000

/** The background task. Returns how many it erased: after a full batch, the next one follows at once. */
export async function eraseExpired(deps: EraseDeps): Promise<number> {
  const { config, db, clock, catalogue } = deps
  if (config.detailsKeptDays === null) return 0
  // Both clocks: a sandbox clock that was moved ahead must not erase what is new.
  const now = Math.min(clock.now(), clock.realNow())
  const before = instantAt(now - config.detailsKeptDays * DAY_MS)
  let erased = 0

  const instruments = await selectInstrumentsToErase(db, before, BATCH)
  const used = new Set((await selectUses(db, instruments)).map(({ id }) => id))
  // A late refund may still go to an archived instrument.
  for (const one of instruments.filter(({ id }) => !used.has(id))) {
    const kinds = kindsOf(deps, one)
    if (kinds === undefined) continue
    const sealed = sealDetails(config.secrets, one.id, kinds)
    const entry = {
      chain: one.enterprise_id,
      act: 'instrument.erased',
      id: publicId('epi', one.id),
    }
    const erase = (transaction: Db) =>
      eraseInstrument(transaction, one, before, clock.now(), sealed)
    if (!(await eraseAudited(deps, entry, erase))) continue
    catalogue.forgetInstrument({ organizationId: one.organization_id, id: one.id })
    erased += 1
  }

  for (const one of await selectInformationRequestsToErase(db, before, BATCH)) {
    const act = 'information_request.erased'
    const entry = { chain: one.enterprise_id, act, id: publicId('irq', one.id) }
    const erase = (transaction: Db) =>
      eraseInformationRequest(transaction, one, before, clock.now())
    if (await eraseAudited(deps, entry, erase)) erased += 1
  }

  if (erased > 0) deps.log.info({ erased }, 'details were erased that are kept no longer')
  return erased
}

/** What stays of the details: choices, such as the chain, which identify nobody. Undefined if they cannot be decrypted. */
function kindsOf(
  { config, log }: EraseDeps,
  row: ErasableInstrument,
): Record<string, string> | undefined {
  try {
    const { method, details } = instrumentOf(config.secrets, row)
    const choices = Object.entries(describedFieldsOf(method)).flatMap(([field, { values }]) =>
      values === undefined ? [] : [[field, details[field] ?? '']],
    )
    return Object.fromEntries(choices)
  } catch (error) {
    const external_payment_instrument_id = publicId('epi', row.id)
    log.error({ err: error, external_payment_instrument_id }, 'details cannot be erased')
    return undefined
  }
}

const eraseAudited = (
  { db, clock, config }: EraseDeps,
  { chain, act, id }: { chain: Uuid<'ent'>; act: string; id: string },
  erase: (db: Db) => Promise<boolean>,
): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    if (!(await erase(transaction))) return false
    await insertAudit(transaction, {
      chain,
      at: clock.realNow(),
      actor: 'retention',
      act,
      subject: id,
      reason: `kept for ${config.detailsKeptDays} days`,
      detail: {},
    })
    return true
  })
