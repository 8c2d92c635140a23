// Whether a payout, refund or sweep may be broadcast now. It is read from the database directly before each broadcast, so
// what an operator says holds in every process and for all work that rails keep of their own.
import { firstRow, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { isContested, isReturnOfBefore, MAY_BE_PAID } from '../halts/contested.ts'
import { sendsAreHaltedOver } from '../halts/queries.ts'
import { contradictedReturnsOf, contradictedStrayOf } from '../marks/queries.ts'
import { NO_ID, uuidOf } from '../../platform/ids.ts'
import { isMissing } from '../second-looks/queries.ts'
import type { MaySend } from '../../outside/rails/port.ts'

/** SQL condition: the order is not frozen, and its organization is not on hold. `also`: a condition on the order `o`. */
const orderMayGoOn = (send: string, also = 'true'): string => `
  exists (select from orders o, organizations g
           where o.organization_id = ${send}.organization_id and o.id = ${send}.order_id and o.frozen_at is null
             and g.id = ${send}.organization_id and g.status = 'ACTIVE' and ${also})`

/**
 * SQL condition: the same, the paid instrument is not on hold, and a restore leaves no doubt about the order: the send may have
 * been given up, and its money sent otherwise, in the time that it lost.
 */
const mayGoOn = (send: string, instrument: string, amountMinor: string): string => `
  ${orderMayGoOn(
    send,
    `not ${isContested('o', { key: `${send}.rail_key`, currency: `${send}.currency`, amountMinor })}`,
  )}
  and not exists (select from external_payment_instruments e
                   where e.organization_id = ${send}.organization_id and e.id = ${send}.${instrument}
                     and e.status = 'COMPLIANCE_HOLD')`

/** SQL condition: no enterprise holds the account. It belongs to nobody's instrument. */
const accountMayGet = (send: string): string => `
  not exists (select from account_holds h where h.fingerprint = ${send}.fingerprint and h.released_at is null)`

/** SQL condition: the rail has taken the returned deposit back, and the entry waits for the outcome of the return. */
const isTakenBack = (send: string): string => `
  exists (select from rail_entries e join deposits t on t.id = ${send}.deposit_id
           where e.kind = 'reversal' and e.due_at is not null and e.rail = t.rail
             and lower(e.entry ->> 'of_transaction') = lower(t.transaction) and e.entry ->> 'of_index' = t.output_index::text)`

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
       or exists (select from strays r where r.key = $2 and r.status = 'RETURNING' and r.stopped_at is null
                     -- The time that a restore lost may have given it up and sent it elsewhere. No list of a rail has it.
                     and not ${isReturnOfBefore('r')}
                     and ${orderMayGoOn('r')} and ${accountMayGet('r')}
                     and not exists (${contradictedStrayOf('r.id')}))
       or exists (select from deposit_returns d where d.rail_key = $2 and d.status in ('PENDING', 'SENT')
                     and d.stopped_at is null and not ${MAY_BE_PAID} and ${accountMayGet('d')}
                     and not ${isTakenBack('d')} and not exists (${contradictedReturnsOf('d.deposit_id')}))
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
