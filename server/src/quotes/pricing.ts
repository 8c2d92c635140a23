// What an amount costs and pays out: fee, tax and payout from the terms of a route and a rate, in exact
// integers. Whether the route trades and the rate is fresh is left to create-quote.ts. docs/money.md
// says the same in words, with examples that a test recomputes.
import assert from 'node:assert/strict'
import { isCurrency, minorUnits } from '../money/currencies.ts'
import { formatAmount, MAX_MINOR, RATE_DECIMALS } from '../money/decimal.ts'
import { divideRoundDown, divideRoundHalfUp, divideRoundUp } from '../money/rounding.ts'

/** Both ends belong to the band; where two bands touch, the lower one has the edge. `bps` is whole. */
export type CostTier = { minMinor: bigint; maxMinor: bigint; bps: bigint }

/** Tiers and limits count payin minor units. `termsProblem` says what makes them valid. */
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
// What fee and tax may take together: 99 %.
const MOST_TAKEN = 99_000_000n

/**
 * The price of a payin amount: what the payer sends when fees are inclusive, what is converted when they
 * are exclusive. `rate` is payout currency for one payin currency, at 18 decimals. Expects valid terms.
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
 * The price of a payout amount: the smallest payin total that pays out at least that much. The payout is
 * the amount asked for. The limits apply to the answer; they do not lift it. Expects valid terms.
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

/** What a payin amount is charged, and what is left to convert: net = total - fee - tax. */
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

// Net minor units times the rate, divided by this, are payout minor units.
const netScale = (terms: Terms): bigint =>
  10n ** BigInt(RATE_DECIMALS + minorUnits(terms.payinCurrency) - minorUnits(terms.payoutCurrency))

// An amount that no tier holds is out of limits too: below the first tier the total of an exclusive fee can
// still reach the lower limit. Above the last tier every total is above the upper limit.
function isWithinLimits({ limits, tiers }: Terms, { amountMinor, totalMinor }: Charge): boolean {
  const isHeld = tiers[0] !== undefined && tiers[0].minMinor <= amountMinor
  return isHeld && limits.minMinor <= totalMinor && totalMinor <= limits.maxMinor
}

// The least in each band is found; of those the smallest total wins, and of equal totals the smallest amount.
// Looking on past the first band that has an answer matters for exclusive fees only: there the total itself
// can fall where a cheaper tier begins.
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

// The first tier reaches down to one minor unit and the last one up without end, so that an amount too small
// or too large is found where it is and refused, not lifted to the nearest tier.
const searchedBands = (tiers: readonly CostTier[]): Band[] =>
  tiers.map((tier, index) => ({
    tier,
    fromMinor: (tiers[index - 1]?.maxMinor ?? 0n) + 1n,
    toMinor: index === tiers.length - 1 ? undefined : tier.maxMinor,
  }))

// Net rises by at most one minor unit when the amount grows by one, so a step by what is still missing skips
// no answer. It can also fall by one (fee and tax both step up), so bisection would not be exact.
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

// No smaller amount nets this much. With b = bps / 10000 and x = tax / 10000, inclusive: net is within
// 1 + x/2 of amount * (1 - b * (1 + x)), half a unit of fee (which the tax multiplies) and half a unit of tax.
// So amount > (net - 1 - x/2) / (1 - b * (1 + x)), and the answer is at most (2 + x) / (1 - b * (1 + x)) above
// that: 2 steps at ordinary fees, 300 where 99 % are taken and the tax equals the fee.
function leastAmountBound(terms: Terms, tier: CostTier, netMinor: bigint): bigint {
  if (terms.feeTreatment === 'exclusive') return netMinor
  const left = ALL_BPS_SQUARED - tier.bps * (ALL_BPS + terms.taxBps)
  const numerator = (netMinor - 1n) * ALL_BPS_SQUARED - (terms.taxBps * ALL_BPS) / 2n
  return numerator < 0n ? 1n : divideRoundDown(numerator, left) + 1n
}

/** Why a route with these terms is refused when it is configured, or undefined. */
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
