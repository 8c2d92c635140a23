// Builds the HTTP service: first the settings and hooks that apply to every request, then the endpoints.
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { routeEndpoints } from './configured-routes/endpoints.ts'
import { connectorEndpoints } from './connectors/endpoints.ts'
import type { Deps } from './deps.ts'
import { docs } from './docs/endpoints.ts'
import { failure } from './errors.ts'
import { eventEndpoints } from './events/endpoints.ts'
import type { App } from './http/api-type.ts'
import { clientErrorHandler, noteRequest } from './http/client-errors.ts'
import { noteConnections, type Draining } from './http/drain.ts'
import { guard } from './http/guard.ts'
import { METHODS, refuseOtherMethods, rememberMethods } from './http/methods.ts'
import { parseJsonBody } from './http/json-body.ts'
import { sendProblem } from './http/problem.ts'
import { bodyText } from './http/rendered.ts'
import { requestIdOf } from './http/request.ts'
import { healthEndpoints } from './health/endpoints.ts'
import { instrumentEndpoints } from './instruments/endpoints.ts'
import { operatorApi } from './operator-api.ts'
import { offeringEndpoints } from './offerings/endpoints.ts'
import { orderEndpoints } from './orders/endpoints.ts'
import { organizationEndpoints } from './organizations/endpoints.ts'
import { providerEndpoints } from './providers/endpoints.ts'
import { quoteEndpoints } from './quotes/endpoints.ts'
import { sandboxEndpoints } from './sandbox/endpoints.ts'
import { webhookEndpoints } from './webhooks/endpoints.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const HEADER_LIMIT_BYTES = 16 * 1024
// Node checks these two timeouts once a second, so the answer comes at most a second late.
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000
// Closes a connection that neither sends nor receives: mostly a client that does not read. Streams send more often.
const IDLE_CONNECTION_MS = 30_000

export async function buildApi(deps: Deps, state: Draining): Promise<App> {
  const docsUrl = () => `${deps.publicUrl()}/docs`
  const app: App = fastify<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than adding the request id to the few lines that need it.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdOf,
    rewriteUrl: (request) => decodable(originForm(request.url ?? '/')),
    // Handlers answer an over-long identifier as an unknown one. The header limit bounds its length.
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: deps.config.trustProxy.length === 0 ? false : deps.config.trustProxy,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        // Formats only document the API. Patterns and handlers validate, with better messages.
        validateFormats: false,
      },
    },
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1000,
      // The onRequest hook below refuses a missing Host with a problem document.
      requireHostHeader: false,
    },
    // Fastify ignores requestTimeout inside `http`, so it stands here.
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_CONNECTION_MS,
    clientErrorHandler: clientErrorHandler(docsUrl),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      void sendProblem(error, request, reply, docsUrl())
    },
  })

  // Ignore unknown Expect headers. Node would answer 417 with an empty body.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
  // No serializer schemas: views build exactly the specified fields, and the tests validate every answer.
  app.setSerializerCompiler(() => bodyText)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(typeof body === 'string' ? Buffer.from(body) : body))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  app.setErrorHandler((error, request, reply) => {
    // Fastify closes the connection after a body it cannot parse. A complete body leaves the connection usable.
    if (reply.hasHeader('connection') && request.raw.complete && !state.draining) {
      reply.removeHeader('connection')
    }
    return sendProblem(error, request, reply, docsUrl())
  })
  app.server.on('request', noteRequest)
  noteConnections(app, state)
  app.setNotFoundHandler((request, reply) =>
    sendProblem(failure('not_found'), request, reply, docsUrl()),
  )

  // A browser that opens an answer must not run, frame or cache it. Documentation pages set their own headers.
  const securityHeaders = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(deps.config.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000' }
      : {}),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    // Refuse with a promise, for the reason in http/guard.ts.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return Promise.reject(failure('invalid_request', {}, 'The Host header is missing.'))
    done()
    return undefined
  })
  // While draining, each connection gets one last answer, which tells the client to close.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (state.draining) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    deps.metrics.requests.observe(
      { method: countedMethod(request), route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    request.log.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        ...(request.caller == null ? {} : { key_id: request.caller.keyId }),
      },
      'request',
    )
    done()
  })

  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  await operatorApi(app, deps)
  await docs(app)
  healthEndpoints(app, deps, state)
  await connectorEndpoints(app, deps)
  await app.register(
    async (scope) => {
      await guard(scope, {
        authenticator: deps.authenticator,
        isMember: deps.memberships.isMember,
        rateLimitPerSecond: deps.config.rateLimitPerSecond,
        authFailuresPerMinute: deps.config.authFailuresPerMinute,
        sharedCounts: deps.sharedCounts,
        gate: deps.gate,
        unread: deps.unread,
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
      eventEndpoints(api, deps)
      webhookEndpoints(api, deps)
      sandboxEndpoints(api, deps)
      refuseOtherMethods(api, allowed, '/v1')
    },
    { prefix: '/v1' },
  )
  return app
}

// Refused methods share the label "other": Node knows thirty methods, and each would add rows to the metric.
const countedMethod = ({ method, routeOptions }: FastifyRequest): string =>
  routeOptions.config?.refusedFor === undefined && COUNTED.has(method) ? method : 'other'
const COUNTED = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

// A request in absolute form, as clients send it to proxies, names the host. Answers must not repeat that host.
const originForm = (url: string): string =>
  url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/'

// Escapes that cannot be decoded are kept as literal text. The path is then unknown: 401 or 404 behind the guard.
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
