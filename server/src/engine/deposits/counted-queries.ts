// The SQL of deposits that count towards their order after all, because it was paid out before a restore.
import { rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'

const UPDATE_DEPOSITS_COUNTED = statement(
  'update_deposits_counted',
  ['organization_id', 'order_id', 'ids'],
  `update deposits set outcome = 'counted'
    where organization_id = $1 and order_id = $2 and id = any ($3::uuid[]) and reversed_at is null and outcome <> 'counted'
   returning amount_minor`,
)

/** Deposits that were to be refunded count towards their order after all. Returns their sum in minor units. */
export async function updateDepositsCounted(
  db: Db,
  order: { organization_id: Uuid<'org'>; id: Uuid<'ord'> },
  ids: readonly Uuid<'dep'>[],
): Promise<bigint> {
  const counted = await rows<{ amount_minor: bigint }>(db, UPDATE_DEPOSITS_COUNTED, [
    order.organization_id,
    order.id,
    ids,
  ])
  return counted.reduce((sum, row) => sum + row.amount_minor, 0n)
}
