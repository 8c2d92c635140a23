// Records a settled payout or refund that came back. The order keeps its status, and the desk owes the money again. An
// operator pays a payout out again or refunds the order, and sends a refund to another destination.
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { publicId } from '../ids.ts'
import type { Decision } from '../orders/outcomes.ts'
import { onPayoutReturned, onRefundReturned } from '../orders/return-outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { requireOrder } from '../orders/require-order.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import { selectPayouts } from '../payouts/queries.ts'
import type { RailEntry } from '../rails/port.ts'
import { selectRefunds, sentMinorOf } from '../refunds/queries.ts'
import { selectReturns, selectSentKey, type NewReturn } from './queries.ts'

type ReturnDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

/** Throws if the payout or refund is unknown or not settled yet: the entry is then taken up again later. */
export async function recordReturn(
  deps: ReturnDeps,
  rail: string,
  entry: Extract<RailEntry, { kind: 'return' }>,
): Promise<void> {
  const sent = await selectSentKey(deps.db, rail, entry.key, entry.sendReference)
  if (sent === undefined) throw new Error('the returned payout or refund is not known')
  const order = await requireOrder(deps, {
    organizationId: sent.organization_id,
    id: sent.order_id,
  })
  const at = deps.clock.now()
  const returned = await transition(
    deps,
    order,
    (present) => decide(deps.db, present, rail, sent.rail_key, entry),
    { at },
  )
  if (returned === null) return
  deps.log.error(
    { order_id: publicId('ord', order.id), key: sent.rail_key, code: entry.code },
    'a settled payment came back: see `corridor payouts returned` and `corridor refunds waiting`',
  )
}

async function decide(
  db: Db,
  order: OrderRow,
  rail: string,
  key: string,
  entry: Extract<RailEntry, { kind: 'return' }>,
): Promise<Decision | null> {
  // A key comes back once, whatever the rail reports.
  if ((await selectReturns(db, [order])).some((one) => one.key === key)) return null
  const payout = (await selectPayouts(db, [order])).find((one) => one.rail_key === key)
  const refund = (await selectRefunds(db, [order])).find((one) => one.rail_key === key)
  const row = payout ?? refund
  const sentMinor = refund === undefined ? (row?.amount_minor ?? 0n) : sentMinorOf(refund)
  const isSettled =
    payout === undefined ? refund?.status === 'PROCESSED' : payout.settled_at !== null
  if (row === undefined || !isSettled) throw new Error(`${key} came back and is not settled`)
  if (row.rail !== null && row.rail !== rail) throw new Error(`${key} was sent over ${row.rail}`)
  if (row.currency !== entry.currency || sentMinor < entry.amountMinor)
    throw new Error(
      `${entry.amountMinor} ${entry.currency} came back for ${key}, which sent ${sentMinor} ${row.currency}`,
    )
  const returned: NewReturn = {
    rail,
    transaction: entry.transaction,
    index: entry.index,
    payoutId: payout?.id ?? null,
    refundId: refund?.id ?? null,
    key,
    currency: row.currency,
    sentMinor,
    returnedMinor: entry.amountMinor,
    code: entry.code.slice(0, 200),
  }
  if (payout !== undefined) return onPayoutReturned(order, payout, returned)
  return refund === undefined ? null : onRefundReturned(order, refund, returned)
}
