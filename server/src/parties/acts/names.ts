// The acts of the operator API: their names in the audit trail and in rules of approval, the right that each needs, and
// whether it moves an amount. A new act is a row here.
import type { Right } from '../operators/roles.ts'

type ActRow = {
  right: Right
  /** A rule of approval may then name a currency and an amount. */
  hasAmount: boolean
  /**
   * Why a desk of several people should have a rule for it. `money`: one person could send money elsewhere or give it up.
   * `people`: one person could become two, or enter as a customer.
   */
  advised?: 'money' | 'people'
}

const table = {
  'order.release': { right: 'decide_orders', hasAmount: true },
  'order.fail': { right: 'decide_orders', hasAmount: true },
  'order.refund': { right: 'decide_orders', hasAmount: true },
  'volume_limit.raise': { right: 'raise_limits', hasAmount: true },
  'order.accept-loss': { right: 'decide_orders', hasAmount: true },
  'order.provider': { right: 'decide_orders', hasAmount: true },
  'order.pay-elsewhere': { right: 'decide_orders', hasAmount: true, advised: 'money' },
  'order.pay-again': { right: 'decide_orders', hasAmount: true },
  'order.redirect-refund': { right: 'decide_orders', hasAmount: true, advised: 'money' },
  'order.send-kept': { right: 'decide_orders', hasAmount: true },
  'order.mark-payout': { right: 'mark_sends', hasAmount: true, advised: 'money' },
  'order.mark-refund': { right: 'mark_sends', hasAmount: true, advised: 'money' },
  'order.decide-send': { right: 'mark_sends', hasAmount: true, advised: 'money' },
  'order.sent-before': { right: 'mark_sends', hasAmount: true, advised: 'money' },
  'order.cancel-payout': { right: 'mark_sends', hasAmount: true },
  'order.cancel-refund': { right: 'mark_sends', hasAmount: true },
  'order.freeze': { right: 'freeze_orders', hasAmount: false },
  'order.unfreeze': { right: 'freeze_orders', hasAmount: true },
  'information_request.open': { right: 'request_information', hasAmount: false },
  'information_request.close': { right: 'request_information', hasAmount: false },
  'organization.verify': { right: 'verify', hasAmount: false },
  'instrument.verify': { right: 'verify', hasAmount: false },
  'queue.claim': { right: 'work_queue', hasAmount: false },
  'queue.assign': { right: 'work_queue', hasAmount: false },
  'queue.comment': { right: 'work_queue', hasAmount: false },
  'queue.snooze': { right: 'work_queue', hasAmount: false },
  'difference.explain': { right: 'reconcile', hasAmount: true },
  'difference.movement': { right: 'reconcile', hasAmount: true },
  'configuration.apply': { right: 'configure', hasAmount: false },
  'configuration.rollback': { right: 'configure', hasAmount: false },
  'configuration.withdraw': { right: 'configure', hasAmount: false },
  'route.disable': { right: 'switch_routes', hasAmount: false },
  'route.enable': { right: 'switch_routes', hasAmount: false },
  'enterprise.hold': { right: 'place_holds', hasAmount: false },
  'enterprise.release': { right: 'place_holds', hasAmount: false },
  'organization.hold': { right: 'place_holds', hasAmount: false },
  'organization.release': { right: 'place_holds', hasAmount: false },
  'instrument.hold': { right: 'place_holds', hasAmount: false },
  'instrument.release': { right: 'place_holds', hasAmount: false },
  'webhook_endpoint.disable': { right: 'change_webhooks', hasAmount: false },
  'webhook_endpoint.enable': { right: 'change_webhooks', hasAmount: false },
  'webhook_endpoint.redeliver': { right: 'change_webhooks', hasAmount: false },
  'deposit.assign': { right: 'decide_orders', hasAmount: true, advised: 'money' },
  'deposit.book': { right: 'move_money', hasAmount: true, advised: 'money' },
  'deposit.return': { right: 'move_money', hasAmount: true, advised: 'money' },
  'deposit.stop-return': { right: 'mark_sends', hasAmount: true },
  'deposit.mark-return': { right: 'mark_sends', hasAmount: true, advised: 'money' },
  'entry.retry': { right: 'mark_sends', hasAmount: false },
  'entry.dismiss': { right: 'move_money', hasAmount: true, advised: 'money' },
  'entry.tie': { right: 'mark_sends', hasAmount: true, advised: 'money' },
  'entry.deposit': { right: 'move_money', hasAmount: true },
  'deposit.write-off': { right: 'move_money', hasAmount: true, advised: 'money' },
  'stray.return': { right: 'move_money', hasAmount: false, advised: 'money' },
  'stray.stop-return': { right: 'mark_sends', hasAmount: false },
  'stray.mark-return': { right: 'mark_sends', hasAmount: false, advised: 'money' },
  'stray.dismiss': { right: 'move_money', hasAmount: false },
  'deposit.release': { right: 'release_screened', hasAmount: true },
  'refund.retry': { right: 'mark_sends', hasAmount: false },
  'refund.release': { right: 'release_screened', hasAmount: true },
  'reversal.received': { right: 'settle_reversals', hasAmount: true },
  'reversal.set-off': { right: 'settle_reversals', hasAmount: true },
  'reversal.write-off': { right: 'settle_reversals', hasAmount: true, advised: 'money' },
  'desk_account.correct': { right: 'move_money', hasAmount: true, advised: 'money' },
  'movement.propose': { right: 'move_money', hasAmount: true, advised: 'money' },
  'movement.approve': { right: 'move_money', hasAmount: true },
  'movement.send': { right: 'move_money', hasAmount: true },
  'movement.settle': { right: 'move_money', hasAmount: true },
  'movement.fail': { right: 'move_money', hasAmount: true },
  'movement.cancel': { right: 'move_money', hasAmount: true },
  'user.created': { right: 'manage_users', hasAmount: false, advised: 'people' },
  'user.changed': { right: 'manage_users', hasAmount: false, advised: 'people' },
  'user.reset': { right: 'manage_users', hasAmount: false, advised: 'people' },
  'user.admitted': { right: 'manage_users', hasAmount: false },
  'operator_key.created': { right: 'manage_users', hasAmount: false, advised: 'people' },
  'operator_key.revoked': { right: 'manage_users', hasAmount: false },
  'key.create': { right: 'create_keys', hasAmount: false },
  'enterprise.invite-admin': { right: 'create_keys', hasAmount: false, advised: 'people' },
  'key.revoke': { right: 'revoke_keys', hasAmount: false },
  'account.add': { right: 'manage_pools', hasAmount: false },
  'account.retire': { right: 'manage_pools', hasAmount: false },
  halt: { right: 'halt', hasAmount: false },
  resume: { right: 'resume', hasAmount: false },
} as const satisfies Record<string, ActRow>

export type ActName = keyof typeof table

export const actNames = Object.keys(table).filter((name): name is ActName =>
  Object.hasOwn(table, name),
)

export const actRow = (name: ActName): ActRow => table[name]
