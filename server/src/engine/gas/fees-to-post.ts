// How much of the fees of relayed transactions to post, so that what was posted for a sender in whole minor units is what
// it paid in the network's units, rounded up once and not for each transaction.
import { divideRoundUp } from '../../platform/money/rounding.ts'
import type { MinedTransaction } from '../../outside/rails/port.ts'

/** `overpaidUnits`: posted less paid. */
type FeesToPost = { amountMinor: bigint; overpaidUnits: bigint }

/** The amount is negative if earlier transfers posted a whole minor unit too much. */
export function feesToPost(
  overpaidUnits: bigint,
  unitsPerMinor: bigint,
  mined: readonly Pick<MinedTransaction, 'feeUnits' | 'isReported'>[],
): FeesToPost {
  const posted = (one: (typeof mined)[number]) =>
    one.isReported ? divideRoundUp(one.feeUnits, unitsPerMinor) * unitsPerMinor : 0n
  const over = mined.reduce((sum, one) => sum + posted(one) - one.feeUnits, overpaidUnits)
  const amountMinor = over < 0n ? divideRoundUp(-over, unitsPerMinor) : -(over / unitsPerMinor)
  return { amountMinor, overpaidUnits: over + amountMinor * unitsPerMinor }
}
