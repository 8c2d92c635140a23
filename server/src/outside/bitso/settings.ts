// The settings of rails and providers of the kind bitso: what the operator file may say, and what is wrong with it.
// Credentials are references to secrets, never secrets.
import { nearestFirst } from '../../platform/nearest.ts'
import { parseTimestamp, type Instant } from '../../platform/clock.ts'
import { isSecretReference } from '../../platform/config.ts'
import { checkDetails, methodNames, type InstrumentMethod } from '../methods/methods.ts'
import { ALL_BPS, WITHIN_BPS } from '../liquidity/plausible.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import type { Served } from '../rails/port.ts'
import { isFields, type Fields } from './answers.ts'

type Access = { baseUrl: string; apiKey: string; apiSecret: string }

type ProviderSettings = Access & {
  balanceCurrencies: readonly string[] | null
  deliveredWithinBps: number
}

type PairSettings = { sampleAmount: string; marginBps: bigint; refreshMs: number }

/** Paths of the interface for Colombia. */
type ColombiaPaths = { payouts: string; payins: string }

export type RailSettings = Access & {
  currencies: readonly PaidCurrency[]
  balanceCurrencies: readonly string[]
  /** The desk's accounts that payers send to. */
  funding: Partial<Record<InstrumentMethod, Record<string, string>>>
  colombia: ColombiaPaths | null
  depositsSince: Instant | null
  webhookKeysPath: string
  pollMs: number
}

/** The currencies that Bitso pays out to bank accounts, and the method of each. */
export const PAID = {
  MXN: 'MXN_CLABE',
  COP: 'COP_BANK_ACCOUNT',
  BRL: 'BRL_PIX',
} as const satisfies Record<string, InstrumentMethod>
export type PaidCurrency = keyof typeof PAID

const PRODUCTION = 'https://api.bitso.com'

const PROVIDER_SETTINGS =
  'base_url api_key api_secret balance_currencies delivered_within_bps'.split(' ')

export function readProviderSettings(settings: Fields): ProviderSettings {
  refuseUnknown(settings, PROVIDER_SETTINGS)
  const within = { least: 0, most: ALL_BPS, absent: WITHIN_BPS }
  return {
    ...readAccess(settings),
    deliveredWithinBps: wholeIn(settings, 'delivered_within_bps', within),
    balanceCurrencies: currenciesIn(settings, 'balance_currencies'),
  }
}

export function readPairSettings(settings: Fields): PairSettings {
  refuseUnknown(settings, ['sample_amount', 'margin_bps', 'refresh_seconds'])
  const sampleAmount = settings['sample_amount']
  // The currency is checked with the pair; six decimals is the most that a traded currency has.
  if (typeof sampleAmount !== 'string' || !parseAmount(sampleAmount, 'USDC').ok)
    throw new Error(
      'sample_amount must be a decimal string, such as "1000.00": the payin that Bitso is asked to quote for the rate',
    )
  const refreshSeconds = wholeIn(settings, 'refresh_seconds', { least: 2, most: 300, absent: 20 })
  return {
    sampleAmount,
    marginBps: BigInt(wholeIn(settings, 'margin_bps', { least: 0, most: 1000, absent: 0 })),
    refreshMs: refreshSeconds * 1000,
  }
}

const RAIL_SETTINGS =
  'base_url api_key api_secret balance_currencies currencies funding colombia deposits_since webhook_keys_path poll_seconds'.split(
    ' ',
  )

export function readRailSettings(settings: Fields): RailSettings {
  refuseUnknown(settings, RAIL_SETTINGS)
  const currencies = currenciesIn(settings, 'currencies')?.filter(isPaidCurrency) ?? []
  if (currencies.length === 0 || currencies.length !== currenciesIn(settings, 'currencies')?.length)
    throw new Error(`currencies must be a list of one or more of ${Object.keys(PAID).join(', ')}`)
  const colombia = colombiaIn(settings)
  if (currencies.includes('COP') && colombia === null)
    throw new Error('COP needs colombia: { payouts_path: "/...", payins_path: "/..." }')
  return {
    ...readAccess(settings),
    currencies,
    balanceCurrencies: currenciesIn(settings, 'balance_currencies') ?? currencies,
    funding: fundingIn(settings, currencies),
    colombia,
    depositsSince: sinceIn(settings),
    webhookKeysPath: pathIn(settings, 'webhook_keys_path') ?? '/webhooks/public-key',
    pollMs: wholeIn(settings, 'poll_seconds', { least: 1, most: 600, absent: 5 }) * 1000,
  }
}

export const servedBy = ({ currencies }: RailSettings): readonly Served[] =>
  currencies.map((currency) => ({ method: PAID[currency], currencies: [currency] }))

function readAccess(settings: Fields): Access {
  const secret = (name: string): string => {
    const reference = settings[name]
    if (typeof reference !== 'string' || !isSecretReference(reference))
      throw new Error(`${name} must refer to a secret as env:NAME or file:PATH`)
    return reference
  }
  const baseUrl = settings['base_url'] ?? PRODUCTION
  if (typeof baseUrl !== 'string' || !isBaseUrl(baseUrl))
    throw new Error('base_url must be an https URL without a path, such as https://api.bitso.com')
  return { baseUrl, apiKey: secret('api_key'), apiSecret: secret('api_secret') }
}

// Plain HTTP only to this machine: for a test server or a proxy that adds TLS.
function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, username } = new URL(text)
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
  const isPlain = pathname === '/' && search === '' && username === ''
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && isLocal))
}

export const isPaidCurrency = (code: string): code is PaidCurrency => Object.hasOwn(PAID, code)

function currenciesIn(settings: Fields, name: string): readonly string[] | null {
  const list = settings[name]
  if (list === undefined) return null
  if (!Array.isArray(list)) throw new Error(`${name} must be a list of currencies`)
  return list.map((code: unknown) => {
    if (typeof code === 'string' && isCurrency(code)) return code
    throw new Error(`${name} has an unknown currency: ${JSON.stringify(code)}`)
  })
}

function fundingIn(
  settings: Fields,
  currencies: readonly PaidCurrency[],
): Partial<Record<InstrumentMethod, Record<string, string>>> {
  const funding = settings['funding'] ?? {}
  if (!isFields(funding)) throw new Error('funding must have one account for each method')
  const accounts = Object.entries(funding).map(([name, account]) => {
    const method = methodNames.find((one) => one === name)
    if (method === undefined || !currencies.some((currency) => PAID[currency] === method))
      throw new Error(`funding has ${name}, which is no method of the rail's currencies`)
    if (!isFields(account)) throw new Error(`funding.${name} must have the fields of ${name}`)
    const [problem] = checkDetails(method, account)
    if (problem !== undefined)
      throw new Error(`funding.${name}.${problem.field} ${problem.message}`)
    return [method, stringsOf(account)]
  })
  return Object.fromEntries(accounts)
}

const stringsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

function colombiaIn(settings: Fields): ColombiaPaths | null {
  const colombia = settings['colombia']
  if (colombia === undefined) return null
  if (!isFields(colombia)) throw new Error('colombia must have payouts_path and payins_path')
  refuseUnknown(colombia, ['payouts_path', 'payins_path'])
  const payouts = pathIn(colombia, 'payouts_path')
  const payins = pathIn(colombia, 'payins_path')
  if (payouts === null || payins === null)
    throw new Error('colombia must have payouts_path and payins_path')
  return { payouts, payins }
}

function pathIn(settings: Fields, name: string): string | null {
  const path = settings[name]
  if (path === undefined) return null
  if (typeof path !== 'string' || !/^(\/[A-Za-z0-9_.-]+)+$/.test(path))
    throw new Error(`${name} must be a path, such as /payments/v1/payouts`)
  return path
}

function sinceIn(settings: Fields): Instant | null {
  const text = settings['deposits_since']
  if (text === undefined) return null
  const at = typeof text === 'string' ? parseTimestamp(text) : undefined
  if (at === undefined) throw new Error('deposits_since must be a timestamp with a zone')
  return at
}

function wholeIn(
  settings: Fields,
  name: string,
  { least, most, absent }: { least: number; most: number; absent: number },
): number {
  const value = settings[name] ?? absent
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} must be a whole number from ${least} to ${most}`)
  return value
}

function refuseUnknown(settings: Fields, known: readonly string[]): void {
  const unknown = Object.keys(settings).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `${unknown} is not a setting of bitso; known are ${nearestFirst(unknown, known)}`,
    )
}
