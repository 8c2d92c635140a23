// Serves health and metrics of a process that serves no API.
import fastify from 'fastify'
import type { App } from '../../platform/http/api-type.ts'
import type { Draining } from '../../platform/http/drain.ts'
import { healthEndpoints } from './endpoints.ts'

type PortDeps = Parameters<typeof healthEndpoints>[1] & {
  config: { host: string; workerPort: number | null }
}

/** Null if no port is configured. */
export async function openWorkerPort(
  deps: PortDeps,
  state: Draining,
): Promise<{ url: string; close(): Promise<void> } | null> {
  const { host, workerPort } = deps.config
  if (workerPort === null) return null
  const app: App = fastify({ logger: false, forceCloseConnections: true })
  healthEndpoints(app, deps, state)
  const url = await app.listen({ host, port: workerPort })
  return { url, close: () => app.close() }
}
