// Links to explorers of chains: which rails have them, and for what.
import { expect, test } from 'vitest'
import { explorerLink } from '../../../console/src/operator/explorers.ts'
import { railKinds } from '../../src/outside/rails/registry.ts'

const evm = {
  chain: 'base',
  chain_id: 8453,
  rpc: ['https://rpc.example'],
  tokens: { USDC: { address: `0x${'1'.repeat(40)}`, kind: 'eip3009' } },
}
const HASH = `0x${'ab'.repeat(32)}`
const SIGNATURE = '5'.repeat(88)
const chainOf = (kind: string, settings: Record<string, unknown>) =>
  railKinds.get(kind)?.chain?.(settings) ?? null

test('a transaction of a rail on a public chain has the link of its explorer', () => {
  expect(explorerLink(chainOf('evm', evm), HASH)).toBe(`https://basescan.org/tx/${HASH}`)
  const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  expect(explorerLink(devnet, SIGNATURE)).toBe(
    `https://explorer.solana.com/tx/${SIGNATURE}?cluster=devnet`,
  )
})

test.each([
  ['a chain that nobody else has', chainOf('evm', { ...evm, chain_id: 31337 }), HASH],
  ['a rail without a chain', chainOf('bank_files', {}), HASH],
  ['the simulated rail', null, HASH],
  ['the key of a payout that was not sent', 'eip155:8453', 'po_01jqe8m2x4fv5s0t6w7y8z9abc'],
  ['text that leaves the path', 'eip155:8453', `../../login?${HASH}`],
  ['a script', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'javascript:alert(1)'],
  ['a name of every object', 'constructor', HASH],
])('%s has no link', (_case, chain, transaction) => {
  expect(explorerLink(chain, transaction)).toBeUndefined()
})
