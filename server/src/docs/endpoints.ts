// The API described by its own schemas: /openapi.json, the reference at /docs, and the page of errors.
import swagger from '@fastify/swagger'
import type { App } from '../api.ts'
import { errorTable } from '../errors.ts'

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
        'Organizations', 'External payment instruments', 'Liquidity providers', 'Configured routes',
        'Offerings', 'Quotes', 'Orders', 'Sandbox',
      ].map((name) => ({ name })),
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `ck_sandbox_…` or `ck_live_…`.' } },
      },
      security: [{ apiKey: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => (typeof json['$id'] === 'string' ? json['$id'] : `def-${index}`),
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'))
  app.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(errorsPage()),
  )
  const { default: reference } = await import('@scalar/fastify-api-reference')
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.json', title: 'Corridor API', withDefaultFonts: false, telemetry: false, hideClientButton: true },
  })
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
