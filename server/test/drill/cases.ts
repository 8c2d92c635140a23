// The orders of the drill: one for each state of the table, and for each form in which money can be under way.
import type { Fault } from './faults.ts'
import { returns, type Case, type Steps, type Story } from './story.ts'

const DONE = 'STEP_4_COMPLETED'
const FUNDED = 'STEP_2_FILLING_FX'
const FILLED = 'STEP_3_SETTLING_PAYOUT'
const DECLINED = 'FAILED_DECLINED_BY_LIQ_PROVIDER'
const REFUNDED = 'FAILED_REFUND_PROCESSED'
const SLIPPED = `${FUNDED} slippage`

const PAID = ['fill', 'payout'] as const

/** Steps that several orders share. */
async function* isPaidOut(order: Story): Steps {
  await order.pay()
  yield* order.until(DONE)
}
const isPaidWith = (fault: Fault, status: string) =>
  async function* (order: Story): Steps {
    order.fault(fault)
    await order.pay()
    yield* order.until(status)
  }
const hasPayoutWith = (fault: Fault) =>
  async function* (order: Story): Steps {
    yield* isPaidWith(fault, FILLED)(order)
    while ((await order.payouts()).length === 0) yield
  }
const hasRefundWith = (fault: Fault) =>
  async function* (order: Story): Steps {
    yield* isPaidWith('fill declined', DECLINED)(order)
    order.fault(fault)
    await order.customer('refund')
    while ((await order.refunds()).at(-1)?.rail == null) yield
  }
async function* isPaidInPart(order: Story): Steps {
  await order.pay(order.totalMinor / 2n)
  while ((await order.received()) === 0n) yield
}
async function* cameBack(order: Story): Steps {
  yield* isPaidOut(order)
  await order.comesBack()
  yield* order.untilReturned()
}
async function* goesOut(order: Story): Steps {
  order.fault(null)
  yield* order.until(DONE)
}
async function* refundGoesOut(order: Story): Steps {
  order.fault(null)
  yield* order.untilRefunded()
}
async function* isPaidAgain(order: Story): Steps {
  await order.act('pay-again')
  while ((await order.payouts()).at(-1)?.settled_at == null) yield
}
const isRefundedBy = (who: 'act' | 'customer', what: 'refund' | 'cancel') =>
  async function* (order: Story): Steps {
    await order[who](what)
    yield* order.untilRefunded()
  }
const unfreezes = async (order: Story): Promise<void> => {
  if (await order.isFrozen()) await order.unfreeze()
}

/** Orders that the rail pays out. */
const out: readonly Omit<Case, 'side'>[] = [
  {
    name: 'awaits funding; funded and paid out in the lost time',
    lost: isPaidOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'awaits funding; paid out in the lost time, and recorded by the operator',
    async *lost(order) {
      await order.pay()
      yield* order.until(DONE)
    },
    async *during(order) {
      // Its conversion is recorded already if the provider lists it without a key.
      yield* order.until(FUNDED, FILLED)
      await order.sentBefore('payout')
    },
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'funded, not converted',
    before: isPaidWith('fill unquoted', FUNDED),
    lost: goesOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'a fill is committed and was not sent',
    async *before(order) {
      order.fault('fill unsent')
      await order.pay()
      yield* order.until(FUNDED)
      yield
    },
    lost: goesOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'a fill was sent, its answer is lost',
    async *before(order) {
      order.fault('fill lost')
      await order.pay()
      yield* order.until(FUNDED)
      yield
    },
    lost: goesOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'filled, nothing of the payout is committed',
    before: isPaidWith('payout unprepared', FILLED),
    lost: goesOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'a payout is committed and was not sent',
    before: hasPayoutWith('payout unsent'),
    lost: goesOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'a payout was sent, its answer is lost',
    before: hasPayoutWith('payout lost'),
    lost: goesOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'completed',
    before: isPaidOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'completed; came back and was paid again in the lost time',
    needs: returns,
    before: isPaidOut,
    async *lost(order) {
      await order.comesBack()
      yield* order.untilReturned()
      await order.act('pay-again')
      while ((await order.payouts()).at(-1)?.settled_at == null) yield
    },
    async *during(order) {
      yield* order.untilReturned()
      await order.sentBefore('payout')
    },
    ends: DONE,
    owed: [...PAID, 'payout again'],
  },
  {
    name: 'came back; paid again in the lost time, recorded',
    needs: returns,
    before: cameBack,
    lost: isPaidAgain,
    during: (order) => order.sentBefore('payout'),
    ends: DONE,
    owed: [...PAID, 'payout again'],
  },
  {
    name: 'came back; refunded in the lost time, recorded',
    needs: returns,
    before: cameBack,
    lost: isRefundedBy('act', 'refund'),
    during: (order) => order.sentBefore('refund'),
    ends: REFUNDED,
    owed: [...PAID, 'refund'],
  },
  {
    name: 'came back; refunded in the lost time, and by the operator again',
    needs: returns,
    before: cameBack,
    lost: isRefundedBy('act', 'refund'),
    after: (order) => order.act('refund'),
    ends: REFUNDED,
    owed: [...PAID, 'refund'],
  },
  {
    name: 'parked for slippage; released and paid in the lost time, released again',
    before: isPaidWith('fill worse', SLIPPED),
    async *lost(order) {
      order.fault(null)
      await order.act('release')
      yield* order.until(DONE)
    },
    async after(order) {
      if ((await order.status()) === SLIPPED) await order.act('release')
    },
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'parked for slippage; released and paid in the lost time, recorded',
    before: isPaidWith('fill worse', SLIPPED),
    async *lost(order) {
      order.fault(null)
      await order.act('release')
      yield* order.until(DONE)
    },
    during: (order) => order.sentBefore('payout'),
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'parked for slippage; refunded by the operator in the lost time',
    before: isPaidWith('fill worse', SLIPPED),
    lost: isRefundedBy('act', 'refund'),
    during: (order) => order.sentBefore('refund'),
    ends: REFUNDED,
    owed: ['refund'],
  },
  {
    name: 'declined; the customer asked for the refund in the lost time, and asks again',
    before: isPaidWith('fill declined', DECLINED),
    lost: isRefundedBy('customer', 'refund'),
    after: (order) => order.customer('refund'),
    ends: REFUNDED,
    owed: ['refund'],
  },
  {
    name: 'declined and retried; the retry is paid in the lost time',
    async *before(order) {
      order.fault('fill declined')
      await order.pay()
      yield* order.until(DECLINED)
      await order.retry()
      order.fault('fill unquoted')
    },
    lost: goesOut,
    ends: DONE,
    owed: ['fill', 'payout of a retry'],
  },
  {
    name: 'frozen when funded; unfrozen and paid in the lost time',
    async *before(order) {
      order.fault('fill unquoted')
      await order.pay()
      yield* order.until(FUNDED)
      await order.freeze()
    },
    async *lost(order) {
      order.fault(null)
      await order.unfreeze()
      yield* order.until(DONE)
    },
    after: unfreezes,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'frozen with a payout that was sent; marked as settled in the lost time',
    async *before(order) {
      order.fault('payout lost')
      await order.pay()
      yield* order.until(FILLED)
      while ((await order.payouts()).length === 0) yield
      yield
      await order.freeze()
    },
    async lost(order) {
      await order.act('mark-payout', { outcome: 'settled', evidence: 'a letter of the bank' })
      await order.unfreeze()
      order.fault(null)
    },
    after: unfreezes,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'frozen with a payout that was not sent; marked as rejected and refunded in the lost time, recorded',
    needs: (site) => site.rail === 'sandbox',
    async *before(order) {
      order.fault('payout unsent')
      await order.pay()
      yield* order.until(FILLED)
      while ((await order.payouts()).length === 0) yield
      yield
      await order.freeze()
    },
    async *lost(order) {
      await order.act('cancel-payout')
      order.fault(null)
      yield
      await order.unfreeze()
      yield* order.untilRefunded()
    },
    after: unfreezes,
    ends: REFUNDED,
    owed: ['fill', 'refund'],
  },
  {
    name: 'declined; retried and paid in the lost time, recorded',
    before: isPaidWith('fill declined', DECLINED),
    async *lost(order) {
      await order.retry()
      yield* order.until(DONE)
    },
    during: (order) => order.lostRetry(),
    ends: DECLINED,
    owed: ['fill', 'payout of a retry'],
  },
  {
    name: 'the rail rejected the payout; the refund is sent in the lost time',
    async *before(order) {
      order.fault('payout rejected')
      await order.pay()
      yield* order.until(FILLED, 'FAILED_REFUND_REQUESTED', REFUNDED)
    },
    async *lost(order) {
      yield* order.untilRefunded()
    },
    ends: REFUNDED,
    owed: ['fill', 'refund'],
  },
  {
    name: 'a payout that was not sent is cancelled in the lost time, and refunded',
    needs: (site) => ['sandbox', 'evm:base', 'solana'].includes(site.rail),
    before: hasPayoutWith('payout unsent'),
    async *lost(order) {
      await order.act('cancel-payout')
      order.fault(null)
      yield* order.untilRefunded()
    },
    ends: REFUNDED,
    owed: ['fill', 'refund'],
  },
  {
    name: 'refunded',
    async *before(order) {
      order.fault('payout rejected')
      await order.pay()
      yield* order.untilRefunded()
    },
    ends: REFUNDED,
    owed: ['fill', 'refund'],
  },
  {
    name: 'ordered, funded and paid out in the lost time',
    isLost: true,
    lost: isPaidOut,
    ends: DONE,
    owed: PAID,
  },
]

/** Orders that are funded at the rail. Most of their sends are refunds. */
const into: readonly Omit<Case, 'side'>[] = [
  {
    name: 'funded at the rail and completed in the lost time',
    lost: isPaidOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'completed',
    before: isPaidOut,
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'a part was paid; the rest and the payout in the lost time',
    async *before(order) {
      await order.pay(order.totalMinor / 2n)
      yield
    },
    async *lost(order) {
      await order.pay(order.totalMinor - order.totalMinor / 2n)
      yield* order.until(DONE)
    },
    ends: DONE,
    owed: PAID,
  },
  {
    name: 'a part was paid; cancelled and refunded in the lost time, and cancelled again',
    before: isPaidInPart,
    lost: isRefundedBy('customer', 'cancel'),
    after: (order) => order.customer('cancel'),
    ends: REFUNDED,
    owed: ['refund of a part'],
  },
  {
    name: 'a part was paid; cancelled and refunded in the lost time, then left to expire',
    before: isPaidInPart,
    lost: isRefundedBy('customer', 'cancel'),
    ends: REFUNDED,
    owed: ['refund of a part'],
  },
  {
    name: 'a part was paid; nothing more comes',
    before: isPaidInPart,
    ends: REFUNDED,
    owed: ['refund of a part'],
  },
  {
    name: 'too much is paid in the lost time',
    async *lost(order) {
      await order.pay(order.totalMinor + order.excessMinor)
      yield* order.until(DONE)
      yield* order.untilRefunded()
    },
    ends: DONE,
    owed: [...PAID, 'excess refund'],
  },
  {
    name: 'too much was paid; the excess refund is committed and was not sent',
    async *before(order) {
      order.fault('refund unsent')
      await order.pay(order.totalMinor + order.excessMinor)
      yield* order.until(DONE)
      yield
    },
    lost: refundGoesOut,
    ends: DONE,
    owed: [...PAID, 'excess refund'],
  },
  {
    name: 'too much was paid; the excess refund was sent, its answer is lost',
    async *before(order) {
      order.fault('refund lost')
      await order.pay(order.totalMinor + order.excessMinor)
      yield* order.until(DONE)
      yield
    },
    lost: refundGoesOut,
    ends: DONE,
    owed: [...PAID, 'excess refund'],
  },
  {
    name: 'cancelled; late money is refunded in the lost time',
    before: (order) => order.customer('cancel'),
    async *lost(order) {
      await order.pay()
      yield* order.untilRefunded()
    },
    ends: REFUNDED,
    owed: ['late refund'],
  },
  {
    name: 'awaits funding; cancelled in the lost time, and late money is refunded',
    async *lost(order) {
      await order.customer('cancel')
      await order.pay()
      yield* order.untilRefunded()
    },
    async *during(order) {
      yield* order.until(FUNDED)
      await order.sentBefore('refund')
    },
    ends: REFUNDED,
    owed: ['late refund'],
  },
  {
    name: 'declined; the customer asks for the refund in the lost time, recorded',
    before: isPaidWith('fill declined', DECLINED),
    lost: isRefundedBy('customer', 'refund'),
    during: (order) => order.sentBefore('refund'),
    ends: REFUNDED,
    owed: ['refund'],
  },
  {
    name: 'a refund is committed and was not sent',
    before: hasRefundWith('refund unsent'),
    lost: refundGoesOut,
    ends: REFUNDED,
    owed: ['refund'],
  },
  {
    name: 'a refund was sent, its answer is lost',
    before: hasRefundWith('refund lost'),
    lost: refundGoesOut,
    ends: REFUNDED,
    owed: ['refund'],
  },
  {
    name: 'completed; more money comes in the lost time and goes back',
    before: isPaidOut,
    async *lost(order) {
      await order.pay(order.totalMinor)
      yield* order.untilRefunded()
    },
    ends: DONE,
    owed: [...PAID, 'late refund'],
  },
  {
    name: 'completed and swept in the lost time; more money comes after the restore and goes back',
    async *lost(order) {
      await order.pay()
      yield* order.until(DONE)
      yield* order.untilSwept()
    },
    // Less than was swept, so that the address holds neither sum.
    async *after(order) {
      yield* order.until(DONE)
      await order.pay(order.excessMinor)
      yield* order.untilRefunded()
    },
    ends: DONE,
    owed: [...PAID, 'excess refund'],
  },
  {
    name: 'nobody pays',
    ends: 'FAILED_FUNDING_EXPIRED',
    owed: [],
  },
]

export const cases: readonly Case[] = [
  ...out.map((one): Case => ({ ...one, side: 'out' })),
  ...into.map((one): Case => ({ ...one, side: 'in' })),
]
