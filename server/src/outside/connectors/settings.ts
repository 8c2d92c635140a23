// The settings of a connector in an operator file: the form that is checked when the file is applied, and the values
// that an adapter opens with. Secrets are references.
import Type, { type Static } from 'typebox'
import { isSecretReference, type Environment } from '../../platform/config.ts'
import { exact } from '../../platform/http/schemas.ts'
import {
  checkDetails,
  currenciesOf,
  methodNames,
  type InstrumentMethod,
} from '../methods/methods.ts'
import { ALL_BPS, WITHIN_BPS } from '../liquidity/plausible.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import type { Served } from '../rails/port.ts'
import { isLoopback } from '../../platform/outgoing/addresses.ts'
import { minorOf, type MostFees } from './amounts.ts'
import type { ClientSettings } from './client.ts'
import { isKeyId, privateKeyOf, publicKeyOf, type PublicKeys } from './keys.ts'
import { problemOfForm } from '../../platform/settings-form.ts'
import { values } from '../../platform/values.ts'

const A_CONNECTOR = 'a connector'
const MOST_KEYS = 4
/** A step of the worker makes two calls at most, within 25 seconds. */
const LONGEST_TIMEOUT_S = 12
const TIMEOUT_S = 10

const connection = {
  url: Type.String({ minLength: 1, maxLength: 500 }),
  signing_key: Type.String(),
  signing_key_id: Type.String(),
  public_keys: Type.Record(Type.String(), Type.String()),
  timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: LONGEST_TIMEOUT_S })),
}
const common = {
  ...connection,
  events_secret: Type.Optional(Type.String()),
  most_fees: Type.Optional(Type.Record(Type.String(), Type.String())),
}
// Nothing is looked up at a screener, so it sends no nudges.
const screenerSchema = exact(connection)
const providerSchema = exact({
  ...common,
  delivered_within_bps: Type.Optional(Type.Integer({ minimum: 0, maximum: ALL_BPS })),
})
const railSchema = exact({
  ...common,
  serves: Type.Array(
    exact({
      method: Type.Enum([...methodNames]),
      currencies: Type.Array(Type.String(), { minItems: 1 }),
      where: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
    { minItems: 1 },
  ),
  shared_accounts: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
  ),
})
const beliefs = Type.Object({
  most_fees: common.most_fees,
  delivered_within_bps: providerSchema.properties.delivered_within_bps,
})
type RailSettings = Static<typeof railSchema>

/** The reason to refuse the settings of a provider; undefined if they are valid. */
export const connectorProviderProblem = (settings: Record<string, unknown>): string | undefined =>
  problemOfForm(providerSchema, settings, A_CONNECTOR) ??
  problemOfCommon(values().Parse(providerSchema, settings))

/** The reason to refuse the settings of a screener; undefined if they are valid. */
export const connectorScreenerProblem = (settings: Record<string, unknown>): string | undefined =>
  problemOfForm(screenerSchema, settings, A_CONNECTOR) ??
  problemOfCommon(values().Parse(screenerSchema, settings))

/** The reason to refuse the settings of a rail; undefined if they are valid. */
export function connectorRailProblem(settings: Record<string, unknown>): string | undefined {
  const form = problemOfForm(railSchema, settings, A_CONNECTOR)
  if (form !== undefined) return form
  const parsed = values().Parse(railSchema, settings)
  return problemOfCommon(parsed) ?? problemOfServes(parsed) ?? problemOfAccounts(parsed)
}

function problemOfCommon(settings: Static<typeof providerSchema>): string | undefined {
  const { url, signing_key, signing_key_id, public_keys, events_secret, most_fees = {} } = settings
  const ofUrl = connectorUrlProblem(url)
  if (ofUrl !== undefined) return `url ${ofUrl}`
  for (const [name, reference] of Object.entries({ signing_key, events_secret }))
    if (reference !== undefined && !isSecretReference(reference))
      return `${name} must be env:NAME or file:PATH, never the secret itself`
  if (!isKeyId(signing_key_id)) return `signing_key_id ${OF_KEY_ID}`
  const ids = Object.keys(public_keys)
  if (ids.length === 0 || ids.length > MOST_KEYS)
    return `public_keys must name 1 to ${MOST_KEYS} keys of the connector`
  if (!ids.every(isKeyId)) return `public_keys: a key id ${OF_KEY_ID}`
  for (const [currency, amount] of Object.entries(most_fees)) {
    if (!isCurrency(currency)) return `most_fees.${currency} must be a known currency`
    if (!parseAmount(amount, currency).ok)
      return `most_fees.${currency} must be an amount, such as "25"`
  }
  const bad = ids.find((id) => publicKeyOf(public_keys[id] ?? '') === undefined)
  return bad === undefined
    ? undefined
    : `public_keys.${bad} must be an ed25519 public key: 32 bytes in base64`
}

const OF_KEY_ID = 'must be 1 to 60 letters, digits or . _ : -'

/** Completes "url ...". A connector may have a private address, since the operator names it. */
export function connectorUrlProblem(text: string): string | undefined {
  if (/[\s\\#?]/.test(text) || !URL.canParse(text))
    return 'must be a URL without query and fragment'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isHere = host === 'localhost' || host.endsWith('.localhost') || isLoopback(host)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isHere)) return undefined
  return 'must begin with https://; http:// is allowed only to this machine'
}

function problemOfServes({ serves }: RailSettings): string | undefined {
  for (const { method, currencies } of serves) {
    const wrong = currencies.find((code) => !currenciesOf(method).includes(code))
    if (wrong !== undefined)
      return `serves: ${method} carries ${currenciesOf(method).join(', ')}, not ${wrong}`
  }
  return undefined
}

function problemOfAccounts({ serves, shared_accounts = {} }: RailSettings): string | undefined {
  for (const [method, details] of Object.entries(shared_accounts)) {
    const served = serves.find((one) => one.method === method)
    if (served === undefined)
      return `shared_accounts.${method} is for a method that is not in serves`
    const [problem] = checkDetails(served.method, details)
    if (problem !== undefined)
      return `shared_accounts.${method}.${problem.field} ${problem.message}`
  }
  return undefined
}

/** The instruments that a rail with these valid settings serves. */
export const servedBy = (settings: Record<string, unknown>): readonly Served[] =>
  values().Parse(railSchema, settings).serves

/** `secret` gives the value of a reference, or throws. */
type Secret = (reference: string) => string

export function clientSettingsOf(
  settings: Record<string, unknown>,
  { secret, environment }: { secret: Secret; environment: Environment },
): ClientSettings {
  // The parts that all kinds of settings have.
  const parsed = values().Parse(Type.Object(connection), settings)
  return {
    url: new URL(parsed.url),
    signingKey: { id: parsed.signing_key_id, privateKey: privateKeyOf(secret(parsed.signing_key)) },
    publicKeys: publicKeysOf(parsed.public_keys),
    environment,
    timeoutMs: (parsed.timeout_seconds ?? TIMEOUT_S) * 1000,
  }
}

/** The limits within which a rail or provider believes its connector. */
export function beliefsOf(settings: Record<string, unknown>): {
  mostFees: MostFees
  deliveredWithinBps: number
} {
  const { most_fees: fees, delivered_within_bps: bps } = values().Parse(beliefs, settings)
  return {
    mostFees: new Map(
      Object.entries(fees ?? {}).map(([currency, amount]) => [currency, minorOf(amount, currency)]),
    ),
    deliveredWithinBps: bps ?? WITHIN_BPS,
  }
}

export const publicKeysOf = (given: Readonly<Record<string, string>>): PublicKeys =>
  new Map(
    Object.entries(given).map(([id, text]) => {
      const key = publicKeyOf(text)
      if (key === undefined) throw new Error(`public key ${id} must be 32 bytes in base64`)
      return [id, key]
    }),
  )

export function railSettingsOf(
  settings: Record<string, unknown>,
  secret: Secret,
): {
  serves: readonly Served[]
  /** The accounts that all orders share. Other methods take theirs from the pool. */
  sharedAccounts: Readonly<Partial<Record<InstrumentMethod, Record<string, string>>>>
  eventsSecret: string | undefined
} {
  const { serves, shared_accounts = {}, events_secret } = values().Parse(railSchema, settings)
  return {
    serves,
    sharedAccounts: shared_accounts,
    eventsSecret: events_secret === undefined ? undefined : secret(events_secret),
  }
}
