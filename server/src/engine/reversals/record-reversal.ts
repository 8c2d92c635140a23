// Records a deposit that its rail takes back. A deposit is taken back once, whatever the rail reports. The order that has
// its money now bears it: reversal-outcomes.ts says how.
import { EntryProblem } from '../../outside/rails/entry-problem.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectDepositByTransaction, type DepositRow } from '../deposits/queries.ts'
import { selectMayHaveGone, selectReturnOfDeposit } from '../deposits/return-read-queries.ts'
import { updateUnmatchedReversed } from '../deposits/exit-queries.ts'
import { listedUnsent } from '../halts/contested.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import { inFlightOf } from '../orders/in-flight.ts'
import { shortCode } from '../orders/outcomes.ts'
import { isRetryLost } from '../orders/keys.ts'
import { onReversed } from '../orders/reversal-outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { requireOrder } from '../orders/require-order.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import type { RailEntry } from '../../outside/rails/port.ts'
import { selectDepositEntryTaken } from '../../outside/rails/queries.ts'
import { selectRefunds } from '../refunds/queries.ts'

type ReversalDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }
type ReversalEntry = Extract<RailEntry, { kind: 'reversal' }>

/** Throws if the deposit is not known yet, or changed at the same time: the entry is then taken up again later. */
export async function recordReversal(
  deps: ReversalDeps,
  { name, occurrence }: { name: string; occurrence: number },
  entry: ReversalEntry,
): Promise<void> {
  const { ofTransaction, ofIndex } = entry
  const depositNow = () =>
    selectDepositByTransaction(deps.db, name, ofTransaction, ofIndex, occurrence)
  const deposit = await depositNow()
  if (deposit === undefined) {
    // A deposit that was reversed before it was taken up was never credited.
    const place = [name, ofTransaction, ofIndex, occurrence] as const
    if ((await selectDepositEntryTaken(deps.db, ...place)) === true) return
    throw new EntryProblem(
      'unknown_deposit',
      `the reversed deposit ${ofTransaction} ${ofIndex} is not known`,
    )
  }
  if (deposit.reversed_at !== null) return
  const code = shortCode(entry.code)
  const order = await bearerOf(deps, deposit)
  if (order === null) {
    const posting = newUuid('posting', deps.clock.now())
    const how = { code, withdraws: await requireEnd(deps.db, deposit) }
    if (!(await updateUnmatchedReversed(deps.db, deposit, how, posting, deps.clock.now())))
      throw new EntryProblem(
        'changed_meanwhile',
        `${publicId('dep', deposit.id)} changed at the same time`,
      )
    deps.log.error({ deposit_id: publicId('dep', deposit.id), code }, 'a deposit was reversed')
    return
  }
  // A refund that the database has not sent, or a payout, may have been sent in the time that a restore lost.
  const listed = await listedUnsent(deps.db, order, null)
  if (listed !== null)
    throw new EntryProblem(
      'compared_after_restore',
      `the reversal waits: ${publicId('ord', order.id)} is compared after a restore ${listed}`,
    )
  const reversed = await reverse(deps, order, deposit, code, entry.transaction)
  if (reversed === null) {
    const again = await depositNow()
    if (again?.reversed_at != null) return
    throw new EntryProblem(
      'changed_meanwhile',
      `${publicId('dep', deposit.id)} or its refund changed at the same time`,
    )
  }
  if (reversed.parked_reason === 'deposit_reversed')
    deps.metrics.parked.inc({ reason: 'deposit_reversed' })
  deps.log.error(
    {
      order_id: publicId('ord', reversed.id),
      deposit_id: publicId('dep', deposit.id),
      status: reversed.status,
      code,
    },
    'a deposit was reversed: see `corridor deposits reversed`',
  )
}

/** Whether a return of the deposit is to be withdrawn. Throws while one may be under way: its outcome decides who bears it. */
async function requireEnd(db: Db, deposit: DepositRow): Promise<boolean> {
  if (deposit.exit !== 'returned') return false
  const last = await selectReturnOfDeposit(db, deposit.id)
  if (last === undefined || last.status === 'PROCESSED') return false
  if (last.rail === null) {
    if (!(await selectMayHaveGone(db, last.rail_key))) return true
    throw new EntryProblem(
      'compared_after_restore',
      `the reversal waits: ${last.rail_key} may have gone in the time that the restore lost`,
    )
  }
  throw new EntryProblem(
    'deposit_goes_back',
    `${publicId('dep', deposit.id)} is on its way back as ${last.rail_key}`,
  )
}

const reverse = (
  deps: ReversalDeps,
  seen: OrderRow,
  deposit: DepositRow,
  code: string,
  reference: string,
): Promise<OrderRow | null> =>
  transition(
    deps,
    seen,
    async (present) => {
      // A retry has taken over the money meanwhile.
      if (isPassedOn(present, deposit) && !isRetryLost(present)) return null
      const refunds = await selectRefunds(deps.db, [present])
      const isInFlight = (await inFlightOf(deps.db, present)) !== undefined
      return onReversed(present, deposit, refunds, { reference, code, isInFlight })
    },
    { at: deps.clock.now() },
  )

/** The order that has the money of a deposit: its own, or the last of the retries that took over counted money. */
async function bearerOf(deps: ReversalDeps, deposit: DepositRow): Promise<OrderRow | null> {
  const { organization_id: organizationId, order_id: id } = deposit
  if (organizationId === null || id === null) return null
  let order = await requireOrder(deps, { organizationId, id })
  while (isPassedOn(order, deposit) && order.retry_order_id !== null && !isRetryLost(order))
    order = await requireOrder(deps, { organizationId, id: order.retry_order_id })
  return order
}

const isPassedOn = (order: OrderRow, { outcome }: DepositRow): boolean =>
  outcome === 'counted' && order.retry_order_id !== null
