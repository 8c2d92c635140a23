// Reads settings that rails on chains have in common. Each function throws a SettingsFault, which says which setting is
// wrong and what was expected. No message repeats a key or the address of an endpoint, which may contain an access key.
import { nearestFirst } from '../../platform/nearest.ts'
import { isSecretReference } from '../../platform/config.ts'
import { keyReferenceProblem } from '../custody/pkcs11-uri.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import { parseUnits } from '../../platform/money/units.ts'

type Settings = Readonly<Record<string, unknown>>

class SettingsFault extends Error {}

export function refuse(reason: string): never {
  throw new SettingsFault(reason)
}

/** The reason why the settings are refused; undefined if they can be read. */
export function problemOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof SettingsFault) return error.message
    throw error
  }
}

export function refuseUnknown(settings: Settings, known: readonly string[], what: string): void {
  const unknown = Object.keys(settings).find((name) => !known.includes(name))
  if (unknown !== undefined)
    refuse(`${unknown} is not a setting of ${what}; known are ${nearestFirst(unknown, known)}`)
}

const MOST_ENTRIES = 32

/** A list of up to 32 different texts. Absent: an empty one. */
export function textsOf(settings: Settings, name: string): readonly string[] {
  const value = settings[name] ?? []
  if (!Array.isArray(value)) return refuse(`${name} must be a list`)
  if (value.length > MOST_ENTRIES) refuse(`${name} must have at most ${MOST_ENTRIES} entries`)
  const texts = value.map((one: unknown) =>
    typeof one === 'string' ? one : refuse(`${name} must list texts`),
  )
  if (new Set(texts).size < texts.length) refuse(`${name} has the same entry twice`)
  return texts
}

/** The addresses of endpoints or references to them, and how many endpoints must tell the same. */
export function endpointsOf(settings: Settings): { rpc: readonly string[]; agreement: number } {
  const rpc = textsOf(settings, 'rpc')
  if (rpc.length === 0) refuse('rpc must list at least one endpoint')
  if (!rpc.every((one) => isSecretReference(one) || isEndpoint(one)))
    refuse(`rpc must list ${AN_ENDPOINT}, or references such as env:NAME`)
  return { rpc, agreement: integerOf(settings, 'agreement', 1, rpc.length, rpc.length > 2 ? 2 : 1) }
}

const AN_ENDPOINT = 'addresses that begin with https:// or http://, without user name and password'

/** The addresses of the endpoints, with the values of references. */
export const endpointUrls = (
  rpc: readonly string[],
  secret: (reference: string) => string,
): readonly string[] =>
  rpc.map((one) => {
    const url = isSecretReference(one) ? secret(one).trim() : one
    if (!isEndpoint(url)) throw new Error(`rpc: the value of ${one} must be one of ${AN_ENDPOINT}`)
    return url
  })

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  )
}

/** A reference to a key. */
export function keyReferenceOf(value: unknown, name: string): string {
  // The value at fault may be a key that was pasted here.
  const problem = keyReferenceProblem(typeof value === 'string' ? value : '')
  return typeof value === 'string' && problem === undefined ? value : refuse(`${name} ${problem}`)
}

export function integerOf(
  settings: Settings,
  name: string,
  minimum: number,
  maximum: number,
  fallback?: number,
): number {
  const value = settings[name] ?? fallback
  const isRight = typeof value === 'number' && Number.isSafeInteger(value)
  return isRight && value >= minimum && value <= maximum
    ? value
    : refuse(`${name} must be a whole number from ${minimum} to ${maximum}`)
}

export const pollEveryMsOf = (settings: Settings): number =>
  integerOf(settings, 'poll_every_ms', 100, 3_600_000, 2_000)

export const choiceOf = <T extends string>(value: unknown, name: string, values: readonly T[]): T =>
  values.find((one) => one === value) ?? refuse(`${name} must be one of ${values.join(', ')}`)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The settings of a token. `at`: their place, for messages. */
export type NamedToken = { currency: string; at: string; token: Record<string, unknown> }

/** The tokens by their currencies. `contract`: the setting that names a token on the chain. */
export function tokensOf(
  value: unknown,
  currencies: readonly string[],
  contract: string,
): readonly NamedToken[] {
  const tokens = Object.entries(isRecord(value) ? value : {}).map(([currency, token]) => {
    const at = `tokens.${currency}`
    return {
      currency: choiceOf(currency, 'a currency of tokens', currencies),
      at,
      token: isRecord(token) ? token : refuse(`${at} must have ${contract}`),
    }
  })
  if (tokens.length === 0) refuse(`tokens must name at least one currency with its ${contract}`)
  return tokens
}

/** `others`: the settings of a token that are left when the known ones are taken. */
export function requireNone(others: Settings, at: string): void {
  const [other] = Object.keys(others)
  if (other !== undefined) refuse(`${at}.${other} is not a setting of a token`)
}

/** Smaller balances of deposit addresses are not swept. */
export function sweepMinimumOf(value: unknown, at: string, currency: string): bigint {
  const least = typeof value === 'string' ? parseAmount(value, currency) : undefined
  return least?.ok === true
    ? least.minor
    : refuse(`${at}.sweep_minimum must be a positive amount such as '10.00'`)
}

/** A coin or token that payers send to deposit addresses by mistake. Smaller amounts are dust and not reported. */
export type OtherAsset = { symbol: string; decimals: number; minimumUnits: bigint }
type NamedAsset = OtherAsset & { at: string; token: Record<string, unknown> }

const MOST_OTHERS = 16

/** The tokens of `other_tokens`, with the settings that are left for the rail to read. */
export function otherTokensOf({ other_tokens: value = {} }: Settings): readonly NamedAsset[] {
  const entries = Object.entries(isRecord(value) ? value : refuse('other_tokens must name tokens'))
  if (entries.length > MOST_OTHERS) refuse(`other_tokens must have at most ${MOST_OTHERS} tokens`)
  return entries.map(([symbol, token]) => {
    const at = `other_tokens.${symbol}`
    if (!/^[A-Za-z0-9.]{1,12}$/.test(symbol))
      refuse(`${at} must have a name of 1 to 12 letters, digits or points`)
    if (!isRecord(token)) return refuse(`${at} must have decimals and its contract`)
    const { decimals: _, minimum = '1', ...others } = token
    const decimals = integerOf(token, 'decimals', 0, 36)
    return {
      symbol,
      at,
      decimals,
      minimumUnits: unitsOf(minimum, `${at}.minimum`, decimals),
      token: others,
    }
  })
}

/** The coin of the chain. */
export const nativeOf = (
  { native_minimum: minimum }: Settings,
  symbol: string,
  decimals: number,
  fallback: string,
): OtherAsset => ({
  symbol,
  decimals,
  minimumUnits: unitsOf(minimum ?? fallback, 'native_minimum', decimals),
})

function unitsOf(value: unknown, name: string, decimals: number): bigint {
  const units = typeof value === 'string' ? parseUnits(value, decimals) : undefined
  return units === undefined || units === 0n
    ? refuse(`${name} must be a positive amount in quotes, with at most ${decimals} decimals`)
    : units
}
