// The methods that the server knows, and the refusal of those that a path does not support.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../errors.ts'
import type { Api } from './api-type.ts'
import { METHODS as KNOWN_METHODS } from './node-http.ts'
import { noOperation } from './problem.ts'

// The common methods first, as the Allow header lists them. Node never emits a request for CONNECT.
export const METHODS = [
  ...new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', ...KNOWN_METHODS]),
].filter((method) => method !== 'CONNECT')

/** The methods of each path, filled as endpoints are added. */
export function rememberMethods(api: Api): Map<string, Set<string>> {
  const allowed = new Map<string, Set<string>>()
  api.addHook('onRoute', (route) => {
    const methods = allowed.get(route.path) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    allowed.set(route.path, methods)
  })
  return allowed
}

/**
 * A known path answers 405 to its other methods, with an Allow header. One route for all paths does it: the router keeps a
 * tree for each method, and thirty methods of every path would take more memory than all endpoints.
 */
export function refuseOtherMethods(api: Api, allowed: ReadonlyMap<string, Set<string>>): void {
  const paths = [...allowed].map(([path, methods]) => ({ pattern: patternOf(path), methods }))
  const methodsOf = (path: string): string[] => {
    const known = paths.filter(({ pattern }) => pattern.test(path))
    return METHODS.filter((method) => known.some(({ methods }) => methods.has(method)))
  }
  api.route({
    method: METHODS,
    url: '/*',
    schema: { hide: true },
    config: { methodsOf },
    handler: () => {
      throw noOperation()
    },
  })
}

/** The guards call it when they know the caller. */
export function refuseMethod(request: FastifyRequest, reply: FastifyReply): void {
  const [path = ''] = request.url.split('?', 1)
  const allowed = request.routeOptions.config.methodsOf?.(path) ?? []
  if (allowed.length === 0) return
  reply.header('allow', allowed.join(', '))
  throw failure('method_not_allowed', { allowed })
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
