// Which orders wait for the desk: it has paused their next step, or a person looks at them. Rows of a list ask together, in one
// request.
import type { Order, PausedOrder } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { corridor } from './corridor.ts'
import { useHeldSince } from './on-hold.tsx'
import { pauseIn, standingOf, type Pause, type Standing } from './order-standing.ts'
import { OPEN_STATUSES } from './order-words.ts'

/** No event tells of a halt at once. */
const POLL_MS = 30_000
const MOST = 100

type Asked = Pick<Order, 'id' | 'status'>

/** The pause of the order's step; undefined if it goes on, or before it is read. */
export function usePause(organization: string, order: Asked | undefined): Pause | undefined {
  const status = order?.status.current_status
  const waits = usePauses(organization, order)
  return status && pauseIn(status, waits)
}

/** How a row of a list stands. Its instruments are not read: only its page knows their holds. */
export function useStanding(organization: string, order: Asked): Standing {
  const waits = usePauses(organization, order)
  const isOnHold = useHeldSince(organization) !== undefined
  return standingOf(order.status.current_status, waits, isOnHold)
}

function usePauses(organization: string, order: Asked | undefined): PausedOrder[] {
  const status = order?.status.current_status
  const isOpen = status !== undefined && OPEN_STATUSES.includes(status)
  const { data = [] } = useQuery({
    queryKey: [organization, 'paused', order?.id],
    queryFn: () => pausesOf(organization, order?.id ?? ''),
    enabled: isOpen,
    refetchInterval: POLL_MS,
  })
  return isOpen ? data : []
}

/** What the open orders of an overview wait for. It looks at the first hundred. */
export function usePausedOf(organization: string, open: readonly { orders: readonly Order[] }[]) {
  const ids = open.flatMap(({ orders }) => orders.map(({ id }) => id))
  return useQuery({
    queryKey: [organization, 'paused', 'open', ...ids],
    queryFn: () => pausedOf(organization, ids),
    enabled: ids.length > 0,
    refetchInterval: POLL_MS,
  })
}

type Batch = { ids: string[]; answer: Promise<PausedOrder[]> }
const batches = new Map<string, Batch>()

async function pausesOf(organization: string, id: string): Promise<PausedOrder[]> {
  const open = batches.get(organization)
  const batch = open !== undefined && open.ids.length < MOST ? open : newBatch(organization)
  batch.ids.push(id)
  return (await batch.answer).filter((one) => one.order_id === id)
}

function newBatch(organization: string): Batch {
  const ids: string[] = []
  const send = async (): Promise<PausedOrder[]> => {
    await new Promise((resolve) => setTimeout(resolve))
    if (batches.get(organization) === batch) batches.delete(organization)
    return pausedOf(organization, ids)
  }
  const batch: Batch = { ids, answer: send() }
  batches.set(organization, batch)
  return batch
}

const pausedOf = (organization: string, ids: readonly string[]): Promise<PausedOrder[]> =>
  corridor.orders.paused(organization, { order_ids: ids.slice(0, MOST).join(',') })
