// A link that opens a wallet with the address, the token and the amount: Solana Pay, and EIP-681 on EVM chains. Only
// USDC has one, by the addresses that its issuer publishes. Without its token a wallet would offer the coin of the chain.
import { decimal, type Order } from '@corridor/sdk'

const USDC_DECIMALS = 6
const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const EVM_USDC: Readonly<Record<string, { chainId: number; token: string } | undefined>> = {
  ethereum: { chainId: 1, token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  polygon: { chainId: 137, token: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
  base: { chainId: 8453, token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
  arbitrum: { chainId: 42161, token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
  optimism: { chainId: 10, token: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85' },
  avalanche: { chainId: 43114, token: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E' },
}

export type Payable = Pick<Order, 'funding_instructions' | 'reference_number'> & {
  payin: { total: string }
}

/** Undefined where a wallet cannot know what to send. */
export function walletLink(order: Payable): string | undefined {
  const { currency, method, details } = order.funding_instructions
  if (currency !== 'USDC' || !('address' in details)) return undefined
  const { address } = details
  if (method === 'SOLANA_ADDRESS') {
    const query = new URLSearchParams({
      amount: order.payin.total,
      'spl-token': SOLANA_USDC,
      memo: order.reference_number,
    })
    return `solana:${address}?${query.toString()}`
  }
  const known = 'chain' in details ? EVM_USDC[details.chain] : undefined
  if (known === undefined) return undefined
  const units = decimal.toMinor(order.payin.total, USDC_DECIMALS)
  return `ethereum:${known.token}@${known.chainId}/transfer?address=${address}&uint256=${units}`
}
