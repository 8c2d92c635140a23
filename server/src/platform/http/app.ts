// An HTTP application without endpoints: the settings and hooks that apply to every request. server.ts has the limits of
// the connections below it.
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyRequest,
  type FastifyServerOptions,
  type RawServerDefault,
} from 'fastify'
import type { Logger } from 'pino'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { failure } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import type { App } from './api-type.ts'
import { apiPathOf, originForm } from './console-path.ts'
import type { Draining } from './drain.ts'
import { parseJsonBody } from './json-body.ts'
import { lazyValidators } from './lazy-validators.ts'
import { readMetadataFilter } from './metadata.ts'
import { METHODS } from './methods.ts'
import { noOperation, sendProblem } from './problem.ts'
import { bodyText } from './rendered.ts'
import { requestIdOf } from './request.ts'
import { HEADER_LIMIT_BYTES } from './server.ts'

const BODY_LIMIT_BYTES = 64 * 1024

type AppNeeds = {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  publicUrl(): string
}

/** `settings`: those of the application that owns the server. */
export function newApp(
  deps: AppNeeds,
  state: Draining,
  settings: Pick<FastifyServerOptions, 'serverFactory' | 'clientErrorHandler' | 'bodyLimit'>,
): App {
  const docsUrl = () => docsUrlOf(deps)
  const app: App = fastify<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    bodyLimit: BODY_LIMIT_BYTES,
    ...settings,
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than adding the request id to the few lines that need it.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdOf,
    rewriteUrl: (request) => decodable(apiPathOf(originForm(request.url ?? '/'))),
    // Handlers answer an over-long identifier as an unknown one. The header limit bounds its length.
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: deps.config.trustProxy.length === 0 ? false : deps.config.trustProxy,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      void sendProblem(error, request, reply, docsUrl())
    },
  })
  app.setValidatorCompiler(lazyValidators())
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
  app.setNotFoundHandler((request, reply) => sendProblem(noOperation(), request, reply, docsUrl()))

  addHooks(app, deps, state)
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return app
}

function addHooks(app: App, deps: AppNeeds, state: Draining): void {
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
  app.addHook('onRoute', readMetadataFilter)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    // Refuse with a promise, for the reason in platform/http/guard.ts.
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
        ...(request.caller == null ? {} : { key_id: request.caller.id }),
      },
      'request',
    )
    done()
  })
}

export const docsUrlOf = (deps: Pick<AppNeeds, 'publicUrl'>): string => `${deps.publicUrl()}/docs`

// Refused methods share the label "other": Node knows thirty methods, and each would add rows to the metric.
const countedMethod = ({ method, routeOptions }: FastifyRequest): string =>
  routeOptions.config?.methodsOf === undefined && COUNTED.has(method) ? method : 'other'
const COUNTED = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

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
