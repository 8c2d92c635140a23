// What is left to do when the steps of a history are over.
import type { World } from './world.ts'

export type Rest = {
  /** When the next order, refund or simulated deposit is due. */
  due: number | null
  hasEntries: boolean
  hasParked: boolean
  hasFailedRefunds: boolean
  hasReturns: boolean
  hasScreenings: boolean
  hasHeld: boolean
  lacksLiquidity: boolean
}

/** One statement instead of one per question: most rounds find nothing. */
export async function readRest(world: World): Promise<Rest> {
  const { rows } = await world.owner.query<Rest>({
    name: 'read_rest',
    text: `select least((select min(due_at) from orders), (select min(due_at) from refunds),
                 (select min(arrives_at) from simulator.deposits where reported_at is null)) as due,
              exists (select from rail_entries where due_at is not null)
                or exists (select from screenings where due_at is not null) as "hasEntries",
              exists (select from screenings where due_at is not null) as "hasScreenings",
              exists (select from screenings where state = 'hold') as "hasHeld",
              exists (select from orders where parked_reason = 'liquidity') as "lacksLiquidity",
              exists (select from orders where parked_reason is not null) as "hasParked",
              exists (select from refunds where status = 'FAILED' or status = 'PENDING' and rail_key like '%:rest-%' and due_at is null) as "hasFailedRefunds",
              exists (select from returns) as "hasReturns"`,
  })
  const [rest] = rows
  if (rest === undefined) throw new Error('the rest was not read')
  return rest
}
