// Computes fee, tax and payout of an amount from a route's terms and a rate, in exact integers. create-quote.ts checks
// that the route trades and that the rate is fresh. docs/money.md explains the rules, with examples that a test
// recomputes.
import assert from 'node:assert/strict'
import { isCurrency, minorUnits } from '../../platform/money/currencies.ts'
import { formatAmount, MAX_MINOR, RATE_DECIMALS } from '../../platform/money/decimal.ts'
import { divideRoundDown, divideRoundHalfUp, divideRoundUp } from '../../platform/money/rounding.ts'

/** Both ends are inclusive. If two tiers share an edge, the lower tier applies. `bps` are whole basis points. */
export type CostTier = { minMinor: bigint; maxMinor: bigint; bps: bigint }

/** Tiers and limits are in payin minor units. `termsProblem` defines valid terms. */
export type Terms = {
  payinCurrency: string
  payoutCurrency: string
  tiers: readonly CostTier[]
  taxBps: bigint
  feeTreatment: 'inclusive' | 'exclusive'
  limits: { minMinor: bigint; maxMinor: bigint }
}

export type Price = {
  payinTotalMinor: bigint
  payinFeeMinor: bigint
  payinTaxMinor: bigint
  payoutTotalMinor: bigint
}

export type Priced =
  | { ok: true; price: Price }
  | { ok: false; problem: 'amount_out_of_limits' | 'pays_out_nothing' }

const OUT_OF_LIMITS: Priced = { ok: false, problem: 'amount_out_of_limits' }
const PAYS_OUT_NOTHING: Priced = { ok: false, problem: 'pays_out_nothing' }

const ALL_BPS = 10_000n
const ALL_BPS_SQUARED = ALL_BPS * ALL_BPS
// Fee and tax together are at most 99 % of an amount.
const MOST_TAKEN = 99_000_000n

/**
 * Prices a payin amount. With inclusive fees, the payer sends this amount; with exclusive fees, it is converted.
 * `rate` is payout currency per unit of payin currency, at 18 decimals. Expects valid terms.
 */
export function priceForPayin(terms: Terms, rate: bigint, payinAmountMinor: bigint): Priced {
  assert(rate > 0n, 'a rate is greater than zero')
  const tier = terms.tiers.find(
    (each) => each.minMinor <= payinAmountMinor && payinAmountMinor <= each.maxMinor,
  )
  if (tier === undefined) return OUT_OF_LIMITS
  const charge = chargeFor(terms, tier, payinAmountMinor)
  if (!isWithinLimits(terms, charge)) return OUT_OF_LIMITS
  // Rounding can make fee and tax of a few minor units larger than the amount.
  if (charge.netMinor <= 0n) return PAYS_OUT_NOTHING
  const payoutMinor = divideRoundDown(charge.netMinor * rate, netScale(terms))
  if (payoutMinor === 0n) return PAYS_OUT_NOTHING
  if (payoutMinor > MAX_MINOR) return OUT_OF_LIMITS
  return { ok: true, price: priceOf(charge, payoutMinor) }
}

/**
 * Prices a payout amount: finds the smallest payin total that pays out at least this amount. The payout is exactly the
 * amount asked for. A total below the limits is refused, not raised to them. Expects valid terms.
 */
export function priceForPayout(terms: Terms, rate: bigint, payoutAmountMinor: bigint): Priced {
  assert(rate > 0n, 'a rate is greater than zero')
  if (payoutAmountMinor <= 0n) return PAYS_OUT_NOTHING
  if (payoutAmountMinor > MAX_MINOR) return OUT_OF_LIMITS
  const charge = smallestChargeThatNets(
    terms,
    divideRoundUp(payoutAmountMinor * netScale(terms), rate),
  )
  if (!isWithinLimits(terms, charge)) return OUT_OF_LIMITS
  return { ok: true, price: priceOf(charge, payoutAmountMinor) }
}

/** Fee and tax of a payin amount, and the net amount to convert: net = total - fee - tax. */
type Charge = {
  amountMinor: bigint
  totalMinor: bigint
  feeMinor: bigint
  taxMinor: bigint
  netMinor: bigint
}

function chargeFor(terms: Terms, tier: CostTier, amountMinor: bigint): Charge {
  const feeMinor = divideRoundHalfUp(amountMinor * tier.bps, ALL_BPS)
  const taxMinor = divideRoundHalfUp(feeMinor * terms.taxBps, ALL_BPS)
  const takenMinor = feeMinor + taxMinor
  return terms.feeTreatment === 'inclusive'
    ? {
        amountMinor,
        totalMinor: amountMinor,
        feeMinor,
        taxMinor,
        netMinor: amountMinor - takenMinor,
      }
    : {
        amountMinor,
        totalMinor: amountMinor + takenMinor,
        feeMinor,
        taxMinor,
        netMinor: amountMinor,
      }
}

const priceOf = (charge: Charge, payoutTotalMinor: bigint): Price => ({
  payinTotalMinor: charge.totalMinor,
  payinFeeMinor: charge.feeMinor,
  payinTaxMinor: charge.taxMinor,
  payoutTotalMinor,
})

// Payout minor units = net minor units * rate / netScale.
const netScale = (terms: Terms): bigint =>
  10n ** BigInt(RATE_DECIMALS + minorUnits(terms.payinCurrency) - minorUnits(terms.payoutCurrency))

// An amount below the first tier is out of limits too: with an exclusive fee its total can still reach the lower limit.
// An amount above the last tier always has a total above the upper limit.
function isWithinLimits({ limits, tiers }: Terms, { amountMinor, totalMinor }: Charge): boolean {
  const isHeld = tiers[0] !== undefined && tiers[0].minMinor <= amountMinor
  return isHeld && limits.minMinor <= totalMinor && totalMinor <= limits.maxMinor
}

// Finds the smallest amount in each band and returns the one with the smallest total; of equal totals, the smallest
// amount. The search goes on after the first answer, since with exclusive fees a cheaper tier can lower the total.
function smallestChargeThatNets(terms: Terms, netMinor: bigint): Charge {
  let best: Charge | undefined
  for (const band of searchedBands(terms.tiers)) {
    if (best !== undefined && band.fromMinor >= best.totalMinor) break
    const charge = smallestInBand(terms, band, netMinor)
    if (charge !== undefined && (best === undefined || charge.totalMinor < best.totalMinor))
      best = charge
  }
  assert(best !== undefined, 'the last band has no end, so it holds an answer')
  return best
}

type Band = { tier: CostTier; fromMinor: bigint; toMinor: bigint | undefined }

// The first band starts at one minor unit and the last has no end. So the search finds amounts outside the tiers,
// which are then refused instead of moved to the nearest tier.
const searchedBands = (tiers: readonly CostTier[]): Band[] =>
  tiers.map((tier, index) => ({
    tier,
    fromMinor: (tiers[index - 1]?.maxMinor ?? 0n) + 1n,
    toMinor: index === tiers.length - 1 ? undefined : tier.maxMinor,
  }))

// When the amount grows by one minor unit, net grows by at most one, so steps of the missing net skip no answer.
// Net can also fall by one, when fee and tax both step up, so bisection would not be exact.
function smallestInBand(terms: Terms, band: Band, netMinor: bigint): Charge | undefined {
  const boundMinor = leastAmountBound(terms, band.tier, netMinor)
  let amountMinor = boundMinor > band.fromMinor ? boundMinor : band.fromMinor
  while (band.toMinor === undefined || amountMinor <= band.toMinor) {
    const charge = chargeFor(terms, band.tier, amountMinor)
    if (charge.netMinor >= netMinor) return charge
    amountMinor += netMinor - charge.netMinor
  }
  return undefined
}

// A lower bound of the answer. With b = bps / 10000, x = tax / 10000 and inclusive fees, net differs from
// amount * (1 - b * (1 + x)) by at most 1 + x/2: half a unit of fee, which the tax multiplies, and half a unit of tax.
// So amount > (net - 1 - x/2) / (1 - b * (1 + x)). The answer is at most (2 + x) / (1 - b * (1 + x)) above this bound:
// 2 steps at ordinary fees, 300 steps at 99 % with a tax as high as the fee.
function leastAmountBound(terms: Terms, tier: CostTier, netMinor: bigint): bigint {
  if (terms.feeTreatment === 'exclusive') return netMinor
  const left = ALL_BPS_SQUARED - tier.bps * (ALL_BPS + terms.taxBps)
  const numerator = (netMinor - 1n) * ALL_BPS_SQUARED - (terms.taxBps * ALL_BPS) / 2n
  return numerator < 0n ? 1n : divideRoundDown(numerator, left) + 1n
}

/** The reason to refuse these terms when a route is configured; undefined if they are valid. */
export function termsProblem(terms: Terms): string | undefined {
  const { payinCurrency, payoutCurrency, tiers, taxBps, limits } = terms
  for (const currency of [payinCurrency, payoutCurrency]) {
    if (!isCurrency(currency)) return `unknown currency ${currency}`
  }
  const shown = (minor: bigint) => formatAmount(minor, payinCurrency)
  if (limits.minMinor <= 0n) return 'payin_limits.min must be greater than zero'
  if (limits.maxMinor < limits.minMinor)
    return `payin_limits.max ${shown(limits.maxMinor)} is below payin_limits.min ${shown(limits.minMinor)}`
  if (limits.maxMinor > MAX_MINOR) return `payin_limits.max must be at most ${shown(MAX_MINOR)}`
  if (taxBps < 0n || taxBps > ALL_BPS)
    return 'tax_bps must be from 0 to 10000, in basis points of the fee'
  const [first] = tiers
  const last = tiers.at(-1)
  if (first === undefined || last === undefined) return 'there must be at least one cost tier'
  for (const [index, tier] of tiers.entries()) {
    const problem = tierProblem(tier, tiers[index - 1], taxBps, shown)
    if (problem !== undefined) return `cost tier ${index + 1} ${problem}`
  }
  if (limits.minMinor < first.minMinor)
    return `the first cost tier begins at ${shown(first.minMinor)}, above payin_limits.min ${shown(limits.minMinor)}`
  if (limits.maxMinor > last.maxMinor)
    return `the last cost tier ends at ${shown(last.maxMinor)}, below payin_limits.max ${shown(limits.maxMinor)}`
  return undefined
}

function tierProblem(
  { minMinor, maxMinor, bps }: CostTier,
  previous: CostTier | undefined,
  taxBps: bigint,
  shown: (minor: bigint) => string,
): string | undefined {
  if (minMinor < 0n) return 'begins below zero'
  if (maxMinor < minMinor) return 'ends before it begins'
  if (maxMinor > MAX_MINOR) return `ends above ${shown(MAX_MINOR)}, the largest amount`
  if (bps < 0n) return 'has negative basis points'
  if (bps * (ALL_BPS + taxBps) > MOST_TAKEN) return 'takes more than 99 % in fee and tax'
  if (previous === undefined) return undefined
  const before = `the tier before, which ends at ${shown(previous.maxMinor)}`
  if (minMinor < previous.maxMinor) return `overlaps ${before}`
  if (minMinor > previous.maxMinor + 1n) return `leaves a gap after ${before}`
  if (maxMinor === previous.maxMinor) return `covers no amount beyond ${before}`
  return undefined
}
