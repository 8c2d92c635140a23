// The open requests of the desk. The navigation and the overview count them.
import { corridor } from './corridor.ts'

const MOST = 20

export const openRequestsQuery = (organization: string) => ({
  queryKey: [organization, 'requests', 'open'],
  queryFn: async () =>
    (await corridor.informationRequests.list(organization, { status: 'OPEN', limit: MOST }).page())
      .data,
})

/** How many wait, in words. Undefined if none does. */
export const countOfRequests = (open: readonly unknown[]): string | undefined =>
  open.length === 0 ? undefined : `${open.length}${open.length === MOST ? '+' : ''}`
