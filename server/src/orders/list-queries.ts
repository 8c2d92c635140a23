// The SQL that lists the orders of an organization, with filters.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement, type Statement } from '../db/statement.ts'
import type { Uuid } from '../ids.ts'
import { SHOWN, type ShownOrder } from './queries.ts'
import type { OrderStatus } from './states.ts'

export type OrderFilter = {
  status?: OrderStatus
  createdAfter?: Instant
  createdBefore?: Instant
  externalReferenceId?: string
  offeringId?: Uuid<'off'>
}

// A statement is named after its filters. Their names are short, since PostgreSQL keeps 63 bytes of a name.
const FILTERS = {
  page: 'id <',
  status: 'status =',
  after: 'created_at >',
  before: 'created_at <',
  reference: 'external_reference_id =',
  offering: 'offering_id =',
}
type Filter = keyof typeof FILTERS

// Each set of filters has its own statement, so that its plan contains only the conditions in use.
const made = new Map<string, Statement>()

function selectingOrders(filters: readonly Filter[]): Statement {
  const name = ['select_orders', ...filters].join(' ')
  const known = made.get(name)
  if (known !== undefined) return known
  const conditions = filters.map((filter, index) => ` and ${FILTERS[filter]} $${index + 3}`)
  const selecting = statement(
    name,
    ['organization_id', 'limit', ...filters],
    `select ${SHOWN.join(', ')} from orders
  where organization_id = $1${conditions.join('')}
  order by organization_id desc, id desc limit $2`,
  )
  made.set(name, selecting)
  return selecting
}

// Create the shortest and the longest at load time, so that server/statements shows them.
selectingOrders([])
selectingOrders(['page', 'status', 'after', 'before', 'reference', 'offering'])

/** Newest first; with `after`, only the orders that follow it in the list. */
export async function selectOrders(
  db: Db,
  organizationId: Uuid<'org'>,
  filter: OrderFilter,
  after: Uuid<'ord'> | null,
  limit: number,
): Promise<ShownOrder[]> {
  const given: [Filter, unknown][] = []
  if (after !== null) given.push(['page', after])
  if (filter.status !== undefined) given.push(['status', filter.status])
  if (filter.createdAfter !== undefined) given.push(['after', sqlInstant(filter.createdAfter)])
  if (filter.createdBefore !== undefined) given.push(['before', sqlInstant(filter.createdBefore)])
  if (filter.externalReferenceId !== undefined)
    given.push(['reference', filter.externalReferenceId])
  if (filter.offeringId !== undefined) given.push(['offering', filter.offeringId])
  return rows<ShownOrder>(db, selectingOrders(given.map(([name]) => name)), [
    organizationId,
    limit,
    ...given.map(([, value]) => value),
  ])
}
