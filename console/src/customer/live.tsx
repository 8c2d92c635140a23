// Pages follow the stream of events. Each event makes the page read again what it shows. Without the stream the page
// reads every few seconds, and says since when it is not live.
import { useEffect, useState, type ReactNode } from 'react'
import { isSignedOut, queries } from '../parts/client.ts'
import { now, sleep } from '../parts/clock.ts'
import { Follows, type Live } from '../parts/live.tsx'
import { corridor } from './corridor.ts'

const AGAIN_MS = 5000
const POLL_MS = 10_000
/** Several events of one step cause one reading. */
const GATHER_MS = 150

/** Reads again, and retries the stream for as long as the page is open. */
export function LiveProvider({
  organization,
  children,
}: {
  organization: string
  children: ReactNode
}) {
  const [live, setLive] = useState<Live>({ lostAt: null, subjects: new Set() })
  useEffect(() => {
    const stop = new AbortController()
    void follow(organization, stop.signal, setLive)
    return () => stop.abort()
  }, [organization])
  useEffect(() => {
    if (live.lostAt === null) return
    const timer = setInterval(() => void queries.invalidateQueries(), POLL_MS)
    return () => clearInterval(timer)
  }, [live.lostAt])
  return <Follows value={live}>{children}</Follows>
}

async function follow(
  organization: string,
  signal: AbortSignal,
  setLive: (change: (live: Live) => Live) => void,
): Promise<void> {
  const lose = () => setLive((live) => ({ ...live, lostAt: live.lostAt ?? now() }))
  // The browser may notice first that the network is gone. An old connection may be dead when it is back.
  let attempt = new AbortController()
  const again = () => attempt.abort()
  addEventListener('offline', lose, { signal })
  addEventListener('online', again, { signal })
  signal.addEventListener('abort', again, { once: true })
  let cursor: string | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined
  while (!signal.aborted) {
    try {
      const filter = cursor === undefined ? {} : { cursor }
      attempt = new AbortController()
      const stream = corridor.events.stream(organization, filter, {
        signal: attempt.signal,
        onOpen: () => {
          setLive((live) => ({ ...live, lostAt: null }))
          void queries.invalidateQueries()
        },
        onBreak: lose,
      })
      for await (const { event, cursor: position } of stream) {
        cursor = position
        const subject = event.order_id ?? ''
        setLive((live) => ({ lostAt: null, subjects: new Set([...live.subjects, subject]) }))
        gathering ??= setTimeout(() => {
          gathering = undefined
          void queries.invalidateQueries()
          setTimeout(() => setLive((live) => ({ ...live, subjects: new Set() })), 2000)
        }, GATHER_MS)
      }
    } catch (error) {
      if (signal.aborted) return
      // The session ended: reading says so too, and the page asks to sign in.
      if (isSignedOut(error)) return void queries.invalidateQueries()
    }
    lose()
    if (!attempt.signal.aborted) await sleep(AGAIN_MS, attempt.signal)
  }
}
