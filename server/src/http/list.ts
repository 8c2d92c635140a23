// Lists: complete and streamed when no paging parameter is sent, else one page and a Link to the next.
// A complete list is read in keyset pages, so that neither memory nor a transaction grows with it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Limiter } from '../db/limited.ts'
import { failure, fieldFailure } from '../errors.ts'
import { logCutOff, openOutflow } from './outflow.ts'
import { inputPatterns } from './patterns.ts'
import { JSON_TYPE, Rendered, textOf } from './rendered.ts'

// What is alive while garbage is collected grows old with it: the smaller a page, the less of it.
const STREAM_PAGE = 200

export const pagingQuery = {
  limit: Type.Optional(
    Type.String({
      pattern: inputPatterns.pageSize.pattern,
      description:
        'Rows of a page, 1 to 200. Without it and without `cursor` the list is complete.',
      examples: ['50'],
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 512, description: 'From the Link header of the page before.' }),
  ),
}

type Paging = { limit?: string; cursor?: string }

export type ListOptions = {
  /** Proves that a cursor is ours. */
  cursorKey: Buffer
  /** How long the reader of a complete list or a stream may take over what was written for it. */
  drainTimeoutMs: number
  /** How long a stream may be silent, so that neither its reader nor a proxy takes it for dead. */
  heartbeatMs: number
  /** Complete lists share a few connections, however many are read at once. */
  readPage: Limiter
  /** Begins the addresses in Link headers. */
  baseUrl(): string
}

export type List<Row> = {
  /** Names the list in its cursors, so that a cursor of one list is refused by another. */
  name: string
  /** Up to `limit` rows after the row with this key, in the order of the list. */
  page(after: string | null, limit: number): Promise<readonly Row[]>
  keyOf(row: Row): string
  /** The wire objects of some rows. */
  views(rows: readonly Row[]): readonly unknown[] | Promise<readonly unknown[]>
}

export async function sendList<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ListOptions,
  list: List<Row>,
): Promise<FastifyReply> {
  const { limit, cursor }: Paging = request.query ?? {}
  if (limit === undefined && cursor === undefined) return sendAll(reply, options, list)
  const rowsWanted = pageSize(limit)
  const after = cursor === undefined ? null : openCursor(cursor, list.name, options.cursorKey)
  const found = await list.page(after, rowsWanted + 1)
  const shown = found.slice(0, rowsWanted)
  const last = shown.at(-1)
  if (found.length > rowsWanted && last !== undefined) {
    linkNext(request, reply, options, sealCursor(list.keyOf(last), list.name, options.cursorKey))
  }
  return reply.send({ data: await dataOf(list, shown) })
}

/** Rows of a page: 50 where the caller does not say, at most 200. */
export function pageSize(limit: string | undefined): number {
  const size = limit === undefined ? 50 : Number.parseInt(limit, 10)
  if (size > 200) {
    throw fieldFailure('invalid_request', [
      { pointer: '?limit', code: 'invalid_value', message: inputPatterns.pageSize.message },
    ])
  }
  return size
}

export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ListOptions,
  cursor: string,
): void {
  const next = new URL(request.url, options.baseUrl())
  next.searchParams.set('cursor', cursor)
  reply.header('link', `<${next.href}>; rel="next"`)
}

async function sendAll<Row>(
  reply: FastifyReply,
  options: ListOptions,
  list: List<Row>,
): Promise<FastifyReply> {
  const { readPage } = options
  let rows = await readPage(() => list.page(null, STREAM_PAGE))
  if (rows.length < STREAM_PAGE) return reply.send({ data: await dataOf(list, rows) })
  const { raw } = reply
  const contentType = { 'content-type': JSON_TYPE }
  reply.hijack()
  raw.writeHead(200, { ...definedHeaders(reply), ...contentType })
  if (reply.request.method === 'HEAD') {
    raw.end()
    return reply
  }
  try {
    const outflow = openOutflow(raw, options.drainTimeoutMs)
    let before = '{"data":['
    while (rows.length > 0) {
      const last = rows.at(-1)
      const following =
        last === undefined || rows.length < STREAM_PAGE
          ? Promise.resolve([])
          : readPage(() => list.page(list.keyOf(last), STREAM_PAGE))
      // Read while this page is rendered and written; that it failed is told when its turn comes.
      following.catch(() => undefined)
      for (const view of await list.views(rows)) {
        // Awaited only where there is something to wait for: there are a million of them.
        const room = outflow.add(before + textOf(view))
        if (room !== undefined) await room
        before = ','
      }
      rows = await following
    }
    await outflow.flush()
    raw.end(']}')
  } catch (error) {
    // The status is long sent: an unclean end is the only way to say that the list is not complete.
    logCutOff(reply.log, 'list', error, { request_id: reply.request.id })
    raw.destroy()
  }
  return reply
}

async function joined<Row>(list: List<Row>, rows: readonly Row[]): Promise<string> {
  let text = ''
  // Not with join, which would copy each text once more.
  for (const view of await list.views(rows)) text += text === '' ? textOf(view) : `,${textOf(view)}`
  return text
}

const dataOf = async <Row>(list: List<Row>, rows: readonly Row[]): Promise<Rendered> =>
  new Rendered(`[${await joined(list, rows)}]`)

/** What was set on a reply that is written by hand. */
export const definedHeaders = (reply: FastifyReply) =>
  Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined))

const mac = (key: string, list: string, cursorKey: Buffer) =>
  createHmac('sha256', cursorKey).update(`${list}\0${key}`).digest().subarray(0, 12)

/** A cursor is good for the list of that name only. */
export const sealCursor = (key: string, list: string, cursorKey: Buffer): string =>
  Buffer.concat([mac(key, list, cursorKey), Buffer.from(key)]).toString('base64url')

export function openCursor(cursor: string, list: string, cursorKey: Buffer): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const key = bytes.subarray(12).toString()
  const isOurs =
    bytes.length > 12 &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, 12), mac(key, list, cursorKey))
  if (!isOurs) throw failure('invalid_cursor')
  return key
}
