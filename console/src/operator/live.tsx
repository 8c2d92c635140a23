// Operators' pages read the newest events every few seconds. New ones make the page read again what it shows, and what
// they concern flashes. Items of the queue have no events, so everything is also read again from time to time.
import { useEffect, useState, type ReactNode } from 'react'
import { isSignedOut, queries } from '../parts/client.ts'
import { now, sleep } from '../parts/clock.ts'
import { Follows, type Live } from '../parts/live.tsx'
import { read } from './api.ts'

const EVERY_MS = 4000
/** In rounds. */
const ALL_EVERY = 3
const NEWEST = 20

/** `isPaused`: there is no session to read with. */
export function PollProvider({ isPaused, children }: { isPaused: boolean; children: ReactNode }) {
  const [live, setLive] = useState<Live>({ lostAt: null, subjects: new Set() })
  useEffect(() => {
    if (isPaused) return
    const stop = new AbortController()
    void follow(stop.signal, setLive)
    return () => stop.abort()
  }, [isPaused])
  return <Follows value={live}>{children}</Follows>
}

async function follow(
  signal: AbortSignal,
  setLive: (change: (live: Live) => Live) => void,
): Promise<void> {
  let last: string | undefined
  for (let round = 1; !signal.aborted; round++) {
    await sleep(EVERY_MS, signal)
    if (signal.aborted) return
    if (document.visibilityState === 'hidden') continue
    try {
      const events = await read('/operator/v1/events', {}, { limit: NEWEST })
      const isFirst = last === undefined
      const known = events.findIndex(({ id }) => id === last)
      const fresh = isFirst ? [] : known === -1 ? events : events.slice(0, known)
      last = events[0]?.id ?? ''
      const subjects = new Set(fresh.map(({ event }) => event.order_id ?? ''))
      setLive(({ lostAt }) => ({ lostAt: lostAt === null ? lostAt : null, subjects }))
      if (fresh.length > 0 || round % ALL_EVERY === 0) void queries.invalidateQueries()
    } catch (error) {
      if (isSignedOut(error)) return void queries.invalidateQueries()
      setLive((live) => ({ ...live, lostAt: live.lostAt ?? now() }))
      // The shown lists are read again too. Each says how old it is.
      void queries.invalidateQueries()
    }
  }
}
