// Integer divisions for money. Each function names its rounding. engine/quotes/pricing.ts decides which one applies: fee and tax
// round half up, the payout rounds down. docs/money.md has examples.
import assert from 'node:assert/strict'

/** The largest integer not above n / d. */
export function divideRoundDown(n: bigint, d: bigint): bigint {
  requireDivisible(n, d)
  return n / d
}

/** The integer nearest to n / d; halves round up. */
export function divideRoundHalfUp(n: bigint, d: bigint): bigint {
  requireDivisible(n, d)
  return (2n * n + d) / (2n * d)
}

/** The smallest integer not below n / d. */
export function divideRoundUp(n: bigint, d: bigint): bigint {
  requireDivisible(n, d)
  return (n + d - 1n) / d
}

// BigInt division truncates towards zero, so for a negative n it would round up instead of down.
function requireDivisible(n: bigint, d: bigint): void {
  assert(n >= 0n, 'only non-negative numbers are rounded')
  assert(d > 0n, 'the divisor is positive')
}
