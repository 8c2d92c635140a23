// The errors that the client throws. No message, field or cause holds the API key or a webhook secret.
import { faultIn } from './shape.ts'
import type { ErrorCode, FieldError, Order, Problem } from './schemas.ts'

/** The problem document with this code, with the facts that the code has. */
export type ProblemOf<Code extends ErrorCode> = Extract<Problem, { code: Code }>

/** Facts about the call that failed. */
export type CallFacts = {
  /** Send it again with the same body to learn the outcome of a creating call. Undefined for all other calls. */
  readonly idempotencyKey: string | undefined
  /** Requests that were sent. */
  readonly attempts: number
}

class Refusal<Code extends ErrorCode> extends Error implements CallFacts {
  override readonly name = 'CorridorError'
  readonly code: Code
  readonly status: number
  /** Quote it when you ask for help. */
  readonly requestId: string
  /** The fields at fault, each with a pointer. */
  readonly errors: readonly FieldError[]
  /** The whole document. Compare `code` first, then its facts are typed, such as `limits`. */
  readonly problem: ProblemOf<Code>
  readonly idempotencyKey: string | undefined
  readonly attempts: number

  constructor(problem: ProblemOf<Code>, code: Code, facts: CallFacts) {
    const fields = (problem.errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`)
    const detail = problem.detail ?? (fields.length > 0 ? fields.join('; ') : problem.title)
    super(`${problem.status} ${code}: ${detail} (request ${problem.request_id})`)
    this.code = code
    this.status = problem.status
    this.requestId = problem.request_id
    this.errors = problem.errors ?? []
    this.problem = problem
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts
  }
}

/** Corridor refused the request. A union over `code`: compare it, and the compiler knows the facts of `problem`. */
export type CorridorError = { [Code in ErrorCode]: Refusal<Code> }[ErrorCode]

/** For `instanceof`, which narrows to the union. */
export const CorridorError = {
  [Symbol.hasInstance]: (value: unknown): value is CorridorError => value instanceof Refusal,
}

export const refusal = (problem: Problem, facts: CallFacts): Error =>
  new Refusal<ErrorCode>(problem, problem.code, facts)

/** No usable answer came, after all attempts. The effect of a call that writes is unknown. */
export class CorridorConnectionError extends Error implements CallFacts {
  override readonly name = 'CorridorConnectionError'
  readonly idempotencyKey: string | undefined
  readonly attempts: number
  /** The status of an unusable answer, for instance one of a proxy. Undefined: no answer came. */
  readonly status: number | undefined
  /** The request id of that answer. Undefined: it had none. */
  readonly requestId: string | undefined

  constructor(
    message: string,
    facts: CallFacts & { status?: number; requestId?: string | undefined; cause?: unknown },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts
    this.status = facts.status
    this.requestId = facts.requestId
  }
}

/** `orders.waitFor`: no wanted status can follow the present status of the order. */
export class OrderEndedError extends Error {
  override readonly name = 'OrderEndedError'
  readonly order: Order
  readonly status: Order['status']['current_status']

  constructor(order: Order, meaning: string) {
    super(`order ${order.id} is ${order.status.current_status}: ${meaning}`)
    this.order = order
    this.status = order.status.current_status
  }
}

/** `orders.waitFor`: the given time has passed. The order goes on. */
export class OrderTimeoutError extends Error {
  override readonly name = 'OrderTimeoutError'
  /** The order as it was last read. Undefined if it was never read. */
  readonly order: Order | undefined

  constructor(orderId: string, order: Order | undefined, timeoutMs: number, cause: unknown) {
    const status = order === undefined ? 'was never read' : `is ${order.status.current_status}`
    super(
      `order ${orderId} ${status} after ${timeoutMs} ms`,
      cause === undefined ? undefined : { cause },
    )
    this.order = order
  }
}

/** `webhooks.verify`: the request is not a genuine, recent webhook of the endpoint. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/** A problem document of Corridor, as opposed to an answer of something between. */
export const isProblem = (value: unknown): value is Problem =>
  faultIn('ProblemMembers', value, '') === undefined && faultIn('Problem', value, '') === undefined
