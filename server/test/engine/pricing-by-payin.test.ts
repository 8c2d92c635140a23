// Quotes by payin amount, as properties over generated terms.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_MINOR, parseRate } from '../../src/platform/money/decimal.ts'
import {
  priceForPayin,
  priceForPayout,
  termsProblem,
  type Terms,
} from '../../src/engine/quotes/pricing.ts'
import {
  OUT_OF_LIMITS,
  PAYS_OUT_NOTHING,
  ONE,
  terms,
  anyWorth,
  scaleOf,
  rateOf,
  smallTerms,
  smallOrLargeTerms,
  amountWithinLimits,
  netOf,
  amountOf,
  accepted,
  naiveCharge,
} from '../support/any-terms.ts'

describe('a quote by payin amount', () => {
  test('the generated routes are valid', () => {
    fc.assert(
      fc.property(smallOrLargeTerms, (route) => {
        expect(termsProblem(route)).toBeUndefined()
      }),
    )
  })

  test('the total is fee, tax and net, and the payout is the net at the rate, rounded down', () => {
    fc.assert(
      fc.property(smallOrLargeTerms, anyWorth, fc.nat(1000), (route, worth, permille) => {
        const amount = amountWithinLimits(route, permille)
        const rate = rateOf(route, worth)
        const priced = priceForPayin(route, rate, amount)
        if (!priced.ok) return
        const { payinTotalMinor, payinFeeMinor, payinTaxMinor, payoutTotalMinor } = priced.price
        const net = netOf(priced.price)
        expect(payinTotalMinor).toBe(payinFeeMinor + payinTaxMinor + net)
        expect(net > 0n && payinFeeMinor >= 0n && payinTaxMinor >= 0n).toBe(true)
        expect(payoutTotalMinor).toBe((net * rate) / scaleOf(route))
        expect(amountOf(route, priced.price)).toBe(amount)
      }),
      { numRuns: 2000 },
    )
  })

  test('an inclusive fee and its tax are deducted from what the payer sends', () => {
    const price = accepted(priceForPayin(terms(), ONE, 100_000n))
    expect(price).toEqual({
      payinTotalMinor: 100_000n,
      payinFeeMinor: 1500n,
      payinTaxMinor: 285n,
      payoutTotalMinor: 98_215n,
    })
  })

  test('an exclusive fee and its tax are added to the converted amount', () => {
    const price = accepted(priceForPayin(terms({ feeTreatment: 'exclusive' }), ONE, 100_000n))
    expect(price).toEqual({
      payinTotalMinor: 101_785n,
      payinFeeMinor: 1500n,
      payinTaxMinor: 285n,
      payoutTotalMinor: 100_000n,
    })
  })

  test('fee and tax are each rounded half up', () => {
    const fee = (amount: bigint) => accepted(priceForPayin(terms(), ONE, amount)).payinFeeMinor
    expect(fee(99n)).toBe(1n) // 1.485
    expect(fee(100n)).toBe(2n) // 1.5
    expect(fee(101n)).toBe(2n) // 1.515
    const half = terms({ taxBps: 5000n })
    const tax = (amount: bigint) => accepted(priceForPayin(half, ONE, amount)).payinTaxMinor
    expect(tax(67n)).toBe(1n) // the fee 1.005 rounds to 1; the tax is half of it
    expect(tax(33n)).toBe(0n) // the fee 0.495 rounds to 0, so the tax is 0
  })

  test('an amount on the shared edge of two tiers is charged by the lower tier', () => {
    const tiers = (second: bigint) => [
      { minMinor: 0n, maxMinor: 10_000n, bps: 200n },
      { minMinor: second, maxMinor: 1_000_000n, bps: 100n },
    ]
    for (const second of [10_000n, 10_001n]) {
      const route = terms({ tiers: tiers(second), taxBps: 0n })
      expect(accepted(priceForPayin(route, ONE, 10_000n)).payinFeeMinor).toBe(200n)
      expect(accepted(priceForPayin(route, ONE, 10_001n)).payinFeeMinor).toBe(100n)
    }
  })

  test('with exclusive fees, the converted amount decides the tier and the fee', () => {
    const tiers = [
      { minMinor: 0n, maxMinor: 10_000n, bps: 200n },
      { minMinor: 10_000n, maxMinor: 1_000_000n, bps: 100n },
    ]
    const route = terms({ tiers, taxBps: 0n, feeTreatment: 'exclusive' })
    // The total of 102.00 lies in the second tier, the amount in the first.
    expect(accepted(priceForPayin(route, ONE, 10_000n)).payinTotalMinor).toBe(10_200n)
  })

  test('the limits themselves are allowed, and amounts outside are refused', () => {
    const route = terms({ limits: { minMinor: 1000n, maxMinor: 10_000n } })
    expect(priceForPayin(route, ONE, 999n)).toEqual(OUT_OF_LIMITS)
    expect(priceForPayin(route, ONE, 1000n).ok).toBe(true)
    expect(priceForPayin(route, ONE, 10_000n).ok).toBe(true)
    expect(priceForPayin(route, ONE, 10_001n)).toEqual(OUT_OF_LIMITS)
  })

  test('with exclusive fees, limits apply to the total', () => {
    const limits = { minMinor: 1000n, maxMinor: 10_000n }
    const route = terms({ limits, taxBps: 0n, feeTreatment: 'exclusive' })
    expect(priceForPayin(route, ONE, 984n)).toEqual(OUT_OF_LIMITS) // 9.84 + 0.15
    expect(accepted(priceForPayin(route, ONE, 985n)).payinTotalMinor).toBe(1000n)
    expect(accepted(priceForPayin(route, ONE, 9852n)).payinTotalMinor).toBe(10_000n)
    expect(priceForPayin(route, ONE, 9853n)).toEqual(OUT_OF_LIMITS) // 98.53 + 1.48
  })

  test('every amount above zero and below the lower limit is refused', () => {
    fc.assert(
      fc.property(smallTerms, anyWorth, (route, worth) => {
        const rate = rateOf(route, worth)
        for (let amount = 0n; amount < route.limits.minMinor; amount += 1n) {
          const tier = route.tiers.find(
            (each) => each.minMinor <= amount && amount <= each.maxMinor,
          )
          const total = tier === undefined ? 0n : naiveCharge(route, tier, amount).total
          // Only exclusive fees can raise the total of a smaller amount to the limit.
          if (total < route.limits.minMinor)
            expect(priceForPayin(route, rate, amount)).toEqual(OUT_OF_LIMITS)
          else expect(route.feeTreatment).toBe('exclusive')
        }
      }),
    )
  })

  test('a quote with a payout of zero is refused', () => {
    // One cent at 0.99 is less than one cent.
    expect(priceForPayin(terms({ taxBps: 0n }), parseRate('0.99'), 1n)).toEqual(PAYS_OUT_NOTHING)
    // The fee of half a cent rounds up to the whole cent. Its tax of 0.98 adds one more.
    const tiers = [{ minMinor: 0n, maxMinor: 1_000_000n, bps: 5000n }]
    expect(priceForPayin(terms({ tiers, taxBps: 9800n }), ONE, 1n)).toEqual(PAYS_OUT_NOTHING)
    expect(priceForPayout(terms(), ONE, 0n)).toEqual(PAYS_OUT_NOTHING)
  })

  test('a rate of zero throws', () => {
    expect(() => priceForPayin(terms(), 0n, 1n)).toThrow('a rate is greater than zero')
    expect(() => priceForPayout(terms(), 0n, 1n)).toThrow('a rate is greater than zero')
  })
})

describe('a larger payin within one tier', () => {
  // The net of a payin amount in a single tier, converted one to one.
  const netAt = (bps: bigint, taxBps: bigint, amount: bigint): bigint => {
    const tiers = [{ minMinor: 0n, maxMinor: MAX_MINOR, bps }]
    return naiveCharge(terms({ tiers, taxBps }), { minMinor: 0n, maxMinor: 0n, bps }, amount).net
  }
  const payoutAt = (route: Terms, amount: bigint): bigint => {
    const priced = priceForPayin(route, ONE, amount)
    if (!priced.ok && priced.problem !== 'pays_out_nothing') throw new Error(priced.problem)
    return priced.ok ? priced.price.payoutTotalMinor : 0n
  }
  const anyFee = fc
    .tuple(fc.bigInt(0n, 9900n), fc.bigInt(0n, 10_000n))
    .filter(([bps, taxBps]) => bps * (10_000n + taxBps) <= 99_000_000n)
  const anyAmount = fc.oneof(fc.bigInt(1n, 5000n), fc.bigInt(1n, MAX_MINOR / 2n))
  const wide = (bps: bigint, taxBps: bigint): Terms =>
    terms({
      tiers: [{ minMinor: 0n, maxMinor: MAX_MINOR, bps }],
      taxBps,
      limits: { minMinor: 1n, maxMinor: MAX_MINOR },
    })

  test('one more minor unit can pay out one minor unit less, where fee and tax step up together', () => {
    expect(payoutAt(wide(150n, 1900n), 166n)).toBe(164n)
    expect(payoutAt(wide(150n, 1900n), 167n)).toBe(163n)
  })

  test('one more minor unit reduces the net by at most one minor unit', () => {
    fc.assert(
      fc.property(anyFee, anyAmount, ([bps, taxBps], amount) => {
        const step = netAt(bps, taxBps, amount + 1n) - netAt(bps, taxBps, amount)
        expect(step >= -1n && step <= 1n).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('one more minor unit never reduces the payout where fees are not taxed', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 9900n), anyAmount, (bps, amount) => {
        const route = wide(bps, 0n)
        expect(payoutAt(route, amount + 1n) >= payoutAt(route, amount)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('two more minor units never reduce the payout at fees of up to 50 %, with any tax', () => {
    const upToHalf = anyFee.filter(([bps]) => bps <= 5000n)
    fc.assert(
      fc.property(upToHalf, anyAmount, ([bps, taxBps], amount) => {
        const route = wide(bps, taxBps)
        expect(payoutAt(route, amount + 2n) >= payoutAt(route, amount)).toBe(true)
      }),
      { numRuns: 2000 },
    )
    // Above 50 % they can: twice 0.90 of fee, and one step of its tax.
    const falls = Array.from({ length: 200 }, (_, index) => BigInt(index)).some(
      (amount) => netAt(9000n, 1000n, amount + 2n) < netAt(9000n, 1000n, amount),
    )
    expect(falls).toBe(true)
  })

  test('two hundred more minor units never reduce the payout, at any fee and tax', () => {
    // k more units never net less once k * (1 - fee * (1 + tax)) >= 1 + tax: k = 200 at 99 % with the tax equal to the fee.
    fc.assert(
      fc.property(anyFee, anyAmount, ([bps, taxBps], amount) => {
        const left = 100_000_000n - bps * (10_000n + taxBps)
        const more = ((10_000n + taxBps) * 10_000n + left - 1n) / left
        expect(more <= 200n).toBe(true)
        for (const step of [more, more + 1n, 200n])
          expect(netAt(bps, taxBps, amount + step) >= netAt(bps, taxBps, amount)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('with exclusive fees, total and payout rise with the amount', () => {
    fc.assert(
      fc.property(anyFee, anyAmount, ([bps, taxBps], amount) => {
        const route: Terms = { ...wide(bps, taxBps), feeTreatment: 'exclusive' }
        const [less, more] = [
          priceForPayin(route, ONE, amount),
          priceForPayin(route, ONE, amount + 1n),
        ]
        if (!less.ok || !more.ok) return
        expect(more.price.payinTotalMinor > less.price.payinTotalMinor).toBe(true)
        expect(more.price.payoutTotalMinor > less.price.payoutTotalMinor).toBe(true)
      }),
    )
  })
})
