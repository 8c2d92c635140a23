// Prepared orders that wait for the reader's approval. The navigation and the overview count them.
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../parts/session.ts'
import { corridor } from './corridor.ts'
import { useMay } from './rights.tsx'

const MOST = 20

/** Nobody approves what he or she prepared. `hasMore`: more wait than were counted. */
export function useWaiting(organization: string): { count: number; hasMore: boolean } {
  const may = useMay()
  const { data: session } = useQuery(sessionQuery)
  const person = session?.person?.id
  const { data = [] } = useQuery({
    queryKey: [organization, 'order-requests', 'waiting'],
    queryFn: async () =>
      (await corridor.orderRequests.list(organization, { status: 'PENDING', limit: MOST }).page())
        .data,
    enabled: person !== undefined && may('approve'),
    refetchInterval: 12_000,
  })
  return {
    count: data.filter(({ prepared_by: by }) => by.id !== person).length,
    hasMore: data.length === MOST,
  }
}
