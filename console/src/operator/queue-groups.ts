// The kinds of items of the queue in groups.
import type { Schemas } from '../../../server/operator-client/client.ts'

/** Kinds that people with the same work decide on, in the order in which they are shown. */
export const KIND_GROUPS = {
  orders: ['parked_order', 'refund', 'returned_payout', 'contradicted_send', 'reversal'],
  incoming: ['unmatched_deposit', 'deposit_return', 'stray', 'rail_entry'],
  compliance: [
    'screening_hit',
    'unanswered_screening',
    'organization_hold',
    'instrument_hold',
    'information_request',
  ],
  balances: ['balance_difference', 'reconciliation_difference', 'low_liquidity', 'stale_rate'],
  desk: ['approval', 'halt', 'new_user', 'webhook_disabled'],
} as const satisfies Readonly<Record<string, readonly Schemas['QueueItem']['kind'][]>>
