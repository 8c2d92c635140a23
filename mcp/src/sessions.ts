// Sessions of the HTTP transport: as many as fit into memory, each until it is idle for too long.
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

const MOST = 32
const IDLE_MS = 30 * 60_000
/** A session that was used this recently is never given up for a new one. */
const RECENT_MS = 60_000
/** Requests of one session at a time, its stream included. */
const MOST_REQUESTS = 24

type Session = {
  transport: StreamableHTTPServerTransport
  requests: number
  usedAtMs: number
}

export function openSessions(monotonicMs: () => number) {
  const open = new Map<string, Session>()
  let opening = 0

  const idleMs = ({ requests, usedAtMs }: Session): number =>
    requests > 0 ? 0 : monotonicMs() - usedAtMs
  const end = (id: string): void => {
    const session = open.get(id)
    open.delete(id)
    void session?.transport.close()
  }
  function endIdle(longerThanMs: number): void {
    for (const [id, session] of open) if (idleMs(session) > longerThanMs) end(id)
  }

  return {
    get: (id: string): Session | undefined => {
      endIdle(IDLE_MS)
      return open.get(id)
    },
    add(id: string, transport: StreamableHTTPServerTransport): void {
      open.set(id, { transport, requests: 0, usedAtMs: monotonicMs() })
    },
    remove: (id: string): void => void open.delete(id),
    /** False if there is no room. `leave` gives the place back once the session is open or refused. */
    enter(): boolean {
      if (open.size + opening >= MOST) endIdle(RECENT_MS)
      if (open.size + opening >= MOST) return false
      opening += 1
      return true
    },
    leave(): void {
      opening -= 1
    },
    /** False if the session has too many requests already. */
    begin(session: Session): boolean {
      if (session.requests >= MOST_REQUESTS) return false
      session.requests += 1
      return true
    },
    finish(session: Session): void {
      session.requests -= 1
      session.usedAtMs = monotonicMs()
    },
    endAll(): void {
      for (const id of open.keys()) end(id)
    },
  }
}
