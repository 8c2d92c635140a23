// The API described by its own schemas: /openapi.json, the reference at /docs, and the page of errors.
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../api.ts'
import { failure } from '../errors.ts'
import { description } from './describe.ts'
import { readErrorsPage } from './errors-page.ts'

const gzip = promisify(zlib.gzip)

export async function docs(app: App): Promise<void> {
  await app.register(swagger, description)
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'))
  let errors: Promise<string> | undefined
  app.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) => {
    errors ??= readErrorsPage().catch((error: unknown) => {
      errors = undefined
      throw error
    })
    return reply.type('text/html; charset=utf-8').send(await errors)
  })
  let reference: Promise<ReadonlyMap<string, Asset>> | undefined
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/'))
  app.get('/docs/*', { schema: { hide: true } }, async (request, reply) => {
    reference ??= readReference().catch((error: unknown) => {
      reference = undefined
      throw error
    })
    const asset = (await reference).get(request.url.split('?', 1)[0] ?? '')
    if (asset === undefined) throw failure('not_found')
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (takesGzip) reply.header('content-encoding', 'gzip')
    return reply
      .header('vary', 'accept-encoding')
      .type(asset.type)
      .send(takesGzip ? asset.gzipped : asset.plain)
  })
}

type Asset = { type: string; plain: Buffer; gzipped: Buffer }

// Read for the first reader, since most processes never have one; kept and shared by all of them, since it is
// 4 MB and a copy for each request could be asked for without a key.
async function readReference(): Promise<ReadonlyMap<string, Asset>> {
  const service = await openReference()
  const assets = new Map<string, Asset>()
  for (const path of ['/docs/', '/docs/js/scalar.js']) {
    const answer = await service.inject({ method: 'GET', url: path })
    if (answer.statusCode !== 200) throw new Error(`the reference has no ${path}`)
    const plain = answer.rawPayload
    assets.set(path, {
      type: String(answer.headers['content-type']),
      plain,
      gzipped: await gzip(plain),
    })
  }
  await service.close()
  return assets
}

async function openReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const service = fastify()
  await service.register(reference, {
    routePrefix: '/docs',
    // Everything that would send the reader, or what he types, to somebody else is off.
    configuration: {
      url: '/openapi.json',
      title: 'Corridor API',
      pageTitle: 'Corridor API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return service
}
