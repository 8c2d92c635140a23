// The settings of a rail of the kind `solana` in an operator file. Pure: names of secrets are checked here, their values
// when the rail is opened.
import { base58 } from '@scure/base'
import { minorUnits } from '../../../platform/money/currencies.ts'
import { currenciesOf } from '../../methods/methods.ts'
import {
  endpointsOf,
  integerOf,
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
  type OtherAsset,
} from '../chain-settings.ts'

/** A currency and the SPL token that carries it. */
export type Token = { currency: string; mint: string; decimals: number; sweepMinimumMinor: bigint }

type OtherToken = OtherAsset & { mint: string }

export type SolanaSettings = {
  genesisHash: string
  /** Addresses of RPC nodes in the order of preference, or references of secrets that hold them. */
  rpc: readonly string[]
  tokens: readonly Token[]
  /** SOL and other tokens that payers send by mistake. */
  native: OtherAsset
  otherTokens: readonly OtherToken[]
  /** Reference of the secret with the key that owns the desk's tokens. */
  payer: string
  /** Reference of the secret with the key that pays fees and rent. It owns no tokens. */
  feePayer: string
  lowLamports: bigint
  nonceAccounts: readonly string[]
  /** A payout that is not on the chain so many blocks after it was prepared is cancelled. */
  payoutWindowBlocks: bigint
  /** The history of a node reaches back by so many slots, so that a restored database learns what was sent. */
  historySlots: bigint
  computeUnitPriceMicroLamports: bigint
  /** The number of nodes that must agree before a deposit is reported or a payout counts as settled. */
  agreement: number
  pollEveryMs: number
}

// https://docs.solana.com/clusters: the hash of each cluster's first block.
const GENESIS_HASHES: Readonly<Record<string, string>> = {
  'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkPrkBG',
}
const BLOCKS_PER_HOUR = 9000n
const SLOTS_PER_DAY = 216_000n
const LAMPORTS_PER_SOL_DECIMALS = 9

const KNOWN = [
  'cluster',
  'genesis_hash',
  'rpc',
  'tokens',
  'payer',
  'fee_payer',
  'low_sol',
  'native_minimum',
  'other_tokens',
  'nonce_accounts',
  'payout_hours',
  'history_days',
  'compute_unit_price',
  'agreement',
  'poll_every_ms',
]

export const settingsProblem = (settings: Record<string, unknown>): string | undefined =>
  problemOf(() => readSettings(settings))

/** Throws the reason why the first wrong setting is wrong. */
export function readSettings(settings: Record<string, unknown>): SolanaSettings {
  refuseUnknown(settings, KNOWN, 'a Solana rail')
  const payer = keyReferenceOf(settings['payer'], 'payer')
  const feePayer = keyReferenceOf(settings['fee_payer'], 'fee_payer')
  if (payer === feePayer) refuse('payer and fee_payer must be different keys')
  return {
    genesisHash: genesisHash(settings),
    ...endpointsOf(settings),
    tokens: tokens(settings),
    native: nativeOf(settings, 'SOL', LAMPORTS_PER_SOL_DECIMALS, '0.005'),
    otherTokens: otherTokens(settings),
    payer,
    feePayer,
    lowLamports: lamports(settings),
    nonceAccounts: textsOf(settings, 'nonce_accounts').map((one) =>
      publicKey(one, 'nonce_accounts'),
    ),
    payoutWindowBlocks: BigInt(integerOf(settings, 'payout_hours', 1, 168, 24)) * BLOCKS_PER_HOUR,
    historySlots: BigInt(integerOf(settings, 'history_days', 1, 3650, 30)) * SLOTS_PER_DAY,
    computeUnitPriceMicroLamports: BigInt(
      integerOf(settings, 'compute_unit_price', 0, 10_000_000, 10_000),
    ),
    pollEveryMs: pollEveryMsOf(settings),
  }
}

function genesisHash({ cluster, genesis_hash: hash }: Record<string, unknown>): string {
  if ((cluster === undefined) === (hash === undefined))
    refuse('needs either cluster or genesis_hash')
  if (hash !== undefined) return publicKey(hash, 'genesis_hash')
  const known = typeof cluster === 'string' ? GENESIS_HASHES[cluster] : undefined
  return known ?? refuse(`cluster must be one of ${Object.keys(GENESIS_HASHES).join(', ')}`)
}

function tokens(settings: Record<string, unknown>): Token[] {
  const named = tokensOf(settings['tokens'], currenciesOf('SOLANA_ADDRESS'), 'mint')
  const read = named.map(({ currency, at, token }) => {
    const { mint, sweep_minimum: minimum = '1.00', ...others } = token
    requireNone(others, at)
    return {
      currency,
      mint: publicKey(mint, `${at}.mint`),
      decimals: minorUnits(currency),
      sweepMinimumMinor: sweepMinimumOf(minimum, at, currency),
    }
  })
  if (new Set(read.map(({ mint }) => mint)).size < read.length)
    refuse('tokens: two currencies have the same mint')
  return read
}

function otherTokens(settings: Record<string, unknown>): OtherToken[] {
  const others = otherTokensOf(settings).map(({ at, token: { mint, ...more }, ...asset }) => {
    requireNone(more, at)
    return { ...asset, mint: publicKey(mint, `${at}.mint`) }
  })
  const mints = [...tokens(settings), ...others].map(({ mint }) => mint)
  if (new Set(mints).size < mints.length)
    refuse('other_tokens names a mint twice, or one of tokens')
  return others
}

function lamports({ low_sol: value = '0.5' }: Record<string, unknown>): bigint {
  const [, whole = '', fraction = ''] =
    /^(0|[1-9]\d{0,5})(?:\.(\d{1,9}))?$/.exec(typeof value === 'string' ? value : '') ?? []
  if (whole === '') refuse("low_sol must be an amount of SOL in quotes, such as '0.5'")
  return BigInt(whole + fraction.padEnd(LAMPORTS_PER_SOL_DECIMALS, '0'))
}

function publicKey(value: unknown, key: string): string {
  try {
    if (typeof value === 'string' && base58.decode(value).length === 32) return value
  } catch {
    // Not base58: refused below.
  }
  return refuse(`${key} must be 32 bytes in base58`)
}
