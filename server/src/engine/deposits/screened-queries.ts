// The SQL of deposits that are screened before they are credited.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, joinByIndex } from '../../platform/db/pool.ts'
import { allRows, anyRow, oneRow } from '../../platform/db/row-functions.ts'
import { publicId, type Uuid, type OrderId } from '../../platform/ids.ts'
import { bumpVersions } from '../orders/funding-queries.ts'
import { insertDepositScreenings } from '../../rules/screening/queries.ts'
import {
  COLUMNS,
  insertSuspended,
  SUSPENDED,
  suspendedValues,
  type DepositRow,
  type Hints,
  type NewDeposit,
} from './queries.ts'

/**
 * Records a deposit in suspense until it is screened. `order`: the order that it is for. The version of the order grows,
 * so that an expiry that was decided before is decided again. Returns false if the deposit is already recorded.
 */
export const insertScreenedDeposit = anyRow(
  'insert_screened_deposit',
  [...SUSPENDED, 'organization_id', 'order_id', 'key'],
  `with ${insertSuspended('true', 'id, recorded_at, $16::uuid as for_organization_id, $17::uuid as for_order_id')},
   screened as (${insertDepositScreenings('recorded', '$18')}
   ), bumped as (${bumpVersions('recorded')})
   select id from recorded`,
  (
    deposit: NewDeposit,
    order: OrderId | undefined,
    postingId: Uuid<'posting'>,
    at: Instant,
    hints: Hints,
  ) => [
    ...suspendedValues(deposit, postingId, at, hints),
    order?.organization_id,
    order?.id,
    publicId('dep', deposit.id),
  ],
)

/** A deposit with its sender as it is stored. */
export type SealedDeposit = DepositRow & {
  sender_key_id: string | null
  sender_sealed: Buffer | null
}

export const selectDeposit = oneRow<SealedDeposit, [id: Uuid<'dep'>]>(
  'select_deposit',
  ['id'],
  `select ${COLUMNS}, sender_key_id, sender_sealed from deposits where id = $1`,
)

export const selectDepositsById = allRows<DepositRow, [ids: readonly Uuid<'dep'>[]]>(
  'select_deposits_by_id',
  ['ids'],
  `select ${columnsOf(COLUMNS, 'd')} from unnest($1::uuid[]) as wanted (id)
   ${joinByIndex('deposits', 'id = wanted.id', 'd')}`,
)
