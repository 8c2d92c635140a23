// Serves the documentation: the pages of docs/ with their search, the references of both APIs, and /openapi.json.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import swagger from '@fastify/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../../platform/errors.ts'
import type { App } from '../../platform/http/api-type.ts'
import { customersApi } from './customers.ts'
import { operatorsApi } from './operators.ts'
import { pages, PICTURES } from './pages.ts'
import { REFERENCES, SCRIPT_OF_REFERENCE, referencePage, referenceScript } from './reference.ts'
import { servedOnce, type Content } from '../../platform/http/served-once.ts'
import type { SiteDeps } from './site.ts'

// Browsers revalidate each time, and get 304 while the content is unchanged.
const CHECKED = { 'cache-control': 'no-cache' }
const KEPT_A_DAY = { 'cache-control': 'public, max-age=86400' }
// Pages name these files with a hash of their content.
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }
const ASSETS = {
  'docs.css': 'text/css',
  'docs.js': 'application/javascript',
  'reference.js': 'application/javascript',
}
const hidden = { schema: { hide: true } }

/** Call it before the endpoints of the operator API. */
export async function operatorDocs(scope: App): Promise<void> {
  await scope.register(swagger, operatorsApi)
  scope.get(
    '/operator/openapi.json',
    hidden,
    servedOnce(() => jsonOf(scope.swagger())),
  )
}

export async function docs(app: App, deps: SiteDeps): Promise<void> {
  await app.register(swagger, customersApi)
  const get = (path: string, make: () => Content | Promise<Content>) =>
    app.get(path, hidden, servedOnce(make))
  // Most processes serve no page, and rendering them takes several megabytes.
  const site = async () => (await import('./site.ts')).siteOf(deps)

  app.get('/', hidden, async (_request, reply) => reply.redirect('/docs/'))
  app.get('/docs', hidden, async (_request, reply) => reply.redirect('/docs/'))
  get('/openapi.json', () => jsonOf(app.swagger()))
  const missingPage = servedOnce(async () => pageOf(await (await site()).missing()))
  /** A page for people. Programs get the problem that they get everywhere. */
  const missing = (request: FastifyRequest, reply: FastifyReply) => {
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw failure('not_found')
    return missingPage(request, reply.code(404))
  }
  app.get('/docs/*', hidden, async (request, reply) => missing(request, reply))
  get('/docs/', async () => pageOf(await (await site()).home()))
  get('/docs/search.json', async () => jsonOf(await (await site()).searchEntries(app.swagger())))
  getEach('/docs/:name', pages, async (page) => pageOf(await (await site()).document(page)))
  for (const [name, type] of Object.entries(ASSETS)) {
    let address: string | undefined
    const served = (headers: Record<string, string>) =>
      servedOnce(async () => {
        const { bytes } = await (await site()).asset(name)
        return { type: `${type}; charset=utf-8`, bytes, headers }
      })
    const [kept, checked] = [served(KEPT), served(CHECKED)]
    app.get(`/docs/assets/${name}`, hidden, async (request, reply) => {
      address ??= (await (await site()).asset(name)).address
      // During an upgrade, a page of one version may ask a process of another. Browsers must not keep that answer.
      return (request.url === address ? kept : checked)(request, reply)
    })
  }
  const pictures = readdirSync(PICTURES).map((name) => ({ name }))
  getEach('/docs/pictures/:name', pictures, async ({ name }) => ({
    type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    bytes: await (await site()).picture(name),
    headers: { ...CHECKED, 'content-security-policy': PICTURE_POLICY },
  }))
  for (const path of REFERENCES.keys())
    get(path, async () => pageOf(await referencePage(path), 'reference'))
  get(SCRIPT_OF_REFERENCE, async () => ({
    type: 'application/javascript; charset=utf-8',
    bytes: await referenceScript(),
    headers: KEPT_A_DAY,
  }))

  /** One route for all names: a route of its own for each would take more memory. */
  function getEach<Named extends { name: string }>(
    path: string,
    all: readonly Named[],
    make: (one: Named) => Promise<Content>,
  ): void {
    const handlers = new Map(all.map((one) => [one.name, servedOnce(() => make(one))]))
    app.get<{ Params: { name: string } }>(path, hidden, async (request, reply) => {
      const handler = handlers.get(request.params.name)
      return (handler ?? missing)(request, reply)
    })
  }
}

const jsonOf = (value: unknown): Content => ({
  type: 'application/json; charset=utf-8',
  bytes: Buffer.from(JSON.stringify(value)),
  headers: CHECKED,
})

const pageOf = (html: string, kind: 'document' | 'reference' = 'document'): Content => ({
  type: 'text/html; charset=utf-8',
  bytes: Buffer.from(html),
  headers: {
    ...CHECKED,
    'content-security-policy': kind === 'document' ? DOCUMENT_POLICY : referencePolicy(html),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  },
})

// Pages load from no other host, send nothing to one, and cannot be framed.
const EVERYWHERE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const DOCUMENT_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ${EVERYWHERE}`
const PICTURE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; ${EVERYWHERE}`

// Allows the inline scripts of the reference by their hashes. It sets inline styles and embeds its images and fonts.
function referencePolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return `default-src 'none'; script-src 'self' ${inline.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; ${EVERYWHERE}`
}
