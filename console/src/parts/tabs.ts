// Tabs of one browser share the cookie of a session. A tab that signs in or out tells the others, so that those which nobody
// looks at do not go on showing what they have.
import { useEffect } from 'react'

export type Whose = 'customer' | 'operator'

const channelOf = (whose: Whose, about: 'session' | 'use') =>
  new BroadcastChannel(`corridor.${whose}.${about}`)

/** A session has begun or ended in this tab. */
export function tellOtherTabs(whose: Whose): void {
  const channel = channelOf(whose, 'session')
  channel.postMessage('changed')
  channel.close()
}

/** Calls `changed` after another tab signed in or out. `changed` is the same function at each call. */
export function useOtherTabs(whose: Whose, changed: () => void): void {
  useEffect(() => {
    const channel = channelOf(whose, 'session')
    channel.addEventListener('message', changed)
    return () => channel.close()
  }, [whose, changed])
}

/** Tells the other tabs that somebody uses this one, and calls `used` when they tell it. */
export function shareUse(whose: Whose, used: () => void): { tell: () => void; close: () => void } {
  const channel = channelOf(whose, 'use')
  channel.addEventListener('message', used)
  return { tell: () => channel.postMessage('used'), close: () => channel.close() }
}
