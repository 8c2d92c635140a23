// The SQL that lists the orders of an organization by what the caller filters for.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import type { Uuid } from '../ids.ts'
import { SHOWN, type ShownOrder } from './queries.ts'
import type { OrderStatus } from './states.ts'

export type OrderFilter = {
  status?: OrderStatus
  createdAfter?: Instant
  createdBefore?: Instant
  externalReferenceId?: string
  offeringId?: Uuid
}

/** Newest first, from below `after`. */
export async function selectOrders(
  db: Db,
  organizationId: Uuid,
  filter: OrderFilter,
  after: Uuid | null,
  limit: number,
): Promise<ShownOrder[]> {
  const values: unknown[] = [organizationId, limit]
  const conditions = ['organization_id = $1']
  let name = 'select_orders'
  // All of the words together stay below the 63 bytes that PostgreSQL keeps of a statement's name.
  const add = (word: string, condition: string, value: unknown) => {
    conditions.push(`${condition} $${values.push(value)}`)
    name += ` ${word}`
  }
  if (after !== null) add('page', 'id <', after)
  if (filter.status !== undefined) add('status', 'status =', filter.status)
  if (filter.createdAfter !== undefined)
    add('after', 'created_at >', sqlInstant(filter.createdAfter))
  if (filter.createdBefore !== undefined)
    add('before', 'created_at <', sqlInstant(filter.createdBefore))
  if (filter.externalReferenceId !== undefined)
    add('reference', 'external_reference_id =', filter.externalReferenceId)
  if (filter.offeringId !== undefined) add('offering', 'offering_id =', filter.offeringId)
  const where = conditions.join(' and ')
  // Each set of filters is a statement of its own, so that the plan sees only the conditions that are there.
  return rows<ShownOrder>(
    db,
    name,
    `select ${SHOWN.join(', ')} from orders where ${where} order by organization_id desc, id desc limit $2`,
    values,
  )
}
