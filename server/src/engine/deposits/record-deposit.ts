// Records each deposit once, whether a rail reports it or the sandbox simulates it, and advances its order, which
// order-of-deposit.ts finds.
import type { Logger } from 'pino'
import { earlierOf, later, type Instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sealText } from '../../platform/db/seal.ts'
import { newUuid } from '../../platform/ids.ts'
import { quotedReferenceNumbers } from '../orders/reference-number.ts'
import { selectOrdersToSuggest } from '../orders/funding-queries.ts'
import type { FundingReadDeps } from '../orders/funding-reads.ts'
import type { OrderRow } from '../orders/queries.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import type { SeenDeposit } from '../../outside/rails/port.ts'
import { counterpartyOf, selectCounterparties } from '../treasury/counterparties.ts'
import type { Screeners } from '../../rules/screening/registry.ts'
import type { ScreeningStatements } from '../../rules/screening/shared-statements.ts'
import { depositReturnKeys } from '../refunds/key.ts'
import { decideDeposit } from './decide-deposit.ts'
import { orderOfDeposit, type FindDeps } from './order-of-deposit.ts'
import { insertUnmatchedDeposit, type Hints, type NewDeposit } from './queries.ts'
import { insertScreenedDeposit } from './screened-queries.ts'
import { insertSmallDeposit, selectHasScreened } from './small-queries.ts'
import { selectListedReturn } from './return-read-queries.ts'
import { suggestOrders } from './suggest-orders.ts'

export type DepositDeps = TransitionDeps &
  ScreeningStatements &
  FundingReadDeps &
  FindDeps & {
    log: Logger
    config: Config
    screeners: Screeners
  }

/**
 * `known`: its order, or null if it is known to have none. Returns the order as the deposit left it: unchanged if the
 * deposit is small or must be screened first. Null if the deposit is
 * already recorded or belongs to no order.
 */
export async function recordDeposit(
  deps: DepositDeps,
  { occurrence = 0, ...rail }: { name: string; occurrence?: number },
  seen: SeenDeposit,
  known?: OrderRow | null,
): Promise<OrderRow | null> {
  const at = deps.clock.now()
  const { transaction, index, account, sender, currency, amountMinor } = seen
  const id = newUuid('dep', at)
  const deposit: NewDeposit = {
    id,
    rail: rail.name,
    transaction,
    outputIndex: index,
    occurrence,
    address: account,
    sender: sender === null ? null : sealText(deps.config.secrets, id, sender),
    currency,
    amountMinor,
    // A rail's clock may be ahead.
    receivedAt: earlierOf(seen.receivedAt ?? at, at),
  }
  const order =
    known === undefined ? await orderOfDeposit(deps, rail.name, seen) : (known ?? undefined)
  const keys = depositReturnKeys(deposit)
  const isReturnListed = async () => (await selectListedReturn(deps.db, keys)) !== undefined
  const rule = await deps.smallAmounts.ruleOf(rail.name, currency)
  if (
    rule !== undefined &&
    amountMinor < rule.smallest_deposit_minor &&
    !(await isLastPart(deps.db, order, deposit))
  ) {
    await insertSmallDeposit(deps.db, deposit, rule.below === 'write_off', at)
    return order ?? null
  }
  // Hints cost queries, so they are made only where they are kept.
  const hints = () => hintsFor(deps, rail.name, seen, at)
  const screenLater = async (): Promise<OrderRow | null> => {
    const of = order === undefined || (await isReturnListed()) ? undefined : order
    const posting = newUuid('posting', at)
    const kept = of === undefined ? await hints() : { suggestions: [], counterparty: null }
    if (!(await insertScreenedDeposit(deps.db, deposit, of, posting, at, kept))) return null
    deps.wakeWorker()
    return of ?? null
  }
  const suspend = async (): Promise<null> => {
    const posting = newUuid('posting', at)
    if (await insertUnmatchedDeposit(deps.db, deposit, posting, at, await hints()))
      deps.log.warn({ rail: rail.name, transaction, currency }, 'a deposit belongs to no order')
    else if (await deps.screeners.areConfiguredNow()) await screenLater()
    return null
  }
  if (deps.screeners.mustScreen(sender) || (await deps.screeners.areConfigured()))
    return screenLater()
  if (order === undefined) return suspend()
  const decide = decideDeposit(deps, deposit, { isAssigned: false })
  const changed = await transition(deps, order, decide, { at })
  if (changed !== null) return changed
  // The statement writes nothing if screeners were configured a moment ago, or if a rail lists that the deposit went back.
  if (await deps.screeners.areConfiguredNow()) return screenLater()
  return (await isReturnListed()) ? suspend() : null
}

/** A small deposit counts if just it is missing. Only one such part of an order is screened at a time. */
const isLastPart = async (
  db: Db,
  order: OrderRow | undefined,
  deposit: NewDeposit,
): Promise<boolean> =>
  order?.status === 'STEP_1_AWAITING_FUNDING' &&
  deposit.currency === order.payin_currency &&
  deposit.receivedAt <= order.funding_expires_at &&
  order.received_minor + deposit.amountMinor >= order.payin_total_minor &&
  !(await selectHasScreened(db, order))

/** Accounts are used again after 30 days, and payers are late. */
const SUGGESTED_FOR_MS = 60 * 86_400_000

async function hintsFor(
  { db, config }: Pick<DepositDeps, 'db' | 'config'>,
  rail: string,
  seen: SeenDeposit,
  at: Instant,
): Promise<Hints> {
  const quoted = quotedReferenceNumbers(seen.reference ?? '')
  const since = later(at, -SUGGESTED_FOR_MS)
  const candidates = await selectOrdersToSuggest(db, rail, seen.account, quoted, since)
  const known = await selectCounterparties(db, config.secrets)
  return {
    suggestions: suggestOrders(seen, quoted, candidates),
    counterparty: counterpartyOf(known, rail, seen)?.name ?? null,
  }
}
