// The pricing rules of docs/money.md as properties over generated terms, and the page's examples recomputed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies, minorUnits } from '../src/money/currencies.ts'
import { formatAmount, MAX_MINOR, parseAmount, parseRate } from '../src/money/decimal.ts'
import {
  priceForPayin,
  priceForPayout,
  termsProblem,
  type CostTier,
  type Price,
  type Priced,
  type Terms,
} from '../src/quotes/pricing.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/money.md'), 'utf8')
const OUT_OF_LIMITS = { ok: false, problem: 'amount_out_of_limits' }
const PAYS_OUT_NOTHING = { ok: false, problem: 'pays_out_nothing' }
const ONE = 10n ** 18n

const terms = (changed: Partial<Terms> = {}): Terms => ({
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
const anyWorth = fc.oneof(
  fc.bigInt(1n, 10n ** 12n),
  fc.bigInt(1n, 5_000_000n),
  fc.constant(10n ** 6n),
)
const scaleOf = ({ payinCurrency, payoutCurrency }: Terms): bigint =>
  10n ** BigInt(18 + minorUnits(payinCurrency) - minorUnits(payoutCurrency))
const rateOf = (route: Terms, worth: bigint): bigint => (scaleOf(route) * worth) / 10n ** 6n

const small = anyTerms(400n)
const large = anyTerms(MAX_MINOR)
const either = fc.oneof(small, large)

const ofThe = (route: Terms, permille: number): bigint =>
  route.limits.minMinor +
  ((route.limits.maxMinor - route.limits.minMinor) * BigInt(permille)) / 1000n

const netOf = (price: Price): bigint =>
  price.payinTotalMinor - price.payinFeeMinor - price.payinTaxMinor
const amountOf = (route: Terms, price: Price): bigint =>
  route.feeTreatment === 'inclusive' ? price.payinTotalMinor : netOf(price)

function accepted(priced: Priced): Price {
  if (!priced.ok) throw new Error(`refused: ${priced.problem}`)
  return priced.price
}

// A second, naive implementation to compare `pricing.ts` with.
const halfUp = (n: bigint, d: bigint): bigint => n / d + ((n % d) * 2n >= d ? 1n : 0n)
function charged(route: Terms, tier: CostTier, amount: bigint) {
  const fee = halfUp(amount * tier.bps, 10_000n)
  const tax = halfUp(fee * route.taxBps, 10_000n)
  return route.feeTreatment === 'inclusive'
    ? { amount, total: amount, fee, tax, net: amount - fee - tax }
    : { amount, total: amount + fee + tax, fee, tax, net: amount }
}

describe('a quote by payin amount', () => {
  test('the generated routes are valid', () => {
    fc.assert(
      fc.property(either, (route) => {
        expect(termsProblem(route)).toBeUndefined()
      }),
    )
  })

  test('the total is fee, tax and net, and the payout is the net at the rate, rounded down', () => {
    fc.assert(
      fc.property(either, anyWorth, fc.nat(1000), (route, worth, permille) => {
        const amount = ofThe(route, permille)
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
      fc.property(small, anyWorth, (route, worth) => {
        const rate = rateOf(route, worth)
        for (let amount = 0n; amount < route.limits.minMinor; amount += 1n) {
          const tier = route.tiers.find(
            (each) => each.minMinor <= amount && amount <= each.maxMinor,
          )
          const total = tier === undefined ? 0n : charged(route, tier, amount).total
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
    return charged(terms({ tiers, taxBps }), { minMinor: 0n, maxMinor: 0n, bps }, amount).net
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

describe('a quote by payout amount', () => {
  test('is the smallest total that pays out that much, compared with every amount', () => {
    let [found, refused] = [0, 0]
    fc.assert(
      fc.property(small, anyWorth, fc.nat(1100), (route, worth, permille) => {
        const rate = rateOf(route, worth)
        const asked = (ofThe(route, permille) * worth) / 10n ** 6n
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
    expect(Math.min(found, refused), 'both kinds were tried').toBeGreaterThan(100)
  })

  // Amounts beyond the last tier are outside the limits, so the search can end there.
  function smallestByTrying(route: Terms, rate: bigint, asked: bigint) {
    let best: ReturnType<typeof charged> | undefined
    const end = route.tiers.at(-1)?.maxMinor ?? 0n
    for (let amount = 1n; amount <= end; amount += 1n) {
      const tier = route.tiers.find((each) => amount <= each.maxMinor)
      if (tier === undefined) break
      const tried = charged(route, tier, amount)
      const paysOut = tried.net * rate >= asked * scaleOf(route)
      if (paysOut && (best === undefined || tried.total < best.total)) best = tried
    }
    return best
  }

  const isInRange = ({ limits, tiers }: Terms, { amount, total }: ReturnType<typeof charged>) =>
    amount >= (tiers[0]?.minMinor ?? 0n) && limits.minMinor <= total && total <= limits.maxMinor

  test('pays out enough at any size, and no smaller total nearby or at a tier edge does', () => {
    let found = 0
    fc.assert(
      fc.property(
        either,
        anyWorth,
        fc.nat(1000),
        fc.bigInt(0n, 5n),
        (route, worth, permille, off) => {
          const rate = rateOf(route, worth)
          const there = priceForPayin(route, rate, ofThe(route, permille))
          if (!there.ok || there.price.payoutTotalMinor <= off) return
          const asked = there.price.payoutTotalMinor - off
          const priced = priceForPayout(route, rate, asked)
          if (!priced.ok) return
          found += 1
          const { price } = priced
          expect(price.payoutTotalMinor).toBe(asked)
          expect(price.payinTotalMinor <= there.price.payinTotalMinor, 'not more than there').toBe(
            true,
          )
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
      fc.property(either, anyWorth, fc.nat(1000), (route, worth, permille) => {
        const rate = rateOf(route, worth)
        const asked = (ofThe(route, permille) * worth) / 10n ** 6n
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
    fc.property(large, anyRate, anyAmount, (route, rate, amount) => {
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

describe('a route is refused with the message:', () => {
  const tier = (minMinor: bigint, maxMinor: bigint, bps = 100n): CostTier => ({
    minMinor,
    maxMinor,
    bps,
  })
  const first = tier(0n, 100_000n)
  const refusals: [sentence: string, changed: Partial<Terms>][] = [
    ['unknown currency ABC', { payinCurrency: 'ABC' }],
    ['unknown currency ABC', { payoutCurrency: 'ABC' }],
    ['payin_limits.min must be greater than zero', { limits: { minMinor: 0n, maxMinor: 10n } }],
    [
      'payin_limits.max 0.09 is below payin_limits.min 0.10',
      { limits: { minMinor: 10n, maxMinor: 9n } },
    ],
    [
      'payin_limits.max must be at most 9999999999999999.99',
      { limits: { minMinor: 1n, maxMinor: MAX_MINOR + 1n } },
    ],
    ['tax_bps must be from 0 to 10000, in basis points of the fee', { taxBps: 10_001n }],
    ['tax_bps must be from 0 to 10000, in basis points of the fee', { taxBps: -1n }],
    ['there must be at least one cost tier', { tiers: [] }],
    ['cost tier 1 begins below zero', { tiers: [tier(-1n, 1_000_000n)] }],
    ['cost tier 1 ends before it begins', { tiers: [tier(5n, 4n)] }],
    [
      'cost tier 1 ends above 9999999999999999.99, the largest amount',
      { tiers: [tier(0n, MAX_MINOR + 1n)] },
    ],
    ['cost tier 1 has negative basis points', { tiers: [tier(0n, 1_000_000n, -1n)] }],
    ['cost tier 1 takes more than 99 % in fee and tax', { tiers: [tier(0n, 1_000_000n, 8320n)] }],
    [
      'cost tier 2 overlaps the tier before, which ends at 1000.00',
      { tiers: [first, tier(99_999n, 1_000_000n)] },
    ],
    [
      'cost tier 2 leaves a gap after the tier before, which ends at 1000.00',
      { tiers: [first, tier(100_002n, 1_000_000n)] },
    ],
    [
      'cost tier 2 covers no amount beyond the tier before, which ends at 1000.00',
      { tiers: [first, tier(100_000n, 100_000n), tier(100_000n, 1_000_000n)] },
    ],
    [
      'the first cost tier begins at 0.02, above payin_limits.min 0.01',
      { tiers: [tier(2n, 1_000_000n)] },
    ],
    [
      'the last cost tier ends at 9999.99, below payin_limits.max 10000.00',
      { tiers: [tier(0n, 999_999n)] },
    ],
  ]

  test.each(refusals)('%s', (sentence, changed) => {
    expect(termsProblem(terms(changed))).toBe(sentence)
    expect(page, 'docs/money.md states this message').toContain(`\`${sentence}\``)
  })

  test('(but routes with touching or adjoining tiers, exactly 99 %, or a single amount are valid)', () => {
    expect(termsProblem(terms({ limits: { minMinor: 10n, maxMinor: 10n } }))).toBeUndefined()
    for (const minMinor of [100_000n, 100_001n])
      expect(termsProblem(terms({ tiers: [first, tier(minMinor, 1_000_000n)] }))).toBeUndefined()
    const tiers = [tier(1n, 1_000_000n, 4950n)]
    expect(termsProblem(terms({ tiers, taxBps: 10_000n }))).toBeUndefined()
  })
})

describe('docs/money.md', () => {
  const cellsOf = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const tableUnder = (heading: string): string[][] => {
    const section = page.split(`\n${heading}\n`)[1]?.split('\n#')[0] ?? ''
    return section
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map(cellsOf)
  }
  const minorOf = (text: string, currency: string): bigint => {
    if (/^0(\.0+)?$/.test(text)) return 0n
    const amount = parseAmount(text, currency)
    if (!amount.ok) throw new Error(`${text} ${currency}: ${amount.problem}`)
    return amount.minor
  }
  const rangeOf = (text: string, currency: string) => {
    const [min = '', max = ''] = text.split(' to ')
    return { minMinor: minorOf(min, currency), maxMinor: minorOf(max, currency) }
  }

  const routes = new Map(
    tableUnder('### The routes').map(
      ([name = '', pair = '', fee = '', tiers = '', tax = '', limits = '']) => {
        const [payinCurrency = '', payoutCurrency = ''] = pair.split(' to ')
        const route: Terms = {
          payinCurrency,
          payoutCurrency,
          feeTreatment: fee === 'inclusive' ? 'inclusive' : 'exclusive',
          tiers: tiers.split('; ').map((text) => {
            const [range = '', bps = ''] = text.split(': ')
            return { ...rangeOf(range, payinCurrency), bps: BigInt(bps) }
          }),
          taxBps: BigInt(tax),
          limits: rangeOf(limits, payinCurrency),
        }
        return [name, route]
      },
    ),
  )

  test('describes valid routes', () => {
    expect(routes.size).toBeGreaterThanOrEqual(4)
    for (const route of routes.values()) expect(termsProblem(route)).toBeUndefined()
  })

  const examples = tableUnder('### The quotes')
  test('has examples of every kind', () => {
    expect(examples.length).toBeGreaterThanOrEqual(15)
  })

  test.each(examples)(
    'recomputes: route %s at %s, %s %s',
    (name, rateText, field, amount, ...shown) => {
      const route = routes.get(name ?? '')
      if (route === undefined) throw new Error(`no route ${name}`)
      const isPayin = field === '`payin_amount`'
      if (!isPayin) expect(field).toBe('`payout_amount`')
      const { payinCurrency, payoutCurrency } = route
      const minor = minorOf(amount ?? '', isPayin ? payinCurrency : payoutCurrency)
      const price = isPayin ? priceForPayin : priceForPayout
      expect(shownOf(route, price(route, parseRate(rateText ?? ''), minor))).toEqual(shown)
    },
  )

  function shownOf({ payinCurrency, payoutCurrency }: Terms, priced: Priced): string[] {
    if (!priced.ok) {
      const code = priced.problem === 'pays_out_nothing' ? 'amount_not_positive' : priced.problem
      return [`\`${code}\``, '', '', '', '']
    }
    const { payinTotalMinor, payinFeeMinor, payinTaxMinor, payoutTotalMinor } = priced.price
    return [
      ...[payinTotalMinor, payinFeeMinor, payinTaxMinor, netOf(priced.price)].map((minor) =>
        formatAmount(minor, payinCurrency),
      ),
      formatAmount(payoutTotalMinor, payoutCurrency),
    ]
  }
})
