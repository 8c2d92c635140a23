// All SQL of open_totals: for each organization and route, the sum of the payin totals of orders that await funding.
// The statements that create and change orders update it, so it always equals that sum. Orders created by a retry are
// not counted, since one transaction creates and funds them.
import { rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { QuoteRow } from '../quotes/queries.ts'
import { randomPiece } from '../../platform/random.ts'

const SLOTS = 64
// Each process has two slots, since its inserts and its changes run at the same time and should not lock the same row.
// Two processes may share a slot; their statements then wait briefly for each other.
const slot = randomPiece(1).readUInt8() % SLOTS
export const openTotalSlots = { opened: slot, closed: slot + SLOTS }

/**
 * SQL part that adds the totals of the orders in `changed` that meet `condition` to a slot, or subtracts them when they
 * close. It locks rows in key order and after all other locks of the statement, so that two statements with the
 * same slot never deadlock.
 */
export const addOpenTotals = (
  change: 'opened' | 'closed',
  changed: string,
  condition: string,
  slotParameter: string,
): string => `
  insert into open_totals (organization_id, route_id, slot, open_minor)
  select organization_id, route_id, ${slotParameter}::int, ${change === 'opened' ? '' : '-'}sum(payin_total_minor)
    from ${changed} where ${condition}
   group by organization_id, route_id order by organization_id, route_id
      on conflict (organization_id, route_id, slot)
      do update set open_minor = open_totals.open_minor + excluded.open_minor`

/** SQL part: the open total of a route. */
export const openTotalOf = (route: string): string => `
  (select coalesce(sum(open_minor), 0) from open_totals
    where organization_id = ${route}.organization_id and route_id = ${route}.id)`

type RouteTotal = { organizationId: Uuid<'org'>; routeId: Uuid<'rt'>; totalMinor: bigint }

/** `totals`: for each quote, its total plus those of earlier quotes of the same route. `routes`: the sum of each route. */
export function runningTotals(
  quotes: readonly Pick<QuoteRow, 'organization_id' | 'route_id' | 'payin_total_minor'>[],
): { totals: bigint[]; routes: RouteTotal[] } {
  const routes = new Map<Uuid<'rt'>, RouteTotal>()
  const totals = quotes.map((quote) => {
    const { organization_id: organizationId, route_id: routeId } = quote
    const totalMinor = (routes.get(routeId)?.totalMinor ?? 0n) + quote.payin_total_minor
    routes.set(routeId, { organizationId, routeId, totalMinor })
    return totalMinor
  })
  return { totals, routes: [...routes.values()] }
}

const SELECT_OPEN_TOTAL = statement(
  'select_open_total',
  ['organization_id', 'route_id'],
  `select coalesce(sum(open_minor), 0)::text as open_minor
     from open_totals where organization_id = $1 and route_id = $2`,
)

export async function selectOpenTotal(
  db: Db,
  organizationId: Uuid<'org'>,
  routeId: Uuid<'rt'>,
): Promise<bigint> {
  const [row] = await rows<{ open_minor: string }>(db, SELECT_OPEN_TOTAL, [organizationId, routeId])
  return BigInt(row?.open_minor ?? 0)
}

type OpenTotal = { organization_id: Uuid<'org'>; route_id: Uuid<'rt'>; open_minor: bigint }

const SELECT_OPEN_TOTALS = statement(
  'select_open_totals',
  [],
  `select organization_id, route_id, sum(open_minor)::text as open_minor
     from open_totals group by organization_id, route_id having sum(open_minor) <> 0
    order by organization_id, route_id`,
)

/** Only totals that are not zero. */
export async function selectOpenTotals(db: Db): Promise<OpenTotal[]> {
  const found = await rows<Omit<OpenTotal, 'open_minor'> & { open_minor: string }>(
    db,
    SELECT_OPEN_TOTALS,
  )
  return found.map((row) => ({ ...row, open_minor: BigInt(row.open_minor) }))
}

const CORRECT_OPEN_TOTALS = statement(
  'correct_open_totals',
  [],
  `with waiting as (
     select organization_id, route_id, payin_total_minor from orders
      where due_at is not null and parked_reason is null and status = 'STEP_1_AWAITING_FUNDING'
     union all
     select organization_id, route_id, payin_total_minor from orders
      where parked_reason is not null and status = 'STEP_1_AWAITING_FUNDING'
   ), difference as (
     select organization_id, route_id, sum(minor) as open_minor
       from (select organization_id, route_id, payin_total_minor::numeric as minor from waiting
             union all select organization_id, route_id, -open_minor from open_totals) both_sides
      group by organization_id, route_id having sum(minor) <> 0
   ), corrected as (
     insert into open_totals (organization_id, route_id, slot, open_minor)
     select organization_id, route_id, -1, open_minor from difference order by organization_id, route_id
         on conflict (organization_id, route_id, slot)
         do update set open_minor = open_totals.open_minor + excluded.open_minor)
   select organization_id, route_id, open_minor::text from difference`,
)

/**
 * Corrects the totals that differ from the orders and returns the differences. One snapshot shows orders and totals as
 * of the same commit, so concurrent statements do not affect a difference. The caller holds a lock, so that two
 * corrections never add the same difference.
 */
export async function correctOpenTotals(db: Db): Promise<OpenTotal[]> {
  const found = await rows<Omit<OpenTotal, 'open_minor'> & { open_minor: string }>(
    db,
    CORRECT_OPEN_TOTALS,
  )
  return found.map((row) => ({ ...row, open_minor: BigInt(row.open_minor) }))
}
