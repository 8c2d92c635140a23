// The settings of an EVM rail: whatever is wrong is named with what was expected, before the rail is opened.
import { describe, expect, test } from 'vitest'
import { evmKind } from '../../src/outside/rails/evm/kind.ts'
import { readSettings } from '../../src/outside/rails/evm/settings.ts'

const right = {
  chain: 'base',
  chain_id: 8453,
  rpc: ['https://rpc.example/1', 'env:BASE_RPC'],
  tokens: {
    USDC: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', kind: 'eip3009' },
    USDT: { address: `0x${'2'.repeat(40)}`, kind: 'plain', sweep_minimum: '25.00' },
  },
  payer: 'env:BASE_PAYER',
  relayers: ['file:/run/secrets/relayer'],
}

describe('settings of an EVM rail', () => {
  test('have defaults for what a chain does not need', () => {
    expect(evmKind.settingsProblem(right)).toBeUndefined()
    expect(readSettings(right)).toMatchObject({
      agreement: 1,
      finalityDepth: null,
      nativeCurrency: 'ETH',
      blockRange: 2000n,
      authorizationSeconds: 3600n,
      tokens: [
        {
          currency: 'USDC',
          address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
          sweepMinimumMinor: 1_000_000n,
          blocklist: 'isBlacklisted',
        },
        {
          currency: 'USDT',
          kind: 'plain',
          sweepMinimumMinor: 25_000_000n,
          blocklist: 'isBlackListed',
        },
      ],
    })
    expect(readSettings({ ...right, finality: { depth: 12 } }).finalityDepth).toBe(12n)
    expect(readSettings({ ...right, rpc: [1, 2, 3].map((at) => `env:RPC_${at}`) }).agreement).toBe(
      2,
    )
  })

  test('serve payouts only with a payer, and of a plain token only with an authorizer', () => {
    const served = { method: 'EVM_ADDRESS', where: { chain: 'base' } }
    expect(evmKind.served(right)).toEqual([
      { ...served, currencies: ['USDC'] },
      { ...served, currencies: ['USDT'], receivesOnly: true },
    ])
    const authorizer = `0x${'3'.repeat(40)}`
    const tokens = { ...right.tokens, USDT: { ...right.tokens.USDT, authorizer } }
    expect(evmKind.served({ ...right, tokens })).toEqual([
      { ...served, currencies: ['USDC', 'USDT'] },
    ])
    const { payer: _payer, relayers: _relayers, ...receiving } = { ...right, tokens }
    expect(evmKind.served(receiving)).toEqual([
      { ...served, currencies: ['USDC', 'USDT'], receivesOnly: true },
    ])
  })

  test('need no keys for a rail that only receives', () => {
    const { payer: _payer, relayers: _relayers, ...receiving } = right
    expect(evmKind.settingsProblem(receiving)).toBeUndefined()
  })

  test.each([
    [{ chain: 'bitcoin' }, 'chain must be one of ethereum, polygon, base,'],
    [{ chain_id: '8453' }, 'chain_id must be a whole number'],
    [{ chain_id: undefined }, 'chain_id must be a whole number'],
    [{ native_currency: 'DOGE' }, 'native_currency must be one of ETH, POL, AVAX'],
    [{ rpc: [] }, 'rpc must list at least one endpoint'],
    [{ rpc: 'https://rpc.example' }, 'rpc must be a list'],
    [{ rpc: ['ws://rpc.example/KEY'] }, 'rpc must list addresses that begin with https://'],
    [{ rpc: ['not an address KEY'] }, 'rpc must list addresses that begin with https://'],
    [{ rpc: ['https://user:KEY@rpc.example'] }, 'without user name and password'],
    [{ rpc: ['env:A', 'env:A'] }, 'rpc has the same entry twice'],
    [{ agreement: 3 }, 'agreement must be a whole number from 1 to 2'],
    [{ finality: 'latest' }, "finality must be 'finalized', or 'depth'"],
    [{ finality: { depth: 0 } }, 'depth must be a whole number from 1'],
    [{ tokens: {} }, 'tokens must name at least one currency'],
    [{ tokens: { DOGE: right.tokens.USDC } }, 'a currency of tokens must be one of USDC'],
    [
      { tokens: { USDC: { ...right.tokens.USDC, kind: 'erc20' } } },
      'tokens.USDC.kind must be one of',
    ],
    [
      { tokens: { USDC: { ...right.tokens.USDC, authorizer: right.tokens.USDT.address } } },
      'tokens.USDC.authorizer is for plain tokens only',
    ],
    [
      { tokens: { USDT: { ...right.tokens.USDT, authorizer: 'KEY' } } },
      'tokens.USDT.authorizer must be an address',
    ],
    [
      { tokens: { USDC: { address: '0x12', kind: 'plain' } } },
      'tokens.USDC.address must be the address',
    ],
    [{ tokens: { USDC: right.tokens.USDC, EURC: right.tokens.USDC } }, 'names a contract twice'],
    [{ tokens: { USDC: { ...right.tokens.USDC, sweep_minimum: '0' } } }, 'sweep_minimum must be'],
    [
      { tokens: { USDC: { ...right.tokens.USDC, blocklist: 'blacklist' } } },
      'tokens.USDC.blocklist must be one of isBlacklisted, isBlackListed, isBlocked, none',
    ],
    [
      { tokens: { USDC: { ...right.tokens.USDC, decimals: 6 } } },
      'tokens.USDC.decimals is not a setting',
    ],
    [
      { payer: bytes('a') },
      'payer must refer to a key by env:NAME, file:PATH or a pkcs11: URI, and never be the key itself',
    ],
    [{ relayers: [bytes('b')] }, 'relayers must refer to a key'],
    [{ relayers: [] }, 'payer and relayers go together'],
    [{ relayers: ['env:A', 'env:A'] }, 'relayers has the same entry twice'],
    [{ relayers: ['env:A'], sweep_relayers: ['env:A'] }, 'list a key twice'],
    [
      { authorization_seconds: 60 },
      'authorization_seconds must be a whole number from 600 to 86400',
    ],
    [{ private_key: bytes('c') }, 'private_key is not a setting of an EVM rail'],
  ])('%j are refused', (change, reason) => {
    const problem = evmKind.settingsProblem({ ...right, ...change })
    expect(problem).toContain(reason)
    expect(problem).not.toMatch(/KEY|0x[abc]{64}/)
  })
})

function bytes(digit: string) {
  return `0x${digit.repeat(64)}`
}
