// Serves static answers. The first request renders the bytes, since most processes get none. They are then cached in their
// encodings, with an ETag.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { qualitiesOf } from './request.ts'

const gzip = promisify(zlib.gzip)

export type Content = {
  type: string
  bytes: Buffer
  /** The same bytes in brotli, where a build has made it: that takes too long for a request. */
  brotli?: Buffer | undefined
  headers: Record<string, string>
}
type Kept = Content & { etag: string; gzipped?: Promise<Buffer> }

/** Returns a handler. If rendering fails, the next request tries again. */
export function servedOnce(
  make: () => Content | Promise<Content>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let kept: Promise<Kept> | undefined
  return async (request, reply) => {
    kept ??= keep(make).catch((error: unknown) => {
      kept = undefined
      throw error
    })
    const content = await kept
    const { type, bytes, etag, headers } = content
    reply.headers({ ...headers, etag, vary: 'accept-encoding' })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const wanted = qualitiesOf(request.headers['accept-encoding'] ?? '')
    reply.type(type)
    if (content.brotli !== undefined && takes(wanted, 'br'))
      return reply.header('content-encoding', 'br').send(content.brotli)
    if (!takes(wanted, 'gzip', 'x-gzip')) return reply.send(bytes)
    content.gzipped ??= gzip(bytes)
    return reply.header('content-encoding', 'gzip').send(await content.gzipped)
  }
}

async function keep(make: () => Content | Promise<Content>): Promise<Kept> {
  const content = await make()
  // A weak ETag, since all encodings share it.
  const etag = `W/"${hash('sha256', content.bytes, 'base64url').slice(0, 22)}"`
  return { ...content, etag }
}

const isKnown = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined &&
  sent.split(',').some((part) => {
    const known = part.trim()
    return known === '*' || known === etag || `W/${known}` === etag
  })

/** Whether the header accepts an encoding, by a name or by `*`. A quality of zero refuses it (RFC 9110, 12.5.3). */
const takes = (wanted: ReadonlyMap<string, boolean>, ...names: readonly string[]): boolean =>
  [...names, '*'].map((name) => wanted.get(name)).find((one) => one !== undefined) ?? false
