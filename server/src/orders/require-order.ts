// Reads the order that a path names, or fails with 404.
import { failure } from '../errors.ts'
import type { Uuid } from '../ids.ts'
import type { OrderRow } from './queries.ts'
import type { OrderStatements } from './shared-statements.ts'

export async function requireOrder(
  { findOrder }: Pick<Pick<OrderStatements, 'findOrder'>, 'findOrder'>,
  organizationId: Uuid<'org'>,
  id: Uuid<'ord'>,
): Promise<OrderRow> {
  const order = await findOrder({ organizationId, id })
  if (order === null) throw failure('not_found')
  return order
}
