// The answers of handlers, and the checks of a request's body.
import type { Json } from './book.ts'

export type Answer = { status: number; body: Json }

/** Thrown by a handler. `type` is a word of the protocol or one of ours. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(status: number, type: string, more: Json = {}) {
    super(type)
    this.answer = { status, body: { type, ...more } }
  }
}

export const ok = (body: Json): Answer => ({ status: 200, body })

/** Runs a check of values that the other side sent. Its errors are the other side's. */
export function valid<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw new Refusal(400, 'invalid_request', { detail: String(error) })
  }
}

export function textIn(body: Json, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || value === '')
    throw new Refusal(400, 'invalid_request', { detail: `${field} must be a string` })
  return value
}

/** A body in one spelling, whatever the order of its fields. */
export function spelledOnce(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelledOnce).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${spelledOnce(one)}`).join(',')}}`
}

/** Throws 409 if a key that is known was used with another body. */
export function requireSameBody(key: string, known: { body: string }, body: string): void {
  if (known.body !== body) throw new Refusal(409, 'key_reused', { key })
}
