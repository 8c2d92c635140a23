// Quotes by payout amount, as properties over generated terms; and the largest amounts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_MINOR, parseRate } from '../../src/platform/money/decimal.ts'
import { priceForPayin, priceForPayout, type Terms } from '../../src/engine/quotes/pricing.ts'
import {
  OUT_OF_LIMITS,
  ONE,
  terms,
  anyWorth,
  scaleOf,
  rateOf,
  smallTerms,
  largeTerms,
  smallOrLargeTerms,
  amountWithinLimits,
  netOf,
  amountOf,
  accepted,
  naiveCharge,
} from '../support/any-terms.ts'

describe('a quote by payout amount', () => {
  test('is the smallest total that pays out that much, compared with every amount', () => {
    let [found, refused] = [0, 0]
    fc.assert(
      fc.property(smallTerms, anyWorth, fc.nat(1100), (route, worth, permille) => {
        const rate = rateOf(route, worth)
        const asked = (amountWithinLimits(route, permille) * worth) / 10n ** 6n
        fc.pre(asked > 0n)
        const smallest = smallestByTrying(route, rate, asked)
        const answer = priceForPayout(route, rate, asked)
        const isHeld = smallest !== undefined && isInRange(route, smallest)
        if (isHeld) found += 1
        else refused += 1
        expect(answer).toEqual(
          isHeld
            ? {
                ok: true,
                price: {
                  payinTotalMinor: smallest.total,
                  payinFeeMinor: smallest.fee,
                  payinTaxMinor: smallest.tax,
                  payoutTotalMinor: asked,
                },
              }
            : OUT_OF_LIMITS,
        )
      }),
      { numRuns: 3000 },
    )
    expect(Math.min(found, refused), 'both outcomes occurred').toBeGreaterThan(100)
  })

  // Amounts beyond the last tier are outside the limits, so the search can end there.
  function smallestByTrying(route: Terms, rate: bigint, asked: bigint) {
    let best: ReturnType<typeof naiveCharge> | undefined
    const end = route.tiers.at(-1)?.maxMinor ?? 0n
    for (let amount = 1n; amount <= end; amount += 1n) {
      const tier = route.tiers.find((each) => amount <= each.maxMinor)
      if (tier === undefined) break
      const tried = naiveCharge(route, tier, amount)
      const paysOut = tried.net * rate >= asked * scaleOf(route)
      if (paysOut && (best === undefined || tried.total < best.total)) best = tried
    }
    return best
  }

  const isInRange = ({ limits, tiers }: Terms, { amount, total }: ReturnType<typeof naiveCharge>) =>
    amount >= (tiers[0]?.minMinor ?? 0n) && limits.minMinor <= total && total <= limits.maxMinor

  test('pays out enough at any size, and no smaller total nearby or at a tier edge does', () => {
    let found = 0
    fc.assert(
      fc.property(
        smallOrLargeTerms,
        anyWorth,
        fc.nat(1000),
        fc.bigInt(0n, 5n),
        (route, worth, permille, off) => {
          const rate = rateOf(route, worth)
          const there = priceForPayin(route, rate, amountWithinLimits(route, permille))
          if (!there.ok || there.price.payoutTotalMinor <= off) return
          const asked = there.price.payoutTotalMinor - off
          const priced = priceForPayout(route, rate, asked)
          if (!priced.ok) return
          found += 1
          const { price } = priced
          expect(price.payoutTotalMinor).toBe(asked)
          expect(
            price.payinTotalMinor <= there.price.payinTotalMinor,
            'not above the known total that pays as much',
          ).toBe(true)
          const amount = amountOf(route, price)
          const again = priceForPayin(route, rate, amount)
          // At the largest payouts the residue alone can push the payout over the maximum.
          if (again.ok) {
            expect({ ...again.price, payoutTotalMinor: asked }).toEqual(price)
            expect(again.price.payoutTotalMinor >= asked, 'pays out enough').toBe(true)
          }
          const near = Array.from({ length: 250 }, (_, index) => BigInt(index) - 200n)
          const tried = [amount, ...route.tiers.flatMap((tier) => [tier.minMinor, tier.maxMinor])]
          for (const candidate of tried.flatMap((each) => near.map((step) => each + step))) {
            const other = priceForPayin(route, rate, candidate)
            if (other.ok && other.price.payinTotalMinor < price.payinTotalMinor)
              expect(other.price.payoutTotalMinor < asked, `${candidate} pays less`).toBe(true)
          }
        },
      ),
      { numRuns: 600 },
    )
    expect(found).toBeGreaterThan(100)
  })

  test('leaves a residue below one payin minor unit, except at a falling tier edge', () => {
    fc.assert(
      fc.property(smallOrLargeTerms, anyWorth, fc.nat(1000), (route, worth, permille) => {
        const rate = rateOf(route, worth)
        const asked = (amountWithinLimits(route, permille) * worth) / 10n ** 6n
        const priced = priceForPayout(route, rate, asked)
        if (!priced.ok) return
        const residue = netOf(priced.price) * rate - asked * scaleOf(route)
        expect(residue >= 0n, 'never short').toBe(true)
        const amount = amountOf(route, priced.price)
        const isFirstOfTier = route.tiers.some((tier) => tier.maxMinor + 1n === amount)
        if (!isFirstOfTier) expect(residue < rate, 'less than one minor unit').toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('can leave a larger residue where a cheaper tier begins', () => {
    const tiers = [
      { minMinor: 0n, maxMinor: 10_000n, bps: 200n },
      { minMinor: 10_000n, maxMinor: 1_000_000n, bps: 100n },
    ]
    const inclusive = accepted(priceForPayout(terms({ tiers, taxBps: 0n }), ONE, 9850n))
    // 100.00 nets 98.00 and 100.01 nets 99.01, so no amount nets 98.50.
    expect([inclusive.payinTotalMinor, netOf(inclusive)]).toEqual([10_001n, 9901n])
    const exclusive = accepted(
      priceForPayout(terms({ tiers, taxBps: 0n, feeTreatment: 'exclusive' }), ONE, 9950n),
    )
    // 99.50 costs 101.49; converting 100.01 costs 101.01.
    expect([exclusive.payinTotalMinor, netOf(exclusive)]).toEqual([10_101n, 10_001n])
  })

  test('is refused outside the limits, never raised to them', () => {
    const limits = { minMinor: 1000n, maxMinor: 10_000n }
    const route = terms({
      limits,
      tiers: [{ minMinor: 1000n, maxMinor: 10_000n, bps: 100n }],
      taxBps: 0n,
    })
    expect(priceForPayout(route, ONE, 989n)).toEqual(OUT_OF_LIMITS)
    expect(accepted(priceForPayout(route, ONE, 990n)).payinTotalMinor).toBe(1000n)
    expect(accepted(priceForPayout(route, ONE, 9900n)).payinTotalMinor).toBe(10_000n)
    expect(priceForPayout(route, ONE, 9901n)).toEqual(OUT_OF_LIMITS)
    expect(priceForPayout(route, ONE, 1n)).toEqual(OUT_OF_LIMITS)
    expect(priceForPayout(route, ONE, MAX_MINOR + 1n)).toEqual(OUT_OF_LIMITS)
    // At this rate a payin within the limits would exceed the largest payout.
    expect(priceForPayout(route, parseRate('1000000000000000'), MAX_MINOR).ok).toBe(true)
    expect(priceForPayout(route, parseRate('1000000000000000'), MAX_MINOR + 1n)).toEqual(
      OUT_OF_LIMITS,
    )
  })

  test('below the first tier is refused, even where its total reaches the lower limit', () => {
    const tiers = [{ minMinor: 1000n, maxMinor: 10_000n, bps: 1000n }]
    const limits = { minMinor: 1000n, maxMinor: 10_000n }
    const route = terms({ tiers, limits, taxBps: 0n, feeTreatment: 'exclusive' })
    expect(priceForPayout(route, ONE, 950n)).toEqual(OUT_OF_LIMITS) // 9.50 + 0.95
    expect(priceForPayin(route, ONE, 950n)).toEqual(OUT_OF_LIMITS)
    expect(accepted(priceForPayout(route, ONE, 1000n)).payinTotalMinor).toBe(1100n)
  })
})

test('no price overflows: each fits the columns and the limits, or is refused', () => {
  const anyRate = fc.oneof(
    fc.bigInt(1n, 10n ** 36n - 1n),
    fc.bigInt(1n, 10n ** 6n),
    fc.constant(ONE),
  )
  const anyAmount = fc.oneof(fc.bigInt(1n, MAX_MINOR), fc.bigInt(MAX_MINOR - 100n, MAX_MINOR))
  fc.assert(
    fc.property(largeTerms, anyRate, anyAmount, (route, rate, amount) => {
      for (const priced of [
        priceForPayin(route, rate, amount),
        priceForPayout(route, rate, amount),
      ]) {
        if (!priced.ok) {
          expect(['amount_out_of_limits', 'pays_out_nothing']).toContain(priced.problem)
          continue
        }
        const { price } = priced
        for (const [name, minor] of Object.entries(price))
          expect(minor >= 0n && minor <= MAX_MINOR, name).toBe(true)
        expect(price.payinTotalMinor >= route.limits.minMinor).toBe(true)
        expect(price.payinTotalMinor <= route.limits.maxMinor).toBe(true)
        expect(price.payoutTotalMinor > 0n).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

test('the largest amount in a request is priced exactly', () => {
  const route = terms({
    tiers: [{ minMinor: 0n, maxMinor: MAX_MINOR, bps: 0n }],
    limits: { minMinor: 1n, maxMinor: MAX_MINOR },
  })
  expect(accepted(priceForPayin(route, ONE, MAX_MINOR)).payoutTotalMinor).toBe(MAX_MINOR)
  expect(accepted(priceForPayout(route, ONE, MAX_MINOR)).payinTotalMinor).toBe(MAX_MINOR)
  expect(priceForPayin(route, ONE + 2n, MAX_MINOR)).toEqual(OUT_OF_LIMITS)
  expect(priceForPayout(route, ONE - 2n, MAX_MINOR)).toEqual(OUT_OF_LIMITS)
})
