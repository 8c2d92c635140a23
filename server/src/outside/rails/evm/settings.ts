// The settings of an EVM rail in the operator file: reads them, and says which one is wrong and what was expected.
import { isEvmAddress } from '../../methods/checksums.ts'
import { minorUnits } from '../../../platform/money/currencies.ts'
import { currenciesOf, describedFieldsOf } from '../../methods/methods.ts'
import {
  choiceOf,
  endpointsOf,
  integerOf,
  isRecord,
  keyReferenceOf,
  nativeOf,
  otherTokensOf,
  pollEveryMsOf,
  problemOf,
  refuse,
  refuseUnknown,
  requireNone,
  sweepMinimumOf,
  textsOf,
  tokensOf,
  type NamedToken,
  type OtherAsset,
} from '../chain-settings.ts'
import type { Served } from '../port.ts'

/** Circle writes isBlacklisted, Tether isBlackListed on its older contracts and isBlocked on its newer ones. */
const BLOCKLISTS = ['isBlacklisted', 'isBlackListed', 'isBlocked'] as const
export type BlocklistFunction = (typeof BLOCKLISTS)[number]

export type TokenSettings = {
  /** Or the symbol of another token. */
  currency: string
  decimals: number
  /** In lower case. */
  address: `0x${string}`
  /** eip3009: moves by signed authorizations. plain: needs `authorizer` for payouts. */
  kind: 'eip3009' | 'plain'
  /** The contract that takes authorizations: the token itself, or the one of ours for a plain token. In lower case. */
  authorizer: `0x${string}` | null
  /** The function that tells whether the issuer has blocked an account; null if the token has none. */
  blocklist: BlocklistFunction | null
  /** Smaller balances of deposit addresses are not swept. */
  sweepMinimumMinor: bigint
}

/** A token of no route. It can be returned if it takes authorizations. */
export type OtherToken = OtherAsset & { token: TokenSettings }

export type EvmSettings = {
  /** The `chain` of the instrument's details. */
  chain: string
  chainId: number
  nativeCurrency: string
  /** Addresses, or references to secrets that contain them. */
  rpc: readonly string[]
  agreement: number
  /** Blocks on top of a final block; null: the chain's own tag `finalized`. */
  finalityDepth: bigint | null
  tokens: readonly TokenSettings[]
  /** The coin of the chain and other tokens that payers send by mistake. */
  native: OtherAsset
  otherTokens: readonly OtherToken[]
  /** References to keys. */
  payer: string | null
  relayers: readonly string[]
  /** Relay sweeps only. Empty: `relayers` relay sweeps too. */
  sweepRelayers: readonly string[]
  blockRange: bigint
  overlapBlocks: bigint
  startBlock: bigint | null
  authorizationSeconds: bigint
  maxFeeWei: bigint
  lowGasWei: bigint
  bumpAfterMs: number
  pollEveryMs: number
}

/** Payouts need a payer, and of a plain token the contract that takes its authorizations. */
export function servedBy({ chain, tokens, payer }: EvmSettings): readonly Served[] {
  const isPaidOut = ({ authorizer }: TokenSettings) => payer !== null && authorizer !== null
  const served = (some: readonly TokenSettings[]): Served[] =>
    some.length === 0
      ? []
      : [
          {
            method: 'EVM_ADDRESS',
            currencies: some.map(({ currency }) => currency),
            where: { chain },
          },
        ]
  return [
    ...served(tokens.filter(isPaidOut)),
    ...served(tokens.filter((token) => !isPaidOut(token))).map((one) => ({
      ...one,
      receivesOnly: true as const,
    })),
  ]
}

export const settingsProblem = (settings: Record<string, unknown>): string | undefined =>
  problemOf(() => readSettings(settings))

export function readSettings(settings: Record<string, unknown>): EvmSettings {
  refuseUnknown(settings, NAMES, 'an EVM rail')
  const tokens = readTokens(settings['tokens'])
  const nativeCurrency = choiceOf(settings['native_currency'] ?? 'ETH', 'native_currency', NATIVE)
  const relayers = textsOf(settings, 'relayers')
  const sweepRelayers = textsOf(settings, 'sweep_relayers')
  const all = [...relayers, ...sweepRelayers]
  if (new Set(all).size < all.length) refuse('relayers and sweep_relayers list a key twice')
  const payer = settings['payer'] === undefined ? null : keyReferenceOf(settings['payer'], 'payer')
  for (const relayer of relayers) keyReferenceOf(relayer, 'relayers')
  for (const relayer of sweepRelayers) keyReferenceOf(relayer, 'sweep_relayers')
  if ((payer === null) !== (relayers.length === 0))
    refuse('payer and relayers go together: give both, or neither for a rail without payouts')
  if (payer === null && sweepRelayers.length > 0) refuse('sweep_relayers needs payer and relayers')
  return {
    chain: chainOf(settings['chain']),
    chainId: integerOf(settings, 'chain_id', 1, Number.MAX_SAFE_INTEGER),
    nativeCurrency,
    ...endpointsOf(settings),
    finalityDepth: finalityOf(settings['finality'] ?? 'finalized'),
    tokens,
    native: nativeOf(settings, nativeCurrency, 18, '0.001'),
    otherTokens: readOtherTokens(settings, tokens),
    payer,
    relayers,
    sweepRelayers,
    blockRange: BigInt(integerOf(settings, 'block_range', 1, 100_000, 2_000)),
    overlapBlocks: BigInt(integerOf(settings, 'overlap_blocks', 1, 10_000, 64)),
    startBlock:
      settings['start_block'] === undefined
        ? null
        : BigInt(integerOf(settings, 'start_block', 0, Number.MAX_SAFE_INTEGER)),
    authorizationSeconds: BigInt(integerOf(settings, 'authorization_seconds', 600, 86_400, 3_600)),
    maxFeeWei: GWEI * BigInt(integerOf(settings, 'max_fee_gwei', 1, 1_000_000, 500)),
    lowGasWei: GWEI * BigInt(integerOf(settings, 'low_gas_gwei', 0, 10 ** 12, 5_000_000)),
    bumpAfterMs: 1000 * integerOf(settings, 'bump_after_seconds', 1, 3_600, 30),
    pollEveryMs: pollEveryMsOf(settings),
  }
}

const GWEI = 10n ** 9n
const NATIVE = ['ETH', 'POL', 'AVAX']
const NAMES = [
  'chain',
  'chain_id',
  'native_currency',
  'native_minimum',
  'other_tokens',
  'rpc',
  'agreement',
  'finality',
  'tokens',
  'payer',
  'relayers',
  'sweep_relayers',
  'block_range',
  'overlap_blocks',
  'start_block',
  'authorization_seconds',
  'max_fee_gwei',
  'low_gas_gwei',
  'bump_after_seconds',
  'poll_every_ms',
]

function readTokens(value: unknown): readonly TokenSettings[] {
  const tokens = tokensOf(value, currenciesOf('EVM_ADDRESS'), 'address').map(readToken)
  const addresses = tokens.map(({ address }) => address)
  if (new Set(addresses).size < addresses.length) refuse('tokens names a contract twice')
  return tokens
}

function readToken({ currency, at, token }: NamedToken): TokenSettings {
  const { address, kind: given, authorizer, blocklist, ...more } = token
  const { sweep_minimum: minimum = '1.00', ...others } = more
  requireNone(others, at)
  const contract = contractOf({ address, kind: given, authorizer }, at)
  return {
    currency,
    decimals: minorUnits(currency),
    ...contract,
    blocklist: blocklistOf(blocklist, `${at}.blocklist`, contract.kind),
    sweepMinimumMinor: sweepMinimumOf(minimum, at, currency),
  }
}

function readOtherTokens(
  settings: Record<string, unknown>,
  tokens: readonly TokenSettings[],
): OtherToken[] {
  const others = otherTokensOf(settings).map(({ at, token: named, ...asset }) => {
    const { address, kind = 'plain', authorizer, ...more } = named
    requireNone(more, at)
    const contract = contractOf({ address, kind, authorizer }, at)
    const token = { currency: asset.symbol, decimals: asset.decimals, ...contract }
    return { ...asset, token: { ...token, blocklist: null, sweepMinimumMinor: 0n } }
  })
  const addresses = [...tokens, ...others.map(({ token }) => token)].map(({ address }) => address)
  if (new Set(addresses).size < addresses.length)
    refuse('other_tokens names a contract twice, or one of tokens')
  return others
}

/** The contract of a token, and the one that takes its authorizations. */
function contractOf({ address, kind: given, authorizer }: Record<string, unknown>, at: string) {
  if (typeof address !== 'string' || !isEvmAddress(address))
    return refuse(
      `${at}.address must be the address of the contract in quotation marks: 0x and 40 hexadecimal digits`,
    )
  const kind = choiceOf(given, `${at}.kind`, KINDS)
  if (authorizer !== undefined && kind === 'eip3009')
    refuse(`${at}.authorizer is for plain tokens only`)
  if (authorizer !== undefined && (typeof authorizer !== 'string' || !isEvmAddress(authorizer)))
    return refuse(
      `${at}.authorizer must be an address in quotation marks: 0x and 40 hexadecimal digits`,
    )
  const taker = kind === 'eip3009' ? address : authorizer
  return {
    address: lowerCase(address),
    kind,
    authorizer: taker === undefined ? null : lowerCase(taker),
  }
}

const lowerCase = (address: string): `0x${string}` => `0x${address.slice(2).toLowerCase()}`

function blocklistOf(
  value: unknown,
  name: string,
  kind: TokenSettings['kind'],
): BlocklistFunction | null {
  if (value === undefined) return kind === 'eip3009' ? 'isBlacklisted' : 'isBlackListed'
  const chosen = choiceOf(value, name, [...BLOCKLISTS, 'none'] as const)
  return chosen === 'none' ? null : chosen
}

const KINDS = ['eip3009', 'plain'] as const

function finalityOf(value: unknown): bigint | null {
  if (value === 'finalized') return null
  if (isRecord(value) && Object.keys(value).join() === 'depth')
    return BigInt(integerOf(value, 'depth', 1, 10_000))
  return refuse("finality must be 'finalized', or 'depth' with a number of blocks")
}

const chainOf = (value: unknown): string =>
  choiceOf(value, 'chain', describedFieldsOf('EVM_ADDRESS')['chain']?.values ?? [])
