// Tabs of one browser share the cookie of the session. A sign-in in one tab changes who the others are, so they begin anew.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queries } from './client.ts'

type Who = 'customer' | 'operator'
const channelOf = (who: Who) => new BroadcastChannel(`corridor.${who}`)

export function tellOtherTabs(who: Who): void {
  const channel = channelOf(who)
  channel.postMessage('signed in')
  channel.close()
}

/** Goes to the first page of the new session: what this tab showed may be another's. */
export function useOtherTabs(who: Who, home: string): void {
  const router = useRouter()
  useEffect(() => {
    const channel = channelOf(who)
    channel.addEventListener('message', () => {
      queries.clear()
      void router.navigate({ to: home })
    })
    return () => channel.close()
  }, [router, who, home])
}
