// The table of states of a treasury movement: what an operator may do in each, and what it posts.
import { closed, type Closed } from '../../parties/acts/closed.ts'

export const movementStatuses = [
  'PROPOSED',
  'APPROVED',
  'SENT',
  'SETTLED',
  'FAILED',
  'CANCELLED',
] as const
export type MovementStatus = (typeof movementStatuses)[number]

export const movementActs = ['approve', 'send', 'settle', 'fail', 'cancel'] as const
export type MovementAct = (typeof movementActs)[number]

/**
 * The ends of the transfer that an act posts: `from` and `to` are the accounts of the movement, `transit` is money that
 * has left one and has not arrived at the other.
 */
type End = 'from' | 'to' | 'transit'
export type Step = {
  from: MovementStatus
  act: MovementAct
  to: MovementStatus
  posts: { debit: End; credit: End } | null
}

const common: readonly Step[] = [
  { from: 'PROPOSED', act: 'approve', to: 'APPROVED', posts: null },
  { from: 'PROPOSED', act: 'cancel', to: 'CANCELLED', posts: null },
  { from: 'APPROVED', act: 'cancel', to: 'CANCELLED', posts: null },
]

/** Money travels between two accounts outside Corridor. */
const travelling: readonly Step[] = [
  ...common,
  { from: 'APPROVED', act: 'send', to: 'SENT', posts: { debit: 'transit', credit: 'from' } },
  { from: 'SENT', act: 'settle', to: 'SETTLED', posts: { debit: 'to', credit: 'transit' } },
  { from: 'SENT', act: 'fail', to: 'FAILED', posts: { debit: 'from', credit: 'transit' } },
]

/** Only one end is outside, such as a bank's fee that was already taken. */
const immediate: readonly Step[] = [
  ...common,
  { from: 'APPROVED', act: 'settle', to: 'SETTLED', posts: { debit: 'to', credit: 'from' } },
]

/** Accounts outside Corridor. `treasury` is the desk's own money elsewhere. */
const isOutside = (account: string): boolean => /^(rail:|provider:|treasury$)/.test(account)

type Movement = { from_account: string; to_account: string; status: MovementStatus }

/** Null: the state of the movement allows the act. */
export function closedMovement(movement: Movement, act: MovementAct): Closed | null {
  const steps = stepsOf(movement).filter(({ from }) => from === movement.status)
  if (steps.some((one) => one.act === act)) return null
  const allowed = steps.map((one) => one.act).join(', ')
  return closed(
    steps.length === 0 ? 'ended' : 'other_state',
    `is ${movement.status}: ${allowed === '' ? 'it is finished' : `it allows ${allowed}`}`,
  )
}

export const stepsOf = (movement: { from_account: string; to_account: string }): readonly Step[] =>
  isOutside(movement.from_account) && isOutside(movement.to_account) ? travelling : immediate
