// Pure rules for a refund of the lost time that a restored database owes in other parts: unsent refunds make way for the one
// that was sent, and for one of the rest. Customers see them as collected in these.
import type { Instant } from '../../platform/clock.ts'
import { newUuid } from '../../platform/ids.ts'
import { borneFeePosting } from '../ledger/small-postings.ts'
import { keyIdOf } from '../orders/keys.ts'
import { hasFailedUnfunded, type Decision, type Owed } from '../orders/outcomes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { least } from '../orders/short.ts'
import { isRestKey, restKey } from '../refunds/key.ts'
import { sentMinorOf, type RefundRow } from '../refunds/queries.ts'
import type { Sent } from './sent.ts'

export const isUnsent = ({ status, rail }: RefundRow): boolean =>
  status === 'FAILED' || status === 'KEPT' || (status === 'PENDING' && rail === null)

type Regrouped = { replaced: readonly RefundRow[]; decision: Decision }

/** Null if the unsent refunds of the order are less than what was sent. */
export function regroup(
  order: OrderRow,
  refunds: readonly RefundRow[],
  { sent: { key, currency, amountMinor }, at }: { sent: Sent; at: Instant },
): Regrouped | null {
  if (amountMinor === null || currency === null) return null
  const isOwn = ({ rail_key: railKey }: RefundRow) => railKey === key
  const all = refunds.filter((row) => isUnsent(row) && row.currency === currency)
  const unsent = [...all.filter(isOwn), ...all.filter((row) => !isOwn(row))]
  const availableMinor = sumOf(unsent)
  const [first] = unsent
  if (first === undefined || availableMinor < amountMinor) return null
  // The payer bears the fee of each refund. It was one refund.
  const wantedMinor = least(amountMinor + first.borne_fee_minor, availableMinor)
  const replaced: RefundRow[] = []
  for (const row of unsent) if (sumOf(replaced) < wantedMinor) replaced.push(row)
  const restMinor = sumOf(replaced) - wantedMinor
  const last = replaced.at(-1) ?? first
  const isOfOne = replaced.every(({ deposit_id: id }) => id === first.deposit_id)
  const whole: Owed & { id: RefundRow['id'] } = {
    id: newUuid('rf', at),
    depositId: isOfOne ? first.deposit_id : null,
    currency,
    amountMinor,
    reason: first.reason,
    railKey: key,
    borneFeeMinor: wantedMinor - amountMinor,
  }
  const rest = restMinor === 0n ? null : restOf(order, refunds, last, restMinor, at)
  const { organization_id: organizationId } = order
  const fee = (minor: bigint, { isUndone = false } = {}) =>
    borneFeePosting(organizationId, { currency, amountMinor: minor }, { isUndone })
  return {
    replaced,
    decision: {
      events: hasFailedUnfunded(order) ? ['refund_requested'] : [],
      owed: rest === null ? [whole] : [whole, rest],
      // The last one is paid back by both. Its deposit may be taken back: the rest is then taken first.
      collected: replaced.map((row) => ({
        row,
        collectedIn: row === last && rest !== null ? rest.id : whole.id,
      })),
      postings: [
        ...replaced.map((row) => fee(row.borne_fee_minor, { isUndone: true })),
        fee(whole.borneFeeMinor ?? 0n),
        fee(rest?.borneFeeMinor ?? 0n),
      ],
    },
  }
}

/** It may be of a deposit that was taken back in the lost time, so it waits for an operator. */
function restOf(
  order: OrderRow,
  refunds: readonly RefundRow[],
  last: RefundRow,
  minor: bigint,
  at: Instant,
) {
  const feeMinor = last.borne_fee_minor < minor ? last.borne_fee_minor : 0n
  const number = refunds.filter(({ rail_key: key }) => isRestKey(key)).length + 1
  return {
    id: newUuid('rf', at),
    depositId: last.deposit_id,
    currency: last.currency,
    amountMinor: minor - feeMinor,
    reason: last.reason,
    railKey: restKey(keyIdOf(order), number),
    borneFeeMinor: feeMinor,
    waits: true,
  } as const
}

const sumOf = (rows: readonly RefundRow[]): bigint =>
  rows.reduce((sum, row) => sum + sentMinorOf(row) + row.borne_fee_minor, 0n)
