// The addresses of public explorers. Only those of public chains: what a simulated rail calls a transaction is nowhere.

/** By the CAIP-2 name of the chain. The end of an address comes after the transaction. */
const EXPLORERS: ReadonlyMap<string, readonly [start: string, end?: string]> = new Map([
  ['eip155:1', ['https://etherscan.io/tx/']],
  ['eip155:10', ['https://optimistic.etherscan.io/tx/']],
  ['eip155:137', ['https://polygonscan.com/tx/']],
  ['eip155:8453', ['https://basescan.org/tx/']],
  ['eip155:42161', ['https://arbiscan.io/tx/']],
  ['eip155:43114', ['https://snowtrace.io/tx/']],
  ['eip155:11155111', ['https://sepolia.etherscan.io/tx/']],
  ['eip155:84532', ['https://sepolia.basescan.org/tx/']],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', ['https://explorer.solana.com/tx/']],
  [
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ['https://explorer.solana.com/tx/', '?cluster=devnet'],
  ],
  [
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    ['https://explorer.solana.com/tx/', '?cluster=testnet'],
  ],
])
/** References of other kinds, such as the number of a bank, are no transactions of a chain. */
const TRANSACTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['eip155', /^0x[0-9a-f]{64}$/i],
  ['solana', /^[1-9A-HJ-NP-Za-km-z]{64,90}$/],
])

/** Undefined where no explorer shows it. `chain`: null for a rail without a public chain. */
export function explorerLink(chain: string | null, transaction: string): string | undefined {
  const [family = ''] = (chain ?? '').split(':')
  const [start, end = ''] = EXPLORERS.get(chain ?? '') ?? []
  if (start === undefined || TRANSACTIONS.get(family)?.test(transaction) !== true) return undefined
  return start + transaction + end
}
