// The amount that is taken from an unsent refund, because its deposit was reversed or its order keeps the money.
import { sentMinorOf, type RefundRow } from './queries.ts'

/**
 * How much of an unsent refund is taken if `wantedMinor` is asked for: with the whole also the fee that the payer was to
 * bear. `tookMinor` includes it.
 */
export function takenOf(
  refund: Pick<RefundRow, 'amount_minor' | 'reversed_minor' | 'borne_fee_minor'>,
  wantedMinor: bigint,
): { minor: bigint; isWhole: boolean; tookMinor: bigint } {
  const unsentMinor = sentMinorOf(refund)
  const wholeMinor = unsentMinor + refund.borne_fee_minor
  const isWhole = unsentMinor > 0n && wantedMinor >= wholeMinor
  if (isWhole) return { minor: unsentMinor, isWhole, tookMinor: wholeMinor }
  const restMinor = unsentMinor > 0n ? unsentMinor - 1n : 0n
  const minor = wantedMinor < restMinor ? wantedMinor : restMinor
  return { minor, isWhole, tookMinor: minor }
}
