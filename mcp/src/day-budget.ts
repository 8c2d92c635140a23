// The sum of this server's orders in a day. The service keeps the count: the nth order of a day has the external
// reference `mcp-DATE-n`, which is unique in the organization. So two processes that decide at once cannot both create
// it, and the loser counts again. Each order was allowed with all orders before it known. The day is that of the quote,
// by the clock of the service: clocks of machines that run servers may differ, or be moved.
import { CorridorError, decimal, type CallOptions, type Corridor, type Order } from '@corridor/sdk'

/** The most orders of one day. Counting starts with one read for each. */
const MOST_ORDERS = 500
/** Orders of other processes that came between at once. */
const MOST_ATTEMPTS = 20
/** Days whose orders are kept in memory: quotes live for minutes, so two are in use around midnight. */
const MOST_DAYS = 2

type Amount = { amount: string; currency: string }
/** `date`: the UTC day on which its quote was made, such as 2026-03-02. */
type Spending = Amount & { date: string }
type Day = { date: string; orders: Amount[] }

export class LimitReached extends Error {}

export type DayBudget = ReturnType<typeof openDayBudget>

export function openDayBudget(options: {
  corridor: Corridor
  organization: string
  dailyLimits: ReadonlyMap<string, string>
}) {
  const { corridor, organization, dailyLimits } = options
  const days: Day[] = []
  let last: Promise<unknown> = Promise.resolve()

  function dayOf(date: string): Day {
    const known = days.find((one) => one.date === date)
    if (known !== undefined) return known
    const day = { date, orders: [] }
    if (days.push(day) > MOST_DAYS) days.shift()
    return day
  }

  /** Reads the orders of the day that this process has not seen. They never change. */
  async function counted(date: string, call: CallOptions): Promise<Day> {
    const present = dayOf(date)
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

  /** Throws if the amount does not fit into what is left of its day. Otherwise what is left after it. */
  async function check(
    wanted: Spending,
    call: CallOptions,
  ): Promise<{ left: string; slot: string }> {
    const limit = dailyLimits.get(wanted.currency)
    if (limit === undefined)
      throw new LimitReached(`there is no limit for ${wanted.currency}, so it cannot be ordered`)
    const present = await counted(wanted.date, call)
    const spent = present.orders
      .filter(({ currency }) => currency === wanted.currency)
      .reduce((sum, { amount }) => decimal.add(sum, amount), '0')
    const left = decimal.subtract(limit, decimal.add(spent, wanted.amount))
    if (decimal.compare(left, '0') < 0)
      throw new LimitReached(
        `${wanted.amount} ${wanted.currency} is more than is left of ${wanted.date}: ${spent} of ${limit} ${wanted.currency} is ordered. A quote counts to the UTC day on which it was made`,
      )
    return { left, slot: referenceOf(present) }
  }

  return {
    check,
    /** `create` makes an order with the reference. One at a time in this process. */
    async spend(
      wanted: Spending,
      call: CallOptions,
      create: (reference: string) => Promise<Order>,
    ): Promise<Order> {
      const turn = last.then(() => takeSlot(check, wanted, call, create))
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

type Check = (wanted: Spending, call: CallOptions) => Promise<{ left: string; slot: string }>

async function takeSlot(
  check: Check,
  wanted: Spending,
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

const referenceOf = ({ date, orders }: Day): string =>
  `mcp-${date}-${String(orders.length + 1).padStart(4, '0')}`

const countedOf = ({ payin }: Order): Amount => ({
  amount: payin.total,
  currency: payin.external_payment_instrument.currency,
})

export const isTaken = (error: unknown): boolean =>
  error instanceof CorridorError && error.code === 'external_reference_taken'
