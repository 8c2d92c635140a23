// Which orders wait because the desk has paused their next step. Rows of a list ask together, in one request.
import type { Order, OrderStatus, PausedOrder } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { corridor } from './corridor.ts'

/** The step that an order with this status waits for. */
const STEPS: Partial<Record<OrderStatus, PausedOrder['step']>> = {
  STEP_2_FILLING_FX: 'conversion',
  STEP_3_SETTLING_PAYOUT: 'payout',
  FAILED_REFUND_REQUESTED: 'refund',
}
/** No event tells of a halt at once. */
const POLL_MS = 30_000
const MOST = 100

type Asked = Pick<Order, 'id' | 'status'>

/** The pause of the order's step; undefined if it goes on, or before it is read. */
export function usePause(organization: string, order: Asked | undefined) {
  const status = order?.status.current_status
  const { data: pauses = [] } = useQuery({
    queryKey: [organization, 'paused', order?.id],
    queryFn: () => pausesOf(organization, order?.id ?? ''),
    enabled: status !== undefined && STEPS[status] !== undefined,
    refetchInterval: POLL_MS,
  })
  return pauses.find(({ step }) => status !== undefined && step === STEPS[status])
}

/** The pauses of the open orders of an overview. It looks at the newest hundred. */
export function usePausedOf(
  organization: string,
  open: readonly { status: OrderStatus; orders: readonly Order[] }[],
) {
  const ids = open.flatMap(({ status, orders }) =>
    STEPS[status] === undefined ? [] : orders.map(({ id }) => id),
  )
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
