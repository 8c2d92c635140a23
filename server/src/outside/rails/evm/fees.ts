// Fees of relayed transactions: what to offer at first, and what to offer when an offer was too low. Pure rules.

/** In wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** The present prices of the chain. */
export type Market = { baseFee: bigint; tip: bigint }

/** Room for six full blocks, each of which raises the base fee by an eighth. Undefined above the cap. */
export function firstOffer({ baseFee, tip }: Market, capWei: bigint): Fees | undefined {
  if (baseFee + tip > capWei) return undefined
  return { maxFeePerGas: lesser(2n * baseFee + tip, capWei), maxPriorityFeePerGas: tip }
}

/**
 * Nodes replace a transaction only if both fees grow by 10 %. Undefined if the cap leaves no room for that: the old offer
 * then stands.
 */
export function higherOffer(old: Fees, market: Market, capWei: bigint): Fees | undefined {
  const least = {
    maxFeePerGas: raised(old.maxFeePerGas),
    maxPriorityFeePerGas: raised(old.maxPriorityFeePerGas),
  }
  if (least.maxFeePerGas > capWei) return undefined
  const wanted = lesser(2n * market.baseFee + market.tip, capWei)
  const maxFeePerGas = greater(least.maxFeePerGas, wanted)
  const tip = greater(least.maxPriorityFeePerGas, market.tip)
  return { maxFeePerGas, maxPriorityFeePerGas: lesser(tip, maxFeePerGas) }
}

/** 10 % more, rounded up, and at least one wei. */
const raised = (fee: bigint): bigint => (fee * 11n) / 10n + 1n

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)
