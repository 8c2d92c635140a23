// The rights that decide an item of each kind: the acts that end it need one of them.
import type { Operator } from '../../parties/operators/operator.ts'
import { isAllowed, roles, type Right, type Role } from '../../parties/operators/roles.ts'
import type { QueueKind } from './kinds.ts'

/** Each of them alone is enough. */
const rights: Readonly<Record<QueueKind, readonly Right[]>> = {
  parked_order: ['decide_orders'],
  unmatched_deposit: ['decide_orders', 'move_money'],
  deposit_return: ['mark_sends'],
  rail_entry: ['mark_sends', 'move_money'],
  refund: ['decide_orders', 'mark_sends'],
  reversal: ['settle_reversals'],
  organization_hold: ['place_holds'],
  instrument_hold: ['place_holds'],
  screening_hit: ['release_screened'],
  unanswered_screening: ['release_screened'],
  returned_payout: ['decide_orders'],
  contradicted_send: ['mark_sends'],
  balance_difference: ['reconcile'],
  // They end by themselves. Until then a route can be closed.
  low_liquidity: ['switch_routes'],
  stale_rate: ['switch_routes'],
  webhook_disabled: ['change_webhooks'],
  halt: ['resume'],
  // The rule that covers the act names the roles.
  approval: ['approve'],
  information_request: ['request_information'],
  reconciliation_difference: ['reconcile'],
  new_user: ['manage_users'],
  stray: ['move_money', 'mark_sends'],
}

export const mayDecide = (operator: Operator, kind: QueueKind): boolean =>
  operator.isDirect === true || rights[kind].some((right) => isAllowed(operator, right))

/** `facts`: those of an approval name its roles. */
export const rolesThatDecide = (kind: QueueKind, facts: object): readonly Role[] =>
  roles.filter((role) =>
    kind === 'approval' && 'roles' in facts && Array.isArray(facts.roles)
      ? facts.roles.includes(role)
      : rights[kind].some((right) => isAllowed({ role, enterpriseIds: null }, right)),
  )
