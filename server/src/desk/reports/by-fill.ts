// Splits what the ledger has for an order as a whole among the fills of the order: its result, fees, tax and costs. The
// parts add up to the whole, to the minor unit.
import { divideRoundDown } from '../../platform/money/rounding.ts'

export type FillShare = {
  provider_name: string
  payout_currency: string
  sold_minor: bigint
  delivered_minor: bigint
}

/** Figures by name, in minor units of one currency. */
type Figures = ReadonlyMap<string, bigint>

/**
 * One part for each fill. The result of a fill is what it delivered, less its share of what the order promised for all that
 * was sold. Losses are shared by the fills that lost, and all other figures by what each fill sold.
 */
export function byFill(whole: Figures, currency: string, fills: readonly FillShare[]): Figures[] {
  const sold = fills.map((fill) => fill.sold_minor)
  const parts = fills.map(() => new Map<string, bigint>())
  const put = (name: string, amounts: readonly bigint[]) =>
    amounts.forEach((amount, at) => parts[at]?.set(name, amount))

  const result = whole.get('fx_result') ?? 0n
  const isConverted = result !== 0n && fills.every((fill) => fill.payout_currency === currency)
  const delivered = fills.map((fill) => fill.delivered_minor)
  const promised = shares(sum(delivered) - result, sold)
  const results = delivered.map((minor, at) => minor - (promised[at] ?? 0n))
  const losses = results.map((minor) => (minor < 0n ? -minor : 0n))
  for (const [name, minor] of whole) {
    if (isConverted && name === 'fx_result') put(name, results)
    else if (isConverted && name.endsWith('loss')) put(name, shares(minor, losses))
    else put(name, shares(minor, sold))
  }
  return parts
}

/** Parts in proportion to the weights. Each is the rounded sum up to it less the parts before, so that all add up to the whole. */
export function shares(whole: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights)
  if (all === 0n) return weights.map((_, at) => (at === weights.length - 1 ? whole : 0n))
  let weight = 0n
  let given = 0n
  return weights.map((one) => {
    weight += one
    // The last part takes the rest. Sizes are rounded, so that a negative amount is split like its opposite.
    const due =
      (whole < 0n ? -1n : 1n) * divideRoundDown((whole < 0n ? -whole : whole) * weight, all)
    const part = due - given
    given = due
    return part
  })
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
