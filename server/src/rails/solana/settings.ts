// The settings of a rail of the kind `solana` in an operator file. Pure: names of secrets are checked here, their values
// when the rail is opened.
import { base58 } from '@scure/base'
import { isSecretReference } from '../../config.ts'
import { keyReferenceProblem } from '../../custody/pkcs11-uri.ts'
import { isCurrency, minorUnits } from '../../money/currencies.ts'
import { parseAmount } from '../../money/decimal.ts'
import { currenciesOf } from '../../instruments/methods.ts'

/** A currency and the SPL token that carries it. */
export type Token = { currency: string; mint: string; decimals: number; sweepMinimumMinor: bigint }

export type SolanaSettings = {
  genesisHash: string
  /** Addresses of RPC nodes in the order of preference, or references of secrets that hold them. */
  rpc: readonly string[]
  tokens: readonly Token[]
  /** Reference of the secret with the key that owns the desk's tokens. */
  payer: string
  /** Reference of the secret with the key that pays fees and rent. It owns no tokens. */
  feePayer: string
  lowLamports: bigint
  nonceAccounts: readonly string[]
  /** A payout that is not on the chain so many blocks after it was prepared is cancelled. */
  payoutWindowBlocks: bigint
  computeUnitPriceMicroLamports: bigint
  /** So many nodes must tell the same before a deposit is reported or a payout counts as settled. */
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
const LAMPORTS_PER_SOL_DECIMALS = 9

const KNOWN = [
  'cluster',
  'genesis_hash',
  'rpc',
  'tokens',
  'payer',
  'fee_payer',
  'low_sol',
  'nonce_accounts',
  'payout_hours',
  'compute_unit_price',
  'agreement',
  'poll_every_ms',
]

class SettingsFault extends Error {}

export function settingsProblem(settings: Record<string, unknown>): string | undefined {
  try {
    readSettings(settings)
    return undefined
  } catch (error) {
    if (error instanceof SettingsFault) return error.message
    throw error
  }
}

/** Throws the reason why the first wrong setting is wrong. */
export function readSettings(settings: Record<string, unknown>): SolanaSettings {
  const unknown = Object.keys(settings).find((key) => !KNOWN.includes(key))
  if (unknown !== undefined) fault(`unknown setting ${unknown}; known are ${KNOWN.join(', ')}`)
  const rpc = texts(settings, 'rpc', 1)
  for (const url of rpc) checkUrl(url)
  const [payer, feePayer] = [
    secretReference(settings, 'payer'),
    secretReference(settings, 'fee_payer'),
  ]
  if (payer === feePayer) fault('payer and fee_payer must be different keys')
  return {
    genesisHash: genesisHash(settings),
    rpc,
    tokens: tokens(settings),
    payer,
    feePayer,
    lowLamports: lamports(settings),
    nonceAccounts: texts(settings, 'nonce_accounts', 0).map((one) =>
      publicKey(one, 'nonce_accounts'),
    ),
    payoutWindowBlocks: BigInt(integer(settings, 'payout_hours', 24, 1, 168)) * BLOCKS_PER_HOUR,
    computeUnitPriceMicroLamports: BigInt(
      integer(settings, 'compute_unit_price', 10_000, 0, 10_000_000),
    ),
    agreement: integer(settings, 'agreement', rpc.length > 2 ? 2 : 1, 1, rpc.length),
    pollEveryMs: integer(settings, 'poll_every_ms', 2_000, 100, 3_600_000),
  }
}

function fault(reason: string): never {
  throw new SettingsFault(reason)
}

function genesisHash({ cluster, genesis_hash: hash }: Record<string, unknown>): string {
  if ((cluster === undefined) === (hash === undefined))
    fault('needs either cluster or genesis_hash')
  if (hash !== undefined) return publicKey(hash, 'genesis_hash')
  const known = typeof cluster === 'string' ? GENESIS_HASHES[cluster] : undefined
  return known ?? fault(`cluster must be one of ${Object.keys(GENESIS_HASHES).join(', ')}`)
}

/** Also checks the value of a secret that is the address of a node. */
export function isNodeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

// An address of a node often contains the key of its account, so no message repeats it.
function checkUrl(url: string): void {
  if (isSecretReference(url)) return
  if (!isNodeUrl(url))
    fault('rpc must be addresses that begin with https:// or http://, or env:NAME, or file:PATH')
}

function tokens(settings: Record<string, unknown>): Token[] {
  const allowed = currenciesOf('SOLANA_ADDRESS')
  const read = Object.entries(record(settings['tokens'], 'tokens')).map(([currency, value]) => {
    if (!isCurrency(currency) || !allowed.includes(currency))
      fault(
        `tokens: ${currency} cannot be paid to a SOLANA_ADDRESS; known are ${allowed.join(', ')}`,
      )
    const at = `tokens.${currency}`
    const { mint, sweep_minimum: minimum = '1.00', ...others } = record(value, at)
    const [other] = Object.keys(others)
    if (other !== undefined) fault(`${at}.${other} is not a setting of a token`)
    const least = typeof minimum === 'string' ? parseAmount(minimum, currency) : undefined
    if (least?.ok !== true) fault(`${at}.sweep_minimum must be a positive amount such as '10.00'`)
    return {
      currency,
      mint: publicKey(mint, `${at}.mint`),
      decimals: minorUnits(currency),
      sweepMinimumMinor: least.minor,
    }
  })
  if (read.length === 0) fault('tokens must name at least one currency with its mint')
  if (new Set(read.map(({ mint }) => mint)).size < read.length)
    fault('tokens: two currencies have the same mint')
  return read
}

function lamports({ low_sol: value = '0.5' }: Record<string, unknown>): bigint {
  const [, whole = '', fraction = ''] =
    /^(0|[1-9]\d{0,5})(?:\.(\d{1,9}))?$/.exec(typeof value === 'string' ? value : '') ?? []
  if (whole === '') fault("low_sol must be an amount of SOL in quotes, such as '0.5'")
  return BigInt(whole + fraction.padEnd(LAMPORTS_PER_SOL_DECIMALS, '0'))
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fault(`${name} must have keys with values`)
  return Object.fromEntries(Object.entries(value))
}

function texts(settings: Record<string, unknown>, key: string, atLeast: number): string[] {
  const value = settings[key] ?? []
  if (!Array.isArray(value) || value.length < atLeast || value.length > 8)
    fault(`${key} must be a list of ${atLeast} to 8 entries`)
  const read = value.map((one: unknown) =>
    typeof one === 'string' ? one : fault(`${key} must be a list of texts`),
  )
  if (new Set(read).size < read.length) fault(`${key} has the same entry twice`)
  return read
}

function secretReference(settings: Record<string, unknown>, key: string): string {
  const value = settings[key]
  // The value at fault may be a key that was pasted here: it is not repeated.
  const problem = keyReferenceProblem(typeof value === 'string' ? value : '')
  return typeof value === 'string' && problem === undefined ? value : fault(`${key} ${problem}`)
}

function publicKey(value: unknown, key: string): string {
  try {
    if (typeof value === 'string' && base58.decode(value).length === 32) return value
  } catch {
    // Not base58: refused below.
  }
  return fault(`${key} must be 32 bytes in base58`)
}

function integer(
  settings: Record<string, unknown>,
  key: string,
  fallback: number,
  minimum: number,
  maximum: number,
): number {
  const value = settings[key] ?? fallback
  return typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= minimum &&
    value <= maximum
    ? value
    : fault(`${key} must be a whole number from ${minimum} to ${maximum}`)
}
