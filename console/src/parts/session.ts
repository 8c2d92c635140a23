// The session of this browser. The page never sees the key again: only the service reads the cookie.
import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { followService, now } from './clock.ts'
import { isSignedOut, queries, readSession } from './client.ts'

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

/**
 * Ends the session, and goes to the page of sign-in. It also does so when any answer says that the session has ended.
 * `signOut` is the same function at each call.
 */
export function useLeave(
  signOut: () => Promise<unknown>,
  signIn: '/sign-in' | '/operator/sign-in',
): (because: 'asked' | 'idle' | 'ended') => void {
  const router = useRouter()
  const leave = useCallback(
    (because: 'asked' | 'idle' | 'ended') => {
      const to = router.state.location.href
      const ending = because === 'ended' ? Promise.resolve() : signOut()
      void ending
        .catch(() => undefined)
        .then(() => {
          queries.clear()
          const search = because === 'asked' ? {} : { because, to }
          return router.navigate({ to: signIn, search })
        })
    },
    [router, signOut, signIn],
  )
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        if (query.state.status === 'error' && isSignedOut(query.state.error)) leave('ended')
      }),
    [leave],
  )
  return leave
}
