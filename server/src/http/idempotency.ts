// One effect for a key. The record is the created resource itself: it carries the key and the hash of
// the request under a unique index, and a replay renders it as of its creation.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../errors.ts'
import { idempotencyKeyOf } from './request.ts'

/** What the creating statement stores beside the resource. */
export type Idempotency = { key: string; requestHash: Buffer }

/** Two requests are the same when their paths and parsed bodies are. The order of keys and nulls do not count. */
export function idempotencyOf(request: FastifyRequest): Idempotency {
  // The pattern and its parameters: one path has many spellings.
  const path = `${request.routeOptions.url} ${JSON.stringify(request.params)}`
  const body = request.body ?? {}
  const text = JSON.stringify(isSorted(body) ? body : sorted(body))
  const requestHash = hash('sha256', `${path}\0${text}`, 'buffer')
  return { key: idempotencyKeyOf(request), requestHash }
}

// Most bodies are a few strings in order. Sorting them again would give the same text.
function isSorted(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  let last = ''
  for (const [key, value] of Object.entries(body)) {
    if (key < last || typeof value === 'object') return false
    last = key
  }
  return true
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** The resource that an earlier request with this key made, or a refusal when that request was another. */
export function sameRequest<Row extends { request_hash: Buffer | null }>(
  row: Row,
  sent: Idempotency,
): Row {
  if (row.request_hash === null || !row.request_hash.equals(sent.requestHash)) {
    throw failure('idempotency_key_reused', {}, 'Use a fresh key for a new request.')
  }
  return row
}

/** A created thing, and whether it is the answer to an earlier request. */
export type Created<T> = { value: T; replayed: boolean }

/** The result of an insert under a cap: the row, `full` at the cap, or undefined when the key was used before. */
export type CappedInsert<Row extends object> = Row | 'full' | undefined

/** The answer to a creation under a cap. A replay is answered at the cap too, since its resource is there already. */
export async function createdUnderCap<Row extends object, Value>(
  inserted: CappedInsert<Row>,
  answer: {
    view(row: Row): Value
    replay(): Promise<Created<Value> | undefined>
    full(): Error
    /** Names the resource in the error of a broken invariant. */
    what: string
  },
): Promise<Created<Value>> {
  if (inserted !== undefined && inserted !== 'full')
    return { value: answer.view(inserted), replayed: false }
  const replayed = await answer.replay()
  if (replayed !== undefined) return replayed
  if (inserted === 'full') throw answer.full()
  throw new Error(`${answer.what} not inserted and no reason found`)
}

export function sendCreated(reply: FastifyReply, created: Created<unknown>): FastifyReply {
  if (created.replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(201).send({ data: created.value })
}
