// The postings of refunds that were too small to be sent, and of fees that payers bear, also for verify.ts.
import type { Uuid } from '../../platform/ids.ts'
import type { RefundRow } from '../refunds/queries.ts'
import { customerAccount, type Account } from './accounts.ts'
import { posting, type Posting, type PostingKind } from './postings.ts'

/** Both are undone as far as a reversal, or the order, took the refund. One that collects it bears its own fee. */
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
    ...(reversed_minor === amount_minor || row.status === 'COLLECTED'
      ? [borneFeePosting(organizationId, fee, { isUndone: true })]
      : []),
  ]
}

/** A refund below the smallest amount is written off. `isUndone`: its deposit was reversed since. */
export const writeOffPosting = (
  organizationId: Uuid<'org'>,
  money: { currency: string; amountMinor: bigint },
  { isUndone = false } = {},
): Posting => fromCustomer('small_amount', organizationId, 'small_amounts', money, isUndone)

/** The payer bears a fee of a refund. `isUndone`: nothing of the refund was sent. */
export const borneFeePosting = (
  organizationId: Uuid<'org'>,
  money: { currency: string; amountMinor: bigint },
  { isUndone = false } = {},
): Posting => fromCustomer('refund_fee', organizationId, 'refund_fee', money, isUndone)

const fromCustomer = (
  kind: PostingKind,
  organizationId: Uuid<'org'>,
  account: Account,
  money: { currency: string; amountMinor: bigint },
  isUndone: boolean,
): Posting => {
  const customer = customerAccount(organizationId)
  return posting(kind, [
    isUndone
      ? { debit: account, credit: customer, ...money }
      : { debit: customer, credit: account, ...money },
  ])
}
