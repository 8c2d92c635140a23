// Public explorers of chains, where a reader looks up a transaction or an address. The console links to them. The service
// never calls them.
import type { InstrumentMethod } from '../methods/methods.ts'

/** `url` has {kind}, which is `tx` or `address`, and {id}. */
export type Explorer = { method: InstrumentMethod; chain: string | null; url: string }

/** By chain id. A chain that is not listed, such as a local one, has no link. */
const EVM: Readonly<Record<number, string>> = {
  1: 'etherscan.io',
  10: 'optimistic.etherscan.io',
  137: 'polygonscan.com',
  8453: 'basescan.org',
  42161: 'arbiscan.io',
  43114: 'snowtrace.io',
  43113: 'testnet.snowtrace.io',
  80002: 'amoy.polygonscan.com',
  84532: 'sepolia.basescan.org',
  421614: 'sepolia.arbiscan.io',
  11155111: 'sepolia.etherscan.io',
  11155420: 'sepolia-optimism.etherscan.io',
}

export function evmExplorer(chain: string, chainId: number): Explorer | undefined {
  const host = EVM[chainId]
  return host === undefined
    ? undefined
    : { method: 'EVM_ADDRESS', chain, url: `https://${host}/{kind}/{id}` }
}

/** Undefined for a cluster of one's own, which only its genesis hash names. */
export function solanaExplorer(cluster: unknown): Explorer | undefined {
  if (typeof cluster !== 'string') return undefined
  const query = cluster === 'mainnet-beta' ? '' : `?cluster=${cluster}`
  return {
    method: 'SOLANA_ADDRESS',
    chain: null,
    url: `https://explorer.solana.com/{kind}/{id}${query}`,
  }
}
