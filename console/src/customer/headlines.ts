// The headline of the customer's overview, a function of what was read. It claims nothing that nobody has checked.
import type { OrderStatus } from '@corridor/sdk'

type Open = readonly {
  status: OrderStatus
  orders: readonly { id: string }[]
  /** There are more than were read. */
  hasMore: boolean
}[]

/** Undefined: not read yet, or it could not be read. */
export type Known = {
  /** Requests of the desk for information. */
  asked: number | undefined
  isHeld: boolean | undefined
  /** Prepared orders that the reader may approve. */
  approvals: { count: number; hasMore: boolean } | undefined
  orders: { open: Open; failed: readonly unknown[]; last: readonly unknown[] } | undefined
  /** Which of the open orders wait for the desk. */
  waits: readonly { order_id: string; step: string }[] | undefined
}

type Counted = { count: number; isMore: boolean }
export type Headline =
  | { is: 'unknown' | 'asked' | 'held' | 'never' | 'idle' }
  | ({
      is: 'yours' | 'checked' | 'paused' | 'failed' | 'unfunded' | 'moving' | 'unchecked'
    } & Counted)

/** Of so many open orders the service says whether they wait. */
const MOST_LOOKED_AT = 100

/** The gravest first. Only `never`, `idle` and `moving` say that all is well, or that nothing is to be told. */
export function headlineOf({ asked, isHeld, approvals, orders, waits }: Known): Headline {
  if (asked !== undefined && asked > 0) return { is: 'asked' }
  if (isHeld === true) return { is: 'held' }
  if (orders === undefined) return { is: 'unknown' }
  const { open, failed, last } = orders
  const ids = open.flatMap((one) => one.orders.map(({ id }) => id))
  const isMore = open.some(({ hasMore }) => hasMore)
  const checked = idsOf(waits, (step) => step === 'review')
  const paused = idsOf(waits, (step) => step !== 'review')
  const declined = free(open, 'FAILED_DECLINED_BY_LIQ_PROVIDER', checked)
  const yours = declined + (approvals?.count ?? 0)
  if (yours > 0) return { is: 'yours', count: yours, isMore: isMore || approvals?.hasMore === true }
  if (checked.size > 0) return { is: 'checked', count: checked.size, isMore }
  if (paused.size > 0) return { is: 'paused', count: paused.size, isMore }
  if (failed.length > 0) return { is: 'failed', count: failed.length, isMore: false }
  // From here on the headline says that nothing else is the matter.
  const isRead = asked !== undefined && isHeld !== undefined && approvals !== undefined
  if (!isRead || (ids.length > 0 && waits === undefined)) return { is: 'unknown' }
  const unfunded = free(open, 'STEP_1_AWAITING_FUNDING', checked)
  if (unfunded > 0) return { is: 'unfunded', count: unfunded, isMore }
  if (ids.length > 0)
    return ids.length > MOST_LOOKED_AT || isMore
      ? { is: 'unchecked', count: ids.length, isMore }
      : { is: 'moving', count: ids.length, isMore }
  return { is: last.length === 0 ? 'never' : 'idle' }
}

const idsOf = (waits: Known['waits'], isMeant: (step: string) => boolean): ReadonlySet<string> =>
  new Set((waits ?? []).flatMap(({ order_id: id, step }) => (isMeant(step) ? [id] : [])))

/** Orders of a status that the desk does not check. */
const free = (open: Open, wanted: OrderStatus, checked: ReadonlySet<string>): number =>
  open
    .filter(({ status }) => status === wanted)
    .flatMap(({ orders }) => orders)
    .filter(({ id }) => !checked.has(id)).length
