// One signed call of a connector, with its verified answer. Decides which answers mean something: a signed 200, and a
// signed 404 of the type `unknown_key` with the key of the request. Everything else throws.
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { steppedMs, type Clock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/config.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import { MOST_BYTES, MOST_OF_KEY } from './answer-bytes.ts'
import { ConnectorError } from './errors.ts'
import type { PublicKeys, SigningKey } from './keys.ts'
import { problem } from './protocol.ts'
import { signRequest, verifyAnswer, type RawAnswer, type SignedRequest } from './signing.ts'
import { openTransport, type Transport } from './transport.ts'

export type Call = {
  method: 'GET' | 'PUT' | 'POST'
  /** Below the URL of the settings, with its query. */
  path: string
  body?: string
  /** The answer must repeat it. */
  key?: string
  /** The answer has a list, although it is one about a key. */
  isList?: true
  /** The caller checks the strings of the answer part by part. */
  strings?: 'any'
}

export type ConnectorClient = {
  /** The body of a signed 200. */
  call<T extends TSchema>(call: Call, schema: T): Promise<Static<T>>
  /** Null if the connector states that it never received the key. */
  lookUp<T extends TSchema>(call: Call & { key: string }, schema: T): Promise<Static<T> | null>
  close(): void
}

/** The parts of the service that an adapter needs. */
export type ConnectorWorld = {
  clock: Clock
  environment: Environment
  /** The value of a secret by its reference. */
  secret(reference: string): string
}

export type ClientSettings = {
  url: URL
  signingKey: SigningKey
  publicKeys: PublicKeys
  environment: Environment
  timeoutMs: number
}

export type Verified = { status: number; body: unknown }

export function openClient(
  settings: ClientSettings,
  clock: Clock,
  transport: Transport = openTransport({ timeoutMs: settings.timeoutMs }),
): ConnectorClient {
  async function exchange(call: Call): Promise<Verified> {
    const request = await signCall(settings, call, nowMsOf(clock))
    const isShort = call.key !== undefined && call.isList !== true
    const raw = await transport.exchange(request, isShort ? MOST_OF_KEY : MOST_BYTES)
    return verified(request, raw, settings, nowMsOf(clock), call.strings)
  }

  return {
    async call(call, schema) {
      const answer = await exchange(call)
      if (answer.status !== 200) throw refusalOf(call, answer)
      return checked(call, answer.body, schema)
    },
    async lookUp(call, schema) {
      const answer = await exchange(call)
      if (isUnknownKey(call.key, answer)) return null
      if (answer.status !== 200) throw refusalOf(call, answer)
      return checked(call, answer.body, schema)
    },
    close: transport.close,
  }
}

/** The system clock's time, since the connector compares it with its own. */
export const nowMsOf = (clock: Clock): number => clock.realNow() + steppedMs()

export function signCall(
  { url, signingKey, environment }: ClientSettings,
  { method, path, body = '' }: Call,
  nowMs: number,
): Promise<SignedRequest> {
  const called = new URL(url.href.replace(/\/$/, '') + path)
  return signRequest({ method, url: called, body }, signingKey, environment, nowMs)
}

/** Verifies the signature before the body is parsed. */
export async function verified(
  request: SignedRequest,
  raw: RawAnswer,
  { publicKeys, environment }: ClientSettings,
  nowMs: number,
  strings?: Call['strings'],
): Promise<Verified> {
  await verifyAnswer(request, raw, publicKeys, environment, nowMs)
  if (raw.headers['content-encoding'] !== undefined)
    throw new ConnectorError('unexpected', 'the answer is compressed, which was not asked for')
  try {
    return { status: raw.status, body: parseJsonBody(raw.bytes, strings) }
  } catch {
    throw new ConnectorError(
      'unexpected',
      `the answer (${raw.status}) is not JSON of this protocol`,
    )
  }
}

/** A signed statement that the connector never received the key. */
export const isUnknownKey = (key: string, { status, body }: Verified): boolean =>
  status === 404 && Value.Check(problem, body) && body.type === 'unknown_key' && body.key === key

/** Throws unless the body has the form of the schema and the key of the call. */
export function checked<T extends TSchema>(call: Call, body: unknown, schema: T): Static<T> {
  if (!Value.Check(schema, body)) {
    const [fault] = Value.Errors(schema, body)
    const where = fault?.instancePath === '' ? 'the body' : (fault?.instancePath ?? 'the body')
    throw new ConnectorError(
      'unexpected',
      `the answer to ${called(call)} does not have the documented form at ${where}`,
    )
  }
  const repeated = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined
  if (call.key !== undefined && repeated !== call.key)
    throw new ConnectorError('unexpected', `the answer to ${called(call)} has another key`)
  return body
}

function refusalOf(call: Call, { status, body }: Verified): ConnectorError {
  const type =
    Value.Check(problem, body) && /^[a-z_]{1,60}$/.test(body.type) ? body.type : 'no type'
  return status === 409
    ? new ConnectorError('key_reused', `${called(call)}: the key was used with another body (409)`)
    : new ConnectorError('unexpected', `${called(call)} was answered with ${status} (${type})`)
}

// Keys and cursors are no secrets, but they would make every message different.
const called = ({ method, path }: Call): string => `${method} /${path.split(/[/?]/)[1] ?? ''}`
