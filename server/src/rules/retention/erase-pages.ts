// Erases senders of deposits and what rails prepared for payouts and refunds, a page at a time. There may be millions, so
// that an entry of the audit trail names all rows of a page that belong to one enterprise.
import type { Logger } from 'pino'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { insertAudit } from '../../parties/audit/queries.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { RetentionKind } from './policy.ts'
import {
  eraseDepositReturns,
  erasePayers,
  erasePayoutPreparations,
  eraseRefundPreparations,
  eraseSenders,
  eraseStrayReturns,
  type ErasePage,
  type Position,
  type Visited,
} from './queries.ts'

type PageDeps = { db: Pool; clock: Clock; log: Logger; metrics: Metrics }
type Erasure = { kind: RetentionKind; act: string; erase: ErasePage }
type Due = { before: Instant; days: number }

/**
 * The begin of the next page of each act. An act without an entry begins with the oldest row. `ended`: it had its last
 * page, and waits for the others.
 */
export type Positions = Map<string, Position | 'ended'>

const PAGE = 100

const erasures: readonly Erasure[] = [
  { kind: 'deposit_senders', act: 'deposits.senders_erased', erase: eraseSenders },
  { kind: 'deposit_senders', act: 'rail_entries.payers_erased', erase: erasePayers },
  { kind: 'prepared_sends', act: 'payouts.preparations_erased', erase: erasePayoutPreparations },
  { kind: 'prepared_sends', act: 'refunds.preparations_erased', erase: eraseRefundPreparations },
  { kind: 'prepared_sends', act: 'deposits.returns_erased', erase: eraseDepositReturns },
  { kind: 'prepared_sends', act: 'strays.returns_erased', erase: eraseStrayReturns },
]

/**
 * Erases a page of each erasure that has not had its last one. Rows that are still needed do not keep it from the rows
 * after them. Returns 0 when all have ended; the next call begins anew.
 */
export async function erasePages(
  deps: PageDeps,
  positions: Positions,
  dueOf: (kind: RetentionKind) => Due | undefined,
): Promise<number> {
  let work = 0
  for (const erasure of erasures) {
    const { kind, act } = erasure
    const due = dueOf(kind)
    const after = positions.get(act)
    if (due === undefined || after === 'ended') continue
    const page = await erasePageAudited(deps, erasure, after, due)
    const last = page.length < PAGE ? undefined : page.at(-1)
    positions.set(act, last ?? 'ended')
    if (last !== undefined) work += page.length
    noteErased(deps, kind, page.filter(({ is_erased: isErased }) => isErased).length)
  }
  if (work === 0) positions.clear()
  return work
}

export function noteErased(
  { log, metrics }: Pick<PageDeps, 'log' | 'metrics'>,
  kind: RetentionKind,
  erased: number,
): void {
  if (erased === 0) return
  metrics.erased.inc({ kind }, erased)
  log.info({ kind, erased }, 'details were erased that are kept no longer')
}

const erasePageAudited = (
  { db, clock }: PageDeps,
  { act, erase }: Erasure,
  after: Position | undefined,
  { before, days }: Due,
): Promise<Visited[]> =>
  inTransaction(db, async (transaction) => {
    const page = await erase(transaction, { before, at: clock.now() }, after, PAGE)
    const erased = page.filter(({ is_erased: isErased }) => isErased)
    // In one order in all processes, since an entry locks the chain of its enterprise.
    const byEnterprise = Map.groupBy(erased, ({ enterprise_id: id }) => id ?? DEPLOYMENT)
    const chains = [...byEnterprise].toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [chain, ofOne] of chains)
      await insertAudit(transaction, {
        chain,
        at: clock.realNow(),
        actor: 'retention',
        act,
        subject: '',
        reason: `kept for ${days} days`,
        detail: { count: ofOne.length, ids: ofOne.map(({ name }) => name) },
      })
    return page
  })
