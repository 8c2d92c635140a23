// SQL on unsent refunds: the parts that a reversal gives back, and what an operator records after a restore.
import type { Instant } from '../../platform/clock.ts'
import { isFree } from '../../platform/db/lease.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { anyRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { LEASE_MS as REFUND_LEASE_MS } from '../orders/job-queries.ts'
import type { RefundRow } from './queries.ts'

/** A part of an unsent refund that a reversal gives back, or that pays a debt. `before`: what was taken of it earlier. */
export type ReversedRefund = {
  id: Uuid<'rf'>
  /** The lease as the caller read it. */
  leaseToken: Uuid<'lease'> | null
  before: bigint
  amountMinor: bigint
  /** Nothing is left to send. The reversal is then the reference of the refund. */
  isWhole: boolean
  /** The part that pays a debt, with the fee if nothing is left. A reversal has 0. */
  keptMinor: bigint
  reference: string
}

/** SQL part that locks the refunds in `json` that are unsent as the caller read them. Returns their positions. */
export const lockUnsentRefunds = (json: string, locked: string): string => `
  select i.position
    from json_to_recordset(${json}::json) as i (position int, id uuid, lease uuid, before bigint)
    join ${locked} l using (position)
    join refunds r on (r.organization_id, r.id) = (l.organization_id, i.id)
   where r.lease_token is not distinct from i.lease and r.reversed_minor = i.before
     and (r.status in ('FAILED', 'KEPT', 'WRITTEN_OFF') or (r.status = 'PENDING' and r.rail is null and r.prepared_sealed is null))
     for update of r`

/** SQL part that takes the reversed parts in `json` off their refunds. A worker that holds a lease loses it. */
export const reverseRefunds = (json: string, changed: string): string => `
  update refunds r
     set reversed_minor = r.reversed_minor + c.minor,
         kept_minor = r.kept_minor + c.kept,
         status = case when c.is_whole and r.status <> 'WRITTEN_OFF' then 'PROCESSED' else r.status end,
         rail_reference = case when c.is_whole and r.status <> 'WRITTEN_OFF' then c.reference end,
         due_at = case when c.is_whole then null else r.due_at end,
         lease_token = null, leased_until = null, updated_at = greatest(c.at, r.updated_at)
    from (select c.organization_id, c.at, i.*
            from json_to_recordset(${json}::json) as i (position int, id uuid, minor bigint, is_whole boolean,
                   kept bigint, reference text)
            join ${changed} c using (position) offset 0) c
   where (r.organization_id, r.id) = (c.organization_id, c.id)`

export const reversedRefundJson = (position: number, one: ReversedRefund) => ({
  position,
  id: one.id,
  lease: one.leaseToken,
  before: String(one.before),
  minor: String(one.amountMinor),
  is_whole: one.isWhole,
  kept: String(one.keptMinor),
  reference: one.reference,
})

const IS_UNSENT = `(status in ('FAILED', 'KEPT') or status = 'PENDING' and rail is null and prepared_sealed is null)
      and ${isFree('leased_until', String(REFUND_LEASE_MS))}`

/** The order keeps a part of an unsent refund. False if it was sent, or changed, meanwhile. */
export const updateRefundKept = anyRow(
  'update_refund_kept',
  ['organization_id', 'id', 'before', 'minor', 'reference', 'at'],
  `update refunds
      set reversed_minor = reversed_minor + $4::bigint,
          kept_minor = kept_minor + $4::bigint
            + case when reversed_minor + $4::bigint = amount_minor then borne_fee_minor else 0 end,
          status = case when reversed_minor + $4::bigint = amount_minor then 'PROCESSED' else status end,
          rail_reference = case when reversed_minor + $4::bigint = amount_minor then $5 end,
          due_at = case when reversed_minor + $4::bigint < amount_minor then due_at end,
          updated_at = greatest($6::timestamptz, updated_at)
    where organization_id = $1 and id = $2 and reversed_minor = $3::bigint and ${IS_UNSENT}
   returning id`,
  (
    row: Pick<RefundRow, 'organization_id' | 'id' | 'reversed_minor'>,
    minor: bigint,
    reference: string,
    at: Instant,
  ) => [row.organization_id, row.id, row.reversed_minor, minor, reference, sqlInstant(at)],
)

const UPDATE_REFUNDS_REPLACED = statement(
  'update_refunds_replaced',
  ['organization_id', 'ids', 'rail_key', 'at'],
  `update refunds
      set rail_key = rail_key || ':replaced', due_at = null, updated_at = greatest($4::timestamptz, updated_at)
    where organization_id = $1
      and (id = any ($2::uuid[]) and ${IS_UNSENT} or rail_key = $3 and status = 'COLLECTED')
   returning id = any ($2::uuid[]) as is_asked`,
)

/** Unsent refunds make way for one with this key, with their own keys. False if one of them was sent, or changed, meanwhile. */
export async function updateRefundsReplaced(
  db: Db,
  replaced: readonly Pick<RefundRow, 'organization_id' | 'id'>[],
  railKey: string,
  at: Instant,
): Promise<boolean> {
  const changed = await rows<{ is_asked: boolean }>(db, UPDATE_REFUNDS_REPLACED, [
    replaced[0]?.organization_id,
    replaced.map(({ id }) => id),
    railKey,
    sqlInstant(at),
  ])
  return changed.filter(({ is_asked: isAsked }) => isAsked).length === replaced.length
}

/** An unsent refund gets the key under which the rail sent it before. False if it was sent, or changed, meanwhile. */
export const updateRefundSent = anyRow(
  'update_refund_sent',
  ['organization_id', 'id', 'reversed_minor', 'rail_key', 'rail'],
  `update refunds set rail_key = $4, rail = $5
    where organization_id = $1 and id = $2 and reversed_minor = $3::bigint and ${IS_UNSENT}
   returning id`,
  (
    row: Pick<RefundRow, 'organization_id' | 'id' | 'reversed_minor'>,
    sent: { key: string; rail: string },
  ) => [row.organization_id, row.id, row.reversed_minor, sent.key, sent.rail],
)
