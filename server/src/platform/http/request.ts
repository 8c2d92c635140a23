// The fields that the guard adds to a request, and the rules for its headers.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { monotonicMs } from '../clock.ts'
import { failure } from '../errors.ts'
import type { Caller } from '../access/authenticate.ts'
import type { CustomerRight } from '../access/customer-roles.ts'
import type { Tenant } from '../db/gate.ts'
import { randomPiece } from '../random.ts'
import { uuidOf, type OwnedId, type Prefix, type Uuid } from '../ids.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by platform/http/guard.ts before any handler of /v1 runs. */
    caller: Caller | null
    /** The organization of the path, known to belong to the caller's enterprise. */
    organizationId: Uuid<'org'> | null
    /** Gives the place at the gate back. Null when the request has none. */
    leaveGate: (() => void) | null
    /** When the guard let it in, in monotonic milliseconds. */
    admittedMs: number
  }
  interface FastifyContextConfig {
    scope?: 'read' | 'write'
    /** What a person of the enterprise needs. Default: `see` for the scope read, `prepare` for write. */
    userRight?: CustomerRight
    /** API keys are refused: only people of the enterprise may. */
    isForUsers?: boolean
    needsIdempotencyKey?: boolean
    sandboxKeyOnly?: boolean
    /** Answers with an event stream if the caller asks for one: see wantsEventStream. */
    streamsEvents?: boolean
    /** Units that the request takes from its key's rate limit: 1 by default, or a function of the query. */
    cost?: number | ((query: unknown) => number)
    /** False if the handler only uses shared statements, or enters the gate itself for each read. Default: true. */
    entersGate?: boolean
    /** The failure for a body above the limit of the route, where that is not 64 KiB. */
    tooLarge?: 'document_too_large'
    /** Replaces the request schema in the OpenAPI description, where the handler checks more than the schema does. */
    published?: { body?: TSchema; querystring?: TSchema; consumes?: string[] }
    /** The media types of an answer that is no JSON, the usual one first. Problems are JSON all the same. */
    answers?: readonly string[]
    /** The media types of a body that is no JSON. The handler gets it as a stream. */
    bodyTypes?: readonly string[]
    /** Set on the route of everything that no other route takes: the methods that a path supports. */
    methodsOf?: (path: string) => string[]
  }
}

const LATE_MS = 100

/**
 * Whether the body came so long after the headers that the caller may have lost the key, the session or the role meanwhile. A
 * sender may take 20 seconds for it.
 */
export const cameLate = ({ admittedMs }: FastifyRequest): boolean =>
  monotonicMs() - admittedMs > LATE_MS

export const newRequestId = (): string => `req_${randomPiece(12).toString('hex')}`

/** The caller's X-Request-Id if it is well formed, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(sent) ? sent : newRequestId()
}

const SINGLE = new Set([
  'authorization',
  'idempotency-key',
  'content-type',
  'content-encoding',
  'accept',
  'x-request-id',
  'host',
])

/** Node keeps the first of two Authorization headers and joins other duplicates with a comma. Both hide the duplicate. */
export function refuseDuplicateHeaders(rawHeaders: readonly string[]): void {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) throw failure('duplicate_header', {}, `${name} was sent more than once.`)
    seen.add(name)
  }
}

/** 1 to 255 visible ASCII characters. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') {
    throw failure(
      'idempotency_key_missing',
      {},
      'Send a new UUID for each new operation, and the same one when you repeat it.',
    )
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw failure('idempotency_key_invalid', {}, 'It must have 1 to 255 visible ASCII characters.')
  }
  return key
}

export function refuseUnreadableBody({ headers }: FastifyRequest, types?: readonly string[]): void {
  const hasBody =
    headers['transfer-encoding'] !== undefined ||
    Number.parseInt(headers['content-length'] ?? '0', 10) > 0
  // Many clients send a content type without a body. Drop it, or the parser would refuse an unknown type.
  if (!hasBody) {
    delete headers['content-type']
    return
  }
  if (headers['transfer-encoding'] !== undefined && headers['transfer-encoding'] !== 'chunked') {
    throw failure('unsupported_media_type', {}, 'Transfer-Encoding must be chunked.')
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw failure('unsupported_media_type', {}, 'Content-Encoding is not supported.')
  }
  const type = headers['content-type']
  if (types !== undefined) {
    const sent = type?.split(';')[0]?.trim().toLowerCase()
    if (sent !== undefined && types.includes(sent)) return
    throw failure('unsupported_media_type', {}, `Send Content-Type: ${types.join(' or ')}.`)
  }
  if (
    type === undefined ||
    !/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim())
  ) {
    throw failure('unsupported_media_type', {}, 'Send Content-Type: application/json.')
  }
}

/** False when the Accept header excludes JSON. The most specific range decides (RFC 9110). */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const wanted = qualitiesOf(accept)
  const closest = ['application/json', 'application/*', '*/*'].find((range) => wanted.has(range))
  return wanted.get(closest ?? 'application/problem+json') ?? false
}

/** The media type that the Accept header allows: the one that it names, else the first. Undefined if it excludes all. */
export function acceptedType(
  accept: string | undefined,
  types: readonly string[],
): string | undefined {
  if (accept === undefined || accept.trim() === '') return types[0]
  const wanted = qualitiesOf(accept)
  const isRefused = (type: string) => wanted.get(type) === false
  return (
    types.find((type) => wanted.get(type) === true) ??
    types.find((type) => wanted.get(`${type.split('/')[0]}/*`) === true && !isRefused(type)) ??
    types.find((type) => wanted.get('*/*') === true && !isRefused(type))
  )
}

/** True when the Accept header names an event stream and not JSON as well. */
export function wantsEventStream(accept: string | undefined): boolean {
  const wanted = qualitiesOf(accept ?? '')
  return wanted.get('text/event-stream') === true && wanted.get('application/json') !== true
}

/** The names in an Accept or Accept-Encoding header, and whether each is wanted: a quality of zero means no. */
export function qualitiesOf(accept: string): Map<string, boolean> {
  const wanted = new Map<string, boolean>()
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const refused = parameters.some((parameter) => /^q\s*=\s*0(\.0{0,3})?$/.test(parameter))
    wanted.set(range, !refused || wanted.get(range) === true)
  }
  return wanted
}

/** The caller of a request that the guard let in. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a handler ran without a caller')
  return request.caller
}

/** The tenant of a request that the guard let in. */
export const tenantOf = (request: FastifyRequest): Tenant => ({
  enterpriseId: callerOf(request).enterpriseId,
  organizationId: request.organizationId,
})

/** The organization of the path of a request that the guard let in. */
export function organizationOf(request: FastifyRequest): Uuid<'org'> {
  if (request.organizationId === null) throw new Error('a handler ran without an organization')
  return request.organizationId
}

/** Parses an identifier of the path, within the organization of the path. A malformed one is answered like an unknown one: 404. */
export function ownedId<P extends Prefix>(
  request: FastifyRequest,
  prefix: P,
  text: string,
): OwnedId<P> {
  const id = uuidOf(prefix, text)
  if (id === undefined) throw failure('not_found')
  return { organizationId: organizationOf(request), id }
}
