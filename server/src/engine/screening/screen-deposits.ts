// The background task that screens recorded deposits and credits those that are cleared. Deposits do not wait for each
// other: a slow screener delays only the deposits that it was asked about. registry.ts decides whether a deposit is held.
import { isErased, openText } from '../../platform/db/seal.ts'
import { decideDeposit } from '../deposits/decide-deposit.ts'
import { creditedDeposit } from '../deposits/queries.ts'
import { selectDeposit, type SealedDeposit } from '../deposits/screened-queries.ts'
import { publicId, type Uuid, type OrderId } from '../../platform/ids.ts'
import { backOffMs } from '../orders/leases.ts'
import type { FundingReadDeps } from '../orders/funding-reads.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import { endOf, overlapping, type Overlap } from '../overlap.ts'
import { questionOfDeposit } from '../../rules/screening/question.ts'
import type { Question } from '../../outside/screener-port.ts'
import {
  claimScreenings,
  selectScreeningOf,
  updateScreeningDue,
  type ScreeningRow,
  type ScreeningState,
} from '../../rules/screening/queries.ts'
import { ASK_MS } from '../../rules/screening/registry.ts'
import { screen, type ScreenDeps } from '../../rules/screening/screen.ts'
import type { ScreeningStatements } from '../../rules/screening/shared-statements.ts'

export type ScreenDepositDeps = TransitionDeps & ScreenDeps & ScreeningStatements & FundingReadDeps

const BATCH = 100
/** Longer than a step may take. */
const LEASE_MS = ASK_MS * 4
const LONGEST_WAIT_MS = 60_000
const MOST_RUNNING = 500

/** Screens a batch of due deposits and waits for it. Returns their number. */
export const screenDeposits = (deps: ScreenDepositDeps): Promise<number> => endOf(beginBatch(deps))

/** The background task. */
export const createDepositScreener = (): Overlap<ScreenDepositDeps> =>
  overlapping({ batch: BATCH, most: MOST_RUNNING }, beginBatch)

async function beginBatch(deps: ScreenDepositDeps): Promise<Promise<void>[]> {
  const claimed = await claimScreenings(deps.db, BATCH, LEASE_MS)
  return claimed.map((row) => screenDeposit(deps, row))
}

async function screenDeposit(deps: ScreenDepositDeps, row: ScreeningRow): Promise<void> {
  const { key, attempt } = row
  const againLater = () =>
    updateScreeningDue(deps.db, key, Math.min(backOffMs(attempt), LONGEST_WAIT_MS))
  try {
    if (!(await advance(deps, row))) await againLater()
  } catch (error) {
    deps.log.error({ err: error, deposit_id: key, attempt }, 'a deposit could not be screened')
    // Without the database it is due again when the lease ends.
    await againLater().catch(() => undefined)
  }
}

/** Continues a released deposit at once. Returns a sentence about the result, for the operator. */
export async function screenDepositOnce(deps: ScreenDepositDeps, key: string): Promise<string> {
  const row = await selectScreeningOf(deps.db, key)
  if (row === undefined) throw new Error(`${key} is not screened`)
  await advance(deps, row)
  const [after, deposit] = await Promise.all([
    selectScreeningOf(deps.db, key),
    row.deposit_id === null ? undefined : selectDeposit(deps.db, row.deposit_id),
  ])
  if (deposit?.order_id != null && deposit.organization_id !== null) {
    const owned = { organizationId: deposit.organization_id, id: deposit.order_id }
    const order = await deps.findOrder(owned)
    return `${key} is credited; ${publicId('ord', deposit.order_id)} is ${order?.status}.`
  }
  switch (after?.state) {
    case 'hold':
    case 'reject':
      return `${key} was screened again, and screener ${after.screener} answered ${after.state}.`
    case 'asking':
      return `${key} is released; the screeners have changed and are asked again.`
    default:
      return row.order_id === null
        ? `${key} is released. It belongs to no order: see \`corridor deposits unmatched\`.`
        : `${key} is released and will be credited.`
  }
}

/** Screens a deposit in suspense that an operator assigns to an order, or that leaves suspense without one: null. */
export async function screenDepositNow(
  deps: ScreenDepositDeps,
  id: Uuid<'dep'>,
  order: OrderId | null,
): Promise<ScreeningState> {
  const question = questionAbout(deps, await requireDeposit(deps, id))
  const assigned = order && { organization_id: order.organization_id, id: order.id }
  return screen(deps, question, { depositId: id, order: null }, assigned)
}

async function requireDeposit(deps: ScreenDepositDeps, id: Uuid<'dep'>): Promise<SealedDeposit> {
  const deposit = await selectDeposit(deps.db, id)
  if (deposit === undefined) throw new Error(`${publicId('dep', id)} does not exist`)
  return deposit
}

function questionAbout(deps: ScreenDepositDeps, deposit: SealedDeposit): Question {
  const { id, rail, currency, amount_minor: amountMinor } = deposit
  const { sender_key_id: keyId, sender_sealed: bytes } = deposit
  const sender =
    keyId === null || bytes === null || isErased({ keyId })
      ? null
      : openText(deps.config.secrets, id, { keyId, bytes })
  return questionOfDeposit({ key: publicId('dep', id), rail, currency, amountMinor, sender })
}

/** Returns false if the deposit must be handled again. */
async function advance(deps: ScreenDepositDeps, row: ScreeningRow): Promise<boolean> {
  const { key, deposit_id: id, organization_id: organizationId, order_id: orderId } = row
  if (id === null) throw new Error(`the screening of ${key} is due, but names no deposit`)
  const deposit = await requireDeposit(deps, id)
  const done = async () => {
    await updateScreeningDue(deps.db, key, null)
    return true
  }
  // Credited already, taken back by its rail, or returned before a restore.
  if ([deposit.order_id, deposit.reversed_at, deposit.exited_at].some((one) => one !== null))
    return done()
  const { rail, currency } = deposit
  const order =
    organizationId === null || orderId === null
      ? null
      : { organization_id: organizationId, id: orderId }
  const state = await screen(deps, questionAbout(deps, deposit), { depositId: id, order })
  if (state !== 'clear' && state !== 'released') return false
  if (organizationId === null || orderId === null) {
    deps.log.warn({ rail, deposit_id: key, currency }, 'a deposit belongs to no order')
    return done()
  }
  const seen = await deps.findOrder({ organizationId, id: orderId })
  if (seen === null)
    throw new Error(`${key} is for ${publicId('ord', orderId)}, which does not exist`)
  // The deposit counts from when it came, however long screening took.
  const changed = await transition(
    deps,
    seen,
    decideDeposit(deps, creditedDeposit(deposit), { isAssigned: true }),
    { at: deps.clock.now() },
  )
  return changed === null ? false : done()
}
