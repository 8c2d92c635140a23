// Finds the lines that together make up an amount: a batch that the other side booked as one line. Pure and bounded.

/** 65,536 sums at most. */
export const MOST_CANDIDATES = 16

/**
 * The places of the amounts whose sum is `target`. Undefined if there are none, if several choices fit, or if there are
 * too many amounts: a guess would hide a difference.
 */
export function subsetWithSum(amounts: readonly bigint[], target: bigint): number[] | undefined {
  if (amounts.length < 2 || amounts.length > MOST_CANDIDATES) return undefined
  const sums: bigint[] = [0n]
  let found: number | undefined
  for (const [place, amount] of amounts.entries()) {
    const before = sums.length
    for (let mask = 0; mask < before; mask++) {
      const sum = (sums[mask] ?? 0n) + amount
      sums.push(sum)
      if (sum !== target) continue
      if (found !== undefined) return undefined
      found = mask | (1 << place)
    }
  }
  if (found === undefined) return undefined
  const chosen = found
  return amounts.flatMap((_, place) => ((chosen >> place) & 1 ? [place] : []))
}
