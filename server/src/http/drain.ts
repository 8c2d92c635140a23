// How a process stops serving without refusing what is on its way: every answer from now on is the last one of
// its connection, and only what nobody uses is closed. What else the process does is left to serve.ts.
import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './api-type.ts'

/** What requests see of it; see the readiness check and the headers in api.ts. */
export type Draining = {
  draining: boolean
  /** Another process listens in its place. */
  replaced: boolean
  connections: Set<Socket>
}

export const notDraining = (): Draining => ({
  draining: false,
  replaced: false,
  connections: new Set(),
})

/** Keeps account of who is connected. */
export function noteConnections(app: App, { connections }: Draining): void {
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
}

/** How long a connection of a replaced process may be idle before it is closed. */
export const IDLE_MS = 5_000
/** For what is in flight after that. */
export const DRAIN_MS = 10_000
const CLOSE_IDLE_MS = 100

/**
 * A process without a successor serves requests for `drainDelayMs`, new connections too, while /readyz answers 503.
 * A load balancer has that long to send traffic elsewhere. A process with a successor accepts no more connections.
 * `hurry` ends this first part.
 */
export async function drain(
  app: App,
  state: Draining,
  { drainDelayMs, hurry }: { drainDelayMs: number; hurry: AbortSignal },
): Promise<void> {
  state.draining = true
  const connectionsEnded = state.replaced ? stopListening(app) : undefined
  await Promise.race([
    sleep(state.replaced ? IDLE_MS : drainDelayMs, undefined, { signal: hurry }).catch(
      () => undefined,
    ),
    ...(connectionsEnded === undefined ? [] : [connectionsEnded]),
  ])
  // A list that was streaming began before anybody could tell its connection to close.
  const closing = setInterval(() => {
    app.server.closeIdleConnections()
    // To Node these are at their first request; browsers and pools open some that they never use.
    for (const socket of state.connections) if (socket.bytesRead === 0) socket.destroy()
  }, CLOSE_IDLE_MS)
  await Promise.race([
    Promise.all([app.close(), connectionsEnded]),
    sleep(DRAIN_MS, undefined, { ref: false }),
  ])
  clearInterval(closing)
}

// The close of an HTTP server also cuts idle connections, on which a request may be on its way.
const stopListening = ({ server }: App): Promise<void> =>
  new Promise((resolve) => void Server.prototype.close.call(server, () => resolve()))
