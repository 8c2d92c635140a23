// The time from the funding of orders to their completion, in steps: each is a tenth longer than the one before it. So
// percentiles of any number of orders follow from some hundred counts.

/** SQL: the step of a time in seconds. A second or less is step 1. */
export const stepOf = (seconds: string): string =>
  `(1 + ceil(round((ln(greatest(${seconds}, 1)) / ln(1.1))::numeric, 9)))::smallint`

/** The longest time of a step, in whole seconds. */
const longestOf = (step: number): number => Math.ceil(Math.round(1.1 ** (step - 1) * 1e6) / 1e6)

export type StepCount = { step: number; count: bigint }

/** The longest time of the step that this part of the counts is within. Null without counts. */
export function percentileOf(
  counts: readonly StepCount[],
  percent: bigint,
  longest: (step: number) => number,
): number | null {
  const total = counts.reduce((sum, { count }) => sum + count, 0n)
  if (total === 0n) return null
  let seen = 0n
  for (const { step, count } of counts.toSorted((one, other) => one.step - other.step)) {
    seen += count
    if (seen * 100n >= total * percent) return longest(step)
  }
  return null
}

/** In how many seconds at most this part of the orders was completed, to about a tenth. */
export const percentileSeconds = (counts: readonly StepCount[], percent: bigint): number | null =>
  percentileOf(counts, percent, longestOf)
