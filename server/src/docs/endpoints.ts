// The API described by its own schemas: /openapi.json, the reference at /docs, and the page of errors.
import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../http/api-type.ts'
import { description } from './describe.ts'
import { readErrorsPage } from './errors-page.ts'
import { servedOnce, type Content } from './served-once.ts'

// Asked for anew each time, and answered with 304 while it is the same.
const CHECKED = { 'cache-control': 'no-cache' }
const KEPT_A_DAY = { 'cache-control': 'public, max-age=86400' }

export async function docs(app: App): Promise<void> {
  await app.register(swagger, description)
  const schema = { hide: true }
  app.get('/', { schema }, async (_request, reply) => reply.redirect('/docs'))
  app.get(
    '/openapi.json',
    { schema },
    servedOnce(() => ({
      type: 'application/json; charset=utf-8',
      bytes: Buffer.from(JSON.stringify(app.swagger())),
      headers: CHECKED,
    })),
  )
  app.get(
    '/docs/errors',
    { schema },
    servedOnce(async () => pageOf(await readErrorsPage())),
  )
  app.get('/docs', { schema }, async (_request, reply) => reply.redirect('/docs/'))
  app.get(
    '/docs/',
    { schema },
    servedOnce(async () => pageOf((await reference('/docs/')).toString())),
  )
  app.get(
    '/docs/js/scalar.js',
    { schema },
    servedOnce(async () => ({
      type: 'application/javascript; charset=utf-8',
      bytes: await reference('/docs/js/scalar.js'),
      headers: KEPT_A_DAY,
    })),
  )
}

const pageOf = (html: string): Content => ({
  type: 'text/html; charset=utf-8',
  bytes: Buffer.from(html),
  headers: {
    ...CHECKED,
    'content-security-policy': policyOf(html),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  },
})

// Allows this service's script and the inline ones of the page, each by its hash. The reference sets styles as it runs,
// and brings its own pictures and fonts. Nothing comes from another host or goes to one, and no other site may frame a
// page.
function policyOf(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const scripts = html.includes('<script') ? `script-src 'self' ${inline.join(' ')}` : ''
  return [
    "default-src 'none'",
    scripts,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
    .filter((directive) => directive !== '')
    .join('; ')
}

/** A file of the reference. Its 4 MB are read only when somebody asks. */
async function reference(path: string): Promise<Buffer> {
  const service = await openReference()
  const answer = await service.inject({ method: 'GET', url: path })
  await service.close()
  if (answer.statusCode !== 200) throw new Error(`the reference has no ${path}`)
  return answer.rawPayload
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
