// The divisions of the money rules: each names its rounding. Exact integers; what is rounded which way is
// decided by the caller (docs/money.md).
import assert from 'node:assert/strict'

/** The largest integer not above n / d. */
export function divideRoundDown(n: bigint, d: bigint): bigint {
  requireDivisible(n, d)
  return n / d
}

/** The integer nearest to n / d; of two equally near ones the larger. */
export function divideRoundHalfUp(n: bigint, d: bigint): bigint {
  requireDivisible(n, d)
  return (2n * n + d) / (2n * d)
}

/** The smallest integer not below n / d. */
export function divideRoundUp(n: bigint, d: bigint): bigint {
  requireDivisible(n, d)
  return (n + d - 1n) / d
}

// BigInt division cuts towards zero, so that for a negative n "down" would silently mean "up".
function requireDivisible(n: bigint, d: bigint): void {
  assert(n >= 0n, 'only non-negative numbers are rounded')
  assert(d > 0n, 'the divisor is positive')
}
