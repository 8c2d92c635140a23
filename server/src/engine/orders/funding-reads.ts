// Decides whether all deposits are known that came for an order in time. Before that the order does not expire, and a late
// deposit does not end it: its rail may be down, or the database may be an old backup whose rails are still compared.
import { later, type Clock } from '../../platform/clock.ts'
import { batched } from '../../platform/db/batch.ts'
import { joinByIndex, rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { isUndecided } from '../halts/contested.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { refundKey } from '../refunds/key.ts'
import type { OrderId } from '../../platform/ids.ts'
import type { OrderRow } from './queries.ts'

type FundingRead = { rail: string; is_read: boolean; is_undecided: boolean }

export type FundingReads = {
  readonly readFunding: (order: OrderId) => Promise<FundingRead>
}

export type FundingReadDeps = FundingReads & { clock: Clock; rails: Rails }

/** How long a rail that is not read may hold an order open. */
const READ_WITHIN_MS = 86_400_000

// The simulated rail runs on the clock of the service, and on its database.
const SELECT_FUNDING_READS = statement(
  'select_funding_reads',
  ['organization_ids', 'order_ids', 'refund_keys'],
  `select o.funding_rail as rail,
          o.funding_rail = 'sandbox'
          or (coalesce(c.read_up_to >= o.funding_expires_at, false)
              and not exists (
                select from rail_entries e
                 where e.rail = o.funding_rail and e.entry ->> 'account' = o.funding_address
                   and e.due_at is not null and e.kind = 'deposit'
                   and coalesce((e.entry ->> 'received_at')::timestamptz, e.reported_at) <= o.funding_expires_at))
            as is_read,
          ${isUndecided('o', 'of_refund')} as is_undecided
     from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as i (of_organization, of_order, of_refund, position)
     ${joinByIndex('orders', 'organization_id = of_organization and id = of_order', 'o')}
     left join rail_cursors c on c.rail = o.funding_rail
    order by position`,
)

// Orders that expire together are answered together, as in openScreeningStatements.
export const openFundingReads = (db: Db): FundingReads => ({
  readFunding: batched(
    (orders: readonly OrderId[]) =>
      rows<FundingRead>(db, SELECT_FUNDING_READS, [
        orders.map((order) => order.organization_id),
        orders.map((order) => order.id),
        orders.map((order) => refundKey(order.id, 'funding_expired', undefined)),
      ]),
    { tenantOf: (order) => order.organization_id, takesAll: true },
  ),
})

/** Whether the order may expire, as far as its rail and a restore are concerned. */
export async function isFundingKnown(deps: FundingReadDeps, order: OrderRow): Promise<boolean> {
  const { rail: name, is_read: isRead, is_undecided: isUndecided } = await deps.readFunding(order)
  if (isUndecided) return false
  if (isRead) return true
  const rail = (await deps.rails.all()).find((one) => one.name === name)
  const withinMs = rail?.readWithinMs ?? READ_WITHIN_MS
  return deps.clock.now() > later(order.funding_expires_at, withinMs)
}
