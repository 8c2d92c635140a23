// Serves static answers. The first request renders the bytes, since most processes get none. They are then cached in two
// encodings, with an ETag.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { qualitiesOf } from './request.ts'

const gzip = promisify(zlib.gzip)

export type Content = { type: string; bytes: Buffer; headers: Record<string, string> }
type Kept = Content & { gzipped: Buffer; etag: string }

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
    const { type, bytes, gzipped, etag, headers } = await kept
    reply.headers({ ...headers, etag, vary: 'accept-encoding' })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const encoded = takesGzip(request.headers['accept-encoding'])
    if (encoded) reply.header('content-encoding', 'gzip')
    return reply.type(type).send(encoded ? gzipped : bytes)
  }
}

async function keep(make: () => Content | Promise<Content>): Promise<Kept> {
  const content = await make()
  // A weak ETag, since both encodings share it.
  const etag = `W/"${hash('sha256', content.bytes, 'base64url').slice(0, 22)}"`
  return { ...content, gzipped: await gzip(content.bytes), etag }
}

const isKnown = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined &&
  sent.split(',').some((part) => {
    const known = part.trim()
    return known === '*' || known === etag || `W/${known}` === etag
  })

/** Whether the header accepts gzip, by name or by `*`. A quality of zero refuses it (RFC 9110, 12.5.3). */
function takesGzip(accepted: string | undefined): boolean {
  const wanted = qualitiesOf(accepted ?? '')
  return wanted.get('gzip') ?? wanted.get('x-gzip') ?? wanted.get('*') ?? false
}
