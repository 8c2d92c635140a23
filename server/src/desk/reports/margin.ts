// The earnings and losses of the desk, by day, route, provider and currency. Every figure is a change of an account of the
// ledger, so that the sum over all rows is what the ledger says.
import { COSTS, EARNED } from '../../engine/ledger/desk-result.ts'
import {
  instantAt,
  later,
  laterOf,
  earlierOf,
  toTimestamp,
  type Instant,
} from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectFills } from '../../engine/fills/queries.ts'
import type { Uuid } from '../../platform/ids.ts'
import { windowsOf } from '../../engine/ledger/windows.ts'
import { byFill } from './by-fill.ts'
import {
  selectLedgerBounds,
  selectMargin,
  selectRouteNames,
  totals,
  type MarginSums,
  type RouteName,
} from './margin-queries.ts'

const DAY_MS = 86_400_000
/** Transactions that run at once post a little out of order. */
const MARGIN_MS = 3_600_000

export type MarginRow = Pick<
  MarginSums,
  'day' | 'organization_id' | 'route_id' | 'provider' | 'currency'
> & {
  route: RouteName | null
  /** In minor units, by the name of the figure. */
  minor: ReadonlyMap<string, bigint>
}

/** Earnings less losses. Conversions without a payout, and taxes, are neither. */
export const marginMinorOf = ({ minor }: MarginRow): bigint => {
  const sum = (names: readonly string[]) =>
    names.reduce((total, name) => total + (minor.get(name) ?? 0n), 0n)
  return sum(EARNED) - sum(COSTS)
}

/** Sorts rows within and across days. */
export const marginKey = ({
  day,
  organization_id,
  route_id,
  provider,
  currency,
}: MarginSums | MarginRow) =>
  [day, organization_id ?? '', route_id ?? '', provider ?? '', currency].join(' ')

/** The rows of each day of a period, the first day first. Days without rows are left out. */
export async function* marginByDay(
  db: Db,
  { from, to }: { from: Instant | null; to: Instant | null },
  organizations: readonly Uuid<'org'>[] | null,
): AsyncGenerator<readonly MarginRow[]> {
  const bounds = await selectLedgerBounds(db)
  if (bounds === undefined) return
  const first = laterOf(from ?? bounds.first, later(bounds.first, -MARGIN_MS))
  const end = earlierOf(to ?? later(bounds.last, MARGIN_MS), later(bounds.last, MARGIN_MS))
  for (let at = first; at < end; ) {
    const nextDay = instantAt((Math.floor(at / DAY_MS) + 1) * DAY_MS)
    const day = { from: at, to: earlierOf(nextDay, end) }
    const rows = await rowsOfDay(db, day, organizations)
    if (rows.length > 0) yield rows
    at = day.to
  }
}

async function rowsOfDay(
  db: Db,
  day: { from: Instant; to: Instant },
  organizations: readonly Uuid<'org'>[] | null,
): Promise<MarginRow[]> {
  const sums = new Map<string, Sum>()
  const toSplit = new Map<string, Sum>()
  for await (const window of windowsOf(db, day))
    for (const row of await selectMargin(db, window, day, organizations)) {
      const { split_order_id: order } = row
      if (order === null) add(sums, marginKey(row), row, minorsOf(row))
      else add(toSplit, `${order} ${row.currency}`, row, minorsOf(row))
    }
  for (const { row, minor } of await splitByFill(db, [...toSplit.values()]))
    add(sums, marginKey(row), row, minor)
  const names = await routesOf(
    db,
    [...sums.values()].map(({ row }) => row),
  )
  return [...sums]
    .filter(([, { minor }]) => minor.values().some((amount) => amount !== 0n))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { row, minor }]) => ({
      day: toTimestamp(day.from).slice(0, 10),
      organization_id: row.organization_id,
      route_id: row.route_id,
      provider: row.provider,
      currency: row.currency,
      route: row.route_id === null ? null : (names.get(row.route_id) ?? null),
      minor,
    }))
}

type Sum = { row: MarginSums; minor: Map<string, bigint> }

function add(
  sums: Map<string, Sum>,
  key: string,
  row: MarginSums,
  minor: ReadonlyMap<string, bigint>,
): void {
  const known = sums.get(key) ?? { row, minor: new Map<string, bigint>() }
  sums.set(key, known)
  for (const [name, amount] of minor) known.minor.set(name, (known.minor.get(name) ?? 0n) + amount)
}

function minorsOf(row: MarginSums): Map<string, bigint> {
  const read: Readonly<Record<string, unknown>> = row
  return new Map(totals.map((name) => [name, BigInt(String(read[`${name}_minor`]))]))
}

/** Splits the sums of orders with several fills by the provider of each fill. */
async function splitByFill(
  db: Db,
  wholes: readonly Sum[],
): Promise<{ row: MarginSums; minor: ReadonlyMap<string, bigint> }[]> {
  // An order has a row for each currency.
  const orders = new Map(
    wholes.flatMap(({ row: { organization_id, split_order_id: id } }) =>
      organization_id === null || id === null ? [] : [[id, { organization_id, id }] as const],
    ),
  )
  const fills = orders.size === 0 ? [] : await selectFills(db, [...orders.values()])
  return wholes.flatMap(({ row, minor }) => {
    const own = fills.flatMap((fill) => {
      const { order_id, sold_minor, delivered_minor } = fill
      return order_id !== row.split_order_id || sold_minor === null || delivered_minor === null
        ? []
        : [{ ...fill, sold_minor, delivered_minor }]
    })
    return byFill(minor, row.currency, own).map((part, at) => ({
      row: { ...row, provider: own[at]?.provider_name ?? row.provider },
      minor: part,
    }))
  })
}

async function routesOf(db: Db, rows: readonly MarginSums[]) {
  const wanted = new Map(
    rows.flatMap(({ organization_id: organizationId, route_id: id }) =>
      organizationId === null || id === null ? [] : [[id, { organizationId, id }] as const],
    ),
  )
  const found = await selectRouteNames(db, [...wanted.values()])
  return new Map(found.map((one) => [one.id, one]))
}
