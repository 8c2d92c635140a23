// What orders of this server add up to in a day. The service keeps the count: the nth order of a day has the external
// reference `mcp-DATE-n`, which is unique in the organization. So two processes that decide at once cannot both create
// it, and the loser counts again. Each order was allowed with all orders before it known.
import { CorridorError, decimal, type CallOptions, type Corridor, type Order } from '@corridor/sdk'

/** Of one day. Counting starts with one read for each. */
const MOST_ORDERS = 500
/** Orders of other processes that came between at once. */
const MOST_ATTEMPTS = 20

export type Amount = { amount: string; currency: string }

export class LimitReached extends Error {}

export type DayBudget = ReturnType<typeof openDayBudget>

export function openDayBudget(options: {
  corridor: Corridor
  organization: string
  dailyLimits: ReadonlyMap<string, string>
  date: () => string
}) {
  const { corridor, organization, dailyLimits, date } = options
  let day = { date: '', orders: [] as Amount[] }
  let last: Promise<unknown> = Promise.resolve()

  /** Reads the orders of today that this process has not seen. They never change. */
  async function counted(call: CallOptions): Promise<typeof day> {
    const today = date()
    if (day.date !== today) day = { date: today, orders: [] }
    const present = day
    for (;;) {
      if (present.orders.length >= MOST_ORDERS)
        throw new LimitReached(`${MOST_ORDERS} orders of a day are the most that can be counted`)
      const reference = referenceOf(present)
      const query = { external_reference_id: reference, limit: 1 }
      const [order] = (await corridor.orders.list(organization, query, call).page()).data
      if (order === undefined) return present
      // A read that ran at the same time may have added it.
      if (reference === referenceOf(present)) present.orders.push(countedOf(order))
    }
  }

  /** Throws if the amount does not fit into what is left of today. Otherwise what is left after it. */
  async function check(wanted: Amount, call: CallOptions): Promise<{ left: string; slot: string }> {
    const limit = dailyLimits.get(wanted.currency)
    if (limit === undefined)
      throw new LimitReached(`there is no limit for ${wanted.currency}, so it cannot be ordered`)
    const present = await counted(call)
    const spent = present.orders
      .filter(({ currency }) => currency === wanted.currency)
      .reduce((sum, { amount }) => decimal.add(sum, amount), '0')
    const left = decimal.subtract(limit, decimal.add(spent, wanted.amount))
    if (decimal.compare(left, '0') < 0)
      throw new LimitReached(
        `${wanted.amount} ${wanted.currency} is more than is left of today: ${spent} of ${limit} ${wanted.currency} is ordered. The day ends at midnight UTC`,
      )
    return { left, slot: referenceOf(present) }
  }

  async function takeSlot(
    wanted: Amount,
    call: CallOptions,
    create: (reference: string) => Promise<Order>,
  ): Promise<Order> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const { slot } = await check(wanted, call)
      try {
        return await create(slot)
      } catch (error) {
        if (!isTaken(error)) throw error
      }
    }
    throw new LimitReached('other orders came between too often: confirm again')
  }

  return {
    check,
    /** `create` makes an order with the reference. One at a time in this process. */
    async spend(
      wanted: Amount,
      call: CallOptions,
      create: (reference: string) => Promise<Order>,
    ): Promise<Order> {
      const turn = last.then(() => takeSlot(wanted, call, create))
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

const referenceOf = ({ date, orders }: { date: string; orders: readonly unknown[] }): string =>
  `mcp-${date}-${String(orders.length + 1).padStart(4, '0')}`

const countedOf = ({ payin }: Order): Amount => ({
  amount: payin.total,
  currency: payin.external_payment_instrument.currency,
})

export const isTaken = (error: unknown): boolean =>
  error instanceof CorridorError && error.code === 'external_reference_taken'
