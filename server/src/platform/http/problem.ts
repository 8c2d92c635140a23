// Turns every failure into an `application/problem+json` answer (RFC 9457).
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  errorTable,
  Failure,
  failure,
  fieldFailure,
  pointerTo,
  retryLater,
  type ErrorCode,
  type FieldError,
} from '../errors.ts'
import { isLockTimeout, isUnavailable } from '../db/pool.ts'
import { inputPatterns } from './patterns.ts'
import { messageOf, type SchemaFault } from './schema-faults.ts'
import { thrownCode } from '../thrown.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused, once it is. */
    refusal?: Failure
  }
}

/** The failure of a path that no API has. */
export const noOperation = (): Failure =>
  failure(
    'not_found',
    {},
    'No operation has this path. Paths begin with /v1 or /operator/v1, and none ends with a slash: see /docs.',
  )

type Problem = {
  type: string
  title: string
  status: number
  detail?: string
  instance: string
  code: ErrorCode
  request_id: string
  errors?: readonly FieldError[]
}

export function problemOf(
  error: Failure,
  options: { docsUrl: string; path: string; requestId: string },
): Problem {
  const { status, title } = errorTable[error.code]
  return {
    type: `${options.docsUrl}/errors#${error.code}`,
    title,
    status,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    instance: options.path,
    code: error.code,
    request_id: options.requestId,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...error.facts,
  }
}

export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  docsUrl: string,
): FastifyReply {
  const known = asFailure(error, request)
  request.refusal = known
  const named = { request_id: request.id, err: error }
  if (known.code === 'internal_error') request.log.error(named, 'internal error')
  else if (known.status >= 500) request.log.warn({ ...named, code: known.code }, 'request failed')
  const path = request.originalUrl.split('?', 1)[0] ?? ''
  return reply
    .code(known.status)
    .headers(known.headers)
    .type('application/problem+json')
    .send(problemOf(known, { docsUrl, path, requestId: request.id }))
}

/** The failure that a thrown error means to the caller. An unknown error is a defect of the service: 500. */
function asFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  // The caller disconnected before the body was complete. This is no failure of the database.
  if (request.raw.destroyed && !request.raw.complete) return failure('request_timeout')
  if (isLockTimeout(error)) {
    const isKeyed = request.routeOptions.config.needsIdempotencyKey === true
    return retryLater(isKeyed ? 'idempotency_in_progress' : 'database_unavailable', 1)
  }
  if (isUnavailable(error)) return retryLater('database_unavailable', 1)
  const code = thrownCode(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return failure(request.routeOptions.config.tooLarge ?? 'body_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return failure('unsupported_media_type')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return failure('invalid_request', {}, 'The length of the body differs from Content-Length.')
  if (code === 'FST_ERR_BAD_URL') return failure('not_found')
  if (hasValidation(error)) return fromValidation(error.validation, error.validationContext)
  return failure('internal_error')
}

const hasValidation = (
  error: unknown,
): error is { validation: SchemaFault[]; validationContext?: string } =>
  error instanceof Error && 'validation' in error && Array.isArray(error.validation)

function fromValidation(faults: readonly SchemaFault[], context = 'body'): Failure {
  // The fault of a name comes before that of its object.
  const errors = faults
    .filter(({ keyword }) => keyword !== 'propertyNames')
    .map((fault) => fieldError(fault, context))
  const code = errors.some((error) => error.code === 'unknown_field')
    ? 'unknown_field'
    : errors.every((error) => error.code === 'invalid_amount')
      ? 'invalid_amount'
      : 'invalid_request'
  return fieldFailure(code, errors)
}

function fieldError(fault: SchemaFault, context: string): FieldError {
  const { keyword, propertyName } = fault
  const instancePath =
    propertyName === undefined ? fault.instancePath : pointerTo(fault.instancePath, propertyName)
  const params: Record<string, unknown> = { ...fault.params }
  const isQuery = context === 'querystring'
  const at = (name: string) => (isQuery ? `?${name.replace('/', '')}` : name)
  if (keyword === 'additionalProperties') {
    return {
      pointer: at(pointerTo(instancePath, String(params['additionalProperty']))),
      code: 'unknown_field',
      message: 'is not a field of this operation',
    }
  }
  if (keyword === 'required') {
    return {
      pointer: at(`${instancePath}/${String(params['missingProperty'])}`),
      code: 'required',
      message: 'is required',
    }
  }
  const pointer = at(instancePath)
  if (instancePath === '/payin_amount' || instancePath === '/payout_amount')
    return { pointer, code: 'invalid_amount', message: inputPatterns.decimal.message }
  const message = isQuery && keyword === 'type' ? messageOfText(instancePath) : messageOf(fault)
  return { pointer, code: 'invalid_value', message }
}

// A query parameter is a string unless it was sent twice, or has keys in brackets.
const messageOfText = (path: string): string =>
  path === '/metadata' ? 'must be written as metadata[key]=value' : 'must be sent once'
