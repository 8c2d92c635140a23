// Sends lists. With `limit` or `cursor`, the response is one page with a Link to the next. Without both, it is the complete
// list, streamed. A complete list is read in keyset pages, so that neither memory nor a transaction grows with its length.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Gate } from '../db/gate.ts'
import { failure, fieldFailure, retryLater } from '../errors.ts'
import { createBufferedWriter, logAborted } from './backpressure.ts'
import type { UnreadResponses } from './unread.ts'
import { inputPatterns } from './patterns.ts'
import { JSON_TYPE, Rendered, textOf } from './rendered.ts'
import { callerOf, tenantOf } from './request.ts'
import type { SharedCounts } from './shared-counts.ts'

// Small pages leave few live objects to each garbage collection.
const STREAM_PAGE_SIZE = 200
const MOST_LISTS_OF_A_KEY = 10
const COST_OF_A_LIST = 10

export const pagingQuery = {
  limit: Type.Optional(
    Type.String({
      pattern: inputPatterns.pageSize.pattern,
      description: 'Rows of a page, 1 to 200. Without `limit` and `cursor` the list is complete.',
      examples: ['50'],
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 512, description: 'From the Link header of the previous page.' }),
  ),
}

type Paging = { limit?: string; cursor?: string }

const isComplete = ({ limit, cursor }: Paging): boolean =>
  limit === undefined && cursor === undefined

/** The route config of a list: a complete list costs more than a page. */
export const listConfig = {
  scope: 'read',
  entersGate: false,
  cost: (query: unknown): number => (isComplete(Object(query)) ? COST_OF_A_LIST : 1),
} as const

export type ListDeps = {
  /** Signs cursors. */
  cursorKey: Buffer
  /** How long a client may take to read one chunk of a complete list or a stream. */
  drainTimeoutMs: number
  /** A complete list takes a place at the gate for each page that it reads. */
  gate: Gate
  unread: UnreadResponses
  /** Counts the complete lists that each key is reading at the moment. */
  sharedCounts: SharedCounts
  /** Base URL of the API as callers see it, for Link headers. */
  publicUrl: () => string
}

/** Pages may end before they are full: the next one then goes on at `readTo`. */
type PageOfRows<Row> = readonly Row[] | { rows: readonly Row[]; readTo: string }

/** A list that is always sent in pages. */
type PagedList<Row, Key> = {
  /** The signature of a cursor covers this name, so that other lists refuse the cursor. */
  name: string
  /** Parses the key that a cursor contains. */
  keyFrom(text: string): Key
  /** Up to `limit` rows after the row with this key, in the order of the list. */
  page(after: Key | null, limit: number): Promise<PageOfRows<Row>>
  /** The key of a row, as a cursor contains it. */
  keyOf(row: Row): string
}

export type List<Row, Key extends string> = PagedList<Row, Key> & {
  /** Renders rows as objects of the API. */
  views(rows: readonly Row[]): readonly unknown[] | Promise<readonly unknown[]>
}

/** Rows in the order of a list, and the key after which the next ones are. Undefined if these are the last. */
async function rowsAfter<Row, Key>(
  list: PagedList<Row, Key>,
  after: Key | null,
  size: number,
): Promise<{ rows: readonly Row[]; next: string | undefined }> {
  const found = await list.page(after, size + 1)
  const { rows: read, readTo } = 'rows' in found ? found : { rows: found, readTo: undefined }
  const rows = read.slice(0, size)
  const last = rows.at(-1)
  return { rows, next: read.length > size && last !== undefined ? list.keyOf(last) : readTo }
}

export async function sendList<Row, Key extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ListDeps,
  list: List<Row, Key>,
): Promise<FastifyReply> {
  const paging: Paging = request.query ?? {}
  if (isComplete(paging)) return sendCompleteList(request, reply, deps, list)
  const start = startOf(request, deps, list)
  const data = await deps.gate.run(tenantOf(request), async () => {
    deps.unread.refuseIfTooMuch(callerOf(request).id)
    return renderData(list, await readPage(request, reply, deps, list, start))
  })
  return reply.send({ data })
}

export type PageDeps = Pick<ListDeps, 'cursorKey' | 'publicUrl'>

/** Reads the page that the request asks for. Adds a Link to the next page to the reply if there is one. */
export async function readPage<Row, Key>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PageDeps,
  list: PagedList<Row, Key>,
  { size, after } = startOf(request, deps, list),
): Promise<readonly Row[]> {
  const { rows, next } = await rowsAfter(list, after, size)
  if (next !== undefined)
    addNextLink(request, reply, deps, signCursor(next, list.name, deps.cursorKey))
  return rows
}

/** Throws invalid_request or invalid_cursor. */
function startOf<Row, Key>(
  request: FastifyRequest,
  { cursorKey }: Pick<PageDeps, 'cursorKey'>,
  { name, keyFrom }: Pick<PagedList<Row, Key>, 'name' | 'keyFrom'>,
): { size: number; after: Key | null } {
  const { limit, cursor }: Paging = request.query ?? {}
  const size = pageSize(limit)
  const after = cursor === undefined ? null : keyFrom(verifyCursor(cursor, name, cursorKey))
  return { size, after }
}

/** Rows of a page: 50 by default, at most 200. */
export function pageSize(limit: string | undefined): number {
  const size = limit === undefined ? 50 : Number.parseInt(limit, 10)
  if (size > 200) {
    throw fieldFailure('invalid_request', [
      { pointer: '?limit', code: 'invalid_value', message: inputPatterns.pageSize.message },
    ])
  }
  return size
}

export function addNextLink(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<ListDeps, 'publicUrl'>,
  cursor: string,
): void {
  const next = new URL(request.url, deps.publicUrl())
  next.searchParams.set('cursor', cursor)
  reply.header('link', `<${next.href}>; rel="next"`)
}

async function sendCompleteList<Row, Key extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ListDeps,
  list: List<Row, Key>,
): Promise<FastifyReply> {
  const { raw } = reply
  countOpenList(request, raw, deps)
  const tenant = tenantOf(request)
  const pageAfter = (key: Key | null) =>
    deps.gate.run(tenant, () => rowsAfter(list, key, STREAM_PAGE_SIZE))
  let page = await pageAfter(null)
  if (page.next === undefined) return reply.send({ data: await renderData(list, page.rows) })
  const contentType = { 'content-type': JSON_TYPE }
  reply.hijack()
  raw.writeHead(200, { ...definedHeaders(reply), ...contentType })
  if (request.method === 'HEAD') {
    raw.end()
    return reply
  }
  try {
    const writer = createBufferedWriter(raw, deps.drainTimeoutMs)
    let separator = '{"data":['
    for (;;) {
      for (const view of await list.views(page.rows)) {
        // Await only if the buffer was full: a list may have a million rows.
        const flushed = writer.add(separator + textOf(view))
        if (flushed !== undefined) await flushed
        separator = ','
      }
      if (page.next === undefined) break
      // A page may have no rows to write, and then no write notices that the client has left.
      if (raw.destroyed) throw new Error('the client has left')
      // Do not read pages ahead: each stalled client would keep another page in memory.
      page = await pageAfter(list.keyFrom(page.next))
    }
    await writer.flush()
    raw.end(separator === ',' ? ']}' : '{"data":[]}')
  } catch (error) {
    // The status was sent long ago. Only a broken connection can tell the client that the list is incomplete.
    logAborted(reply.log, 'list', error, { request_id: request.id })
    raw.destroy()
  }
  return reply
}

// A list counts as open until its response has been sent or its connection is closed.
function countOpenList(
  request: FastifyRequest,
  raw: FastifyReply['raw'],
  { sharedCounts }: ListDeps,
): void {
  const release = sharedCounts.open(`lists of ${callerOf(request).id}`, MOST_LISTS_OF_A_KEY)
  if (release === undefined) {
    throw retryLater(
      'rate_limited',
      5,
      `An API key can read at most ${MOST_LISTS_OF_A_KEY} complete lists at once. Ask for pages with limit instead.`,
    )
  }
  raw.once('close', release)
  if (raw.destroyed) release()
}

async function joinedViews<Row, Key extends string>(
  list: List<Row, Key>,
  rows: readonly Row[],
): Promise<string> {
  let text = ''
  // Concatenate, since Array.join would copy each text once more.
  for (const view of await list.views(rows)) text += text === '' ? textOf(view) : `,${textOf(view)}`
  return text
}

const renderData = async <Row, Key extends string>(
  list: List<Row, Key>,
  rows: readonly Row[],
): Promise<Rendered> => new Rendered(`[${await joinedViews(list, rows)}]`)

/** The headers set on a reply, for handlers that write to the socket themselves. */
export const definedHeaders = (reply: FastifyReply) =>
  Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined))

const mac = (key: string, list: string, cursorKey: Buffer) =>
  createHmac('sha256', cursorKey).update(`${list}\0${key}`).digest().subarray(0, 12)

/** The key that signs cursors, derived from a secret that every process of a deployment has. */
export const cursorKeyFrom = (depositSeed: Buffer): Buffer =>
  createHmac('sha256', depositSeed).update('corridor/cursor/1').digest()

/** Signs a cursor for one list. */
export const signCursor = (key: string, list: string, cursorKey: Buffer): string =>
  Buffer.concat([mac(key, list, cursorKey), Buffer.from(key)]).toString('base64url')

/** Returns the key inside a cursor. Throws invalid_cursor if this list did not sign it. */
export function verifyCursor(cursor: string, list: string, cursorKey: Buffer): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const key = bytes.subarray(12).toString()
  const isGenuine =
    bytes.length > 12 &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, 12), mac(key, list, cursorKey))
  if (!isGenuine) throw failure('invalid_cursor')
  return key
}
