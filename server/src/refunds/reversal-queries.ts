// SQL parts of the statement that records a reversal: the parts of unsent refunds that it gives back.
import type { Uuid } from '../ids.ts'

/** A part of an unsent refund that a reversal gives back. `before`: what earlier reversals gave back of it. */
export type ReversedRefund = {
  id: Uuid<'rf'>
  /** The lease as the caller read it. */
  leaseToken: Uuid<'lease'> | null
  before: bigint
  amountMinor: bigint
  /** Nothing is left to send. The reversal is then the reference of the refund. */
  isWhole: boolean
  reference: string
}

/** SQL part that locks the refunds in `json` that are unsent as the caller read them. Returns their positions. */
export const lockUnsentRefunds = (json: string, locked: string): string => `
  select i.position
    from json_to_recordset(${json}::json) as i (position int, id uuid, lease uuid, before bigint)
    join ${locked} l using (position)
    join refunds r on (r.organization_id, r.id) = (l.organization_id, i.id)
   where r.lease_token is not distinct from i.lease and r.reversed_minor = i.before
     and (r.status = 'FAILED' or (r.status = 'PENDING' and r.rail is null and r.prepared_sealed is null))
     for update of r`

/** SQL part that takes the reversed parts in `json` off their refunds. A worker that holds a lease loses it. */
export const reverseRefunds = (json: string, changed: string): string => `
  update refunds r
     set reversed_minor = r.reversed_minor + c.minor,
         status = case when c.is_whole then 'PROCESSED' else r.status end,
         rail_reference = case when c.is_whole then c.reference end,
         due_at = case when c.is_whole then null else r.due_at end,
         lease_token = null, leased_until = null, updated_at = greatest(c.at, r.updated_at)
    from (select c.organization_id, c.at, i.*
            from json_to_recordset(${json}::json) as i (position int, id uuid, minor bigint, is_whole boolean,
                   reference text)
            join ${changed} c using (position) offset 0) c
   where (r.organization_id, r.id) = (c.organization_id, c.id)`

export const reversedRefundJson = (position: number, one: ReversedRefund) => ({
  position,
  id: one.id,
  lease: one.leaseToken,
  before: String(one.before),
  minor: String(one.amountMinor),
  is_whole: one.isWhole,
  reference: one.reference,
})
