// The postings of refunds that were too small to be sent, and of fees that payers bear, for verify.ts.
import type { Uuid } from '../ids.ts'
import type { RefundRow } from '../refunds/queries.ts'
import { borneFeePosting, writeOffPosting, type Posting } from './postings.ts'

/** Both are undone as far as a reversal, or the order, took the refund. */
export const smallPostings = (organizationId: Uuid<'org'>, row: RefundRow): Posting[] => {
  const { currency, amount_minor, reversed_minor, borne_fee_minor } = row
  const fee = { currency, amountMinor: borne_fee_minor }
  return [
    ...(row.status === 'WRITTEN_OFF'
      ? [
          writeOffPosting(organizationId, { currency, amountMinor: amount_minor }),
          writeOffPosting(
            organizationId,
            { currency, amountMinor: reversed_minor },
            { isUndone: true },
          ),
        ]
      : []),
    borneFeePosting(organizationId, fee),
    ...(reversed_minor === amount_minor
      ? [borneFeePosting(organizationId, fee, { isUndone: true })]
      : []),
  ]
}
