// Prepared orders that wait for the reader's approval. The navigation and the overview count them.
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../parts/session.ts'
import { corridor } from './corridor.ts'
import { useMay } from './rights.tsx'

const MOST = 20

type Waiting = { count: number; hasMore: boolean; isKnown: boolean }

/** Nobody approves what he or she prepared. `hasMore`: more wait than were counted. */
export function useWaiting(organization: string): Waiting {
  const may = useMay()
  const { data: session } = useQuery(sessionQuery)
  const person = session?.person?.id
  const mayApprove = person !== undefined && may('approve')
  const { data } = useQuery({
    queryKey: [organization, 'order-requests', 'waiting'],
    queryFn: async () =>
      (await corridor.orderRequests.list(organization, { status: 'PENDING', limit: MOST }).page())
        .data,
    enabled: mayApprove,
    refetchInterval: 12_000,
  })
  return {
    count: (data ?? []).filter(({ prepared_by: by }) => by.id !== person).length,
    hasMore: data?.length === MOST,
    isKnown: session !== undefined && (!mayApprove || data !== undefined),
  }
}
