// The kinds of items of the queue, their labels in the metrics, and the public form of their subjects.
import { publicId, uuidOf, writtenUuid, type Prefix } from '../../platform/ids.ts'

export const queueKinds = [
  'parked_order',
  'unmatched_deposit',
  'deposit_return',
  'rail_entry',
  'refund',
  'reversal',
  'organization_hold',
  'instrument_hold',
  'screening_hit',
  'unanswered_screening',
  'returned_payout',
  'contradicted_send',
  'balance_difference',
  'low_liquidity',
  'stale_rate',
  'webhook_disabled',
  'halt',
  'approval',
  'information_request',
  'reconciliation_difference',
  'new_user',
  'stray',
] as const
export type QueueKind = (typeof queueKinds)[number]

export const isQueueKind = (text: string): text is QueueKind =>
  queueKinds.some((kind) => kind === text)

/** The label `what` of corridor_waiting_for_operator. */
export const labels: Readonly<Record<QueueKind, string>> = {
  parked_order: 'parked_orders',
  unmatched_deposit: 'unmatched_deposits',
  deposit_return: 'deposit_returns',
  rail_entry: 'rail_entries',
  refund: 'refunds',
  reversal: 'reversals',
  organization_hold: 'organization_holds',
  instrument_hold: 'instrument_holds',
  screening_hit: 'screening_hits',
  unanswered_screening: 'unanswered_screenings',
  returned_payout: 'returned_payouts',
  contradicted_send: 'contradicted_sends',
  balance_difference: 'balance_differences',
  low_liquidity: 'low_liquidity',
  stale_rate: 'stale_rates',
  webhook_disabled: 'disabled_webhooks',
  halt: 'halts',
  approval: 'approvals',
  information_request: 'information_requests',
  reconciliation_difference: 'reconciliation_differences',
  new_user: 'new_users',
  stray: 'strays',
}

/** Kinds whose subject is a UUID in the database. A reversal also has a currency: `ord_…:USDC`. */
const prefixes: Partial<Record<QueueKind, Prefix>> = {
  parked_order: 'ord',
  unmatched_deposit: 'dep',
  deposit_return: 'dep',
  rail_entry: 'entry',
  refund: 'rf',
  reversal: 'ord',
  organization_hold: 'org',
  instrument_hold: 'epi',
  returned_payout: 'po',
  webhook_disabled: 'whe',
  halt: 'hlt',
  approval: 'apr',
  information_request: 'irq',
  reconciliation_difference: 'dif',
  stray: 'str',
}

export function publicSubject(kind: QueueKind, subject: string): string {
  const prefix = prefixes[kind]
  if (prefix === undefined) return subject
  const [id = '', ...rest] = subject.split(':')
  return [publicId(prefix, writtenUuid(prefix, id)), ...rest].join(':')
}

/** Undefined for malformed text, which cannot name an existing item. */
export function storedSubject(kind: QueueKind, text: string): string | undefined {
  if (!/^[!-~]{1,200}$/.test(text)) return undefined
  const prefix = prefixes[kind]
  if (prefix === undefined) return text
  const [id = '', ...rest] = text.split(':')
  const uuid = uuidOf(prefix, id)
  return uuid === undefined ? undefined : [uuid, ...rest].join(':')
}
