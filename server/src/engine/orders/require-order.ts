// Reads the order that a path names, or fails with 404.
import { failure } from '../../platform/errors.ts'
import type { OwnedId } from '../../platform/ids.ts'
import type { OrderRow } from './queries.ts'
import type { OrderStatements } from './shared-statements.ts'

export async function requireOrder(
  { findOrder }: Pick<Pick<OrderStatements, 'findOrder'>, 'findOrder'>,
  owned: OwnedId<'ord'>,
): Promise<OrderRow> {
  const order = await findOrder(owned)
  if (order === null) throw failure('not_found')
  return order
}
