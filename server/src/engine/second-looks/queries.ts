// All SQL that writes second_looks: payouts and refunds that settled before their block was final.
import type { Instant } from '../../platform/clock.ts'
import { claimDue, leaseEnd } from '../../platform/db/lease.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { allRows, write } from '../../platform/db/row-functions.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { OrderSend } from '../orders/order-send.ts'

type Order = { organization_id: Uuid<'org'>; order_id: Uuid<'ord'> }

/** Idempotent. */
export const insertSecondLook = write(
  'insert_second_look',
  ['key', 'kind', 'organization_id', 'order_id', 'subject_id', 'rail', 'at', 'wait_ms'],
  `insert into second_looks (key, kind, organization_id, order_id, subject_id, rail, noted_at, due_at)
   values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond')
   on conflict do nothing`,
  (send: OrderSend & Order, at: Instant, waitMs: number) => {
    const { key, kind, organization_id, order_id, subjectId, rail } = send
    return [key, kind, organization_id, order_id, subjectId, rail, sqlInstant(at), waitMs]
  },
)

export type SecondLook = Order & {
  key: string
  kind: OrderSend['kind']
  subject_id: OrderSend['subjectId']
  rail: string
  attempt: number
  missing_at: Instant | null
}

/** Takes up to `limit` due rows. Each is due again later, whatever comes of it. */
export const claimDueSecondLooks = allRows<
  SecondLook,
  [limit: number, firstMs: number, longestMs: number]
>(
  'claim_due_second_looks',
  ['limit', 'first_ms', 'longest_ms'],
  claimDue('second_looks', 'key', {
    isOpen: 'outcome is null',
    dueAgain: leaseEnd('least($2::bigint * (attempt + 1), $3::bigint)'),
    columns: 'key, kind, organization_id, order_id, subject_id, rail, attempt, missing_at',
  }),
)

/** `at`: null if the chain has the payment. */
export const updateSecondLookMissing = write(
  'update_second_look_missing',
  ['key', 'missing_at'],
  `update second_looks set missing_at = $2 where key = $1 and outcome is null`,
  (key: string, at: Instant | null) => [key, at === null ? null : sqlInstant(at)],
)

export const updateSecondLookEnded = write(
  'update_second_look_ended',
  ['key', 'outcome', 'at'],
  `update second_looks set outcome = $2, ended_at = $3, due_at = null where key = $1 and outcome is null`,
  (key: string, outcome: 'final' | 'gone', at: Instant) => [key, outcome, sqlInstant(at)],
)

/** SQL condition: the chain does not have a payment that was recorded as settled. */
export const isMissing = (key: string): string =>
  `exists (select from second_looks l where l.key = ${key} and l.outcome is null and l.missing_at is not null)`
