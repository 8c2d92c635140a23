// The HTTP service, read from top to bottom: what happens to every request, then the endpoints.
import { randomBytes } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawServerDefault,
} from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { routeEndpoints } from './configured-routes/endpoints.ts'
import type { Deps } from './deps.ts'
import { docs } from './docs/endpoints.ts'
import { failure, retryLater } from './errors.ts'
import { clientErrorHandler } from './http/client-errors.ts'
import { guard } from './http/guard.ts'
import { parseJsonBody } from './http/json-body.ts'
import { sendProblem } from './http/problem.ts'
import { problem, status } from './http/schemas.ts'
import { healthEndpoints } from './health/endpoints.ts'
import { instrumentEndpoints } from './instruments/endpoints.ts'
import { detailsSchema, instrumentSchema } from './instruments/view.ts'
import { offeringEndpoints } from './offerings/endpoints.ts'
import { offeringSchema } from './offerings/view.ts'
import { orderEndpoints } from './orders/endpoints.ts'
import { orderSchema } from './orders/view.ts'
import { organizationEndpoints } from './organizations/endpoints.ts'
import { organizationSchema } from './organizations/view.ts'
import { providerEndpoints } from './providers/endpoints.ts'
import { exchangeRateSchema, providerSchema, tradingPairSchema } from './providers/view.ts'
import { quoteEndpoints } from './quotes/endpoints.ts'
import { quoteSchema } from './quotes/view.ts'
import { routeSchema } from './configured-routes/view.ts'

export type App = FastifyInstance
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export const BODY_LIMIT_BYTES = 64 * 1024
const HEADER_LIMIT_BYTES = 16 * 1024

/** `draining` turns true when the process is asked to stop: from then on new requests get a 503. */
export async function buildApi(deps: Deps, state: { draining: boolean }): Promise<App> {
  const docsUrl = () => `${deps.listing.baseUrl()}/docs`
  const app: App = fastify<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: deps.log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: requestId,
    rewriteUrl: (request) => decodable(request.url ?? '/'),
    // What the header limit lets through is judged by the handlers: an over-long identifier is an unknown one.
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: deps.config.trustProxy.length === 0 ? false : deps.config.trustProxy,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1000,
    },
    clientErrorHandler: clientErrorHandler(docsUrl),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      void sendProblem(error, request, reply, docsUrl())
    },
  })

  // Views build exactly the specified fields, and every answer of the tests is held against the schemas.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(Buffer.from(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, docsUrl()))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(failure('not_found'), request, reply, docsUrl()),
  )

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (
      state.draining &&
      !request.url.startsWith('/healthz') &&
      !request.url.startsWith('/readyz')
    ) {
      reply.header('connection', 'close')
      throw retryLater('shutting_down', 1)
    }
  })
  // Who keeps a connection learns with the last answer that it ends; else shutting down would wait for them all.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (state.draining) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    deps.metrics.requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        ...(request.caller == null ? {} : { key_id: request.caller.keyId }),
      },
      'request',
    )
  })

  for (const schema of [
    status,
    detailsSchema,
    organizationSchema,
    instrumentSchema,
    tradingPairSchema,
    providerSchema,
    exchangeRateSchema,
    routeSchema,
    offeringSchema,
    quoteSchema,
    orderSchema,
    problem,
  ])
    app.addSchema(schema)

  await docs(app)
  healthEndpoints(app, deps, state)
  await app.register(
    async (scope) => {
      await guard(scope, {
        authenticator: deps.authenticator,
        enterpriseOf: deps.catalogue.enterpriseOf,
        rateLimitPerSecond: deps.config.rateLimitPerSecond,
        authFailuresPerMinute: deps.config.authFailuresPerMinute,
      })
      scope.setNotFoundHandler((request, reply) =>
        sendProblem(failure('not_found'), request, reply, docsUrl()),
      )
      const api = scope.withTypeProvider<TypeBoxTypeProvider>()
      const allowed = rememberMethods(api)
      organizationEndpoints(api, deps)
      instrumentEndpoints(api, deps)
      providerEndpoints(api, deps)
      routeEndpoints(api, deps)
      offeringEndpoints(api, deps)
      quoteEndpoints(api, deps)
      orderEndpoints(api, deps)
      refuseOtherMethods(api, allowed)
    },
    { prefix: '/v1' },
  )
  return app
}

// A path whose escapes cannot be decoded names nothing, and is refused like any other such path, behind the
// guard: its escapes are taken as they stand.
function decodable(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%')) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** The caller's own X-Request-Id when it is sane, else a fresh one. */
export function requestId(request: { headers: IncomingMessage['headers'] }): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(sent)
    ? sent
    : `req_${randomBytes(12).toString('hex')}`
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

function rememberMethods(api: Api): Map<string, Set<string>> {
  const allowed = new Map<string, Set<string>>()
  api.addHook('onRoute', (route) => {
    const methods = allowed.get(route.path) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    allowed.set(route.path, methods)
  })
  return allowed
}

// A known path with another method says which ones it takes.
function refuseOtherMethods(api: Api, allowed: ReadonlyMap<string, Set<string>>): void {
  for (const [path, methods] of [...allowed]) {
    const allow = METHODS.filter((method) => methods.has(method)).join(', ')
    api.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url: path.slice('/v1'.length),
      schema: { hide: true },
      handler: async (_request, reply) => {
        reply.header('allow', allow)
        throw failure('method_not_allowed', { allowed: allow.split(', ') })
      },
    })
  }
}
