// Everything that stands before a handler of /v1, in the decided order: authorization, organization of
// the path, scope, rate limit, headers. The body comes after, then the state.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import rateLimit from '@fastify/rate-limit'
import { mayCallFrom, type Authenticator, type Caller } from '../access/authenticate.ts'
import { failure, retryLater } from '../errors.ts'
import { exact } from './schemas.ts'
import { storeOf, type SharedCounts } from './shared-counts.ts'
import { uuidOf, type Uuid } from '../ids.ts'
import {
  acceptsJson,
  idempotencyKeyOf,
  refuseDuplicateHeaders,
  refuseUnreadableBody,
  wantsEventStream,
} from './request.ts'

export type GuardDeps = {
  authenticator: Authenticator
  /** The enterprise of an organization, or undefined when there is none. */
  enterpriseOf(organizationId: Uuid): Promise<Uuid | undefined>
  rateLimitPerSecond: number
  authFailuresPerMinute: number
  /** Null: this process counts for itself. */
  sharedCounts: SharedCounts | null
}

export async function guard(app: FastifyInstance, deps: GuardDeps): Promise<void> {
  const { sharedCounts } = deps
  await app.register(rateLimit, {
    global: false,
    ...(sharedCounts === null ? {} : { store: storeOf(sharedCounts) }),
  })
  const countRequest = app.createRateLimit({
    max: deps.rateLimitPerSecond,
    timeWindow: 1000,
    keyGenerator: (request) => request.caller?.keyId ?? '',
  })
  const countFailure = app.createRateLimit({
    max: deps.authFailuresPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.ip,
  })

  // An operation that takes no query parameters refuses them all: a misspelt filter must not be taken for none.
  app.addHook('onRoute', (route) => {
    if (route.schema !== undefined) route.schema.querystring ??= exact({})
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('organizationId', null)
  app.addHook('onRequest', async (request, reply) => {
    refuseDuplicateHeaders(request.raw.rawHeaders)
    const caller = await deps.authenticator.authenticate(request.headers.authorization)
    if (caller === null) throw await refusal(request)
    request.caller = caller
    const counted = await countRequest(request)
    describeLimit(counted, reply)
    if (!mayCallFrom(caller, request.ip)) throw failure('address_not_allowed')
    request.organizationId = await organizationOfPath(request, caller, deps)
    const { scope, needsIdempotencyKey, streamsEvents, refusedFor } = request.routeOptions.config
    if (scope !== undefined && !caller.scopes.includes(scope)) {
      throw failure('insufficient_scope', { required_scope: scope })
    }
    refuseExcess(counted)
    if (refusedFor !== undefined) {
      reply.header('allow', refusedFor)
      throw failure('method_not_allowed', { allowed: refusedFor.split(', ') })
    }
    const isStream = streamsEvents === true && wantsEventStream(request.headers.accept)
    if (!isStream && !acceptsJson(request.headers.accept)) throw failure('not_acceptable')
    if (needsIdempotencyKey === true) idempotencyKeyOf(request)
    refuseUnreadableBody(request)
  })

  // One answer for a missing, malformed, unknown, expired and revoked key, so that none can be told apart.
  async function refusal(request: FastifyRequest): Promise<Error> {
    const counted = await countFailure(request)
    if (!counted.isAllowed && counted.isExceeded) {
      return retryLater(
        'rate_limited',
        Math.max(1, counted.ttlInSeconds),
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

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

// Before anything can be refused: every authenticated answer tells what is left.
function describeLimit(counted: Counted, reply: FastifyReply): void {
  if (counted.isAllowed) return
  reply.header('ratelimit-limit', counted.max)
  reply.header('ratelimit-remaining', counted.remaining)
  reply.header('ratelimit-reset', counted.ttlInSeconds)
}

function refuseExcess(counted: Counted): void {
  if (counted.isAllowed || !counted.isExceeded) return
  throw retryLater('rate_limited', Math.max(1, counted.ttlInSeconds))
}

// Outside the enterprise: as unknown. Inside it, but not the one the key is bound to: forbidden.
async function organizationOfPath(
  request: FastifyRequest,
  caller: Caller,
  deps: GuardDeps,
): Promise<Uuid | null> {
  const { params } = request
  if (typeof params !== 'object' || params === null || !('organization_id' in params)) return null
  const id = uuidOf('org', String(params.organization_id))
  if (id === undefined) throw failure('not_found')
  if ((await deps.enterpriseOf(id)) !== caller.enterpriseId) throw failure('not_found')
  if (caller.organizationId !== null && caller.organizationId !== id)
    throw failure('organization_not_permitted')
  return id
}
