// Why an act is not open now: a code for programs, and the end of a sentence for people. The refusal of the act and the list of
// open acts say the same. A new code is a row here; the console does not build before it has words for it.

export const closedCodes = [
  // Of any object.
  'awaits_approval',
  'ended',
  // Of orders.
  'frozen',
  'not_frozen',
  'not_parked',
  'fill_unknown',
  'payout_unknown',
  'contested',
  'lacks_money',
  'on_hold',
  'not_for_slippage',
  'not_unfilled',
  'already_failed',
  'retried',
  'cannot_end',
  'holds_no_payout',
  'came_back_in_part',
  'no_waiting_refund',
  'no_kept_refund',
  'no_unknown_payout',
  'no_unknown_refund',
  'freeze_first',
  'not_contradicted',
  'no_payout_in_flight',
  'no_refund_in_flight',
  'being_cancelled',
  'owes_nothing',
  // Of deposits, strays and entries of rails.
  'not_in_suspense',
  'held_by_screening',
  'not_held',
  'rejected_by_screening',
  'screening_unanswered',
  'on_its_way_back',
  'not_on_its_way_back',
  'stop_first',
  'contradicted',
  'invalid_entry',
  'not_of_this_kind',
  // Of customers, and of what they have.
  'archived',
  'already_on_hold',
  'not_on_hold',
  'already_enabled',
  'already_disabled',
  'disabled_by_customer',
  'enable_first',
  // Of the desk.
  'other_state',
  'not_enrolled',
  'already_admitted',
  'own_admission',
  'own_invitation',
  'not_read_again',
] as const

export type ClosedCode = (typeof closedCodes)[number]

/** `detail` follows the identifier of the object, such as `is frozen: unfreeze it first`. */
export type Closed = { code: ClosedCode; detail: string }

export const closed = (code: ClosedCode, detail: string): Closed => ({ code, detail })
