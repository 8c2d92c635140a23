// Notes each answered request of a key in the request log.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Failure } from '../../platform/errors.ts'
import { uuidFrom, uuidOf } from '../../platform/ids.ts'
import type { RequestLog } from './log.ts'
import { harmless, namesIn, shapeOf } from './shape.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body that answered a creation. */
    createdText: string | null
  }
}

const MOST_FAULTS = 20

export function noteRequests(app: FastifyInstance, deps: { requestLog: RequestLog; clock: Clock }) {
  app.decorateRequest('createdText', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' && reply.statusCode === 201) request.createdText = payload
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply, deps)
    done()
  })
}

function note(
  request: FastifyRequest,
  reply: FastifyReply,
  { requestLog, clock }: { requestLog: RequestLog; clock: Clock },
): void {
  const { caller, refusal, createdText } = request
  // People of the console are not their key: what they look at would fill its log.
  if (caller === null || request.headers.authorization === undefined) return
  const isRefusal = reply.statusCode >= 400
  const keyId = uuidOf('key', caller.id)
  if (keyId === undefined || !requestLog.takes(caller, isRefusal)) return
  const at = clock.now()
  const names = namesIn(request.routeOptions.schema)
  requestLog.note({
    // Not the next one of this process: a read must not move those of events and orders.
    id: uuidFrom('rq', at, randomUUID()),
    enterprise_id: caller.enterpriseId,
    key_id: keyId,
    organization_id: caller.organizationId,
    request_id: request.id,
    at,
    method: request.method,
    path: pathOf(request),
    operation: request.routeOptions.schema?.operationId ?? 'none',
    status: reply.statusCode,
    took_ms: Math.round(reply.elapsedTime),
    ...(refusal === undefined ? { code: null, faults: [] } : problemIn(refusal, names)),
    object_id: createdIn(createdText),
    body: shapeOf(request.body, names),
  })
}

/** The path of the operation with the identifiers in it. Anything else may be a value at the wrong place. */
const pathOf = ({ routeOptions, params }: FastifyRequest): string =>
  (routeOptions.url ?? '/*').replace('*', '…').replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value: unknown = Object(params)[name]
    return typeof value === 'string' && ID.test(value) ? value : '…'
  })
const ID = /^[a-z]{2,5}_[0-9a-z]{26}$/

function problemIn(
  { code, errors = [] }: Pick<Failure, 'code' | 'errors'>,
  names: ReadonlySet<string>,
): { code: string; faults: string[] } {
  return {
    code,
    faults: errors.slice(0, MOST_FAULTS).map(({ pointer }) => harmless(pointer, names)),
  }
}

/** Views begin with their id. */
const createdIn = (text: string | null): string | null =>
  /^\{"data":\{"id":"([a-z]+_[0-9a-z]{26})"/.exec(text ?? '')?.[1] ?? null
