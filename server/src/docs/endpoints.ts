// The API described by its own schemas: /openapi.json, the reference at /docs, and the page of errors.
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../api.ts'
import { errorTable, failure } from '../errors.ts'

export async function docs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Corridor',
        version: '1',
        description:
          'Move value between two payment instruments through priced offerings, firm quotes and orders with funding instructions. Success bodies have the one key `data`; amounts and rates are decimal strings; errors are RFC 9457 problems.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This deployment' }],
      tags: [
        {
          name: 'Organizations',
          description: 'Who moves value: the customers of an enterprise, or its parts.',
        },
        {
          name: 'External payment instruments',
          description: 'Accounts and wallets that an organization pays from and to.',
        },
        {
          name: 'Liquidity providers',
          description: 'Who converts, for which pairs, when and at what rate.',
        },
        {
          name: 'Configured routes',
          description: 'What the desk offers an organization, and on which terms.',
        },
        {
          name: 'Offerings',
          description: 'A route with two instruments that fit it, and its price at that moment.',
        },
        { name: 'Quotes', description: 'A firm price for an amount. A quote makes one order.' },
        { name: 'Orders', description: 'Value on its way from one instrument to the other.' },
        { name: 'Events', description: 'What happened, in the order in which it was committed.' },
        { name: 'Webhooks', description: 'Events, sent to where an organization wants them.' },
        { name: 'Sandbox', description: 'What only a sandbox has.' },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `ck_sandbox_…` or `ck_live_…`.',
          },
        },
      },
      security: [{ apiKey: [] }],
    },
    // The generator knows no optional body.
    transformObject: (document) => {
      if ('swaggerObject' in document) return document.swaggerObject
      const body =
        document.openapiObject.paths?.['/v1/organizations/{organization_id}/offerings']?.post
          ?.requestBody
      if (body !== undefined && 'required' in body) body.required = false
      return document.openapiObject
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `def-${index}`,
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'))
  app.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(errorsPage()),
  )
  let reference: Promise<FastifyInstance> | undefined
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      reference ??= openReference().catch((error: unknown) => {
        reference = undefined
        throw error
      })
      const answer = await (await reference).inject({ method: 'GET', url: request.url })
      if (answer.statusCode === 404) throw failure('not_found')
      const { 'content-type': type, location } = answer.headers
      if (location !== undefined) return reply.redirect(String(location), answer.statusCode)
      return reply.code(answer.statusCode).type(String(type)).send(answer.rawPayload)
    })
  }
}

// A service of its own, opened for the first reader: it holds 40 MB that most processes never need.
async function openReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const service = fastify()
  await service.register(reference, {
    routePrefix: '/docs',
    // Everything that would send the reader, or what he types, to somebody else is off.
    configuration: {
      url: '/openapi.json',
      title: 'Corridor API',
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

function errorsPage(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Corridor errors</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
tr:target{background:#fc06}code{font-size:.9em}</style>
<h1>Errors</h1><p>Every failure is <code>application/problem+json</code>. Branch on <code>code</code>; quote <code>request_id</code> when you ask for help.</p>
<table><thead><tr><th>Status<th>Code<th>Meaning</tr></thead><tbody>${rows.join('\n')}</tbody></table></html>`
}
