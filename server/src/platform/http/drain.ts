// Stops a process from serving without failing requests in flight. Each further answer closes its connection, and idle
// connections are closed last. serve.ts stops the rest of the process.
import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './api-type.ts'

/** Read by the readiness check and by the hooks in app.ts. */
export type Draining = {
  draining: boolean
  /** A successor listens on the same port. */
  replaced: boolean
  connections: Set<Socket>
}

export const notDraining = (): Draining => ({
  draining: false,
  replaced: false,
  connections: new Set(),
})

/** Keeps `connections` up to date. */
export function noteConnections(app: App, { connections }: Draining): void {
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
}

/** How long a connection of a replaced process may be idle before it is closed. */
export const IDLE_MS = 5_000
/** How long requests in flight may take after that. */
export const DRAIN_MS = 10_000
const CLOSE_IDLE_MS = 100
/** The request of a connection that was accepted last has this long to arrive. */
const LAST_ACCEPTED_MS = 1_000

/**
 * A process without a successor serves requests for `drainDelayMs`, new connections too, while /readyz answers 503.
 * A load balancer has that long to send traffic elsewhere. A process with a successor accepts no more connections.
 * `hurry` ends this first part. `keepsSocket`: a service manager keeps the socket open for the next process. Then
 * connections that were kept come to their end first, and new ones wait in the socket for a moment only.
 */
export async function drain(
  app: App,
  state: Draining,
  {
    drainDelayMs,
    keepsSocket,
    hurry,
  }: { drainDelayMs: number; keepsSocket: boolean; hurry: AbortSignal },
): Promise<void> {
  const isKept = keepsSocket && !state.replaced
  // The next process answers on the same port.
  state.replaced ||= keepsSocket
  state.draining = true
  if (isKept) await sleep(IDLE_MS)
  const connectionsEnded = state.replaced ? stopListening(app) : undefined
  await Promise.race([
    sleep(isKept ? LAST_ACCEPTED_MS : state.replaced ? IDLE_MS : drainDelayMs, undefined, {
      signal: hurry,
    }).catch(() => undefined),
    ...(connectionsEnded === undefined ? [] : [connectionsEnded]),
  ])
  // Poll: a list that started before the drain sent no "connection: close", so its connection becomes idle later.
  const closing = setInterval(() => {
    app.server.closeIdleConnections()
    // Also close connections without a request. Browsers and pools open some in advance; Node does not count them idle.
    for (const socket of state.connections) if (socket.bytesRead === 0) socket.destroy()
  }, CLOSE_IDLE_MS)
  await Promise.race([
    Promise.all([app.close(), connectionsEnded]),
    sleep(DRAIN_MS, undefined, { ref: false }),
  ])
  clearInterval(closing)
}

// Call the method of net.Server: http.Server also closes idle connections, on which a request may be arriving.
const stopListening = ({ server }: App): Promise<void> =>
  new Promise((resolve) => void Server.prototype.close.call(server, () => resolve()))
