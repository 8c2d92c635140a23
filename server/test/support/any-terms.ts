// Generated terms of a route, and a second implementation of the rules of docs/money.md.
import fc from 'fast-check'
import { currencies, minorUnits } from '../../src/platform/money/currencies.ts'
import { MAX_MINOR } from '../../src/platform/money/decimal.ts'
import {
  type CostTier,
  type Price,
  type Priced,
  type Terms,
} from '../../src/engine/quotes/pricing.ts'

export const OUT_OF_LIMITS = { ok: false, problem: 'amount_out_of_limits' }
export const PAYS_OUT_NOTHING = { ok: false, problem: 'pays_out_nothing' }
export const ONE = 10n ** 18n

export const terms = (changed: Partial<Terms> = {}): Terms => ({
  payinCurrency: 'USD',
  payoutCurrency: 'USD',
  tiers: [{ minMinor: 0n, maxMinor: 1_000_000n, bps: 150n }],
  taxBps: 1900n,
  feeTreatment: 'inclusive',
  limits: { minMinor: 1n, maxMinor: 1_000_000n },
  ...changed,
})

// Terms of one to four touching or adjoining tiers up to `largest`, with any allowed fees and taxes.
function anyTerms(largest: bigint): fc.Arbitrary<Terms> {
  const edges = fc.uniqueArray(fc.bigInt({ min: 1n, max: largest }), {
    minLength: 2,
    maxLength: 5,
  })
  return fc
    .record({
      payinCurrency: fc.constantFrom(...currencies),
      payoutCurrency: fc.constantFrom(...currencies),
      edges,
      touches: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      bps: fc.array(fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, 9900n)), {
        minLength: 4,
        maxLength: 4,
      }),
      taxBps: fc.oneof(fc.constantFrom(0n, 1900n, 10_000n), fc.bigInt(0n, 10_000n)),
      feeTreatment: fc.constantFrom<Terms['feeTreatment'][]>('inclusive', 'exclusive'),
      lower: fc.nat(1000),
      upper: fc.nat(1000),
    })
    .map(({ edges: unordered, touches, bps, lower, upper, ...rest }) => {
      const [start = 1n, ...ends] = unordered.toSorted((a, b) => (a < b ? -1 : 1))
      const tiers = ends.map((maxMinor, index): CostTier => {
        const before = ends[index - 1]
        const minMinor = before === undefined ? start : touches[index] ? before : before + 1n
        const most = 99_000_000n / (10_000n + rest.taxBps)
        const wanted = bps[index] ?? 0n
        return { minMinor, maxMinor, bps: wanted < most ? wanted : most }
      })
      const end = ends.at(-1) ?? start
      const minMinor = start + ((end - start) * BigInt(lower)) / 4000n
      const maxMinor = end - ((end - start) * BigInt(upper)) / 4000n
      return { ...rest, tiers, limits: { minMinor, maxMinor } }
    })
}

// Value of a payin minor unit in payout minor units: from a millionth to a million.
export const anyWorth = fc.oneof(
  fc.bigInt(1n, 10n ** 12n),
  fc.bigInt(1n, 5_000_000n),
  fc.constant(10n ** 6n),
)
export const scaleOf = ({ payinCurrency, payoutCurrency }: Terms): bigint =>
  10n ** BigInt(18 + minorUnits(payinCurrency) - minorUnits(payoutCurrency))
export const rateOf = (route: Terms, worth: bigint): bigint => (scaleOf(route) * worth) / 10n ** 6n

export const smallTerms = anyTerms(400n)
export const largeTerms = anyTerms(MAX_MINOR)
export const smallOrLargeTerms = fc.oneof(smallTerms, largeTerms)

export const amountWithinLimits = (route: Terms, permille: number): bigint =>
  route.limits.minMinor +
  ((route.limits.maxMinor - route.limits.minMinor) * BigInt(permille)) / 1000n

export const netOf = (price: Price): bigint =>
  price.payinTotalMinor - price.payinFeeMinor - price.payinTaxMinor
export const amountOf = (route: Terms, price: Price): bigint =>
  route.feeTreatment === 'inclusive' ? price.payinTotalMinor : netOf(price)

export function accepted(priced: Priced): Price {
  if (!priced.ok) throw new Error(`refused: ${priced.problem}`)
  return priced.price
}

// A second, naive implementation to compare `pricing.ts` with.
const halfUp = (n: bigint, d: bigint): bigint => n / d + ((n % d) * 2n >= d ? 1n : 0n)
export function naiveCharge(route: Terms, tier: CostTier, amount: bigint) {
  const fee = halfUp(amount * tier.bps, 10_000n)
  const tax = halfUp(fee * route.taxBps, 10_000n)
  return route.feeTreatment === 'inclusive'
    ? { amount, total: amount, fee, tax, net: amount - fee - tax }
    : { amount, total: amount + fee + tax, fee, tax, net: amount }
}
