// Erases what is encrypted when the policy keeps it no longer. Each erasure is one transaction with its entry in the audit
// trail. Orders, deposits, payouts and the ledger stay: they name the instrument, not the account. erase-pages.ts erases
// senders of deposits and what rails prepared.
import type { Logger } from 'pino'
import { instantAt, type Clock, type Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { insertAudit } from '../../parties/audit/queries.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { publicId, type OwnedId, type Uuid } from '../../platform/ids.ts'
import { selectUses } from '../../parties/instruments/archiving-queries.ts'
import { describedFieldsOf } from '../../outside/methods/methods.ts'
import { sealDetails } from '../../parties/instruments/seal.ts'
import { instrumentOf } from '../../parties/instruments/view.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { erasePages, noteErased, type Positions } from './erase-pages.ts'
import { daysOf, selectRetentionPolicy, type RetentionKind } from './policy.ts'
import {
  eraseInformationRequest,
  eraseInstrument,
  selectInformationRequestsToErase,
  selectInstrumentsToErase,
  type ErasableInstrument,
} from './queries.ts'

type EraseDeps = {
  db: Pool
  clock: Clock
  log: Logger
  config: Config
  catalogue: { forgetInstrument(instrument: OwnedId<'epi'>): void }
  metrics: Metrics
}
type Due = { before: Instant; days: number }

const BATCH = 100
const DAY_MS = 86_400_000

/** The background task. It goes on where the round before ended. */
export function createEraser(): (deps: EraseDeps) => Promise<number> {
  const positions: Positions = new Map()
  return (deps) => eraseExpired(deps, positions)
}

/** Erases a batch of each kind. Returns the amount of work: after any work, the next batch follows at once. */
export async function eraseExpired(
  deps: EraseDeps,
  positions: Positions = new Map(),
): Promise<number> {
  const { config, db, clock } = deps
  const policy = await selectRetentionPolicy(db)
  // Compare both clocks: a sandbox clock that was moved ahead must not erase new rows.
  const now = Math.min(clock.now(), clock.realNow())
  const dueOf = (kind: RetentionKind): Due | undefined => {
    const days = daysOf(kind, policy, config.detailsKeptDays)
    return days === undefined ? undefined : { days, before: instantAt(now - days * DAY_MS) }
  }
  const [instruments, requests] = [dueOf('instruments'), dueOf('information_requests')]
  let work = await erasePages(deps, positions, dueOf)
  if (instruments !== undefined) work += await eraseInstruments(deps, instruments)
  if (requests !== undefined) work += await eraseRequests(deps, requests)
  return work
}

async function eraseInstruments(deps: EraseDeps, due: Due): Promise<number> {
  const { db, catalogue, clock, config } = deps
  let erased = 0
  const instruments = await selectInstrumentsToErase(db, due.before, BATCH)
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
      eraseInstrument(transaction, one, due.before, clock.now(), sealed)
    if (!(await eraseAudited(deps, due, entry, erase))) continue
    catalogue.forgetInstrument({ organizationId: one.organization_id, id: one.id })
    erased += 1
  }
  noteErased(deps, 'instruments', erased)
  return erased
}

async function eraseRequests(deps: EraseDeps, due: Due): Promise<number> {
  const { db, clock } = deps
  let erased = 0
  for (const one of await selectInformationRequestsToErase(db, due.before, BATCH)) {
    const act = 'information_request.erased'
    const entry = { chain: one.enterprise_id, act, id: publicId('irq', one.id) }
    const erase = (transaction: Db) =>
      eraseInformationRequest(transaction, one, due.before, clock.now())
    if (await eraseAudited(deps, due, entry, erase)) erased += 1
  }
  noteErased(deps, 'information_requests', erased)
  return erased
}

/** The details that stay: choices, such as the chain, which identify nobody. Undefined if they cannot be decrypted. */
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
  { db, clock }: EraseDeps,
  { days }: Due,
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
      reason: `kept for ${days} days`,
      detail: {},
    })
    return true
  })
