// The address of a transaction or an account at the explorer of its chain.

/** `url` has {kind}, which is `tx` or `address`, and {id}. */
export type Explorer = { method: string; chain: string | null; url: string }

// A deposit of an EVM chain also names its block: `hash@block`. Other references of a rail, such as the marker of a payout,
// are no transactions.
const TRANSACTIONS: Readonly<Record<string, RegExp>> = {
  EVM_ADDRESS: /^(0x[0-9a-f]{64})(@0x[0-9a-f]{64})?$/,
  SOLANA_ADDRESS: /^([1-9A-HJ-NP-Za-km-z]{64,88})$/,
}

/** Undefined where the chain has no explorer, or the id is no transaction of it. */
export function explorerUrl(
  explorers: readonly Explorer[],
  { method, chain }: { method: string; chain: string | null },
  kind: 'tx' | 'address',
  id: string,
): string | undefined {
  const explorer = explorers.find((one) => one.method === method && one.chain === chain)
  const shown = kind === 'address' ? id : TRANSACTIONS[method]?.exec(id)?.[1]
  return explorer === undefined || shown === undefined
    ? undefined
    : explorer.url.replace('{kind}', kind).replace('{id}', encodeURIComponent(shown))
}
