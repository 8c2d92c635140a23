// Keeps connections to receivers alive for further requests to the same scheme, host and port. target.ts checks the
// address when a connection is opened.
import type { Agent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { monotonicMs } from '../clock.ts'
import { Agent as HttpAgent } from '../http/node-http.ts'

/** Opens the socket of a connection. */
export type Dial = Agent['createConnection']

type Connections = {
  /** `isNew`: use a new connection, and close it after the response. */
  agentFor(url: { protocol?: string | null | undefined }, isNew: boolean): Agent
  close(): void
}

// Below the 5 seconds after which a Node server closes an idle connection.
const IDLE_MS = 3000
// Bounds how long a changed DNS answer or an expired certificate goes unnoticed.
const LONGEST_MS = 60_000
// About 50 kB each with TLS.
const MOST_IDLE = 128

export function openConnections(dial?: Dial): Connections {
  /** Idle connections; the one idle for longest comes first. */
  const idle = new Set<Duplex>()
  const firstIdleMs = new WeakMap<Duplex, number>()

  function isWorthKeeping(socket: Duplex): boolean {
    const since = firstIdleMs.get(socket)
    if (since !== undefined) return monotonicMs() - since < LONGEST_MS
    firstIdleMs.set(socket, monotonicMs())
    socket.once('close', () => idle.delete(socket))
    return true
  }

  function keeping<A extends Agent>(agent: A): A {
    const keep = agent.keepSocketAlive.bind(agent)
    const reuse = agent.reuseSocket.bind(agent)
    agent.keepSocketAlive = (socket) => {
      // Node returns false if the receiver wants the connection closed. Its type says void.
      const answer: unknown = keep(socket)
      if (answer === false || !isWorthKeeping(socket)) return false
      idle.add(socket)
      const [oldest] = idle
      if (idle.size > MOST_IDLE) oldest?.destroy()
      return true
    }
    agent.reuseSocket = (socket, request) => {
      idle.delete(socket)
      reuse(socket, request)
    }
    return agent
  }

  // Do not resume TLS sessions: a resumed session does not verify the certificate again.
  const kept = { keepAlive: true, timeout: IDLE_MS, maxCachedSessions: 0 }
  const agents = {
    plain: keeping(new HttpAgent(kept)),
    secure: keeping(new HttpsAgent(kept)),
    newPlain: new HttpAgent(),
    newSecure: new HttpsAgent({ maxCachedSessions: 0 }),
  }
  if (dial !== undefined) for (const agent of Object.values(agents)) agent.createConnection = dial

  return {
    agentFor({ protocol }, isNew) {
      if (protocol === 'https:') return isNew ? agents.newSecure : agents.secure
      return isNew ? agents.newPlain : agents.plain
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
