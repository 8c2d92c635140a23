// The parts of the OpenAPI description that no endpoint defines: the guide for a first integration, the tags, the
// headers of answers, and components.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type from 'typebox'
import { descriptionOfFailure } from '../http/schemas.ts'
import { addExamples } from './examples.ts'
import { nameSchemas } from './name-schemas.ts'
import { anyProblem, problemsOf, responseName } from './problems.ts'
import { anyPayload, webhooks } from './webhooks.ts'

const guide = `Move value between two payment instruments, say USDC on Solana to a COP bank account.

**Keys.** The operator of this deployment gives you an API key and your organization's id. Send the key as \`Authorization: Bearer ck_…\`. A sandbox prints its key at its first start and keeps it in \`sandbox.json\`.

**From price to payout** takes five steps:

1. *Create offerings*: every route with two of your instruments that fit it, its costs and its current rate.
2. *Create a quote* for an offering and one amount: a firm price until \`submission_expires_at\`.
3. *Create an order* of the quote. It is \`STEP_1_AWAITING_FUNDING\` and says in \`funding_instructions\` where to send the payin total by \`funding_expires_at\`. Quote its \`reference_number\` with the payment: several orders may share one account.
4. *Fund it*. In a sandbox, *Simulate that the customer funded an order* does so. The order goes on by itself: \`STEP_2_FILLING_FX\`, \`STEP_3_SETTLING_PAYOUT\`.
5. *Follow it* to \`STEP_4_COMPLETED\`, or to a status that begins with \`FAILED_\`. A failed order is refunded by itself, except after \`FAILED_DECLINED_BY_LIQ_PROVIDER\`: then call *Refund a declined order*, or *Retry* it with a new quote.

**Idempotency.** Creating operations need an \`Idempotency-Key\`: a new UUID for each new operation, which you store before you send it. If you get no answer, or a 500 or 503, send the same request with the same key. It has one effect. The answer to a repeated request has \`Idempotent-Replayed: true\`.

**Amounts and rates** are decimal strings, never numbers: \`"1000.00"\`. An amount with more decimals than its currency has is refused, never rounded. \`payin.total\` is what the payer sends, fee and tax included; \`payout.total\` is what the beneficiary receives.

**Lists** are complete without \`limit\` and \`cursor\`. With \`limit\` they come in pages: follow the address with \`rel="next"\` in the \`Link\` header, unchanged, until there is none. Events always come in pages.

**Errors** are RFC 9457 problems (\`application/problem+json\`). Branch on \`code\`; [errors](/docs/errors) lists for each code when it occurs, what to do, and whether to retry with the same key.

**Events.** Read or stream what happened with *List or stream events*, or have it sent to you: *Create a webhook endpoint*. Webhooks are signed according to [Standard Webhooks](https://www.standardwebhooks.com).`

const rateLimit =
  'Applies to the API key of this request. All processes of the service on one machine count together. Most requests take 1 unit, complete lists and timelines 10, creating offerings and redelivering events 50.'
const headers = {
  'X-Request-Id': {
    description:
      'Your X-Request-Id if it was well formed, else a new one. Quote it when you ask for help.',
    schema: { type: 'string', examples: ['req_5f0c9b1e7a3d2468ace01357'] },
  },
  'RateLimit-Limit': {
    description: `Units in each second. ${rateLimit}`,
    schema: { type: 'integer', examples: [5000] },
  },
  'RateLimit-Remaining': {
    description: `Units left in this second. ${rateLimit}`,
    schema: { type: 'integer', examples: [4999] },
  },
  'RateLimit-Reset': {
    description: 'Seconds until all units are available again.',
    schema: { type: 'integer', examples: [1] },
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry. Present where a retry can help.',
    schema: { type: 'integer', examples: [1] },
  },
  Link: {
    description: 'The address of the next page as `<…>; rel="next"`. Absent on the last page.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` on the answer to a repeated request. Otherwise absent.',
    schema: { type: 'string', examples: ['true'] },
  },
  Allow: {
    description: 'The methods that the path supports.',
    schema: { type: 'string', examples: ['GET, HEAD, POST'] },
  },
} as const
type HeaderName = keyof typeof headers

export const description: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Corridor API',
      version: '1',
      description: guide,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { url: '/docs/errors', description: 'Every error, and what to do about it' },
    servers: [{ url: '/', description: 'This deployment' }],
    tags: [
      {
        name: 'Organizations',
        description: 'The customers or departments of an enterprise, which move value.',
      },
      {
        name: 'External payment instruments',
        description: 'Accounts and wallets that an organization pays from and to.',
      },
      {
        name: 'Liquidity providers',
        description: 'Providers of currency conversion: their pairs, hours and rates.',
      },
      {
        name: 'Configured routes',
        description: 'The conversions that an organization may use, with their limits and costs.',
      },
      {
        name: 'Offerings',
        description: 'A route with two instruments that fit it, and its price at that moment.',
      },
      { name: 'Quotes', description: 'A firm price for an amount. A quote makes one order.' },
      { name: 'Orders', description: 'Value on its way from one instrument to the other.' },
      { name: 'Events', description: 'Events of an organization, in the order of their commits.' },
      { name: 'Webhooks', description: 'Events sent to the endpoints of an organization.' },
      { name: 'Sandbox', description: 'Operations that exist only in a sandbox.' },
    ],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `ck_sandbox_…` or `ck_live_…`.',
        },
      },
      headers,
    },
    security: [{ apiKey: [] }],
  },
  transform: ({ schema, url, route }) => ({
    schema: { ...withPageSize(schema), ...route.config?.published },
    url,
  }),
  transformObject: (document) => {
    if ('swaggerObject' in document) return document.swaggerObject
    const { paths = {}, components = {} } = document.openapiObject
    const failing = new Set<string>()
    for (const [path, item] of Object.entries(paths)) {
      for (const method of ['get', 'post', 'patch', 'delete'] as const) {
        const operation = item?.[method]
        if (operation === undefined) continue
        const isPaged = operation.parameters?.some((one) => 'name' in one && one.name === 'limit')
        const answers = operation.responses ?? {}
        for (const [status, answer] of Object.entries(answers)) {
          if ('$ref' in answer) continue
          if (status < '400') {
            answer.headers = headersOf(status, isPaged === true)
            continue
          }
          // All operations share one description of each failure.
          failing.add(status)
          answers[status] = { $ref: `#/components/responses/${responseName(status)}` }
        }
        // The generator cannot express an optional body.
        const body = operation.requestBody
        const isOptional = /\/(offerings|cancel|refund)$/.test(path)
        if (isOptional && body !== undefined && 'required' in body) body.required = false
      }
    }
    const responses = Object.fromEntries(
      [...failing].toSorted().map((status) => [responseName(status), failureResponse(status)]),
    )
    const unused = [anyProblem, anyPayload]
    const named = nameSchemas({ paths, webhooks, responses, unused })
    const { parts, examples } = addExamples(named.parts, named.schemas)
    return Object.assign(document.openapiObject, {
      paths: parts['paths'],
      webhooks: parts['webhooks'],
      components: {
        ...components,
        schemas: named.schemas,
        responses: parts['responses'],
        examples,
      },
    })
  },
}

const failureResponse = (status: string) => ({
  description: descriptionOfFailure(status),
  headers: headersOf(status, false),
  content: { 'application/problem+json': { schema: problemsOf(status) } },
})

/** The guard validates parameters as text. The published schema says that the page size is a number. */
function withPageSize<T extends { querystring?: unknown }>(schema: T): T {
  const { querystring } = schema
  if (!Type.IsObject(querystring)) return schema
  const { limit } = querystring.properties
  if (limit === undefined) return schema
  const published = Type.Unsafe({
    ...limit,
    type: 'integer',
    format: 'int32',
    pattern: undefined,
    minimum: 1,
    maximum: 200,
    examples: [50],
  })
  return {
    ...schema,
    querystring: { ...querystring, properties: { ...querystring.properties, limit: published } },
  }
}
function headersOf(status: string, isPaged: boolean) {
  return Object.fromEntries(
    headerNames(status, isPaged).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

function headerNames(status: string, isPaged: boolean): HeaderName[] {
  const names: HeaderName[] = ['X-Request-Id']
  // These answers come before the key is known, or because the key does not work.
  if (!['401', '408', '431'].includes(status))
    names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')
  if (['409', '429', '503'].includes(status)) names.push('Retry-After')
  if (status === '200' && isPaged) names.push('Link')
  if (status === '201') names.push('Idempotent-Replayed')
  if (status === '405') names.push('Allow')
  return names
}
