// How far what a provider says it delivered may be from its firm quote. Pure. Beyond it the answer is not believed: the order
// waits until the provider corrects it, or an operator lets the settings believe it.
import { divideRoundUp } from '../../platform/money/rounding.ts'

/** 10 percent: a better price than quoted is rare, and a worse one breaks the quote. */
export const WITHIN_BPS = 1000
export const ALL_BPS = 10_000

type Delivery = {
  soldMinor: bigint
  deliveredMinor: bigint
  /** The firm quote. */
  payinMinor: bigint
  payoutMinor: bigint
}

/** A part of the payin must deliver the same part of the payout, within one minor unit. */
export function isPlausibleDelivery(
  { soldMinor, deliveredMinor, payinMinor, payoutMinor }: Delivery,
  withinBps: number,
): boolean {
  const expected = payoutMinor * soldMinor
  const off = deliveredMinor * payinMinor - expected
  const most = divideRoundUp(expected * BigInt(withinBps), BigInt(ALL_BPS)) + payinMinor
  return (off < 0n ? -off : off) <= most
}
