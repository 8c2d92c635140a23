// The payouts that the desk holds, from the returns and payouts themselves. The marker of orders must name the same.
import type { Pool } from '../../src/platform/db/pool.ts'
import type { Uuid } from '../../src/platform/ids.ts'

/** Payouts that came back, also in part, of completed orders, without a later payout that was not rejected. */
export async function heldPayouts(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select distinct p.id
       from returns r
       join payouts p on p.organization_id = r.organization_id and p.id = r.payout_id
       join orders o on o.organization_id = r.organization_id and o.id = r.order_id
      where o.status = 'STEP_4_COMPLETED'
        and not exists (select from payouts later
                         where later.order_id = p.order_id and later.organization_id = p.organization_id
                           and later.sequence > p.sequence and later.rejected_at is null)
      order by p.id`,
  )
  return rows.map(({ id }) => id)
}

/** Those that the marker names, oldest first. */
export async function markedReturns(
  owner: Pool,
): Promise<{ id: Uuid<'po'>; order_id: Uuid<'ord'> }[]> {
  const { rows } = await owner.query<{ id: Uuid<'po'>; order_id: Uuid<'ord'> }>(
    `select p.id, p.order_id
       from orders o
       cross join lateral (
         select * from returns
          where organization_id = o.organization_id and order_id = o.id and payout_id is not null
          order by recorded_at desc limit 1) r
       join payouts p on p.organization_id = r.organization_id and p.id = r.payout_id
      where o.payout_held_since is not null
      order by r.recorded_at, p.id`,
  )
  return rows
}

export const markedPayouts = async (owner: Pool): Promise<string[]> =>
  (await markedReturns(owner)).map(({ id }) => id).toSorted()
