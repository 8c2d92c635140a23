// How many orders wait for the reader's approval. The navigation counts them.
import { useQuery } from '@tanstack/react-query'
import { corridor } from '../parts/client.ts'
import { useMay } from './rights.tsx'

const MOST = 20

/** Undefined if none waits. Nobody approves what he or she prepared. */
export function useWaiting(organization: string, person: string | undefined): string | undefined {
  const may = useMay()
  const { data = [] } = useQuery({
    queryKey: [organization, 'order-requests', 'waiting'],
    queryFn: async () =>
      (await corridor.orderRequests.list(organization, { status: 'PENDING', limit: MOST }).page())
        .data,
    enabled: person !== undefined && may('approve'),
    refetchInterval: 12_000,
  })
  const count = data.filter(({ prepared_by: by }) => by.id !== person).length
  return count === 0 ? undefined : `${count}${data.length === MOST ? '+' : ''}`
}
