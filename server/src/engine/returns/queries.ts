// All SQL that writes returns: settled payouts and refunds that came back, as a whole or in parts.
import type { Instant } from '../../platform/clock.ts'
import { rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'

/**
 * `part`: more is missing than a fee on the way. `whole`: with it, the whole less a fee came back; at most one for each key.
 * `rest`: a return after that, which gives back of the fee.
 */
export type ReturnStage = 'part' | 'whole' | 'rest'

export type NewReturn = {
  rail: string
  transaction: string
  index: number
  payoutId: Uuid<'po'> | null
  refundId: Uuid<'rf'> | null
  /** The key of the payout or refund that came back. */
  key: string
  currency: string
  sentMinor: bigint
  returnedMinor: bigint
  stage: ReturnStage
  /** The desk bears it. 0 unless the stage is `whole`. */
  feeMinor: bigint
  /** The rail's reason, for operators. */
  code: string
}

/** SQL part that inserts the returns in `json`, joined to `locked` by position. Returns the keys of new returns. */
export const insertReturns = (json: string, locked: string): string => `
  insert into returns (rail, transaction, index, organization_id, order_id, payout_id, refund_id, key, currency,
    sent_minor, returned_minor, stage, code, recorded_at)
  select r.rail, r.transaction, r.index, l.organization_id, l.id, r.payout_id, r.refund_id, r.key, r.currency,
         r.sent_minor, r.returned_minor, r.stage, r.code, l.at
    from json_to_recordset(${json}::json) as r (position int, rail text, transaction text, index int, payout_id uuid,
           refund_id uuid, key text, currency text, sent_minor bigint, returned_minor bigint, stage text, code text)
    join ${locked} l using (position)
  on conflict do nothing
  returning key`

export const returnJson = (position: number, one: NewReturn) => ({
  position,
  rail: one.rail,
  transaction: one.transaction,
  index: one.index,
  payout_id: one.payoutId,
  refund_id: one.refundId,
  key: one.key,
  currency: one.currency,
  sent_minor: String(one.sentMinor),
  returned_minor: String(one.returnedMinor),
  stage: one.stage,
  code: one.code,
})

export type ReturnRow = {
  rail: string
  transaction: string
  index: number
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  payout_id: Uuid<'po'> | null
  refund_id: Uuid<'rf'> | null
  key: string
  currency: string
  sent_minor: bigint
  returned_minor: bigint
  stage: ReturnStage
  code: string
  recorded_at: Instant
}

const COLUMNS = `rail, transaction, index, organization_id, order_id, payout_id, refund_id, key, currency, sent_minor,
  returned_minor, stage, code, recorded_at`

const SELECT_RETURNS = ofOrders('returns', COLUMNS, 'recorded_at, key')

/** Oldest first. */
export const selectReturns = (db: Db, orders: readonly OrderId[]): Promise<ReturnRow[]> =>
  selectOfOrders(db, SELECT_RETURNS, orders)

const SELECT_SENT_KEY = statement(
  'select_sent_key',
  ['rail', 'key', 'reference'],
  `select order_id, organization_id, rail_key from payouts
    where rail_key = $2 or ($2::text is null and rail = $1 and rail_reference = $3)
   union all
   select order_id, organization_id, rail_key from refunds
    where rail_key = $2 or ($2::text is null and rail = $1 and rail_reference = $3)
   limit 2`,
)

/** The payout or refund with this key; without a key, with this reference on the rail. Undefined if not exactly one. */
export async function selectSentKey(
  db: Db,
  rail: string,
  key: string | null,
  reference: string | null,
): Promise<{ order_id: Uuid<'ord'>; organization_id: Uuid<'org'>; rail_key: string } | undefined> {
  const found = await rows<{
    order_id: Uuid<'ord'>
    organization_id: Uuid<'org'>
    rail_key: string
  }>(db, SELECT_SENT_KEY, [rail, key, reference])
  return found.length === 1 ? found[0] : undefined
}
