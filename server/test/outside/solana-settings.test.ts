// The settings of a Solana rail: what is wrong is said in words, and no message repeats a key or the address of a node.
import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { ed25519Signer, ed25519SignerOf } from '../../src/outside/custody/local.ts'
import { solanaRailKind } from '../../src/outside/rails/solana/kind.ts'
import { readSettings } from '../../src/outside/rails/solana/settings.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const good = {
  cluster: 'mainnet-beta',
  rpc: ['https://rpc.example/key', 'env:SOLANA_RPC'],
  tokens: { USDC: { mint: MINT } },
  payer: 'env:SOLANA_PAYER',
  fee_payer: 'file:/etc/corridor/fee-payer',
}

describe('settings', () => {
  test('have defaults for everything that is not a key, a node or a mint', () => {
    expect(solanaRailKind.settingsProblem(good)).toBeUndefined()
    expect(readSettings(good)).toMatchObject({
      genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      tokens: [{ currency: 'USDC', mint: MINT, decimals: 6, sweepMinimumMinor: 1_000_000n }],
      lowLamports: 500_000_000n,
      payoutWindowBlocks: 216_000n,
      agreement: 1,
    })
    expect(solanaRailKind.served(good)).toEqual([
      { method: 'SOLANA_ADDRESS', currencies: ['USDC'] },
    ])
  })

  test('with three nodes need two that agree', () => {
    const rpc = ['https://a.example', 'https://b.example', 'https://c.example']
    expect(readSettings({ ...good, rpc }).agreement).toBe(2)
  })

  test.each([
    [{ rpcs: [] }, 'rpcs is not a setting of a Solana rail; known are rpc,'],
    [{ commitment: 'confirmed' }, 'commitment is not a setting'],
    [{ cluster: 'mainnet' }, 'cluster must be one of mainnet-beta, testnet, devnet'],
    [{ genesis_hash: MINT }, 'needs either cluster or genesis_hash'],
    [{ cluster: undefined }, 'needs either cluster or genesis_hash'],
    [{ cluster: undefined, genesis_hash: 'abc' }, 'genesis_hash must be 32 bytes in base58'],
    [{ rpc: [] }, 'rpc must list at least one endpoint'],
    [{ rpc: ['ftp://x.example'] }, 'rpc must list addresses that begin with https://'],
    [{ rpc: ['https://user:pass@x.example'] }, 'without user name and password'],
    [{ rpc: ['https://a.example', 'https://a.example'] }, 'the same entry twice'],
    [{ tokens: {} }, 'tokens must name at least one currency with its mint'],
    [{ tokens: { COP: { mint: MINT } } }, 'a currency of tokens must be one of'],
    [{ tokens: { USDC: MINT } }, 'tokens.USDC must have mint'],
    [{ tokens: { USDC: { mint: 'x' } } }, 'tokens.USDC.mint must be 32 bytes in base58'],
    [{ tokens: { USDC: { mint: MINT, decimals: 6 } } }, 'tokens.USDC.decimals is not a setting'],
    [
      { tokens: { USDC: { mint: MINT }, EURC: { mint: MINT } } },
      'two currencies have the same mint',
    ],
    [
      { tokens: { USDC: { mint: MINT, sweep_minimum: '1.0000001' } } },
      'tokens.USDC.sweep_minimum must be a positive amount',
    ],
    [{ fee_payer: 'env:SOLANA_PAYER' }, 'payer and fee_payer must be different keys'],
    [{ payer: undefined }, 'payer must refer to a key by env:NAME, file:PATH or a pkcs11: URI'],
    [{ low_sol: 0.5 }, 'low_sol must be an amount of SOL in quotes'],
    [{ nonce_accounts: ['x'] }, 'nonce_accounts must be 32 bytes in base58'],
    [{ payout_hours: 0 }, 'payout_hours must be a whole number from 1 to 168'],
    [{ agreement: 3 }, 'agreement must be a whole number from 1 to 2'],
  ])('%j are refused', (wrong, reason) => {
    expect(solanaRailKind.settingsProblem({ ...good, ...wrong })).toContain(reason)
  })

  test('with a key in place of its reference are refused without repeating it', () => {
    const key = base58.encode(randomBytes(64))
    const problem = solanaRailKind.settingsProblem({ ...good, payer: key })
    expect(problem).toContain('never be the key itself')
    expect(problem).not.toContain(key)
  })
})

describe('a key', () => {
  const seed = randomBytes(32)
  const { publicKey } = ed25519Signer(seed)
  const whole = Buffer.concat([seed, publicKey])

  test.each([
    ['32 bytes in base58', base58.encode(seed)],
    ['64 bytes in base58', base58.encode(whole)],
    ['the list of solana-keygen', `${JSON.stringify([...whole])}\n`],
  ])('is read from %s', (_form, text) => {
    expect(Buffer.from(ed25519SignerOf(text).publicKey)).toEqual(Buffer.from(publicKey))
  })

  test.each([
    ['nothing', ''],
    ['another length', base58.encode(seed.subarray(1))],
    ['another public key', base58.encode(Buffer.concat([seed, randomBytes(32)]))],
    ['numbers that are no bytes', JSON.stringify(Array.from({ length: 64 }, () => 256))],
    ['no base58', '0OIl'],
  ])('with %s is refused without repeating it', (_form, text) => {
    expect(() => ed25519SignerOf(text)).toThrow(/^the key is not an Ed25519 key/)
  })
})
