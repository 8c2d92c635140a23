// The checks before a handler of /v1. Their order: duplicate headers, API key, address, scope, rate limit, organization
// of the path, other headers. A request with a valid key pays its rate limit units even if a later check refuses it. The
// rate is in config.ts, the cost in each operation's config, and the cost of a complete list in list.ts. After these
// checks the body is read, and the request waits for a place at the gate (platform/db/gate.ts).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayCallFrom, type Authenticator, type Caller } from '../access/authenticate.ts'
import { sessionTokenOf } from '../access/sessions.ts'
import type { Gate } from '../db/gate.ts'
import { failure, retryLater } from '../errors.ts'
import { refuseMethod } from './methods.ts'
import { networkOf } from './network-of.ts'
import { exact } from './schemas.ts'
import { secondsOf, type SharedCounts, type Taken } from './shared-counts.ts'
import type { UnreadResponses } from './unread.ts'
import { uuidOf, type Uuid } from '../ids.ts'
import {
  acceptsJson,
  idempotencyKeyOf,
  refuseDuplicateHeaders,
  refuseUnreadableBody,
  tenantOf,
  wantsEventStream,
} from './request.ts'

type GuardDeps = {
  authenticator: Authenticator
  isMember(membership: {
    enterpriseId: Uuid<'ent'>
    organizationId: Uuid<'org'>
  }): boolean | Promise<boolean>
  rateLimitPerSecond: number
  authFailuresPerMinute: number
  sharedCounts: SharedCounts
  gate: Gate
  unread: UnreadResponses
}

/** Limit of key look-ups for an address above its failure limit. Valid callers may share that address. */
const LOOK_UPS_ABOVE_LIMIT = { most: 10, windowMs: 1000 }

export async function guard(app: FastifyInstance, deps: GuardDeps): Promise<void> {
  const { sharedCounts } = deps
  const requestLimit = { most: deps.rateLimitPerSecond, windowMs: 1000 }
  const failureLimit = { most: deps.authFailuresPerMinute, windowMs: 60_000 }
  const takeFailure = ({ ip }: FastifyRequest, cost: number): Taken =>
    sharedCounts.take(`failures of ${networkOf(ip)}`, failureLimit, cost)

  // Operations without query parameters refuse any parameter, so that a misspelt filter is not ignored.
  app.addHook('onRoute', (route) => {
    if (route.schema !== undefined) route.schema.querystring ??= exact({})
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('organizationId', null)
  app.decorateRequest('leaveGate', null)
  // Admit synchronously if no database query is needed, since a promise costs time. Refuse asynchronously: the HTTP parser
  // may still find invalid bytes after the headers, and the client must then get the parser's 400 instead.
  app.addHook('onRequest', (request, reply, done) => {
    let admitting: Promise<void> | undefined
    try {
      admitting = authenticateAndAdmit(request, reply)
    } catch (error) {
      return Promise.reject(error)
    }
    if (admitting === undefined) done()
    return admitting
  })

  function authenticateAndAdmit(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> | undefined {
    refuseDuplicateHeaders(request.raw.rawHeaders)
    const { authorization } = request.headers
    const mayLookUp = () =>
      takeFailure(request, 0).left > 0 ||
      sharedCounts.take(`look-ups of ${networkOf(request.ip)}`, LOOK_UPS_ABOVE_LIMIT, 1).isAllowed
    const caller =
      authorization === undefined
        ? deps.authenticator.authenticateSession(sessionTokenOf(request), mayLookUp)
        : deps.authenticator.authenticate(authorization, mayLookUp)
    return caller instanceof Promise
      ? caller.then((known) => admit(request, reply, known))
      : admit(request, reply, caller)
  }

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller | null,
  ): Promise<void> | undefined {
    if (caller === null) throw authenticationFailure(request)
    request.caller = caller
    const { cost = 1, scope } = request.routeOptions.config
    const taken = sharedCounts.take(
      caller.keyId,
      requestLimit,
      typeof cost === 'number' ? cost : cost(request.query),
    )
    addRateLimitHeaders(reply, requestLimit.most, taken)
    if (!mayCallFrom(caller, request.ip)) throw failure('address_not_allowed')
    if (scope !== undefined && !caller.scopes.includes(scope)) {
      throw failure('insufficient_scope', { required_scope: scope })
    }
    // Refuse requests over the limit before they cost a statement.
    if (!taken.isAllowed) throw retryLater('rate_limited', secondsOf(taken))
    const organizationId = organizationOfPath(request)
    if (organizationId === null) return requireHeaders(request, reply)
    const finish = (isMember: boolean) => {
      requireOrganization(organizationId, caller, isMember)
      request.organizationId = organizationId
      return requireHeaders(request, reply)
    }
    const isMember = deps.isMember({ enterpriseId: caller.enterpriseId, organizationId })
    return isMember instanceof Promise ? isMember.then(finish) : finish(isMember)
  }

  function requireHeaders(request: FastifyRequest, reply: FastifyReply): undefined {
    refuseMethod(request, reply)
    // The handler chooses among answers that are no JSON.
    const { answers } = request.routeOptions.config
    const isFree = answers !== undefined || asksForStream(request)
    if (!isFree && !acceptsJson(request.headers.accept)) throw failure('not_acceptable')
    if (request.routeOptions.config.needsIdempotencyKey === true) idempotencyKeyOf(request)
    refuseUnreadableBody(request)
    return undefined
  }

  // Wait for a place after the body has arrived, so that a slow sender occupies none.
  app.addHook('preHandler', (request, _reply, done) => {
    const { entersGate = true } = request.routeOptions.config
    if (entersGate && !request.is404 && !(asksForStream(request) && request.method === 'GET'))
      return enterGate(request)
    done()
    return undefined
  })
  async function enterGate(request: FastifyRequest): Promise<void> {
    request.leaveGate = await deps.gate.enter(tenantOf(request))
    // The caller disconnected while it waited. No work has begun.
    if (request.raw.socket.destroyed) throw failure('request_timeout')
    if (request.caller !== null) deps.unread.refuseIfTooMuch(request.caller.keyId)
  }
  // Leave the gate before sending, so that a slow reader occupies no place.
  app.addHook('onSend', (request, reply, payload, done) => {
    request.leaveGate?.()
    if (request.caller !== null && (typeof payload === 'string' || Buffer.isBuffer(payload)))
      deps.unread.add(request.caller.keyId, payload.length, reply.raw)
    done(null, payload)
  })

  // Missing, malformed, unknown, expired and revoked keys get the same answer, so that callers cannot tell them apart.
  function authenticationFailure(request: FastifyRequest): Error {
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
    const refused = failure('unauthenticated', {}, AUTHENTICATION)
    refused.headers['www-authenticate'] = 'Bearer'
    return refused
  }
}

const AUTHENTICATION =
  'Send the header "Authorization: Bearer", a blank, and an API key of this deployment that is neither revoked nor expired.'

const asksForStream = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.streamsEvents === true && wantsEventStream(headers.accept)

// Call this before any refusal: every response to a valid key carries the rate limit headers.
function addRateLimitHeaders(reply: FastifyReply, most: number, taken: Taken): void {
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

// A caller gets the same 404 for an organization of another enterprise as for an unknown one. A key bound to one
// organization gets 403 for the other organizations of its enterprise.
function requireOrganization(id: Uuid<'org'>, { organizationId }: Caller, isMember: boolean): void {
  if (!isMember) throw failure('not_found')
  if (organizationId !== null && organizationId !== id) throw failure('organization_not_permitted')
}
