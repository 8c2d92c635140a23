// The settings of an EVM rail in the operator file: reads them, and says which one is wrong and what was expected.
import { isSecretReference } from '../../config.ts'
import { keyReferenceProblem } from '../../custody/pkcs11-uri.ts'
import { isEvmAddress } from '../../instruments/checksums.ts'
import { currenciesOf, describedFieldsOf } from '../../instruments/methods.ts'
import { parseAmount } from '../../money/decimal.ts'
import type { Served } from '../port.ts'

/** Circle writes isBlacklisted, Tether isBlackListed on its older contracts and isBlocked on its newer ones. */
const BLOCKLISTS = ['isBlacklisted', 'isBlackListed', 'isBlocked'] as const
export type BlocklistFunction = (typeof BLOCKLISTS)[number]

export type TokenSettings = {
  currency: string
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

class SettingsError extends Error {}

export function settingsProblem(settings: Record<string, unknown>): string | undefined {
  try {
    readSettings(settings)
    return undefined
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}

export function readSettings(settings: Record<string, unknown>): EvmSettings {
  const unknown = Object.keys(settings).find((name) => !NAMES.includes(name))
  if (unknown !== undefined) refuse(`${unknown} is not a setting of an EVM rail`)
  const rpc = texts(settings, 'rpc')
  if (rpc.length === 0) refuse('rpc must list at least one endpoint')
  if (new Set(rpc).size < rpc.length) refuse('rpc lists an endpoint twice')
  for (const endpoint of rpc) if (!isSecretReference(endpoint)) checkUrl(endpoint)
  const tokens = readTokens(settings['tokens'])
  const relayers = texts(settings, 'relayers')
  const sweepRelayers = texts(settings, 'sweep_relayers')
  const all = [...relayers, ...sweepRelayers]
  if (new Set(all).size < all.length) refuse('relayers and sweep_relayers list a key twice')
  const payer = settings['payer'] === undefined ? null : reference(settings['payer'], 'payer')
  for (const relayer of relayers) reference(relayer, 'relayers')
  for (const relayer of sweepRelayers) reference(relayer, 'sweep_relayers')
  if ((payer === null) !== (relayers.length === 0))
    refuse('payer and relayers go together: give both, or neither for a rail without payouts')
  if (payer === null && sweepRelayers.length > 0) refuse('sweep_relayers needs payer and relayers')
  return {
    chain: chainOf(settings['chain']),
    chainId: integer(settings, 'chain_id', 1, Number.MAX_SAFE_INTEGER),
    nativeCurrency: choice(settings['native_currency'] ?? 'ETH', 'native_currency', NATIVE),
    rpc,
    agreement: integer(settings, 'agreement', 1, rpc.length, rpc.length > 2 ? 2 : 1),
    finalityDepth: finalityOf(settings['finality'] ?? 'finalized'),
    tokens,
    payer,
    relayers,
    sweepRelayers,
    blockRange: BigInt(integer(settings, 'block_range', 1, 100_000, 2_000)),
    overlapBlocks: BigInt(integer(settings, 'overlap_blocks', 1, 10_000, 64)),
    startBlock:
      settings['start_block'] === undefined
        ? null
        : BigInt(integer(settings, 'start_block', 0, Number.MAX_SAFE_INTEGER)),
    authorizationSeconds: BigInt(integer(settings, 'authorization_seconds', 600, 86_400, 3_600)),
    maxFeeWei: GWEI * BigInt(integer(settings, 'max_fee_gwei', 1, 1_000_000, 500)),
    lowGasWei: GWEI * BigInt(integer(settings, 'low_gas_gwei', 0, 10 ** 12, 5_000_000)),
    bumpAfterMs: 1000 * integer(settings, 'bump_after_seconds', 1, 3_600, 30),
    pollEveryMs: integer(settings, 'poll_every_ms', 100, 3_600_000, 2_000),
  }
}

const GWEI = 10n ** 9n
const NATIVE = ['ETH', 'POL', 'AVAX']
const NAMES = [
  'chain',
  'chain_id',
  'native_currency',
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
  const tokens = Object.entries(isRecord(value) ? value : {}).map(([currency, token]) =>
    readToken(currency, token),
  )
  if (tokens.length === 0) refuse('tokens must name at least one currency with its contract')
  const addresses = tokens.map(({ address }) => address)
  if (new Set(addresses).size < addresses.length) refuse('tokens names a contract twice')
  return tokens
}

function readToken(currency: string, token: unknown): TokenSettings {
  const at = `tokens.${currency}`
  choice(currency, 'a currency of tokens', currenciesOf('EVM_ADDRESS'))
  if (!isRecord(token)) return refuse(`${at} must have address and kind`)
  const { address, kind: given, authorizer, blocklist, ...more } = token
  const { sweep_minimum: minimum = '1.00', ...others } = more
  const [other] = Object.keys(others)
  if (other !== undefined) refuse(`${at}.${other} is not a setting of a token`)
  if (typeof address !== 'string' || !isEvmAddress(address))
    return refuse(
      `${at}.address must be the address of the contract in quotation marks: 0x and 40 hexadecimal digits`,
    )
  const least = typeof minimum === 'string' ? parseAmount(minimum, currency) : undefined
  if (least?.ok !== true)
    return refuse(`${at}.sweep_minimum must be a positive amount such as '10.00'`)
  const kind = choice(given, `${at}.kind`, KINDS)
  if (authorizer !== undefined && kind === 'eip3009')
    refuse(`${at}.authorizer is for plain tokens only`)
  if (authorizer !== undefined && (typeof authorizer !== 'string' || !isEvmAddress(authorizer)))
    return refuse(
      `${at}.authorizer must be an address in quotation marks: 0x and 40 hexadecimal digits`,
    )
  return {
    currency,
    address: lowerCase(address),
    kind,
    authorizer:
      kind === 'eip3009'
        ? lowerCase(address)
        : authorizer === undefined
          ? null
          : lowerCase(authorizer),
    blocklist: blocklistOf(blocklist, `${at}.blocklist`, kind),
    sweepMinimumMinor: least.minor,
  }
}

const lowerCase = (address: string): `0x${string}` => `0x${address.slice(2).toLowerCase()}`

function blocklistOf(
  value: unknown,
  name: string,
  kind: TokenSettings['kind'],
): BlocklistFunction | null {
  if (value === undefined) return kind === 'eip3009' ? 'isBlacklisted' : 'isBlackListed'
  const chosen = choice(value, name, [...BLOCKLISTS, 'none'] as const)
  return chosen === 'none' ? null : chosen
}

const KINDS = ['eip3009', 'plain'] as const

function finalityOf(value: unknown): bigint | null {
  if (value === 'finalized') return null
  if (isRecord(value) && Object.keys(value).join() === 'depth')
    return BigInt(integer(value, 'depth', 1, 10_000))
  return refuse("finality must be 'finalized', or 'depth' with a number of blocks")
}

const chainOf = (value: unknown): string =>
  choice(value, 'chain', describedFieldsOf('EVM_ADDRESS')['chain']?.values ?? [])

/** Throws the reason if the text is not the address of an endpoint. Never repeats it: it may contain an access key. */
export function checkUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    refuse('rpc must contain https or http addresses, or references such as env:NAME')
  if (url?.username !== '' || url.password !== '')
    refuse('rpc must not contain a user name or password')
}

function texts(settings: Record<string, unknown>, name: string): readonly string[] {
  const value = settings[name] ?? []
  if (!Array.isArray(value)) return refuse(`${name} must be a list`)
  return value.map((item) => (typeof item === 'string' ? item : refuse(`${name} must list texts`)))
}

function reference(value: unknown, name: string): string {
  // The value at fault may be a key that was pasted here: it is not repeated.
  const problem = keyReferenceProblem(typeof value === 'string' ? value : '')
  return typeof value === 'string' && problem === undefined ? value : refuse(`${name} ${problem}`)
}

function integer(
  settings: Record<string, unknown>,
  name: string,
  minimum: number,
  maximum: number,
  fallback?: number,
): number {
  const value = settings[name] ?? fallback
  if (
    typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value >= minimum &&
    value <= maximum
  )
    return value
  return refuse(`${name} must be a whole number from ${minimum} to ${maximum}`)
}

function choice<T extends string>(value: unknown, name: string, values: readonly T[]): T {
  return (
    values.find((one) => one === value) ?? refuse(`${name} must be one of ${values.join(', ')}`)
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function refuse(reason: string): never {
  throw new SettingsError(reason)
}
