// The OpenAPI description of an API: what its endpoints define, with the headers of answers, named components and
// examples. customers.ts and operators.ts have the texts of the two APIs.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyContextConfig } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { descriptionOfFailure } from '../../platform/http/schemas.ts'
import { rolesWith } from '../../parties/operators/roles.ts'
import { addExamples } from './examples.ts'
import { nameSchemas, type Json } from '../../platform/http/name-schemas.ts'
import { withPortablePatterns } from './portable-patterns.ts'
import { problemsOf, responseName, type Audience } from './problems.ts'

const rateLimit =
  'Applies to the API key of this request. All processes of the service on one machine count together. Most requests take 1 unit, complete lists, timelines and looks at paused orders 10, creating offerings and API keys, rotating keys and redelivering events 50.'
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

/** Operators have no rate limit of a key, and no idempotency keys. */
const headersFor = (audience: Audience) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        audience === 'customers' ||
        !(name.startsWith('RateLimit') || name === 'Idempotent-Replayed'),
    ),
  )

/** The parts that the descriptions of the two APIs do not share. */
type About = {
  audience: Audience
  title: string
  guide: string
  tags: { name: string; description: string }[]
  securityScheme: { name: string; description: string }
  webhooks: Json
  /** Schemas that nothing in the description uses, for generated clients. */
  also: readonly TSchema[]
}

export const describe = ({
  audience,
  title,
  guide,
  tags,
  securityScheme,
  webhooks,
  also,
}: About): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: guide,
      // Readers of a description want one, and the product does not know the desk that runs it.
      contact: { name: 'The operator of this deployment' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This deployment' }],
    tags,
    components: {
      securitySchemes: {
        [securityScheme.name]: {
          type: 'http',
          scheme: 'bearer',
          description: securityScheme.description,
        },
      },
      headers: headersFor(audience),
    },
    security: [{ [securityScheme.name]: [] }],
  },
  transform: ({ schema, url, route }) => ({
    schema: { ...withPageSize(schema), ...route.config?.published, ...forOperators(route.config) },
    url,
  }),
  transformObject: (document) =>
    'swaggerObject' in document
      ? document.swaggerObject
      : completed(document.openapiObject, audience, webhooks, also),
})

type Documents = Parameters<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>[0]
type OpenApi = Extract<Documents, { openapiObject: unknown }>['openapiObject']

/** Names the schemas, shares the descriptions of failures, and adds headers and examples. */
function completed(
  document: OpenApi,
  audience: Audience,
  webhooks: Json,
  also: readonly TSchema[],
) {
  const { paths = {}, components = {} } = document
  const failing = new Set<string>()
  for (const [path, item] of Object.entries(paths)) {
    for (const method of ['get', 'post', 'patch', 'delete'] as const) {
      const operation = item?.[method]
      if (operation === undefined) continue
      const isPaged = operation.parameters?.some((one) => 'name' in one && one.name === 'limit')
      // The generator knows no style of a single parameter.
      const filter = operation.parameters?.find((one) => 'name' in one && one.name === 'metadata')
      if (filter !== undefined) Object.assign(filter, { style: 'deepObject', explode: true })
      const answers = operation.responses ?? {}
      for (const [status, answer] of Object.entries(answers)) {
        if ('$ref' in answer) continue
        if (status < '400') {
          answer.headers = headersOf(status, isPaged === true, audience)
          continue
        }
        // All operations share one description of each failure.
        failing.add(status)
        answers[status] = { $ref: `#/components/responses/${responseName(status)}` }
      }
      // The generator cannot express an optional body.
      const body = operation.requestBody
      const isOptional = audience === 'customers' && /\/(offerings|cancel|refund)$/.test(path)
      if (isOptional && body !== undefined && 'required' in body) body.required = false
    }
  }
  const responses = Object.fromEntries(
    [...failing]
      .toSorted()
      .map((status) => [responseName(status), failureResponse(status, audience)]),
  )
  const named = nameSchemas({ paths, webhooks, responses, unused: also })
  const schemas = withPortablePatterns(named.schemas)
  const { parts, examples } = addExamples(withPortablePatterns(named.parts), schemas)
  return Object.assign(document, {
    paths: parts['paths'],
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks: parts['webhooks'] }),
    components: {
      ...components,
      schemas,
      responses: parts['responses'],
      examples,
    },
  })
}

const failureResponse = (status: string, audience: Audience) => ({
  description: descriptionOfFailure(status),
  headers: headersOf(status, false, audience),
  content: { 'application/problem+json': { schema: problemsOf(status, audience) } },
})

/** The roles that may use an operation, and its command. Both are in the description of the operator API only. */
const forOperators = ({ right, command }: FastifyContextConfig = {}) => ({
  ...(right === undefined || right === 'nobody' ? {} : { 'x-roles': rolesWith(right).join(', ') }),
  ...(command === undefined ? {} : { 'x-command': command }),
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
function headersOf(status: string, isPaged: boolean, audience: Audience) {
  return Object.fromEntries(
    headerNames(status, isPaged, audience).map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )
}

function headerNames(status: string, isPaged: boolean, audience: Audience): HeaderName[] {
  const names: HeaderName[] = ['X-Request-Id']
  const isForCustomers = audience === 'customers'
  // These answers come before the key is known, or because the key does not work.
  if (isForCustomers && !['401', '408', '431'].includes(status))
    names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')
  if (['409', '429', '503'].includes(status)) names.push('Retry-After')
  if (status === '200' && isPaged) names.push('Link')
  if (isForCustomers && status === '201') names.push('Idempotent-Replayed')
  if (status === '405') names.push('Allow')
  return names
}
