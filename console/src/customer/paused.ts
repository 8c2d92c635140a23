// Which orders wait for the desk: it has paused their next step, or a person looks at them. Rows of a list ask together, in one
// request.
import type { Order, OrderStatus, PausedOrder } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { corridor } from './corridor.ts'
import { standstillOf } from './happening.ts'
import { useHeldSince } from './on-hold.tsx'
import { OPEN_STATUSES } from './order-words.ts'

/** Of a step. */
export type Pause = PausedOrder & { step: Exclude<PausedOrder['step'], 'review'> }

const isOfStep = (one: PausedOrder): one is Pause => one.step !== 'review'

/** The step that an order with this status waits for. */
const STEPS: Partial<Record<OrderStatus, Pause['step']>> = {
  STEP_2_FILLING_FX: 'conversion',
  STEP_3_SETTLING_PAYOUT: 'payout',
  FAILED_REFUND_REQUESTED: 'refund',
}
/** No event tells of a halt at once. */
const POLL_MS = 30_000
const MOST = 100

type Asked = Pick<Order, 'id' | 'status'>

/** The pause of the order's step; undefined if it goes on, or before it is read. */
export function usePause(organization: string, order: Asked | undefined): Pause | undefined {
  const status = order?.status.current_status
  return usePauses(organization, order)
    .filter(isOfStep)
    .find(({ step }) => status !== undefined && step === STEPS[status])
}

/** Why a row of a list stands still. Its instruments are not read: only its page knows their holds. */
export function useStandstill(organization: string, order: Asked) {
  const isLookedAt = usePauses(organization, order).some(({ step }) => step === 'review')
  const isOnHold = useHeldSince(organization) !== undefined
  return standstillOf(order.status.current_status, isLookedAt, isOnHold)
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

/** The pauses of the open orders of an overview. It looks at the newest hundred. */
export function usePausedOf(organization: string, open: readonly { orders: readonly Order[] }[]) {
  const ids = open.flatMap(({ orders }) => orders.map(({ id }) => id))
  return useQuery({
    queryKey: [organization, 'paused', 'open', ...ids],
    queryFn: async () => (await pausedOf(organization, ids)).filter(isOfStep),
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
