// The checks before a handler of /operator/v1: duplicate headers, session or key, right, rate limit, other headers. Then
// the request waits for a place at a gate: acts at the gate of customers, of which operators get a share, reads at a gate
// of their own. A refusal for a missing right is an entry of the audit trail. The console sends the session as a cookie.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPageOf, sessionTokenOf } from '../../platform/access/sessions.ts'
import { LONGEST_REASON } from '../acts/reason.ts'
import type { Clock } from '../../platform/clock.ts'
import { batched } from '../../platform/db/batch.ts'
import type { Gate } from '../../platform/db/gate.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure, retryLater } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { refuseMethod } from '../../platform/http/methods.ts'
import {
  acceptsJson,
  refuseDuplicateHeaders,
  refuseUnreadableBody,
} from '../../platform/http/request.ts'
import { exact, text } from '../../platform/http/schemas.ts'
import { secondsOf, type SharedCounts } from '../../platform/http/shared-counts.ts'
import { DEPLOYMENT } from '../audit/chain.ts'
import { insertAudit } from '../audit/queries.ts'
import { operatorOf, type Operator } from './operator.ts'
import { selectAreTokens } from './session-queries.ts'
import { noteReplay } from './replays.ts'
import { mayUse, rolesWith, type Right } from './roles.ts'
import { hashOfToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of /operator/v1 runs, except of sign-in and enrolment. */
    operator: Operator | null
  }
  interface FastifyContextConfig {
    /** The right that an operation needs. `nobody`: it needs no session. */
    right?: Right | 'nobody'
  }
}

type OperatorGuardDeps = {
  db: Pool
  clock: Clock
  config: { rateLimitPerSecond: number; authFailuresPerMinute: number }
  sharedCounts: SharedCounts
  gate: Gate
  readsGate: Gate
}

/**
 * Rights that concern all enterprises, so that a limit to some excludes them. Whoever manages users could give rights to
 * anybody.
 */
const OF_THE_DEPLOYMENT: ReadonlySet<Right> = new Set<Right>([
  'manage_users',
  'halt',
  'resume',
  'reconcile',
  'move_money',
  'manage_pools',
])

/** In a second. People need fewer. */
const MOST_REQUESTS = 100
/** Refusals for a missing right that one operator gets into the audit trail. The others are only counted. */
const NOTED_REFUSALS = { most: 10, windowMs: 60_000 }

/** `direct`: the operator of every request, for an application without a port. */
export function guardOperators(
  app: FastifyInstance,
  deps: OperatorGuardDeps,
  direct?: Operator,
): void {
  const { sharedCounts, config } = deps
  // One statement at a time, however many wrong tokens arrive.
  const isToken = batched<Buffer, boolean>((hashes) => selectAreTokens(deps.db, hashes))
  app.decorateRequest('operator', null)
  app.addHook('onRoute', (route) => {
    if (route.schema !== undefined) route.schema.querystring ??= exact({})
  })
  app.addHook('onRequest', async (request, reply) => {
    refuseDuplicateHeaders(request.raw.rawHeaders)
    const { right } = request.routeOptions.config
    if (direct !== undefined) request.operator = direct
    else if (right !== 'nobody') {
      request.operator = await authenticate(request)
      takeUnit(request.operator)
      if (right !== undefined && request.operator.awaitsAdmission === true)
        throw failure('not_admitted')
      if (right !== undefined) await requireRight(request, request.operator, right)
    }
    requireHeaders(request, reply)
  })

  async function authenticate(request: FastifyRequest): Promise<Operator> {
    const limit = { most: config.authFailuresPerMinute, windowMs: 60_000 }
    const failures = `failures of ${networkOf(request.ip)}`
    const taken = sharedCounts.take(failures, limit, 0)
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const token = given ?? sessionTokenOf(request, 'operator')
    // Strangers behind the same address keep nobody out who has a token.
    if (taken.left === 0 && !(await isKnown(token)))
      throw retryLater('rate_limited', secondsOf(taken))
    const operator = token === undefined ? undefined : await operatorOf(deps, token)
    if (operator !== undefined) {
      if (given === undefined && !isPageOf(request, operator.actor)) throw failure('not_signed_in')
      return operator
    }
    if (token !== undefined) await noteReplay(deps, token, request.ip)
    sharedCounts.take(failures, limit, 1)
    const refused = failure('not_signed_in')
    refused.headers['www-authenticate'] = 'Bearer'
    throw refused
  }

  async function isKnown(token: string | undefined): Promise<boolean> {
    if (token === undefined) return false
    const hash = hashOfToken('session', token) ?? hashOfToken('key', token)
    return hash !== undefined && isToken(hash)
  }

  // A direct operator is alone. An act must not wait behind reads, so it enters another gate.
  if (direct === undefined) {
    app.decorateRequest('leaveGate', null)
    app.addHook('preHandler', async (request) => {
      const { entersGate = true } = request.routeOptions.config
      if (!entersGate || request.operator === null || request.is404) return
      const gate = isRead(request) ? deps.readsGate : deps.gate
      request.leaveGate = await gate.enter({
        enterpriseId: 'operators',
        organizationId: request.operator.actor,
      })
      if (request.raw.socket.destroyed) throw failure('request_timeout')
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      request.leaveGate?.()
      done(null, payload)
    })
  }

  function takeUnit({ actor }: Operator): void {
    const most = Math.min(MOST_REQUESTS, config.rateLimitPerSecond)
    const { isAllowed } = sharedCounts.take(actor, { most, windowMs: 1000 }, 1)
    if (!isAllowed) throw retryLater('rate_limited', 1)
  }

  async function requireRight(
    request: FastifyRequest,
    { actor, role, enterpriseIds }: Operator,
    right: Right,
  ): Promise<void> {
    const isLimited = OF_THE_DEPLOYMENT.has(right) && enterpriseIds !== null
    if (mayUse(role, right) && !isLimited) return
    if (sharedCounts.take(`refusals of ${actor}`, NOTED_REFUSALS, 1).isAllowed)
      await noteRefusal(request, { actor, role }, right)
    throw failure('right_missing', { role, roles_with_the_right: rolesWith(right) })
  }

  const noteRefusal = (
    request: FastifyRequest,
    { actor, role }: Pick<Operator, 'actor' | 'role'>,
    right: Right,
  ): Promise<void> =>
    insertAudit(deps.db, {
      chain: DEPLOYMENT,
      at: deps.clock.realNow(),
      actor,
      act: 'refused',
      subject: '',
      reason: '',
      detail: { operation: `${request.method} ${request.routeOptions.url ?? ''}`, right, role },
    })
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

function requireHeaders(request: FastifyRequest, reply: FastifyReply): void {
  refuseMethod(request, reply)
  const { answers } = request.routeOptions.config
  if (answers === undefined && !acceptsJson(request.headers.accept)) throw failure('not_acceptable')
  refuseUnreadableBody(request, request.routeOptions.config.bodyTypes)
}

/** Every act has a reason. */
export const reason = text(LONGEST_REASON, 'Why, for the audit trail.', 'Asked for by telephone.')

/** The body of an act that needs nothing but a reason. */
export const actBody = exact({ reason }, { title: 'Reason', description: 'Why an operator acts.' })

/** The operator of a request that the guard let in. */
export function operatorOfRequest(request: FastifyRequest): Operator {
  if (request.operator === null) throw new Error('a handler ran without an operator')
  return request.operator
}
