// The session of this browser. The page never sees the key again: only the service reads the cookie.
import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { elapsed, followService } from './clock.ts'
import { isSignedOut, queries, readSession } from './client.ts'
import { shareUse, tellOtherTabs, type Whose } from './tabs.ts'

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
 * Calls `end` after an hour in which nobody touched a page of this browser. Open pages read by themselves, so that the service
 * cannot see that their reader has left. The time of a sandbox may jump, so it is not used here. While the machine sleeps
 * nothing is read, and the service ends the session.
 */
export function useIdle(whose: Whose, end: () => void): void {
  useEffect(() => {
    let touchedAt = elapsed()
    let toldAt = -CHECK_MS
    const others = shareUse(whose, () => void (touchedAt = elapsed()))
    const touch = () => {
      touchedAt = elapsed()
      if (touchedAt - toldAt < CHECK_MS) return
      toldAt = touchedAt
      others.tell()
    }
    const kinds = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
    for (const kind of kinds) addEventListener(kind, touch, { passive: true })
    const timer = setInterval(() => {
      if (elapsed() - touchedAt > IDLE_MS) end()
    }, CHECK_MS)
    return () => {
      clearInterval(timer)
      others.close()
      for (const kind of kinds) removeEventListener(kind, touch)
    }
  }, [whose, end])
}

/** Calls `ended` when an answer says that the session has ended. `ended` is the same function at each call. */
export function useEnded(ended: () => void): void {
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        if (isSignedOut(event.action.error)) ended()
      }),
    [ended],
  )
}

const SIGN_IN = { customer: '/sign-in', operator: '/operator/sign-in' } as const

/** Ends the session, and goes to the page of sign-in. `signOut` is the same function at each call. */
export function useLeave(
  whose: Whose,
  signOut: () => Promise<unknown>,
): (because: 'asked' | 'idle' | 'ended') => void {
  const router = useRouter()
  const leave = useCallback(
    (because: 'asked' | 'idle' | 'ended') => {
      const to = router.state.location.href
      const ending = because === 'ended' ? Promise.resolve() : signOut()
      void ending
        .catch(() => undefined)
        .then(() => {
          if (because !== 'ended') tellOtherTabs(whose)
          queries.clear()
          const search = because === 'asked' ? {} : { because, to }
          return router.navigate({ to: SIGN_IN[whose], search })
        })
    },
    [router, signOut, whose],
  )
  return leave
}
