// The checks before a handler of /v1. Their order: duplicate headers, API key, address, scope or role, rate limit, organization
// of the path, other headers. A request with a valid key pays its rate limit units even if a later check refuses it. The
// rate is in config.ts, the cost in each operation's config, and the cost of a complete list in list.ts. After these
// checks the body is read, and the request waits for a place at the gate (platform/db/gate.ts).
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayCallFrom, type Authenticator, type Caller } from '../access/authenticate.ts'
import { customerMay, customerRolesWith } from '../access/customer-roles.ts'
import { isPageOf, sessionTokenOf } from '../access/sessions.ts'
import { monotonicMs } from '../clock.ts'
import type { Gate } from '../db/gate.ts'
import { failure, retryLater } from '../errors.ts'
import { refuseMethod } from './methods.ts'
import { networkOf } from './network-of.ts'
import { exact } from './schemas.ts'
import { secondsOf, type SharedCounts, type Taken } from './shared-counts.ts'
import type { UnreadResponses } from './unread.ts'
import { uuidOf, type Uuid } from '../ids.ts'
import { noteCustomer } from '../turns.ts'
import {
  acceptsJson,
  cameLate,
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
  // Operations without query parameters refuse any parameter, so that a misspelt filter is not ignored.
  app.addHook('onRoute', (route) => {
    if (route.schema !== undefined) route.schema.querystring ??= exact({})
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('organizationId', null)
  app.decorateRequest('leaveGate', null)
  app.decorateRequest('admittedMs', 0)
  // Admit synchronously if no database query is needed, since a promise costs time. Refuse asynchronously: the HTTP parser
  // may still find invalid bytes after the headers, and the client must then get the parser's 400 instead.
  app.addHook('onRequest', (request, reply, done) => {
    let admitting: Promise<void> | undefined
    try {
      admitting = authenticateAndAdmit(deps, request, reply)
    } catch (error) {
      return Promise.reject(error)
    }
    if (admitting === undefined) done()
    return admitting
  })

  // Wait for a place after the body has arrived, so that a slow sender occupies none.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.caller !== null && cameLate(request))
      return enterLate(deps, request, request.caller)
    if (entersGate(request)) return enterGate(deps, request)
    done()
    return undefined
  })
  // Leave the gate before sending, so that a slow reader occupies no place.
  app.addHook('onSend', (request, reply, payload, done) => {
    request.leaveGate?.()
    if (request.caller !== null && (typeof payload === 'string' || Buffer.isBuffer(payload)))
      deps.unread.add(request.caller.id, payload.length, reply.raw)
    done(null, payload)
  })
}

function authenticateAndAdmit(
  deps: GuardDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  refuseDuplicateHeaders(request.raw.rawHeaders)
  const caller = authenticate(deps, request)
  return caller instanceof Promise
    ? caller.then((known) => admit(deps, request, reply, known))
    : admit(deps, request, reply, caller)
}

function authenticate(
  deps: GuardDeps,
  request: FastifyRequest,
): Caller | null | Promise<Caller | null> {
  const { authorization } = request.headers
  const mayLookUp = () =>
    takeFailure(deps, request, 0).left > 0 ||
    deps.sharedCounts.take(`look-ups of ${networkOf(request.ip)}`, LOOK_UPS_ABOVE_LIMIT, 1)
      .isAllowed
  return authorization === undefined
    ? deps.authenticator.authenticateSession(sessionTokenOf(request), mayLookUp)
    : deps.authenticator.authenticate(authorization, mayLookUp)
}

function admit(
  deps: GuardDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | null,
): Promise<void> | undefined {
  // Another tab may have signed in as somebody else: a page acts for one person.
  if (caller === null || (caller.user !== null && !isPageOf(request, caller.id)))
    throw authenticationFailure(deps, request)
  noteCustomer()
  request.caller = caller
  request.admittedMs = monotonicMs()
  const { cost = 1 } = request.routeOptions.config
  const requestLimit = { most: deps.rateLimitPerSecond, windowMs: 1000 }
  const taken = deps.sharedCounts.take(
    caller.id,
    requestLimit,
    typeof cost === 'number' ? cost : cost(request.query),
  )
  addRateLimitHeaders(reply, requestLimit.most, taken)
  if (!mayCallFrom(caller, request.ip)) throw failure('address_not_allowed')
  requireRight(caller, request.routeOptions.config)
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

const entersGate = (request: FastifyRequest): boolean =>
  request.routeOptions.config.entersGate !== false &&
  !request.is404 &&
  !(asksForStream(request) && request.method === 'GET')

/** The caller is looked up again: a slow body must not outlive a revocation. */
async function enterLate(deps: GuardDeps, request: FastifyRequest, then: Caller): Promise<void> {
  const now = await authenticate(deps, request)
  if (now === null || now.id !== then.id) throw authenticationFailure(deps, request)
  requireRight(now, request.routeOptions.config)
  request.caller = now
  if (entersGate(request)) await enterGate(deps, request)
}

async function enterGate(deps: GuardDeps, request: FastifyRequest): Promise<void> {
  request.leaveGate = await deps.gate.enter(tenantOf(request))
  // The caller disconnected while it waited. No work has begun.
  if (request.raw.socket.destroyed) throw failure('request_timeout')
  if (request.caller !== null) deps.unread.refuseIfTooMuch(request.caller.id)
}

function takeFailure(deps: GuardDeps, { ip }: FastifyRequest, cost: number): Taken {
  const limit = { most: deps.authFailuresPerMinute, windowMs: 60_000 }
  return deps.sharedCounts.take(`failures of ${networkOf(ip)}`, limit, cost)
}

// Missing, malformed, unknown, expired and revoked keys get the same answer, so that callers cannot tell them apart.
function authenticationFailure(deps: GuardDeps, request: FastifyRequest): Error {
  const taken = takeFailure(deps, request, 1)
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

/** A key needs the scope of the operation, a person of the enterprise the right. */
function requireRight(
  { scopes, user }: Caller,
  { scope, userRight, isForUsers = false }: FastifyContextConfig,
): void {
  if (user === null) {
    if (isForUsers) throw failure('person_required')
    if (scope !== undefined && !scopes.includes(scope))
      throw failure('insufficient_scope', { required_scope: scope })
    return
  }
  // Whoever waits for a second admin has a session, and nothing else.
  if (user.awaits_admission && scope !== undefined) throw failure('admission_needed')
  const right = userRight ?? (scope === 'write' ? 'prepare' : 'see')
  if (!customerMay(user.role, right))
    throw failure('role_not_permitted', {
      role: user.role,
      roles_with_the_right: customerRolesWith(right),
    })
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
