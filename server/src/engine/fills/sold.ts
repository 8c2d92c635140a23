// The sum that the fills of an order have sold. A fill that sold less than asked is partial; the next one sells the rest.
import { netOf, type FilledPart, type Promised, type Sold } from '../ledger/postings.ts'
import type { FillRow } from './queries.ts'

export const NOTHING_SOLD: Sold = { soldMinor: 0n, deliveredMinor: 0n }

export const soldBy = (fills: readonly FillRow[]): Sold =>
  fills.reduce(
    (sum, fill) => ({
      soldMinor: sum.soldMinor + (fill.sold_minor ?? 0n),
      deliveredMinor: sum.deliveredMinor + (fill.delivered_minor ?? 0n),
    }),
    NOTHING_SOLD,
  )

export const isAllSold = (
  order: Pick<Promised, 'payin_total_minor' | 'payin_fee_minor' | 'payin_tax_minor'>,
  fills: readonly FillRow[],
): boolean => soldBy(fills).soldMinor === netOf(order)

/** The part that a fill sold; undefined before its answer and after a decline. */
export const partOf = (fill: FillRow): FilledPart | undefined =>
  fill.sold_minor === null || fill.delivered_minor === null
    ? undefined
    : {
        provider: fill.provider_name,
        soldMinor: fill.sold_minor,
        deliveredMinor: fill.delivered_minor,
        fee:
          fill.fee_currency === null || fill.fee_minor === null
            ? null
            : { currency: fill.fee_currency, amountMinor: fill.fee_minor },
      }
