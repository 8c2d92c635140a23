// The session of this browser. The page never sees the key again: only the service reads the cookie.
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followService, now } from './clock.ts'
import { readSession } from './client.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const session = await readSession()
    followService(session.now)
    return session
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

const IDLE_MS = 60 * 60_000
const CHECK_MS = 10_000

/**
 * Calls `end` after an hour in which nobody touched the page. An open page reads by itself, so that the service cannot
 * see that its reader has left.
 */
export function useIdle(end: () => void): void {
  useEffect(() => {
    let touchedAt = now()
    const touch = () => void (touchedAt = now())
    const kinds = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
    for (const kind of kinds) addEventListener(kind, touch, { passive: true })
    const timer = setInterval(() => {
      if (now() - touchedAt > IDLE_MS) end()
    }, CHECK_MS)
    return () => {
      clearInterval(timer)
      for (const kind of kinds) removeEventListener(kind, touch)
    }
  }, [end])
}
