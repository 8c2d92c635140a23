// Records each deposit once, whether a rail reports it or the sandbox simulates it: finds its order and advances it.
import type { Logger } from 'pino'
import { later, type Clock, type Instant } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { sealText } from '../db/seal.ts'
import { newUuid } from '../ids.ts'
import { quotedReferenceNumbers } from '../orders/reference-number.ts'
import {
  selectOrderByFundingAccount,
  selectOrderByReferenceNumbers,
  selectOrderOfPooledAccount,
  selectOrdersToSuggest,
} from '../orders/funding-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import type { SeenDeposit } from '../rails/port.ts'
import type { Screeners } from '../screening/registry.ts'
import type { ScreeningStatements } from '../screening/shared-statements.ts'
import { decideDeposit } from './decide-deposit.ts'
import { insertUnmatchedDeposit, type NewDeposit } from './queries.ts'
import { insertScreenedDeposit } from './screened-queries.ts'
import { suggestOrders, type Suggestion } from './suggest-orders.ts'

export type DepositDeps = TransitionDeps &
  ScreeningStatements & {
    db: Db
    clock: Clock
    log: Logger
    config: Config
    screeners: Screeners
  }

/**
 * Returns the order as the deposit left it: unchanged if the deposit must be screened first. Null if the deposit is
 * already recorded or belongs to no order.
 */
export async function recordDeposit(
  deps: DepositDeps,
  rail: { name: string },
  seen: SeenDeposit,
  known?: OrderRow,
): Promise<OrderRow | null> {
  const at = deps.clock.now()
  const { transaction, index, account, sender, currency, amountMinor } = seen
  const id = newUuid('dep', at)
  const deposit: NewDeposit = {
    id,
    rail: rail.name,
    transaction,
    outputIndex: index,
    address: account,
    sender: sender === null ? null : sealText(deps.config.secrets, id, sender),
    currency,
    amountMinor,
  }
  const order = known ?? (await orderFor(deps.db, rail.name, seen))
  const screenLater = async (): Promise<OrderRow | null> => {
    const suggestions =
      order === undefined ? await suggestionsFor(deps.db, rail.name, seen, at) : []
    const posting = newUuid('posting', at)
    if (!(await insertScreenedDeposit(deps.db, deposit, order, posting, at, suggestions)))
      return null
    deps.wakeWorker()
    return order ?? null
  }
  if (deps.screeners.mustScreen(sender) || (await deps.screeners.areConfigured()))
    return screenLater()
  if (order === undefined) {
    const suggestions = await suggestionsFor(deps.db, rail.name, seen, at)
    const posting = newUuid('posting', at)
    if (await insertUnmatchedDeposit(deps.db, deposit, posting, at, suggestions))
      deps.log.warn({ rail: rail.name, transaction, currency }, 'a deposit belongs to no order')
    else if (await deps.screeners.areConfiguredNow()) return screenLater()
    return null
  }
  const decide = decideDeposit(deps, deposit, at, { isAssigned: false })
  const changed = await transition(deps, order, decide, { at })
  // The statement writes nothing if screeners were configured a moment ago.
  if (changed === null && (await deps.screeners.areConfiguredNow())) return screenLater()
  return changed
}

/** Accounts are used again after 30 days, and payers are late. */
const SUGGESTED_FOR_MS = 60 * 86_400_000

async function suggestionsFor(
  db: Db,
  rail: string,
  seen: SeenDeposit,
  at: Instant,
): Promise<Suggestion[]> {
  const quoted = quotedReferenceNumbers(seen.reference ?? '')
  const since = later(at, -SUGGESTED_FOR_MS)
  const candidates = await selectOrdersToSuggest(db, rail, seen.account, quoted, since)
  return suggestOrders(seen, quoted, candidates)
}

// The same address can exist on several rails. Orders can share a bank account; the payer's reference then identifies
// the order. Without a reference, or with the numbers of two orders, the deposit stays in suspense.
async function orderFor(
  db: Db,
  rail: string,
  { account, reference, currency, amountMinor }: SeenDeposit,
): Promise<OrderRow | undefined> {
  const quoted = reference === null ? [] : quotedReferenceNumbers(reference)
  const order =
    quoted.length === 0 ? undefined : await selectOrderByReferenceNumbers(db, rail, account, quoted)
  return (
    order ??
    (await selectOrderByFundingAccount(db, rail, account)) ??
    orderOfPool(db, rail, account, { currency, amountMinor })
  )
}

// Several orders had this account of a pool. The present one gets the deposit only if it fits: it may be for another.
async function orderOfPool(
  db: Db,
  rail: string,
  account: string,
  money: { currency: string; amountMinor: bigint },
): Promise<OrderRow | undefined> {
  const order = await selectOrderOfPooledAccount(db, rail, account)
  const fits =
    order?.payin_currency === money.currency &&
    order.payin_total_minor - order.received_minor === money.amountMinor
  return fits ? order : undefined
}
