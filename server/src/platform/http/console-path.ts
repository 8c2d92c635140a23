// The console calls both APIs below /console/, the only path that its cookies have. The rest of the service sees the
// path of the API.
import type { FastifyRequest } from 'fastify'

const PREFIX = '/console'

/** `/console/v1/...` becomes `/v1/...`, and `/console/operator/v1/...` becomes `/operator/v1/...`. */
export const apiPathOf = (path: string): string =>
  /^\/console\/(operator\/)?v1\//.test(path) ? path.slice(PREFIX.length) : path

/** Whether a request came to a path below /console/. */
export const isByConsole = ({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): boolean =>
  originForm(originalUrl).startsWith(`${PREFIX}/`)

// A request in absolute form, as clients send it to proxies, names the host. Answers must not repeat that host.
export const originForm = (url: string): string =>
  url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/'
