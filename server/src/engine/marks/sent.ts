// A send of the time that a restore lost, and the parts shared by the steps that record it.
import { refused } from '../../parties/acts/refused.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { Decision } from '../orders/outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { SmallAmounts } from '../small-amounts/present.ts'

/** A send that a rail listed after the restore, or that the operator has in writing. */
export type Sent = {
  key: string
  rail: string
  reference: string
  /** Null if the rail does not tell it: the amount of the order. */
  amountMinor: bigint | null
  currency: string | null
}

/** One step: writes the decision, and throws `Changed` if the order is not as it was read. */
export type Step = (order: OrderRow, decision: Decision) => Promise<OrderRow>
/** `fill`: the provider's name of the conversion of the order, if the provider does not tell its key. */
export type FillRecording = {
  db: Db
  at: Instant
  fill: string | null
  reason: string
  step: Step
  smallAmounts: SmallAmounts
}
export type Recording = FillRecording & { sent: Sent }
export type RecordedFill = { provider: string; reference: string }
export type Recorded = { order: OrderRow; fills: readonly RecordedFill[] }

/** The order, or something of it, has changed since it was read. */
export class Changed extends Error {}

/** Throws if another amount was sent than the order sends. */
export function requireAmount(
  { key, rail, amountMinor, currency }: Sent,
  own: { currency: string; amountMinor: bigint },
): void {
  if (amountMinor === null || currency === null) return
  if (amountMinor !== own.amountMinor || currency !== own.currency)
    throw refused(
      `${rail} sent ${formatAmount(amountMinor, currency)} ${currency} under ${key}, and the order would send ${formatAmount(own.amountMinor, own.currency)} ${own.currency}: ask the rail, and book the difference as a movement`,
    )
}
