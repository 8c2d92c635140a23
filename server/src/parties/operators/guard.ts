// The checks before a handler of /operator/v1: duplicate headers, session or key, right, rate limit, other headers. Then
// the request waits for a place at a gate: acts at the gate of customers, of which operators get a share, reads at a gate
// of their own. A refusal for a missing right is an entry of the audit trail. The console sends the session as a cookie.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPageOf, sessionTokenOf } from '../../platform/access/sessions.ts'
import { LONGEST_REASON } from '../acts/reason.ts'
import { monotonicMs, type Clock } from '../../platform/clock.ts'
import { batched } from '../../platform/db/batch.ts'
import type { Gate } from '../../platform/db/gate.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure, retryLater } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { refuseMethod } from '../../platform/http/methods.ts'
import {
  acceptsJson,
  cameLate,
  refuseDuplicateHeaders,
  refuseUnreadableBody,
} from '../../platform/http/request.ts'
import { exact, text } from '../../platform/http/schemas.ts'
import { secondsOf, type SharedCounts } from '../../platform/http/shared-counts.ts'
import { restMs } from '../../platform/turns.ts'
import { DEPLOYMENT } from '../audit/chain.ts'
import { insertAudit } from '../audit/queries.ts'
import { operatorOf, type Operator } from './operator.ts'
import { selectAreTokens } from '../users/session-queries.ts'
import { noteReplay } from './replays.ts'
import { lackOf, rolesWith, type Right } from './roles.ts'
import { hashOfToken } from '../users/tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of /operator/v1 runs, except of sign-in and enrolment. */
    operator: Operator | null
  }
  interface FastifyContextConfig {
    /** The right that an operation needs. `nobody`: it needs no session. */
    right?: Right | 'nobody'
    /**
     * The command of the command line. By default its words follow from the path. After the words:
     * - `<field>`: a field of the body or query as an argument,
     * - `--name=field`: another name than the field's,
     * - `--name=field:value`: a flag that sets the value,
     * - `--reason?`: without a reason it says that the act was at the command line.
     */
    command?: string | undefined
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
  // One statement at a time, however many wrong tokens arrive.
  const isToken = batched<Buffer, boolean>((hashes) => selectAreTokens(deps.db, hashes))
  app.decorateRequest('operator', null)
  app.addHook('onRoute', (route) => {
    if (route.schema !== undefined) route.schema.querystring ??= exact({})
  })
  app.addHook('onRequest', async (request, reply) => {
    refuseDuplicateHeaders(request.raw.rawHeaders)
    if (direct !== undefined) request.operator = direct
    else if (needsOperator(request)) await admit(deps, isToken, request)
    requireHeaders(request, reply)
  })

  // A direct operator is alone. An act must not wait behind reads, so it enters another gate.
  if (direct === undefined) guardGates(app, deps, isToken)
}

type IsToken = (hash: Buffer) => Promise<boolean>

const needsOperator = (request: FastifyRequest): boolean =>
  request.routeOptions.config.right !== 'nobody'

async function admit(
  deps: OperatorGuardDeps,
  isToken: IsToken,
  request: FastifyRequest,
): Promise<void> {
  const { right } = request.routeOptions.config
  const operator = await authenticate(deps, isToken, request)
  request.operator = operator
  request.admittedMs = monotonicMs()
  takeUnit(deps, operator)
  if (right === undefined || right === 'nobody') return
  if (operator.awaitsAdmission === true) throw failure('not_admitted')
  await requireRight(deps, request, operator, right)
}

async function authenticate(
  deps: OperatorGuardDeps,
  isToken: IsToken,
  request: FastifyRequest,
): Promise<Operator> {
  const { sharedCounts, config } = deps
  const limit = { most: config.authFailuresPerMinute, windowMs: 60_000 }
  const failures = `failures of ${networkOf(request.ip)}`
  const taken = sharedCounts.take(failures, limit, 0)
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = given ?? sessionTokenOf(request, 'operator')
  // Strangers behind the same address keep nobody out who has a token.
  if (taken.left === 0 && !(await isKnown(isToken, token)))
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

async function isKnown(isToken: IsToken, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false
  const hash = hashOfToken('session', token) ?? hashOfToken('key', token)
  return hash !== undefined && isToken(hash)
}

function guardGates(app: FastifyInstance, deps: OperatorGuardDeps, isToken: IsToken): void {
  app.decorateRequest('leaveGate', null)
  app.decorateRequest('admittedMs', 0)
  app.addHook('preHandler', async (request) => {
    const { entersGate = true } = request.routeOptions.config
    if (request.operator !== null && cameLate(request)) await admit(deps, isToken, request)
    if (!entersGate || request.operator === null || request.is404) return
    const gate = isRead(request) ? deps.readsGate : deps.gate
    const leave = await gate.enter({
      enterpriseId: 'operators',
      organizationId: request.operator.actor,
    })
    const enteredMs = monotonicMs()
    request.leaveGate = () => {
      const ms = gate === deps.readsGate ? restMs(monotonicMs() - enteredMs) : 0
      if (ms > 0) setTimeout(leave, ms)
      else leave()
    }
    if (request.raw.socket.destroyed) throw failure('request_timeout')
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveGate?.()
    done(null, payload)
  })
}

function takeUnit({ sharedCounts, config }: OperatorGuardDeps, { actor }: Operator): void {
  const most = Math.min(MOST_REQUESTS, config.rateLimitPerSecond)
  const { isAllowed } = sharedCounts.take(actor, { most, windowMs: 1000 }, 1)
  if (!isAllowed) throw retryLater('rate_limited', 1)
}

async function requireRight(
  deps: OperatorGuardDeps,
  request: FastifyRequest,
  operator: Operator,
  right: Right,
): Promise<void> {
  const lack = lackOf(operator, right)
  if (lack === null) return
  const { actor, role } = operator
  if (deps.sharedCounts.take(`refusals of ${actor}`, NOTED_REFUSALS, 1).isAllowed)
    await noteRefusal(deps, request, { actor, role }, right)
  throw failure(
    'right_missing',
    { role, roles_with_the_right: rolesWith(right), lack },
    lack === 'role' ? undefined : 'It concerns all enterprises, and you see chosen ones only.',
  )
}

const noteRefusal = (
  { db, clock }: OperatorGuardDeps,
  request: FastifyRequest,
  { actor, role }: Pick<Operator, 'actor' | 'role'>,
  right: Right,
): Promise<void> =>
  insertAudit(db, {
    chain: DEPLOYMENT,
    at: clock.realNow(),
    actor,
    act: 'refused',
    subject: '',
    reason: '',
    detail: { operation: `${request.method} ${request.routeOptions.url ?? ''}`, right, role },
  })

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
