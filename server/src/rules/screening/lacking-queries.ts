// The SQL of holds that end by themselves, and of the transfers that such a hold is decided on.
import { rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'

// Released, answered or asked again rows leave the partial index.
const UPDATE_LACKING_ASKED_AGAIN = statement(
  'update_lacking_asked_again',
  ['limit'],
  `with found as (
     select s.key as found_key from screenings s
      where s.state = 'hold' and s.lacking is not null
        and case s.lacking
              when 'travel_rule' then exists (select from travel_rule_records r where r.instrument_id = s.lacking_id and r.erased_at is null)
              else exists (select from verifications v
                            where v.subject_id = s.lacking_id and v.state = 'verified'
                              and v.organization_id = (
                                select coalesce(
                                  (select o.id from organizations o where o.id = s.lacking_id),
                                  (select e.organization_id from external_payment_instruments e where e.id = s.lacking_id))))
            end
      limit $1 for update of s skip locked
   )
   update screenings
      set state = 'asking', version = null, asked_version = null, round = round + 1,
          due_at = case when subject = 'deposit' then now() end
     from found where key = found_key`,
)

/** Questions are asked again when what they lack is there. */
export const updateLackingAskedAgain = (db: Db, limit: number): Promise<unknown> =>
  rows(db, UPDATE_LACKING_ASKED_AGAIN, [limit])

/** The amounts and instruments of an order. `paid` is the instrument that the last payout goes to. */
type Transfer = {
  payin_id: Uuid<'epi'>
  payin_method: InstrumentMethod
  payin_currency: string
  payin_total_minor: bigint
  paid_id: Uuid<'epi'>
  paid_method: InstrumentMethod
}

const SELECT_TRANSFER = statement(
  'select_transfer',
  ['organization_id', 'order_id'],
  `select i.id as payin_id, i.method as payin_method, o.payin_currency, o.payin_total_minor,
          p.id as paid_id, p.method as paid_method
     from orders o
     join external_payment_instruments i on i.organization_id = o.organization_id and i.id = o.payin_instrument_id
     join external_payment_instruments p on p.organization_id = o.organization_id
      and p.id = coalesce((select instrument_id from payouts
                            where organization_id = o.organization_id and order_id = o.id
                            order by sequence desc limit 1), o.payout_instrument_id)
    where o.organization_id = $1 and o.id = $2`,
)

export async function selectTransfer(db: Db, order: OrderId): Promise<Transfer> {
  const [row] = await rows<Transfer>(db, SELECT_TRANSFER, [order.organization_id, order.id])
  if (row === undefined) throw new Error(`the order ${order.id} does not exist`)
  return row
}
