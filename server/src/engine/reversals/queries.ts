// All SQL that writes changes of what payers owe the desk after reversals.
import type { Instant } from '../../platform/clock.ts'
import { type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import type { ReceivableChange } from '../ledger/receivable-postings.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'
import type { ParkedReason } from '../orders/queries.ts'
import type { OrderStatus } from '../orders/states.ts'

/** SQL part that inserts the changes in `json`, joined to `changed` by position. */
export const insertReceivableChanges = (json: string, changed: string): string => `
  insert into receivable_changes (organization_id, order_id, version, kind, currency, amount_minor, rail, created_at)
  select c.organization_id, c.id, c.version, i.kind, i.currency, i.amount_minor, i.rail, c.at
    from json_to_recordset(${json}::json) as i (position int, kind text, currency text, amount_minor bigint, rail text)
    join ${changed} c using (position)`

export const receivableJson = (position: number, change: ReceivableChange) => ({
  position,
  kind: change.kind,
  currency: change.currency,
  amount_minor: String(change.amountMinor),
  rail: change.rail,
})

export type ReceivableRow = {
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  version: number
  kind: ReceivableChange['kind']
  currency: string
  amount_minor: bigint
  rail: string | null
  created_at: Instant
}

const COLUMNS = 'organization_id, order_id, version, kind, currency, amount_minor, rail, created_at'
const SELECT_RECEIVABLE_CHANGES = ofOrders('receivable_changes', COLUMNS, 'version')

/** Oldest first. */
export const selectReceivableChanges = (
  db: Db,
  orders: readonly OrderId[],
): Promise<ReceivableRow[]> => selectOfOrders(db, SELECT_RECEIVABLE_CHANGES, orders)

export type OpenReversal = {
  organization_id: Uuid<'org'>
  enterprise_id: Uuid<'ent'>
  organization_name: string
  order_id: Uuid<'ord'>
  status: OrderStatus
  parked_reason: ParkedReason | null
  currency: string
  /** The payer's debt to the desk. */
  owed_minor: bigint
  /** The money that the order lacks; null for another currency than its payin. */
  short_minor: bigint | null
  deposits: { id: Uuid<'dep'>; rail: string; transaction: string; code: string }[]
  reversed_at: Instant
}

/** SQL part: orders whose payers owe the desk money, or which lack money, after reversals, or whose money left twice. */
export const OPEN_REVERSALS = `
   with reversed as (
     select organization_id, reversal_order_id as order_id, currency, sum(loss_minor) as loss_minor,
            max(reversed_at) as reversed_at,
            jsonb_agg(jsonb_build_object('id', id, 'rail', rail, 'transaction', transaction, 'code', reversal_code)
                      order by reversed_at, id) as deposits
       from deposits where reversal_order_id is not null
      group by organization_id, reversal_order_id, currency
   ), changed as (
     select organization_id, order_id, currency, min(created_at) as since,
            sum(case when kind in ('advanced', 'sent_twice', 'claimed') then amount_minor when kind = 'restored' then 0
                     else -amount_minor end) as owed_minor
       from receivable_changes
      group by organization_id, order_id, currency
   ), owed as (
     select organization_id, order_id, currency, coalesce(r.reversed_at, c.since) as reversed_at,
            coalesce(r.deposits, '[]') as deposits,
            (coalesce(r.loss_minor, 0) + coalesce(c.owed_minor, 0))::bigint as owed_minor
       from reversed r full join changed c using (organization_id, order_id, currency)
   )
   select w.organization_id, g.enterprise_id, g.name as organization_name, w.order_id, o.status, o.parked_reason, w.currency,
          w.owed_minor, case when w.currency = o.payin_currency then o.short_minor end as short_minor, w.deposits,
          w.reversed_at
     from owed w
     join orders o on (o.organization_id, o.id) = (w.organization_id, w.order_id)
     join organizations g on g.id = w.organization_id
    where w.owed_minor > 0
       or (w.currency = o.payin_currency and o.short_minor > 0 and o.retry_order_id is null
           and o.status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'FAILED_DECLINED_BY_LIQ_PROVIDER'))`

/** All of them, oldest first. */
export const selectOpenReversals = allRows<OpenReversal>(
  'select_open_reversals',
  [],
  `${OPEN_REVERSALS} order by w.reversed_at, w.order_id`,
)
