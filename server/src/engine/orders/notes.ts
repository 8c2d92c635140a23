// The SQL of order notes: why an order was parked and what an operator did. Only operators read them; the API never
// returns them.
import { LONGEST_REASON } from '../../parties/acts/reason.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import { ofOrders, selectOfOrders } from './of-orders.ts'

export const noteActions = [
  'parked',
  'released',
  'failed',
  'refunded',
  'paid_again',
  'reversed',
  'received',
  'written_off',
  'set_off',
  'loss_accepted',
  'provider_chosen',
  'paid_elsewhere',
  'frozen',
  'unfrozen',
  'marked_settled',
  'marked_rejected',
  'cancel_asked',
  'refund_redirected',
] as const
export type NoteAction = (typeof noteActions)[number]

/** An offer of a provider that was too low. */
export type Offer = { providerName: string; firmRate: string; providerPayoutMinor: bigint }

export type NewNote = {
  action: NoteAction
  /** The reason for parking, or the operator's text; null only for a release by the service itself. */
  reason: string | null
  offer: Offer | null
}

/** The limit of the length includes what an act adds to the operator's text. */
export const noteOf = (action: NoteAction, reason: string): NewNote => ({
  action,
  reason: reason.slice(0, LONGEST_REASON).toWellFormed(),
  offer: null,
})

/** SQL part that inserts the notes in `json`, joined to `changed` by position. */
export const insertNotes = (json: string, changed: string): string => `
  insert into order_notes (organization_id, order_id, version, action, reason, provider_name, firm_rate,
    provider_payout_minor, created_at)
  select c.organization_id, c.id, c.version, n.action, n.reason, n.provider_name, n.firm_rate,
         n.provider_payout_minor, c.at
    from json_to_recordset(${json}::json) as n (position int, action text, reason text, provider_name text,
           firm_rate numeric, provider_payout_minor bigint)
    join ${changed} c using (position)`

export const noteJson = (position: number, { action, reason, offer }: NewNote) => ({
  position,
  action,
  reason,
  provider_name: offer?.providerName ?? null,
  firm_rate: offer?.firmRate ?? null,
  provider_payout_minor: offer === null ? null : String(offer.providerPayoutMinor),
})

export type NoteRow = {
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  version: number
  action: NoteAction
  reason: string | null
  provider_name: string | null
  /** Decimal text. */
  firm_rate: string | null
  provider_payout_minor: bigint | null
  created_at: Instant
}

const COLUMNS = `organization_id, order_id, version, action, reason, provider_name, firm_rate, provider_payout_minor,
  created_at`

const SELECT_NOTES = ofOrders('order_notes', COLUMNS, 'version')

/** Oldest first. */
export const selectNotes = (db: Db, orders: readonly OrderId[]): Promise<NoteRow[]> =>
  selectOfOrders(db, SELECT_NOTES, orders)
