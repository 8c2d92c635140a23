// The order of the board's charts. Amounts of different currencies cannot be compared, so the most used come first: by completed
// orders of today and of the same weekday before.
import { heightOf } from '../parts/height.ts'
import { largestOf } from '../parts/largest.ts'

type Pair = { payin_currency: string; payout_currency: string }
type OfStatus = Pair & { status: string; total: { orders: number } }
type OrderSeries = { series: readonly OfStatus[] }
type OfCurrency = { currency: string; points: readonly { network_fee: string }[] }
type Margin<One extends OfCurrency = OfCurrency> = { series: readonly One[] }

/** What the order needs of a day. */
type OrdersOfDay = { orders: OrderSeries; ordersBefore: OrderSeries }
type MarginOfDay = { margin: Margin; marginBefore: Margin }

/** Charts of corridors, and of currencies. */
const MOST = 4

export const corridorOf = ({ payin_currency: from, payout_currency: to }: Pair): string =>
  `${from} ${to}`
export const isDone = ({ status }: { status: string }): boolean => status === 'STEP_4_COMPLETED'

/** How many completed orders have what `namesOf` gives. */
function usesOf(series: readonly OfStatus[], namesOf: (one: OfStatus) => readonly string[]) {
  const uses = new Map<string, number>()
  for (const one of series.filter(isDone))
    for (const name of namesOf(one)) uses.set(name, (uses.get(name) ?? 0) + one.total.orders)
  return uses
}

/** Those in which an order was completed. */
export function corridorsOfDay({ orders, ordersBefore }: OrdersOfDay) {
  const uses = usesOf([...orders.series, ...ordersBefore.series], (one) => [corridorOf(one)])
  return largestOf([...uses.keys()], (name) => uses.get(name) ?? 0, MOST)
}

/** Each pair once, although several providers trade it. */
export function pairsByUse<Traded extends Pair>(
  traded: readonly Traded[],
  series: readonly OfStatus[],
  most: number,
) {
  const uses = usesOf(series, (one) => [corridorOf(one)])
  const pairs = new Map(traded.map((one) => [corridorOf(one), one]))
  return largestOf([...pairs.values()], (one) => uses.get(corridorOf(one)) ?? 0, most)
}

/** The currencies of the margin. */
export function marginsOfDay({
  orders,
  ordersBefore,
  margin,
  marginBefore,
}: OrdersOfDay & MarginOfDay) {
  const uses = usesOf([...orders.series, ...ordersBefore.series], (one) => [
    one.payin_currency,
    one.payout_currency,
  ])
  const names = new Set([...margin.series, ...marginBefore.series].map(({ currency }) => currency))
  return largestOf([...names], (name) => uses.get(name) ?? 0, MOST)
}

/** Currencies in which gas was paid, those paid on most days first. */
export function gasesOf<One extends OfCurrency>({ series }: Margin<One>) {
  const daysOf = ({ points }: One) =>
    points.filter(({ network_fee: fee }) => heightOf(fee) !== 0).length
  return largestOf(
    series.filter((one) => daysOf(one) > 0),
    daysOf,
    MOST,
  )
}
