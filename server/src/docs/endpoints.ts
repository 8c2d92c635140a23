// Serves the documentation: /openapi.json, the reference at /docs, and the page of errors.
import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../http/api-type.ts'
import { customersApi } from './customers.ts'
import { operatorsApi } from './operators.ts'
import { readErrorsPage } from './errors-page.ts'
import { servedOnce, type Content } from './served-once.ts'

// Browsers revalidate each time, and get 304 while the content is unchanged.
const CHECKED = { 'cache-control': 'no-cache' }
const KEPT_A_DAY = { 'cache-control': 'public, max-age=86400' }

/** Call it before the endpoints of the operator API. */
export async function operatorDocs(scope: App): Promise<void> {
  await scope.register(swagger, operatorsApi)
  scope.get(
    '/operator/openapi.json',
    { schema: { hide: true } },
    servedOnce(() => ({
      type: 'application/json; charset=utf-8',
      bytes: Buffer.from(JSON.stringify(scope.swagger())),
      headers: CHECKED,
    })),
  )
}

export async function docs(app: App): Promise<void> {
  await app.register(swagger, customersApi)
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

// Allows this service's script, and the inline scripts of the page by their hashes. The reference sets inline styles and
// embeds its images and fonts. Pages load from no other host, send nothing to one, and cannot be framed.
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

/** A file of the reference. Loaded on the first request, since it takes 4 MB. */
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
    // Switch off everything that contacts other hosts.
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
