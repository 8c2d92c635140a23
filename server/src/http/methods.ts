// The methods that the server knows, and the refusal of those that a path does not support.
import { METHODS as KNOWN_METHODS } from 'node:http'
import type { Api } from './api-type.ts'

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

// A known path answers 405 to its other methods, with an Allow header.
export function refuseOtherMethods(
  api: Api,
  allowed: ReadonlyMap<string, Set<string>>,
  prefix: string,
): void {
  for (const [path, methods] of allowed) {
    const allow = METHODS.filter((method) => methods.has(method)).join(', ')
    api.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url: path.slice(prefix.length),
      schema: { hide: true },
      config: { refusedFor: allow },
      handler: () => {
        throw new Error('the guard did not refuse a method that the path does not support')
      },
    })
  }
}
