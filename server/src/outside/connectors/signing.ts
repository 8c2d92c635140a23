// Signs requests to connectors and verifies their answers: RFC 9421 with ed25519, and RFC 9530 digests of the body. An
// answer covers the signature of its request, so it cannot be replayed for another request.
import { createHash, randomUUID, sign, timingSafeEqual, verify } from 'node:crypto'
import { httpbis } from 'http-message-signatures'
import type { Environment } from '../../platform/config.ts'
import { ConnectorError } from './errors.ts'
import type { PublicKeys, SigningKey } from './keys.ts'

export type SignedRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body: string
  /** The text that is signed. */
  signedText: string
}
export type RawAnswer = {
  status: number
  headers: Record<string, string | string[]>
  bytes: Buffer
}

/** A message for a sandbox is never accepted by a live system, nor the other way round. */
const tagOf = (environment: Environment): string => `corridor-${environment}`

/** How old or how far ahead the time of a signature may be. */
export const WINDOW_MS = 300_000

const SIGNED_OF_REQUEST = ['@method', '@authority', '@path', '@query', 'content-digest']
// The flag `req` covers a part of the request.
const SIGNED_OF_ANSWER = ['@status', 'content-digest', '@method;req', '@path;req', 'signature;req']

function tagFault(tag: unknown, environment: Environment): string {
  const other = environment === 'live' ? 'sandbox' : 'live'
  return tag === tagOf(other)
    ? `the answer is for ${other}, not for ${environment}`
    : `the answer is not for ${environment}`
}

const inRfc9421 = (part: string): string => part.replace(/^[^;]+/, '"$&"')
const MUST_COVER = `a signature of an answer must cover ${SIGNED_OF_ANSWER.map(inRfc9421).join(' ')}, with created, keyid, alg and tag`
const refusedByConnector = ({ signedText }: SignedRequest): string =>
  `if the connector found the signature of the request wrong: it is over this text, without a line break at its end:\n${signedText}`

export const digestOf = (body: string | Buffer): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

export async function signRequest(
  request: { method: string; url: URL; body: string },
  { id, privateKey }: SigningKey,
  environment: Environment,
  nowMs: number,
): Promise<SignedRequest> {
  const { method, body } = request
  const url = request.url.href
  let signedText = ''
  const signText = async (text: Buffer) => {
    signedText = text.toString()
    return sign(null, text, privateKey)
  }
  const signed = await httpbis.signMessage(
    {
      name: 'sig',
      key: { id, alg: 'ed25519', sign: signText },
      fields: SIGNED_OF_REQUEST,
      params: ['created', 'nonce', 'keyid', 'alg', 'tag'],
      paramValues: { created: new Date(nowMs), nonce: randomUUID(), tag: tagOf(environment) },
    },
    { method, url, headers: { 'content-digest': digestOf(body) } },
  )
  const headers = Object.fromEntries(
    Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  if (body !== '') headers['content-type'] = 'application/json'
  return { method, url, headers, body, signedText }
}

/** Throws a ConnectorError unless the connector signed exactly this answer to this request, recently. */
export async function verifyAnswer(
  request: SignedRequest,
  { status, headers, bytes }: RawAnswer,
  keys: PublicKeys,
  environment: Environment,
  nowMs: number,
): Promise<void> {
  if (headers['signature'] === undefined || headers['signature-input'] === undefined)
    throw new ConnectorError(
      'unsigned',
      `the answer (${status}) is not signed`,
      status === 401 ? refusedByConnector(request) : MUST_COVER,
    )
  const covered = new Set<string>()
  let signatures = 0
  let expected = MUST_COVER
  let refusal: ConnectorError | undefined
  const isGenuine = await httpbis
    .verifyMessage(
      {
        // Only a look. Null leaves the value of the component to the library.
        componentParser: (name, params) => {
          covered.add([name, ...params.keys()].join(';'))
          return null
        },
        keyLookup: async ({ keyid, created, tag }) => {
          signatures += 1
          const key = keys.get(String(keyid))
          refusal ??= refusalOf(created, nowMs)
          if (key === undefined)
            refusal ??= new ConnectorError('bad_signature', 'the answer names an unknown key id')
          if (tag !== tagOf(environment))
            refusal ??= new ConnectorError('bad_signature', tagFault(tag, environment))
          if (key === undefined || refusal !== undefined) return null
          return {
            algs: ['ed25519'],
            verify: async (data, signature) => {
              expected = `with its parameters the signature must be over this text, without a line break at its end:\n${data.toString()}`
              return verify(null, data, key, signature)
            },
          }
        },
        requiredParams: ['created', 'keyid', 'tag'],
        // The library compares with the system clock. refusalOf decides.
        notAfter: Number.MAX_SAFE_INTEGER,
      },
      { status, headers },
      { method: request.method, url: request.url, headers: request.headers },
    )
    .catch(() => false)
  if (refusal !== undefined) throw refusal
  // With several signatures the library reports only the last one.
  const misses = SIGNED_OF_ANSWER.filter((part) => !covered.has(part))
  if (isGenuine !== true || signatures !== 1)
    throw new ConnectorError('bad_signature', 'the signature of the answer is not right', expected)
  if (misses.length > 0) {
    const message = `the signature does not cover ${misses.join(', ')}`
    throw new ConnectorError('bad_signature', message, MUST_COVER)
  }
  if (!isDigestOf(headers['content-digest'], bytes))
    throw new ConnectorError('bad_digest', 'the body of the answer is not the signed one')
}

// The library accepts any `created` that is not a number, because no comparison with it holds.
function refusalOf(created: unknown, nowMs: number): ConnectorError | undefined {
  const createdMs = created instanceof Date ? created.getTime() : Number.NaN
  if (!Number.isSafeInteger(createdMs))
    return new ConnectorError('bad_signature', 'the signature of the answer has no time')
  const seconds = Math.round(Math.abs(nowMs - createdMs) / 1000)
  if (seconds * 1000 <= WINDOW_MS) return undefined
  return new ConnectorError(
    'stale',
    `the signature of the answer is ${seconds} seconds ${createdMs < nowMs ? 'old' : 'ahead'}; set the clocks of both machines`,
  )
}

function isDigestOf(header: string | string[] | undefined, bytes: Buffer): boolean {
  const expected = Buffer.from(digestOf(bytes))
  const given = Buffer.from(String(header))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
