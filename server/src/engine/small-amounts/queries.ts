// All SQL on the smallest amounts of deposits and refunds, by rail and currency.
import { allRows, write } from '../../platform/db/row-functions.ts'

export const belowChoices = ['keep', 'collect', 'write_off'] as const

export type SmallAmountRule = {
  rail: string
  currency: string
  /** Smaller deposits are not credited. */
  smallest_deposit_minor: bigint
  /** Smaller refunds are not sent. */
  smallest_refund_minor: bigint
  below: (typeof belowChoices)[number]
  /** The payer's part of the cost of each sent refund. It is below the smallest refund. */
  refund_fee_minor: bigint
}

export const selectSmallAmounts = allRows<SmallAmountRule>(
  'select_small_amounts',
  [],
  `select rail, currency, smallest_deposit_minor, smallest_refund_minor, below, refund_fee_minor
     from small_amounts where smallest_refund_minor > 0 order by rail, currency`,
)

/** A rule whose amounts are zero ends: no amount is smaller. */
export const upsertSmallAmount = write(
  'upsert_small_amount',
  [
    'rail',
    'currency',
    'smallest_deposit_minor',
    'smallest_refund_minor',
    'below',
    'refund_fee_minor',
  ],
  `insert into small_amounts (rail, currency, smallest_deposit_minor, smallest_refund_minor, below, refund_fee_minor)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (rail, currency) do update
     set smallest_deposit_minor = excluded.smallest_deposit_minor,
         smallest_refund_minor = excluded.smallest_refund_minor,
         below = excluded.below, refund_fee_minor = excluded.refund_fee_minor`,
  (rule: SmallAmountRule) => [
    rule.rail,
    rule.currency,
    rule.smallest_deposit_minor,
    rule.smallest_refund_minor,
    rule.below,
    rule.refund_fee_minor,
  ],
)
