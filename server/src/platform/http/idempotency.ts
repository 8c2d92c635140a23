// One effect for each idempotency key. The created resource is the record: its row has the key, under a unique index,
// and the hash of the request. A replay renders the resource as of its creation.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../errors.ts'
import { idempotencyKeyOf } from './request.ts'

/** The key and the request hash, stored with the created resource. */
export type Idempotency = { key: string; requestHash: Buffer }

/** Requests are the same when their paths and parsed bodies match. The order of keys, and keys with null, are ignored. */
export function idempotencyOf(request: FastifyRequest): Idempotency {
  // Hash the route pattern and its parameters, since one path can be escaped in many ways.
  const path = `${request.routeOptions.url} ${JSON.stringify(request.params)}`
  const body = request.body ?? {}
  const text = JSON.stringify(isSorted(body) ? body : sorted(body))
  const requestHash = hash('sha256', `${path}\0${text}`, 'buffer')
  return { key: idempotencyKeyOf(request), requestHash }
}

// A fast path: most bodies are a few strings in order, which sorting would not change.
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

/** Returns the resource that an earlier request with this key created. Throws when that request was different. */
export function requireSameRequest<Row extends { request_hash: Buffer | null }>(
  row: Row,
  sent: Idempotency,
): Row {
  if (row.request_hash === null || !row.request_hash.equals(sent.requestHash)) {
    throw failure('idempotency_key_reused', {}, 'Use a fresh key for a new request.')
  }
  return row
}

/** A created resource. `replayed`: an earlier request with the same key created it. */
export type Created<T> = { value: T; replayed: boolean }

/** The result of an insert under a cap: the row, `full` at the cap, or undefined when the key was used before. */
export type CappedInsert<Row extends object> = Row | 'full' | undefined

/** The answer to a creation under a cap. A replay succeeds at the cap too, since its resource already exists. */
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
