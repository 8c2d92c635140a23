// Whether a payout, refund or sweep may be broadcast now. It is read from the database directly before each broadcast, so
// what an operator says holds in every process and for all work that rails keep of their own.
import { firstRow, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { isContested } from '../halts/contested.ts'
import { sendsAreHaltedOver } from '../halts/queries.ts'
import { NO_ID, uuidOf } from '../../platform/ids.ts'
import { isMissing } from '../second-looks/queries.ts'
import type { MaySend } from '../../outside/rails/port.ts'

/** SQL condition: the order is not frozen, and its organization is not on hold. */
const orderMayGoOn = (send: string): string => `
  exists (select from orders o, organizations g
           where o.organization_id = ${send}.organization_id and o.id = ${send}.order_id and o.frozen_at is null
             and g.id = ${send}.organization_id and g.status = 'ACTIVE')`

/** SQL condition: the same, the paid instrument is not on hold, and a restore leaves no doubt about the order. */
const mayGoOn = (send: string, instrument: string, amountMinor: string): string => `
  ${orderMayGoOn(send)}
  and not exists (select from external_payment_instruments e
                   where e.organization_id = ${send}.organization_id and e.id = ${send}.${instrument}
                     and e.status = 'COMPLIANCE_HOLD')
  -- The send may have been given up, and its money sent otherwise, in the time that a restore lost.
  and not exists (select from orders o
                   where o.organization_id = ${send}.organization_id and o.id = ${send}.order_id
                     and ${isContested('o', { key: `${send}.rail_key`, currency: `${send}.currency`, amountMinor })})`

const SELECT_SEND_STATE = statement(
  'select_send_state',
  ['rail', 'key', 'sweep_id'],
  `select case
     when exists (select from send_cancellations c where c.key = $2 and c.answer is distinct from 'impossible')
     then 'cancelling'
     when ${sendsAreHaltedOver('$1')} then 'halted'
     when exists (select from payouts p where p.rail_key = $2 and p.rejected_at is null
                     and (p.settled_at is null or ${isMissing('$2')}) and ${mayGoOn('p', 'instrument_id', 'p.amount_minor')})
       or exists (select from refunds r where r.rail_key = $2
                     and (r.status in ('PENDING', 'SENT') or r.status = 'PROCESSED' and ${isMissing('$2')})
                     and ${mayGoOn('r', 'destination_instrument_id', 'r.amount_minor - r.reversed_minor')})
       or exists (select from strays r where r.key = $2 and r.status = 'RETURNING' and ${orderMayGoOn('r')})
       or exists (select from deposit_returns d where d.rail_key = $2 and d.status in ('PENDING', 'SENT')
                     and d.stopped_at is null)
       or exists (select from sweeps s where s.id = $3 and s.status = 'OPEN') then 'yes'
     else 'withheld' end as answer`,
)

/** `cancelling`: nothing is sent any more, and the rail is asked to cancel what may have been sent. */
type SendState = MaySend | 'cancelling'

export async function selectSendState(db: Db, rail: string, key: string): Promise<SendState> {
  const sweep = uuidOf('swp', key) ?? NO_ID
  const found = await firstRow<{ answer: SendState }>(db, SELECT_SEND_STATE, [rail, key, sweep])
  return found?.answer ?? 'withheld'
}

/** The answer for rails, which learn of a cancellation by a call of its own. */
export async function maySend(db: Db, rail: string, key: string): Promise<MaySend> {
  const state = await selectSendState(db, rail, key)
  return state === 'cancelling' ? 'withheld' : state
}
