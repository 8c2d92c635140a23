// How far the orders of a day came, as the board counts them: entries into a status by hour. These are counts, not amounts.
const HOURS = 24
const HOUR_MS = 3_600_000

type Counted = { at: string; orders: number }
type OfStatus = { status: string; total: { orders: number }; points: readonly Counted[] }

/**
 * The steps. A refund follows a failure, a rejected payout or one that came back, on the same day or later, and the sums do
 * not tell which. Refunds are therefore a figure of their own: added to the failures, a declined order would count twice.
 */
export const STEPS = {
  created: ['STEP_1_AWAITING_FUNDING'],
  funded: ['STEP_2_FILLING_FX'],
  payingOut: ['STEP_3_SETTLING_PAYOUT'],
  completed: ['STEP_4_COMPLETED'],
  failed: ['FAILED_FUNDING_EXPIRED', 'FAILED_CANCELLED', 'FAILED_DECLINED_BY_LIQ_PROVIDER'],
  refunding: ['FAILED_REFUND_REQUESTED'],
} as const satisfies Record<string, readonly string[]>
export type Step = keyof typeof STEPS

const ofStep = (series: readonly OfStatus[], step: Step) => {
  const statuses: readonly string[] = STEPS[step]
  return series.filter(({ status }) => statuses.includes(status))
}

export const totalOf = (series: readonly OfStatus[], step: Step): number =>
  ofStep(series, step).reduce((sum, { total }) => sum + total.orders, 0)

/** The count of each hour of a day that begins at `from`; null where there is none. */
export function hourCounts(
  series: readonly OfStatus[],
  step: Step,
  from: number,
): (string | null)[] {
  const counts = new Map<number, number>()
  for (const { points } of ofStep(series, step))
    for (const { at, orders } of points)
      counts.set(Date.parse(at), (counts.get(Date.parse(at)) ?? 0) + orders)
  return Array.from({ length: HOURS }, (_, hour) => {
    const count = counts.get(from + hour * HOUR_MS)
    return count === undefined ? null : String(count)
  })
}

/** Whether orders from an instant on are all counted. What was before the first counted order is not known. */
export const isKnownFrom = (since: string | null, from: number): boolean =>
  since !== null && Date.parse(since) <= from
