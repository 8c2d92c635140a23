// The checks before a handler of /v1: duplicate headers, API key, address, scope, rate limit, organization of the path,
// other headers. Every valid key pays its units first: config.ts has the rate, each operation's config its cost, list.ts
// the cost of a complete list. Then the body is read, and the request takes a place at the gate.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayCallFrom, type Authenticator, type Caller } from '../access/authenticate.ts'
import type { Gate } from '../db/gate.ts'
import { failure, retryLater } from '../errors.ts'
import { exact } from './schemas.ts'
import type { SharedCounts, Taken } from './shared-counts.ts'
import type { Unread } from './unread.ts'
import { uuidOf, type Uuid } from '../ids.ts'
import type { Memberships } from '../organizations/membership.ts'
import {
  acceptsJson,
  idempotencyKeyOf,
  refuseDuplicateHeaders,
  refuseUnreadableBody,
  tenantOf,
  wantsEventStream,
} from './request.ts'

export type GuardDeps = {
  authenticator: Authenticator
  isMember: Memberships['isMember']
  rateLimitPerSecond: number
  authFailuresPerMinute: number
  sharedCounts: SharedCounts
  gate: Gate
  unread: Unread
}

/** Look-ups of unknown keys from an address over its failure limit. Valid callers may share that address. */
const LOOK_UPS = { most: 10, windowMs: 1000 }

export async function guard(app: FastifyInstance, deps: GuardDeps): Promise<void> {
  const { sharedCounts } = deps
  const requests = { most: deps.rateLimitPerSecond, windowMs: 1000 }
  const failures = { most: deps.authFailuresPerMinute, windowMs: 60_000 }
  const takeFailure = ({ ip }: FastifyRequest, cost: number): Taken =>
    sharedCounts.take(`failures of ${ip}`, failures, cost)

  // Operations without query parameters refuse all of them, so that a misspelt filter is not ignored.
  app.addHook('onRoute', (route) => {
    if (route.schema !== undefined) route.schema.querystring ??= exact({})
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('organizationId', null)
  app.decorateRequest('leaveGate', null)
  // Without a database query, admit synchronously: a promise costs time. Refuse asynchronously: the HTTP parser may still
  // find invalid bytes behind the headers, and the client must get only its 400.
  app.addHook('onRequest', (request, reply, done) => {
    let admitting: Promise<void> | undefined
    try {
      admitting = identify(request, reply)
    } catch (error) {
      return Promise.reject(error)
    }
    if (admitting === undefined) done()
    return admitting
  })

  function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    refuseDuplicateHeaders(request.raw.rawHeaders)
    const caller = deps.authenticator.authenticate(
      request.headers.authorization,
      () =>
        takeFailure(request, 0).left > 0 ||
        sharedCounts.take(`look-ups of ${request.ip}`, LOOK_UPS, 1).isAllowed,
    )
    return caller instanceof Promise
      ? caller.then((known) => admit(request, reply, known))
      : admit(request, reply, caller)
  }

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller | null,
  ): Promise<void> | undefined {
    if (caller === null) throw refusal(request)
    request.caller = caller
    const { cost = 1, scope } = request.routeOptions.config
    const taken = sharedCounts.take(
      caller.keyId,
      requests,
      typeof cost === 'number' ? cost : cost(request.query),
    )
    describeLimit(reply, requests.most, taken)
    if (!mayCallFrom(caller, request.ip)) throw failure('address_not_allowed')
    if (scope !== undefined && !caller.scopes.includes(scope)) {
      throw failure('insufficient_scope', { required_scope: scope })
    }
    // Refuse requests over the limit before they cost a statement.
    if (!taken.isAllowed) throw retryLater('rate_limited', secondsOf(taken))
    const organizationId = organizationOfPath(request)
    if (organizationId === null) return requireHeaders(request, reply)
    const enter = (isMember: boolean) => {
      requireOrganization(organizationId, caller, isMember)
      request.organizationId = organizationId
      return requireHeaders(request, reply)
    }
    const isMember = deps.isMember({ enterpriseId: caller.enterpriseId, organizationId })
    return isMember instanceof Promise ? isMember.then(enter) : enter(isMember)
  }

  function requireHeaders(request: FastifyRequest, reply: FastifyReply): undefined {
    const { needsIdempotencyKey, refusedFor } = request.routeOptions.config
    if (refusedFor !== undefined) {
      reply.header('allow', refusedFor)
      throw failure('method_not_allowed', { allowed: refusedFor.split(', ') })
    }
    if (!isStream(request) && !acceptsJson(request.headers.accept)) throw failure('not_acceptable')
    if (needsIdempotencyKey === true) idempotencyKeyOf(request)
    refuseUnreadableBody(request)
    return undefined
  }

  // Take the place after the body has arrived, so that a slow sender holds none.
  app.addHook('preHandler', (request, _reply, done) => {
    const { takesPlace = true } = request.routeOptions.config
    if (takesPlace && !request.is404 && !(isStream(request) && request.method === 'GET'))
      return takePlace(request)
    done()
    return undefined
  })
  async function takePlace(request: FastifyRequest): Promise<void> {
    request.leaveGate = await deps.gate.enter(tenantOf(request))
    // The caller disconnected while waiting. No work has begun.
    if (request.raw.socket.destroyed) throw failure('request_timeout')
    if (request.caller !== null) deps.unread.refuseMore(request.caller.keyId)
  }
  // Give the place back before sending, so that a slow reader holds none.
  app.addHook('onSend', (request, reply, payload, done) => {
    request.leaveGate?.()
    if (request.caller !== null && (typeof payload === 'string' || Buffer.isBuffer(payload)))
      deps.unread.add(request.caller.keyId, payload.length, reply.raw)
    done(null, payload)
  })

  // Missing, malformed, unknown, expired and revoked keys get the same answer, so that callers cannot tell them apart.
  function refusal(request: FastifyRequest): Error {
    const taken = takeFailure(request, 1)
    if (!taken.isAllowed) {
      return retryLater(
        'rate_limited',
        secondsOf(taken),
        'Too many failed authentications from this address.',
      )
    }
    const isLiveKey = /^Bearer +ck_live_/i.test(request.headers.authorization ?? '')
    if (isLiveKey && request.routeOptions.config.sandboxKeyOnly === true)
      return failure('sandbox_key_required')
    const refused = failure('unauthenticated')
    refused.headers['www-authenticate'] = 'Bearer'
    return refused
  }
}

const isStream = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.streamsEvents === true && wantsEventStream(headers.accept)

const secondsOf = ({ endsInMs }: Taken): number => Math.max(1, Math.ceil(endsInMs / 1000))

// Call this before any refusal: every authenticated answer carries the rate limit headers.
function describeLimit(reply: FastifyReply, most: number, taken: Taken): void {
  reply.header('ratelimit-limit', most)
  reply.header('ratelimit-remaining', taken.left)
  reply.header('ratelimit-reset', secondsOf(taken))
}

function organizationOfPath({ params }: FastifyRequest): Uuid<'org'> | null {
  if (typeof params !== 'object' || params === null || !('organization_id' in params)) return null
  const id = uuidOf('org', String(params.organization_id))
  if (id === undefined) throw failure('not_found')
  return id
}

// An organization of another enterprise is answered like an unknown one: 404. Another one of the same enterprise is 403
// for a key bound to one organization.
function requireOrganization(id: Uuid<'org'>, { organizationId }: Caller, isMember: boolean): void {
  if (!isMember) throw failure('not_found')
  if (organizationId !== null && organizationId !== id) throw failure('organization_not_permitted')
}
