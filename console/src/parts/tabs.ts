// Tabs of one browser share the cookie of a customer's session. A sign-in in one tab changes whose data the others get, so
// they begin anew. Operators' pages need no such channel: the service refuses what a page sends for somebody else.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queries } from './client.ts'

const channelOfTabs = () => new BroadcastChannel('corridor.customer')

export function tellOtherTabs(): void {
  const channel = channelOfTabs()
  channel.postMessage('signed in')
  channel.close()
}

/** Goes to the first page of the new session: what this tab showed may be another's. */
export function useOtherTabs(): void {
  const router = useRouter()
  useEffect(() => {
    const channel = channelOfTabs()
    channel.addEventListener('message', () => {
      queries.clear()
      void router.navigate({ to: '/' })
    })
    return () => channel.close()
  }, [router])
}
